"""Pairs and lists: the examples of R7RS 6.4, and the corners beside them."""

from itertools import product

import pytest

VALUES = [
    ("(pair? '(a . b))", "#t"),
    ("(pair? '())", "#f"),
    ("(pair? '#(a b))", "#f"),
    ("(cons 'a '())", "(a)"),
    ("(cons '(a) '(b c d))", "((a) b c d)"),
    ("(cons 'a 3)", "(a . 3)"),
    ("(car '((a) b c d))", "(a)"),
    ("(cdr '(1 . 2))", "2"),
    ("(list? '(a b c))", "#t"),
    ("(list? '())", "#t"),
    ("(list? '(a . b))", "#f"),
    ("(make-list 2 3)", "(3 3)"),
    ("(make-list 0)", "()"),
    ("(list 'a (+ 3 4) 'c)", "(a 7 c)"),
    ("(list)", "()"),
    ("(length '(a (b) (c d e)))", "3"),
    ("(length '())", "0"),
    ("(append '(x) '(y))", "(x y)"),
    ("(append '(a) '(b c d))", "(a b c d)"),
    ("(append '(a (b)) '((c)))", "(a (b) (c))"),
    ("(append '(a b) '(c . d))", "(a b c . d)"),
    ("(append '() 'a)", "a"),
    ("(append)", "()"),
    ("(append '(1) '() '(2) '(3))", "(1 2 3)"),
    ("(reverse '(a (b c) d (e (f))))", "((e (f)) d (b c) a)"),
    ("(list-tail '(a b c) 2)", "(c)"),
    ("(list-tail '(a b c) 3)", "()"),
    ("(list-ref '(a b c d) 2)", "c"),
    ("(list-ref '(a b c d) (exact (round 1.8)))", "c"),
    ("(memq 'c '(a b c d e))", "(c d e)"),
    ("(memq (list 'a) '(b (a) c))", "#f"),
    ("(memq 1000 '(1 1000 2))", "(1000 2)"),
    ("(member (list 'a) '(b (a) c))", "((a) c)"),
    ("(member 2.0 '(1 2))", "#f"),
    ("(memv 101 '(100 101 102))", "(101 102)"),
    ("(memv 1.5 '(1 1.5))", "(1.5)"),
    ("(assq 'b '((a 1) (b 2) (c 3)))", "(b 2)"),
    ("(assq 'd '((a 1) (b 2) (c 3)))", "#f"),
    ("(assq (list 'a) '(((a)) ((b)) ((c))))", "#f"),
    ("(assoc (list 'a) '(((a)) ((b)) ((c))))", "((a))"),
    ("(assv 5 '((2 3) (5 7) (11 13)))", "(5 7)"),
    ("(assoc 2.0 '((1 1) (2 4)))", "#f"),
    ("(list-copy '(1 2 . 3))", "(1 2 . 3)"),
    ("(list-copy 5)", "5"),
    ("(cons* 1 2 '(3))", "(1 2 3)"),
    ("(cons* 1)", "1"),
    ("(iota 5)", "(0 1 2 3 4)"),
    ("(iota 3 1)", "(1 2 3)"),
    ("(iota 4 0 0.5)", "(0.0 0.5 1.0 1.5)"),
    ("(iota 3 1/2 -1)", "(1/2 -1/2 -3/2)"),
    ("(last-pair '(1 2 . 3))", "(2 . 3)"),
    ("(caar '((1 . 2) 3))", "1"),
    ("(cadr '(1 2 3))", "2"),
    ("(cdar '((1 . 2) 3))", "2"),
    ("(cddr '(1 2 3))", "(3)"),
    ("(caddr '(1 2 3))", "3"),
    ("(cadar '((1 2) 3))", "2"),
    ("(cdadr '(1 (2 . 3)))", "3"),
    ("(cadddr '(1 2 3 4))", "4"),
    ("(cddddr '(1 2 3 4 5))", "(5)"),
    ("(caaddr '(1 2 (3)))", "3"),
]

ERRORS = [
    ("(car '())", "car: expected a pair, but received ()"),
    ("(cdr 5)", "cdr: expected a pair, but received 5"),
    ("(set-car! '() 1)", "set-car!: expected a pair, but received ()"),
    ("(cadr '(1))", "cadr: expected an object that has a cadr, but received (1)"),
    ("(length '(1 . 2))", "length: expected a list, but received (1 . 2)"),
    ("(length 5)", "length: expected a list, but received 5"),
    ("(append '(1 . 2) '(3))", "append: expected a list, but received (1 . 2)"),
    ("(reverse 'a)", "reverse: expected a list, but received a"),
    ("(list-ref '(a b) 2)", "list-ref: expected an index 0..1, but received 2"),
    (
        "(list-ref '() 0)",
        "list-ref: expected something that is not empty, but received 0",
    ),
    ("(list-tail '(a b) 3)", "list-tail: expected an index 0..2, but received 3"),
    (
        "(list-tail '(a b) -1)",
        "list-tail: expected a non-negative exact integer, but received -1",
    ),
    ("(memq 'x '(a . b))", "memq: expected a list, but received (a . b)"),
    ("(assq 'x '(a b))", "assq: expected a list of pairs, but received (a b)"),
    ("(assv 'x 5)", "assv: expected a list, but received 5"),
    (
        "(make-list 1000000000000000)",
        "make-list: expected a length of at most 16777216, "
        "but received 1000000000000000",
    ),
]


CIRCULAR = [
    ("(list? '#0=(1 2 . #0#))", "#f"),
    ("(list? '(1 2 . #0=(3 4 5 . #0#)))", "#f"),
    ("(length '#0=(1 . #0#))", "length: expected a list, but received #0=(1 . #0#)"),
    ("(memq 'x '#0=(1 . #0#))", "memq: expected a list, but received #0=(1 . #0#)"),
    (
        "(assq 'x '#0=((1) . #0#))",
        "assq: expected a list, but received #0=((1) . #0#)",
    ),
    ("(memv 3 '(1 2 . #0=(3 4 . #0#)))", "#0=(3 4 . #0#)"),
    ("(list-ref '#0=(1 2 . #0#) 1001)", "2"),
    (
        "(list-copy '#0=(1 . #0#))",
        "list-copy: expected a list that is not circular, but received #0=(1 . #0#)",
    ),
    (
        "(last-pair '#0=(1 . #0#))",
        "last-pair: expected a list that is not circular, but received #0=(1 . #0#)",
    ),
]


@pytest.mark.parametrize(("source", "expected"), [*VALUES, *ERRORS, *CIRCULAR])
def test_value(printed, source, expected):
    assert printed(source) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("(set-car! l 'x)", "(x 2 3)"),
        ("(set-cdr! l 'x)", "(1 . x)"),
        ("(list-set! l 2 5)", "(1 2 5)"),
        ("(set-car! (list-copy l) 9)", "(1 2 3)"),
        ("(set-cdr! (append '(0) l) '())", "(1 2 3)"),
        ("(set-car! (cdr (append '(0) l)) 'shared)", "(shared 2 3)"),
        ("(set-car! (last-pair l) 'last)", "(1 2 last)"),
        ("(set-car! (memv 2 l) 'found)", "(1 found 3)"),
    ],
)
def test_change(run, change, expected):
    assert run(f"(let ((l (list 1 2 3))) {change} l)") == expected


PATHS = ["".join(path) for n in (2, 3, 4) for path in product("ad", repeat=n)]


@pytest.mark.parametrize("path", PATHS)
def test_every_composition_takes_the_last_letter_first(run, path):
    inner = "tree"
    for step in reversed(path):
        inner = f"(c{step}r {inner})"
    tree = "((((1 . 2) 3 . 4) (5 . 6) 7 . 8) ((9 . 10) 11 . 12) (13 . 14) 15 . 16)"
    assert run(f"(let ((tree '{tree})) (equal? {inner} (c{path}r tree)))") == "#t"
