"""What a program says about the names it defines."""

from __future__ import annotations

import pytest

from brshell.help.definitions import definitions
from brshell.reader.source import Source


def of(text: str, name: str) -> tuple[str, str]:
    found = definitions(Source("walk.scm", text))[name]
    return found.signature, found.text


@pytest.mark.parametrize(
    ("text", "name", "signature", "help"),
    [
        ("; Go.\n(define (f a b) 1)", "f", "(f a b)", "Go."),
        ("(define (f a . rest) 1)", "f", "(f a rest ...)", ""),
        ("(define (f . rest) 1)", "f", "(f rest ...)", ""),
        ("(define ((f a) b) 1)", "f", "(f a)", ""),
        (";; One\n;; line.\n(define x 1)", "x", "", "One\nline."),
        ("(define f (lambda (a) 1))", "f", "(f a)", ""),
        (
            "(define f (case-lambda ((a) 1) ((a . more) 2)))",
            "f",
            "(f a)\n(f a more ...)",
            "",
        ),
        (
            "; Swap.\n(define-syntax swap! (syntax-rules () ((_ a b) #t)))",
            "swap!",
            "(swap! a b)",
            "Swap.",
        ),
        (
            "; (f a [b]): Do it.\n(define (f a . b) 1)",
            "f",
            "(f a [b])",
            "(f a [b]): Do it.",
        ),
        ("; (f a [b])\n; Do it.\n(define (f a . b) 1)", "f", "(f a [b])", "Do it."),
        ("; About another.\n\n(define (f) 1)", "f", "(f)", ""),
        ("(g) ; Not above.\n(define (f) 1)", "f", "(f)", ""),
        ("(begin\n  ; Inside.\n  (define (f) 1))", "f", "(f)", "Inside."),
        (
            "(define-library (a)\n  (begin\n    ; In it.\n    (define (f) 1)))",
            "f",
            "(f)",
            "In it.",
        ),
        ("(define (f) 1)\n; Again.\n(define (f x) 1)", "f", "(f x)", "Again."),
    ],
)
def test_a_definition(text, name, signature, help):
    assert of(text, name) == (signature, help)


def test_definitions_inside_procedures_are_nobodys_business():
    text = "(define (f) ; outside\n  ; Inside.\n  (define (g) 1) 2)"
    assert list(definitions(Source("x", text))) == ["f"]


RECORD = """(define-record-type <point> (make-point x y) point?
  (x point-x set-point-x!) (y point-y))"""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("make-point", ("(make-point x y)", "Return a new point.")),
        ("point?", ("(point? obj)", "Return whether the object is a point.")),
        ("point-y", ("(point-y point)", "Return the y of a point.")),
        ("set-point-x!", ("(set-point-x! point x)", "Change the x of a point.")),
    ],
)
def test_the_procedures_of_a_record(name, expected):
    assert of(RECORD, name) == expected


def test_the_place_and_the_name_that_it_is_the_same_as():
    found = definitions(Source("walk.scm", "(define a 1)\n (define b a)"))["b"]
    assert (found.place, found.alias) == ("walk.scm:2:2", "a")


@pytest.mark.parametrize("text", ["(define (f", ")", '(define f "', "(define)", "5"])
def test_what_defines_nothing(text):
    assert definitions(Source("x", text)) == {}
