"""Equivalence and booleans: the examples of R7RS 6.1 and 6.3, and the corners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.runtime.datums import NIL, Vector, cons, symbol
from brshell.runtime.equivalence import equal

VALUES = [
    ("(eqv? 'a 'a)", "#t"),
    ("(eqv? 'a 'b)", "#f"),
    ("(eqv? '() '())", "#t"),
    ("(eqv? 2 2)", "#t"),
    ("(eqv? 2 2.0)", "#f"),
    ("(eqv? 100000000 100000000)", "#t"),
    ("(eqv? 0.0 +nan.0)", "#f"),
    ("(eqv? 0.0 -0.0)", "#f"),
    ("(eqv? +nan.0 +nan.0)", "#t"),
    ("(eqv? 1/2 1/2)", "#t"),
    ("(eqv? 1/2 0.5)", "#f"),
    ("(eqv? 1+2i 1+2i)", "#t"),
    ("(eqv? 1+2i 1.0+2i)", "#f"),
    ("(eqv? (cons 1 2) (cons 1 2))", "#f"),
    ("(eqv? car car)", "#t"),
    ("(eqv? (string #\\a) (string #\\a))", "#f"),
    ("(eqv? #f '())", "#f"),
    ("(eqv? #\\a #\\a)", "#t"),
    ("(eq? 'a 'a)", "#t"),
    ("(eq? (list 'a) (list 'a))", "#f"),
    ("(eq? '() '())", "#t"),
    ("(eq? 100000000 100000000)", "#t"),
    ("(equal? 'a 'a)", "#t"),
    ("(equal? '(a) '(a))", "#t"),
    ("(equal? '(a (b) c) '(a (b) c))", "#t"),
    ('(equal? "abc" "abc")', "#t"),
    ("(equal? 2 2)", "#t"),
    ("(equal? 2 2.0)", "#f"),
    ("(equal? (make-vector 5 'a) (make-vector 5 'a))", "#t"),
    ("(equal? #u8(1 2) #u8(1 2))", "#t"),
    ("(equal? #u8(1 2) #u8(1 3))", "#f"),
    ("(equal? '#(1 2) '#(1 2 3))", "#f"),
    ("(equal? '#(1 2) '(1 2))", "#f"),
    ("(equal? '(1 2) '(1 2 . 3))", "#f"),
    ('(equal? "a" #\\a)', "#f"),
    # The example of R7RS 6.1, and its like: circular data that unroll alike.
    ("(equal? '#1=(a b . #1#) '#2=(a b a b . #2#))", "#t"),
    ("(equal? '#1=(a b . #1#) '#2=(a b a . #2#))", "#f"),
    ("(equal? '#1=#(1 #1#) '#2=#(1 #(1 #2#)))", "#t"),
    ("(not 3)", "#f"),
    ("(not '())", "#f"),
    ("(not #f)", "#t"),
    ("(boolean? #f)", "#t"),
    ("(boolean? 0)", "#f"),
    ("(boolean=? #t #t #t)", "#t"),
    ("(boolean=? #t #f)", "#f"),
    ("(boolean=? #f #t #t)", "#f"),
    ("(boolean=? #t 1)", "boolean=?: expected a boolean, but received 1"),
]


@pytest.mark.parametrize(("source", "expected"), VALUES)
def test_value(printed, source, expected):
    assert printed(source) == expected


def nested(depth, leaf, wrap):
    datum = leaf
    for _ in range(depth):
        datum = wrap(datum)
    return datum


WRAPS = {
    "first": lambda datum: cons(datum, NIL),
    "rest": lambda datum: cons(NIL, datum),
    "vector": lambda datum: Vector([datum]),
}


@pytest.mark.parametrize("kind", WRAPS)
def test_equal_goes_as_deep_as_the_data(kind):
    wrap = WRAPS[kind]
    assert equal(nested(50_000, 1, wrap), nested(50_000, 1, wrap))
    assert not equal(nested(50_000, 1, wrap), nested(50_000, 2, wrap))


def test_equal_of_shared_data_does_not_explode():
    def shared(leaf):
        return nested(100, leaf, lambda datum: cons(datum, datum))

    assert equal(shared(1), shared(1))
    assert not equal(shared(1), shared(2))


def test_equal_of_wide_circular_vectors_ends():
    left, right = Vector([]), Vector([])
    left.items = [left, right] * 10_000
    right.items = [right, left] * 10_000
    assert equal(left, right)


leaves = st.integers(0, 3) | st.sampled_from([symbol("a"), NIL])
trees = st.recursive(leaves, lambda inner: st.tuples(inner, inner))


def from_tuples(tree):
    if isinstance(tree, tuple):
        return cons(from_tuples(tree[0]), from_tuples(tree[1]))
    return tree


@given(trees, trees)
def test_equal_compares_content(left, right):
    assert equal(from_tuples(left), from_tuples(left))
    assert equal(from_tuples(left), from_tuples(right)) == (left == right)
