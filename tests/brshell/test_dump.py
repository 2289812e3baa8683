"""What a program looks like after each stage: to read, and to run again."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from brshell.cli import main
from brshell.dump import dump
from brshell.machine import Machine
from brshell.reader.source import Source

PROGRAMS = Path(__file__).parents[1] / "scheme"
SWAP = """\
(define-syntax swap!
  (syntax-rules () ((_ a b) (let ((tmp a)) (set! a b) (set! b tmp)))))
"""


@pytest.fixture
def machine() -> Machine:
    return Machine()


def shown(machine: Machine, stage: str, text: str) -> str:
    unit = machine.translator.program(
        Source("test", text), machine.translator.new_environment()
    )
    return dump(unit, stage)


EXPANDED = {
    "constants": ("1\n'a\n\"b\"\n'()\n'(1 . 2)\n#(1)\n#\\a", None),
    "no else": ("(if (f) 1)", None),
    "no value": ("(define x)", "(define x (if #f #f))"),
    "all core forms": (
        """\
        (define f
          (case-lambda
            (()
             (let ((x 1))
               (set! x 2)
               x))
            ((x . rest) (letrec* ((g (lambda y (or (f x) (g y))))) (if x (g rest))))))
        """,
        None,
    ),
    "when and cond": (
        "(when a (cond (b => c) (else d)))",
        "(if a (let ((value b)) (if value (c value) d)))",
    ),
    "named let": (
        "(let loop ((i 0)) (loop (+ i 1)))",
        "(letrec* ((loop (lambda (i) (loop (+ i 1))))) (loop 0))",
    ),
    "shadowed variables keep their names": (
        "(lambda (x) (let ((x (f 1))) (let ((x (g 2))) x)))",
        None,
    ),
    "variables that a macro would mix up do not": (
        SWAP + "(lambda (tmp other) (swap! tmp other))",
        """\
        (lambda (tmp other)
          (let ((tmp.1 tmp))
            (set! tmp other)
            (set! other tmp.1)))
        """,
    ),
    "a local variable with the name of a builtin that a macro uses": (
        "(lambda (cons) `(a ,@(f) ,cons))",
        "(lambda (cons.1) (cons 'a (append (f) (cons cons.1 '()))))",
    ),
    "words of the language": ("(lambda (if) if)", "(lambda (if.1) if.1)"),
    "odd names": ("(lambda (|a b|) |a b|)", "(lambda (|a b|) |a b|)"),
    "long forms": (
        "(define (f first second) (if (< first second) (list first second 'in-order)"
        " (begin (display 'swapped) (list second first))))",
        """\
        (define f
          (lambda (first second)
            (if (< first second)
                (list first second 'in-order)
                (begin
                  (display 'swapped)
                  (list second first)))))
        """,
    ),
}


@pytest.mark.parametrize("name", EXPANDED)
def test_expand(name: str, machine: Machine) -> None:
    text, expected = EXPANDED[name]
    assert shown(machine, "expand", text) == dedent(expected or text).rstrip()


NORMAL = {
    "calls": (
        "(define (f n) (display n) (f (- n 1)) (+ (f (* n 2)) n)) (f 1)",
        """\
        (define f
          (lambda (n)
            (display n)
            (call f (- n 1))
            (let t (call f (* n 2)))
            (+ t n)))
        (tail-call f 1)
        """,
    ),
    "tail calls": (
        "(lambda (n) (if (null? n) 0 (g n)))",
        """\
        (let lambda (lambda (n) (if (null? n) 0 (tail-call g n))))
        lambda
        """,
    ),
    "loops": (
        "(define (f n) (if (g n) (f (- n 1)) (let loop ((i 0)) (loop n)))) f",
        """\
        (define f
          (lambda (n)
            (loop f ((n n))
              (let t (call g n))
              (if t (continue f (- n 1)) (loop loop ((i 0)) (continue loop n))))))
        f
        """,
    ),
    "boxes": (
        "(let () (define x (lambda () y)) (define y (x)) y)",
        """\
        (boxes y)
        (let x (lambda () y))
        (let t (call x))
        (define y t)
        y
        """,
    ),
    "groups": (
        "(letrec ((f (lambda () (g))) (g (lambda () (f)))) f)",
        """\
        (letrec
          (f (lambda () (tail-call g)))
          (g (lambda () (tail-call f))))
        f
        """,
    ),
    "values of branches": (
        "(list (if (f) 1 2) 3)",
        """\
        (let t'1
          (begin
            (let t (call f))
            (if t 1 2)))
        (list t'1 3)
        """,
    ),
}


@pytest.mark.parametrize("name", NORMAL)
def test_core(name: str, machine: Machine) -> None:
    text, expected = NORMAL[name]
    assert shown(machine, "core", text) == dedent(expected).rstrip()


def test_python(machine: Machine) -> None:
    expected = """\
    def $program():
        global f

        def f(n):
            if n < 2:
                return (g, 'test 5', n)
            return $'done
        return f
    """
    text = "(define (f n) (if (< n 2) (g n) 'done)) f"
    assert shown(machine, "python", text) == dedent(expected).rstrip()


@pytest.mark.parametrize("name", ["continuations", "guard", "hygiene"])
def test_the_expanded_program_does_the_same(name: str) -> None:
    source = Source(name, (PROGRAMS / f"{name}.scm").read_text("utf-8"))
    first, second = machine_with_harness(), machine_with_harness()
    expanded = dump(first.translator.program(source, first.environment), "expand")
    # What macros insert, such as %guard, is not visible to programs.
    for identifier, binding in second.translator.language.bindings.items():
        second.environment.bindings.setdefault(identifier, binding)
    second.run_source(Source("expanded", expanded))
    results = second.run_source(Source("results", "test-results"))
    assert [difference.text for _, passed, difference in results if not passed] == []


def machine_with_harness() -> Machine:
    machine = Machine()
    harness = (PROGRAMS / "harness.scm").read_text("utf-8")
    machine.run_source(
        Source("harness", "(define many 100) (define deep 100)" + harness)
    )
    return machine


def test_a_very_deep_form(machine: Machine) -> None:
    text = "(f " * 1_000 + "1" + ")" * 1_000
    assert shown(machine, "expand", text).split() == text.split()


def test_the_command_runs_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "walk.scm"
    path.write_text("(walk (+ 1 2))")
    assert main(["--dump=expand", "-e", "(display 1)", str(path)]) == 0
    assert capsys.readouterr() == ("(display 1)\n(walk (+ 1 2))\n", "")
    assert main(["--dump=core", "-e", "(if)"]) == 1
    assert capsys.readouterr().err.startswith("-e:1:1: if: expected a test")
