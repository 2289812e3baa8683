"""Procedures defined anew: what was compiled before calls the new ones.

The compiler knows of some procedures that they return values and never tail calls
(compiler/plain.py): no program may notice.
"""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

COUNT = "(define (count-down n) (if (= n 0) 0 (+ 1 (count-down (- n 1)))))"
TWO = "(define (f x) (* 2 x)) (define (g x) (+ 1 (f x))) (define (h x) (g x))"

# Texts that run one after the other in one machine, and what the last returns.
SESSIONS = {
    "with a value": ([TWO, "(define (f x) x)", "(list (g 10) (h 10))"], "(11 11)"),
    "with a tail call": (
        [TWO, "(define (f x) (list-ref (map - (list x)) 0))", "(list (g 10) (h 10))"],
        "(-9 -9)",
    ),
    "what is called in a tail call": (
        [TWO, "(define (g x) (apply f (list x)))", "(h 10)"],
        "20",
    ),
    "with a builtin": ([TWO, "(set! f sqrt)", "(g 16)"], "5"),
    "with a procedure of the library": (
        [
            "(define (f p l) l) (define (g) (length (f - '(1 2))))",
            "(set! f map) (g)",
        ],
        "2",
    ),
    "with a continuation": (
        [TWO, "(+ 100 (call/cc (lambda (k) (set! f k) (g 10))))"],
        "110",
    ),
    "memoized": (
        [
            "(define calls 0)"
            "(define (fib n) (set! calls (+ calls 1))"
            "  (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))",
            "(define slow-fib fib) (define known '())"
            "(set! fib (lambda (n) (let ((found (assv n known))) (if found (cdr found)"
            "  (let ((value (slow-fib n))) (set! known (cons (cons n value) known))"
            "    value)))))",
            "(list (fib 30) calls)",
        ],
        "(832040 31)",
    ),
    "in the same text": (
        [f"{COUNT} (define old count-down) (set! count-down (lambda (n) n)) (old 5)"],
        "5",
    ),
    "while it is called": (
        [
            "(define (f) 1)"
            "(define (g) (f) (eval '(define (f) (vector-map - #(1))) e) (f))"
            "(define e (interaction-environment))",
            "(g)",
        ],
        "#(-1)",
    ),
    "by a loop without end of tail calls": (
        [
            COUNT,
            "(define (other n) (if (= n 0) 'done (count-down (- n 1))))"
            "(define (count-down n) (if (= n 0) 'done (other (- n 1))))",
            "(count-down 200000)",
        ],
        "done",
    ),
    "with the name of a builtin": (
        [
            "(define (length l) (if (null? l) 0 (+ 1 (length (cdr l)))))"
            "(define (double l) (* 2 (length l)))",
            "(define (length l) (apply max l))",
            "(double '(7 8 9))",
        ],
        "18",
    ),
}


def run(texts: list[str]) -> str:
    machine = Machine()
    value = None
    for text in texts:
        value = machine.run_source(Source("program", text))
    return to_text(value)


@pytest.mark.parametrize(("texts", "result"), SESSIONS.values(), ids=SESSIONS)
def test_old_code_calls_the_new_procedure(texts: list[str], result: str) -> None:
    assert run(texts) == result


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("(define f 5)", "expected a procedure, but received 5"),
        ("(define (f x y) x)", "f: expected 2 arguments, but received 1"),
        ("(define (f x) (car x))", "car: expected a pair, but received 10"),
        ("(define (f x) (car (reverse x)))", "reverse: expected a list"),
    ],
)
def test_errors_of_the_new_procedure(new: str, message: str) -> None:
    with pytest.raises(SchemeError) as raised:
        run([TWO, new, "(g 10)"])
    assert message in condition_text(raised.value.condition)


def test_a_continuation_leaves_out_calls_that_have_nothing_more_to_do() -> None:
    program = (
        "(define again #f)"
        "(define (inner x) (+ 1 (call/cc (lambda (k) (set! again k) x))))"
        "(define (outer x) (inner x))"
        "(define results '())"
        "(set! results (cons (* 10 (outer 1)) results))"
        "(if (< (length results) 3) (again (length results)))"
        "results"
    )
    assert run([program]) == "(30 20 20)"


def test_the_trace_shows_a_call_that_waits_for_nothing() -> None:
    program = "(define (inner x) (car x)) (define (outer x) (inner x)) (outer 5)"
    with pytest.raises(SchemeError) as raised:
        run([program])
    trace = raised.value.condition.trace
    assert [(frame.name, frame.arguments) for frame in trace] == [
        ("inner", [("x", 5)]),
        ("outer", [("x", 5)]),
    ]
