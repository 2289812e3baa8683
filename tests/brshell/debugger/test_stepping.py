"""Stepping: each part of a program is shown before it runs, and its value after."""

from __future__ import annotations

import pytest

SQUARE = "(define (square x) (* x x))"
STEP, OVER, OUT, GO = ",step", ",over", ",out", ",continue"

# Each form stepped into all its parts: what is marked, and which values are shown.
PARTS = {
    "(let ((a 1) (b (square 2))) (+ a b))": """
(let ((a 1) (b (square 2))) (+ a b))
(square 2)
(* x x)
  (square 2) => 4
(+ a b)
  (+ a b) => 5
  (let ((a 1) (b (square 2))) (+ a b)) => 5""",
    "(cond ((= 1 2) 'a) ((square 2) => -) (else 'c))": """
(cond ((= 1 2) 'a) ((square 2) => -) (else 'c))
(= 1 2)
  (= 1 2) => #f
(square 2)
(* x x)
  (square 2) => 4
((square 2) => -)
  ((square 2) => -) => -4
  (cond ((= 1 2) 'a) ((square 2) => -) ... => -4""",
    "(case (square 2) ((1 2) 'low) ((4) (square 3)) (else 'none))": """
(case (square 2) ((1 2) 'low) ((4) (square 3)) (else 'none))
(square 2)
(* x x)
  (square 2) => 4
(square 3)
(* x x)
  (square 3) => 9
  (case (square 2) ((1 2) 'low) ((4) ( ... => 9""",
    "(do ((i 0 (+ i 1))) ((= i 1) 'done) (square i))": """
(do ((i 0 (+ i 1))) ((= i 1) 'done) (square i))
(= i 1)
  (= i 1) => #f
(square i)
(* x x)
  (square i) => 0
(+ i 1)
  (+ i 1) => 1
(= i 1)
  (= i 1) => #t
  (do ((i 0 (+ i 1))) ((= i 1) 'done)  ... => done""",
    "(let loop ((i 1)) (if (> i 0) (loop (- i 1)) i))": """
(let loop ((i 1)) (if (> i 0) (loop (- i 1)) i))
(if (> i 0) (loop (- i 1)) i)
(> i 0)
  (> i 0) => #t
(loop (- i 1))
(- i 1)
  (- i 1) => 0
(if (> i 0) (loop (- i 1)) i)
(> i 0)
  (> i 0) => #f
  (let loop ((i 1)) (if (> i 0) (loop  ... => 0""",
    '(guard (e ((string? e) (list e))) (+ 1 (raise "oops")))': """
(guard (e ((string? e) (list e))) (+ 1 (raise "oops")))
(+ 1 (raise "oops"))
(raise "oops")
(string? e)
  (string? e) => #t
(list e)
  (guard (e ((string? e) (list e))) (+ ... => ("oops")""",
    "(+ (call/cc (lambda (k) (* 2 (k 3)))) 1)": """
(+ (call/cc (lambda (k) (* 2 (k 3)))) 1)
(call/cc (lambda (k) (* 2 (k 3))))
(* 2 (k 3))
(k 3)
  (call/cc (lambda (k) (* 2 (k 3)))) => 3
  (+ (call/cc (lambda (k) (* 2 (k 3)))) 1) => 4""",
    "(and (square 1) (or #f (square 2)))": """
(and (square 1) (or #f (square 2)))
(square 1)
(* x x)
  (square 1) => 1
(or #f (square 2))
(square 2)
(* x x)
  (square 2) => 4
  (or #f (square 2)) => 4
  (and (square 1) (or #f (square 2))) => 4""",
    "(map square (list 2))": """
(map square (list 2))
(list 2)
  (list 2) => (2)
(* x x)
  (map square (list 2)) => (4)""",
    "(begin (define stepped 5) (square stepped))": """
(define stepped 5)
  (define stepped 5) => no value
(square stepped)
(* x x)
  (square stepped) => 25""",
}


def marked(shown: str) -> str:
    """Return what is shown with only the marked part of each source line."""
    lines = [line for line in shown.splitlines() if not line.endswith(":")]
    result = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if set(below.strip()) == {"^"}:
            result.append(line[below.index("^") : len(below)])
        elif set(line.strip()) != {"^"}:
            result.append(line)
    return "\n".join(result)


@pytest.mark.parametrize(("form", "parts"), PARTS.items(), ids=list(PARTS))
def test_the_parts_of_a_form(form, parts, talk):
    value = talk(SQUARE, form)
    shown = talk(f",step {form}", *[STEP] * parts.strip().count("\n"))
    # Steps that were too many find no stopped program.
    told = marked(shown).split("\n,step: expected a form")[0]
    assert f"\n{told}" == f"{parts}\n{value}"


# After a form is stepped so, this is shown from the last stop on.
WAYS = [
    ("(list (square 1) (square 2))", [OVER], "list (square 1) (square 2)) => (1 4)"),
    ("(list (square 1) (square 2))", [STEP, OVER], "(square 1) => 1\n(square 2)"),
    ("(list (square 1) (square 2))", [STEP, STEP, OVER], "(square 1) => 1\n(square 2)"),
    ("(list (square 1) (square 2))", [STEP, STEP, OUT], "(square 1) => 1\n(square 2)"),
    ("(list (square 1) (square 2))", [STEP, OUT], "(square 2)) => (1 4)"),
    ("(list (square 1) (square 2))", [STEP, GO], "(1 4)"),
    ("(list (square 1) (square 2))", ["", OVER], "(square 1) => 1\n(square 2)"),
]


@pytest.mark.parametrize(("form", "ways", "shown"), WAYS)
def test_ways_to_go_on(form, ways, shown, talk):
    told = marked(talk(SQUARE, f",step {form}", *ways, GO))
    told = told.replace("\n  ", "\n").replace(
        "\n,continue: there is no stopped program", ""
    )
    assert shown in told
    assert told.endswith("(1 4)")


def test_the_whole_display(talk):
    talk.prompts.clear()
    shown = talk(SQUARE, ",step (square 3)", STEP, STEP)
    assert (
        shown
        == """\
prompt:1:1:
    1 | (square 3)
        ^^^^^^^^^^
prompt:1:20:
    1 | (define (square x) (* x x))
                           ^^^^^^^
  (square 3) => 9
9"""
    )
    assert talk.prompts == ["> ", "> ", "step> ", "step> ", "> "]


def test_procedures_are_as_before_when_the_program_has_ended(talk, session):
    talk(SQUARE)
    square = session.machine.namespace["square"]
    code = square.__code__
    talk(",step (square 3)", STEP, STEP)
    assert square.__code__ is code
    talk(",step (car (square 3))", STEP, OVER)
    assert square.__code__ is code


def test_an_error_ends_stepping(talk):
    shown = talk(SQUARE, ",step (car (square 2))", STEP, OVER, OVER)
    assert marked(shown).splitlines()[2:] == [
        "  (square 2) => 4",
        "prompt:1:6: car: expected a pair, but received 4",
        "(square 2)",
        ",over: there is no stopped program",
    ]


def test_without_a_stopped_program_there_is_nothing_to_go_on_with(talk):
    for command in (OVER, OUT, GO):
        assert talk(command) == f"{command}: there is no stopped program"


def test_what_is_wrong_with_the_form_is_told_at_once(talk):
    assert talk(",step (if)").startswith("prompt:1:1: if: expected")
    assert talk(",step (list 1))").startswith("prompt:1:9: read: ")
