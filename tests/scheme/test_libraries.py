"""Libraries and programs that import them, R7RS 5.1, 5.2 and 5.6.

The libraries of these tests are in the folder libraries/. Each program runs compiled,
and on the slow reference evaluator.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

LIBRARIES = Path(__file__).parent / "libraries"
BASE = "(import (scheme base)) "

IMPORT_SETS = {
    "all names": ("(import (scheme base)) (list (car '(1)) (+ 1 2))", "(1 3)"),
    "several sets": (
        "(import (only (scheme base) list quote) (only (scheme cxr) caddr)) "
        "(list (caddr '(1 2 3)))",
        "(3)",
    ),
    "only": ("(import (only (scheme base) + quote)) (+ 1 2)", "3"),
    "except": (
        "(import (except (scheme base) car)) (define (car x) 'mine) (car '(1))",
        "mine",
    ),
    "prefix": ("(import (prefix (scheme base) r7rs:)) (r7rs:+ 1 2)", "3"),
    "rename": (
        "(import (rename (scheme base) (car first) (cdr rest))) "
        "(list (first '(1 2)) (rest '(1 2)))",
        "(1 (2))",
    ),
    "rename to each other's names": (
        "(import (rename (scheme base) (car cdr) (cdr car))) (list (car '(1 2)))",
        "((2))",
    ),
    "sets of sets": (
        "(import (prefix (rename (only (scheme base) car cdr quote) (car first)) l:)) "
        "(l:first (l:cdr (l:quote (1 2))))",
        "2",
    ),
    "syntax under another name": (
        "(import (rename (only (scheme base) if quote) (if when-true))) "
        "(when-true #t 'yes 'no)",
        "yes",
    ),
    "an import between others": (
        "(import (scheme base)) (import (scheme char)) (char-upcase #\\a)",
        "#\\A",
    ),
    "numbers in names": ("(import (scheme base) (srfi 1)) (iota 3)", "(0 1 2)"),
}

PROGRAMS = {
    "a variable that its library sets": (
        BASE + "(import (counter)) (reset!) (next!) (next!) count",
        "2",
    ),
    "export under another name": (BASE + "(import (counter)) (reset!) count", "0"),
    "a library of libraries": (
        BASE + "(import (shapes square)) (square-corners 0 0 5)",
        "((0 0) (5 5))",
    ),
    "a record type behind a library": (
        BASE + "(import (shapes square) (shapes point)) (point-y (corner 3 4))",
        "4",
    ),
    "a macro that needs a private procedure": (
        BASE + "(import (only (macros) define-getter)) "
        "(define-getter first-of '(1 2)) (first-of)",
        "1",
    ),
    "a macro that names the variables of its user": (
        BASE + "(import (macros)) (let ((t 5) (old 1)) (swap! t old) (my-or #f t))",
        "1",
    ),
    "a macro that sets a private variable": (
        BASE + "(import (macros)) (let ((before (ticks))) (tick!) (tick!) "
        "(- (ticks) before))",
        "2",
    ),
    "a macro with literals that mean nothing": (
        BASE + "(import (macros)) (list (sum-of 1 up to 3) (let ((up 2) (to 2)) "
        "(sum-of 1 up to 3)))",
        "(4 no-literals)",
    ),
    "a macro where its user has other meanings": (
        BASE + "(import (only (macros) my-or)) "
        "(let ((if list) (let vector)) (my-or #f 'right))",
        "right",
    ),
    "a definition with an imported name": (
        BASE + "(import (squares)) (define (square-of x) 'mine) (list (square 2) "
        "(twice 3) (square-of 1))",
        "((square 4) (square 81) mine)",
    ),
    "an imported procedure defined anew": (
        BASE + "(import (squares)) (define (square x) 'mine) (list (square 2) "
        "(twice 3))",
        "(mine (square 81))",
    ),
    "a procedure of the report defined anew": (
        BASE + "(define (car x) 'mine) (list (car '(1)) (map cdr '((1 2))))",
        "(mine ((2)))",
    ),
    "a library in several files": (
        BASE + "(import (pieces)) (list (quiet) (loud))",
        "(Quiet loud)",
    ),
    "declarations that depend on the system": (
        BASE + "(import (conditional)) features-found",
        "(library features #\\C)",
    ),
    "a library in the program": (
        "(define-library (inner) (export f) (import (scheme base)) "
        "(begin (define (f x) (* x y)) (define y 10))) "
        "(import (scheme base) (inner)) (define y 3) (f y)",
        "30",
    ),
    "include in a program": (BASE + '(include "pieces-body.scm") (quiet)', "Quiet"),
    "include-ci in a program": (
        BASE + '(include-ci "pieces-loud.scm") (loud)',
        "loud",
    ),
    "include in a body": (
        BASE + '(let () (include "pieces-body.scm") (quiet))',
        "Quiet",
    ),
    "cond-expand in a program": (
        BASE + "(cond-expand ((library (counter)) (import (counter)) (reset!) count) "
        "(else 'wrong))",
        "0",
    ),
    "load in a program that imports": (
        BASE + "(import (scheme load)) (define (start) 'started) "
        '(load "loaded.scm") (list (loaded) (start))',
        "((loaded started) started)",
    ),
    "eval in the environment of the program": (
        BASE + "(import (scheme eval) (scheme repl)) (define x 5) "
        "(eval '(set! x (+ x 1)) (interaction-environment)) x",
        "6",
    ),
    "imports in an environment of eval": (
        BASE + "(import (scheme eval)) "
        "(eval '(l:length '(1 2)) (environment '(prefix (scheme base) l:) "
        "'(only (scheme base) quote)))",
        "2",
    ),
}

# Wrong programs: where the error is, and what it says.
ERRORS = {
    "no such library": (
        "(import (scheme base)\n        (no such library))",
        "program.scm:2:9: import: the library (no such library) is not found",
    ),
    "no name of a library": (
        "(import scheme)",
        "program.scm:1:9: import: expected a library name such as (scheme base), but "
        "received scheme",
    ),
    "a name that is not exported": (
        BASE + "(import (counter)) (start-again!)",
        "program.scm:1:44: start-again!: this variable is not defined",
    ),
    "only a name that is not exported": (
        "(import (only (counter) count start-again!))",
        "program.scm:1:31: import: the library does not export start-again!",
    ),
    "except a name that is not exported": (
        "(import (except (counter) start-again!))",
        "program.scm:1:27: import: the library does not export start-again!",
    ),
    "rename of a name that is not exported": (
        "(import (rename (counter) (start-again! again!)))",
        "program.scm:1:28: import: the library does not export start-again!",
    ),
    "half a rename": (
        "(import (rename (counter) (count)))",
        "program.scm:1:27: import: expected (name new-name)",
    ),
    "a prefix that is no name": (
        "(import (prefix (counter) 5))",
        "program.scm:1:9: import: expected one prefix",
    ),
    "names that are not imported": (
        "(import (only (scheme base) car))\n(cdr '(1))",
        "program.scm:2:2: cdr: this variable is not defined",
    ),
    "syntax that is not imported": (
        "(import (only (scheme base) car))\n(if #t 1 2)",
        "program.scm:2:2: if: this variable is not defined",
    ),
    "libraries in a circle": (
        "(import (circle first))",
        "circle/second.sld:4:11: import: the libraries form a circle: "
        "(circle first) imports (circle second) imports (circle first)",
    ),
    "an export that is not defined": (
        "(import (nothing-there))",
        "nothing-there.sld:2:11: export: something is not defined",
    ),
    "a file that defines another library": (
        "(import (misnamed))",
        "program.scm:1:9: import: expected the file misnamed.sld to define the library "
        "(misnamed)",
    ),
    "an error when a library runs": (
        "(import (failing))",
        "failing.sld:5:23: cdr: expected a pair, but received 5",
    ),
    "something else than a declaration": (
        "(import (undeclared))",
        "undeclared.sld:4:3: define-library: expected a declaration, but received "
        "(define x 1)",
    ),
    "a library without a name": (
        "(define-library)",
        "program.scm:1:1: define-library: expected a name",
    ),
    "an export that is no name": (
        "(define-library (odd) (export (car cdr)))",
        "program.scm:1:31: export: expected a name or (rename name new-name), but "
        "received (car cdr)",
    ),
    "a file to include that is not there": (
        BASE + '(include "nowhere.scm")',
        "program.scm:1:33: include: the file cannot be read (no such file or "
        'directory): "nowhere.scm"',
    ),
    "no clause of cond-expand": (
        BASE + "(cond-expand (no-such-feature 1))",
        "program.scm:1:24: cond-expand: no clause fits this system",
    ),
    "import inside a body": (
        BASE + "(let () (import (scheme char)) 1)",
        "program.scm:1:32: import: expected at the top level or at the beginning of "
        "a body",
    ),
    "set! of an imported variable": (
        BASE + "(import (counter)) (set! count 5)",
        "program.scm:1:49: set!: expected a variable that is not imported, but "
        "received count",
    ),
}


@pytest.fixture(scope="module", params=[Machine, ReferenceMachine])
def machine(request):
    return request.param()


@pytest.fixture(scope="module")
def compiling_machine():
    return Machine()  # the reference evaluator does not tell places


@pytest.fixture(autouse=True)
def beside_the_libraries(monkeypatch):
    monkeypatch.chdir(LIBRARIES)


def run(machine, program, name="program.scm"):
    """Return what the value of a program prints as, or its error with the place."""
    try:
        return to_text(machine.run_source(Source(name, program), script=True))
    except SchemeError as error:
        condition = error.payload
        return f"{condition.span}: {condition_text(condition)}"


@pytest.mark.parametrize(("program", "value"), IMPORT_SETS.values(), ids=IMPORT_SETS)
def test_import_sets(machine, program, value):
    assert run(machine, program) == value


@pytest.mark.parametrize(("program", "value"), PROGRAMS.values(), ids=PROGRAMS)
def test_programs(machine, program, value):
    assert run(machine, program) == value


@pytest.mark.parametrize(("program", "message"), ERRORS.values(), ids=ERRORS)
def test_errors(compiling_machine, program, message):
    assert run(compiling_machine, program) == message


def test_a_library_runs_once(machine, capsys):
    program = BASE + "(import (noisy-too) (noisy)) (list sound other-sound)"
    assert run(machine, program) == "(bang bang)"
    assert run(machine, program) == "(bang bang)"
    assert capsys.readouterr().out == "[noisy runs]"


def test_cond_expand_does_not_run_the_library_it_asks_for(capsys):
    program = BASE + "(cond-expand ((library (noisy)) 'there) (else 'not-there))"
    assert run(Machine(), program) == "there"
    assert capsys.readouterr().out == ""


def test_each_machine_has_its_own_libraries():
    program = BASE + "(import (counter)) (next!) count"
    assert [run(Machine(), program) for _ in range(2)] == ["1", "1"]


def test_libraries_are_found_beside_the_program(machine, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    program = BASE + "(import (shapes square)) (square-corners 1 1 1)"
    assert run(machine, program, str(LIBRARIES / "program.scm")) == "((1 1) (2 2))"


def test_a_library_of_ours_cannot_be_hidden(machine, monkeypatch, tmp_path):
    (tmp_path / "srfi").mkdir()
    (tmp_path / "srfi" / "26.sld").write_text("(define-library (srfi 26))")
    monkeypatch.chdir(tmp_path)
    assert run(machine, BASE + "(import (srfi 26)) ((cut list 1 <>) 2)") == "(1 2)"


KEPT = {
    "a library of the program": PROGRAMS["a library in the program"],
    "a library in a file": PROGRAMS["a library of libraries"],
    "an included file": PROGRAMS["include in a program"],
    "a library of ours": (BASE + "(import (srfi 1)) (fold + 0 '(1 2))", "3"),
    "a module of Python": (BASE + "(import (python math)) (.floor math 2.5)", "2"),
    "a macro of a library": PROGRAMS["a macro that sets a private variable"],
}


@pytest.mark.parametrize(("program", "value"), KEPT.values(), ids=KEPT)
def test_a_program_does_the_same_when_it_is_run_again(
    program, value, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert [run(Machine(), program) for _ in range(2)] == [value, value]


def test_a_library_that_was_not_there_is_found_later(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    program = BASE + "(cond-expand ((library (late)) 'there) (else 'not-there))"
    assert run(Machine(), program) == "not-there"
    (tmp_path / "late.sld").write_text("(define-library (late))")
    assert run(Machine(), program) == "there"


def test_the_prompt_knows_what_a_script_defined_and_imported(machine):
    run(machine, BASE + "(import (prefix (shapes point) the-)) (define here 'there)")
    run(machine, BASE + "(iota 1)")  # which it has not imported
    entry = Source("prompt", "(list here (the-point? here) (iota 1))")
    assert to_text(machine.run_source(entry)) == "(there #f (0))"


def test_the_robot_is_a_library():
    machine = Machine(robot_options={"fast": True})
    program = "(import (only (scheme base) quote) (brshell robot)) "
    assert run(machine, program + "(ping 1)") == "#t"
    assert run(machine, program + "(with-robot (current-robot) (scan 2))") == "(1 2)"
    assert run(machine, program + "AX12_ID") == "#<register AX12_ID>"
    assert run(machine, program + "(car '(1))").endswith(
        "car: this variable is not defined"
    )
    machine.close()


def test_the_prompt_has_everything_and_imports_more(machine):
    machine.run_source(Source("prompt", "(import (prefix (counter) c:))"))
    value = machine.run_source(Source("prompt", "(c:reset!) (list c:count (iota 2))"))
    assert to_text(value) == "(0 (0 1))"
