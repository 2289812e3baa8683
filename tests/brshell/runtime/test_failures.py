"""Where an error is said to be: the exact part of the program, or the whole form."""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition, SchemeError


def place(text: str) -> str | None:
    """Return the part of a program that its error is shown at."""
    machine = Machine(robot_options={"fast": True})
    with pytest.raises(SchemeError) as caught:
        machine.run_source(Source("test", text))
    machine.close()
    condition = caught.value.payload
    assert isinstance(condition, Condition)
    span = condition.span
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('(define (f) (move! "knee" 90) 1) (f)', '"knee"'),
        ('(define (f) (move! "knee" 90)) (f)', '"knee"'),
        ("(define (f leg) (move! leg 90)) (f 1.5)", "leg"),
        ("(get 1 'goal-positon)", "'goal-positon"),
        ("(get 300 'led)", "300"),
        ("(sleep (- 1 2))", "(- 1 2)"),
        ("(move-all! '((1 2 3)))", "'((1 2 3))"),
        ("(vector-ref (vector 1 2) 7)", "7"),
        ('(string-append "a" (car \'(b)))', "(car '(b))"),
        ("(define (f n) (set! n 'x) (+ n 1)) (f 1)", "n"),
        ("(for-each car 7)", "7"),
        ("(5 6)", "5"),
        ("(define g 3) (+ 1 (g 2))", "g"),
        ("(define-syntax inc (syntax-rules () ((_ x) (+ x 1)))) (inc 'y)", "'y"),
    ],
)
def test_the_part_of_a_call_that_is_wrong(text: str, part: str) -> None:
    assert place(text) == part


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("(vector-ref 7 7)", "(vector-ref 7 7)"),  # either may be meant
        ("(move! 1)", "(move! 1)"),
        ('(error "too far" 5)', '(error "too far" 5)'),
        ('(define (f s) (string-index s 5)) (f "a")', "(string-index s 5)"),
        ("(define-syntax k (syntax-rules () ((_) (car 5)))) (list (k))", "(k)"),
    ],
)
def test_the_whole_form_if_that_is_not_clear(text: str, form: str) -> None:
    assert place(text) == form


@pytest.mark.parametrize(
    "call",
    [
        "(apply car '(5))",
        "(apply move! 1 90 0 '())",
        "(member 1 '(2) car)",
        "(assoc 1 '((2)) car)",
        '(string-index "a" car)',
    ],
)
def test_a_call_that_is_passed_on_keeps_its_place(call: str) -> None:
    assert place(f"(define (f) {call}) (f)") == call
    assert place(f"(define (f) (list {call})) (f)") == call
