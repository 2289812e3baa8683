"""What write and display put out, and that the reader takes it back. R7RS 6.13.3."""

from __future__ import annotations

import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.reader.reader import read_all
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition
from brshell.runtime.datums import (
    DEFAULT,
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Bytevector,
    Pair,
    String,
    Vector,
    char,
    cons,
    list_from,
    symbol,
)
from brshell.runtime.numbers import Complex, Ratio
from brshell.runtime.printer import condition_text, line_of_text, to_text


def read(text: str) -> Any:
    """Return the only datum of a text."""
    ((datum, _),) = read_all(Source("test.scm", text))
    return datum


def a_procedure() -> None:
    pass


class Point:
    """A thing with parts, as a record has."""

    def __init__(self, x: Any, y: Any) -> None:
        self.x, self.y = x, y

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        return "point", [("x", self.x), ("y", self.y)]


@pytest.mark.parametrize(
    ("datum", "written", "displayed"),
    [
        (TRUE, "#t", "#t"),
        (FALSE, "#f", "#f"),
        (NIL, "()", "()"),
        (EOF, "#<eof>", "#<eof>"),
        (UNSPECIFIED, "#<unspecified>", "#<unspecified>"),
        (DEFAULT, "#<default>", "#<default>"),
        (-12, "-12", "-12"),
        (1.5, "1.5", "1.5"),
        (math.inf, "+inf.0", "+inf.0"),
        (Ratio(1, 2), "1/2", "1/2"),
        (Complex(1, 2), "1+2i", "1+2i"),
        (symbol("abc"), "abc", "abc"),
        (symbol("λ"), "λ", "λ"),
        (symbol("..."), "...", "..."),
        (symbol("+"), "+", "+"),
        (symbol("1+"), "1+", "1+"),
        (symbol(".method"), ".method", ".method"),
        (symbol("Abc"), "Abc", "Abc"),
        (symbol(""), "||", ""),
        (symbol("."), "|.|", "."),
        (symbol("12"), "|12|", "12"),
        (symbol("+i"), "|+i|", "+i"),
        (symbol("-inf.0"), "|-inf.0|", "-inf.0"),
        (symbol("#f"), "|#f|", "#f"),
        (symbol("two words"), "|two words|", "two words"),
        (symbol("a|b\\c"), r"|a\|b\\c|", "a|b\\c"),
        (symbol("it's"), "|it's|", "it's"),
        (symbol("a\nb\u00a0c"), r"|a\nb\xa0;c|", "a\nb\u00a0c"),
        (String("it's |λ|"), '"it\'s |λ|"', "it's |λ|"),
        (String('a"b\\c'), r'"a\"b\\c"', 'a"b\\c'),
        (String("\a\b\t\n\r\x00"), r'"\a\b\t\n\r\x0;"', "\a\b\t\n\r\x00"),
        (char("a"), r"#\a", "a"),
        (char("("), r"#\(", "("),
        (char(" "), r"#\space", " "),
        (char("\n"), r"#\newline", "\n"),
        (char("\0"), r"#\null", "\0"),
        (char("\x01"), r"#\x1", "\x01"),
        (char("x"), r"#\x", "x"),
        (char("λ"), r"#\λ", "λ"),
        (Bytevector(bytearray((0, 255))), "#u8(0 255)", "#u8(0 255)"),
        (Vector([]), "#()", "#()"),
        (Vector([1, String("a")]), '#(1 "a")', "#(1 a)"),
        (list_from([1, char("b"), NIL]), r"(1 #\b ())", "(1 b ())"),
        (list_from([1, 2], 3), "(1 2 . 3)", "(1 2 . 3)"),
        (list_from([symbol("quote"), 1]), "(quote 1)", "(quote 1)"),
        (a_procedure, "#<procedure a_procedure>", "#<procedure a_procedure>"),
        (lambda: None, "#<procedure>", "#<procedure>"),
        (Point(1, String("a")), '#<point x: 1 y: "a">', "#<point x: 1 y: a>"),
        ([1, 2], "#<python list [1, 2]>", "#<python list [1, 2]>"),
        (None, "#<python NoneType None>", "#<python NoneType None>"),
        ("text", "#<python str 'text'>", "#<python str 'text'>"),
        (
            Condition("type", "car", "expected a pair, but received", (5,)),
            "#<condition car: expected a pair, but received 5>",
            "#<condition car: expected a pair, but received 5>",
        ),
    ],
)
def test_representation(datum: Any, written: str, displayed: str) -> None:
    assert to_text(datum) == written
    assert to_text(datum, write=False) == displayed


def test_an_integer_of_more_digits_than_python_makes() -> None:
    assert to_text(list_from([10**5000])) == "(1" + "0" * 5000 + ")"


def test_circles_have_labels() -> None:
    circle = list_from([1, 2])
    circle.cdr.cdr = circle
    assert to_text(circle) == "#0=(1 2 . #0#)"
    assert to_text(list_from([circle, circle])) == "(#0=(1 2 . #0#) #0#)"
    vector = Vector([1])
    vector.items.append(list_from([vector]))
    assert to_text(vector, write=False) == "#0=#(1 (#0#))"
    tail = list_from([1, 2, 3])
    tail.cdr.cdr.cdr = tail.cdr
    assert to_text(tail) == "(1 . #0=(2 3 . #0#))"
    point = Point(1, 2)
    point.y = point
    assert to_text(point) == "#0=#<point x: 1 y: #0#>"


def test_shared_data_have_labels_only_when_asked() -> None:
    part = list_from([1])
    datum = list_from([part, part, Vector([part])])
    assert to_text(datum) == "((1) (1) #((1)))"
    assert to_text(datum, labels="shared") == "(#0=(1) #0# #(#0#))"
    text = String("a")
    assert to_text(list_from([text, text]), labels="shared") == '("a" "a")'


def test_a_million_elements_and_a_million_levels() -> None:
    size = 1_000_000
    long = list_from([1] * size)
    assert len(to_text(long)) == 2 * size + 1
    deep: Any = NIL
    for _ in range(size):
        deep = cons(deep, NIL)
    assert to_text(deep) == "(" * (size + 1) + ")" * (size + 1)


@pytest.mark.parametrize(
    ("datum", "line"),
    [
        (list_from([1, 2]), "(1 2)"),
        (list_from(range(9)), "(0 1 2 3 4 5 6 7 8)"),
        (list_from(range(10)), "(0 1 2 3 4 5 6 7..."),
        (String("a\nb"), r'"a\nb"'),
        (String("x" * 50), '"xxxxxxxxxxxxxxxx...'),
    ],
)
def test_a_value_is_cut_to_a_line(datum: Any, line: str) -> None:
    assert line_of_text(datum, width=19 if len(line) < 20 else 20) == line


def test_cutting_a_huge_value_takes_no_time() -> None:
    huge = list_from([1] * 1_000_000)
    start = time.process_time()
    assert line_of_text(huge).startswith("(1 1 1 ")
    assert time.process_time() - start < 0.1
    circle = list_from([1, 2])
    circle.cdr.cdr = circle
    assert line_of_text(circle) == "#0=(1 2 . #0#)"


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            Condition("error", None, "no such side:", (symbol("up"),)),
            "no such side: up",
        ),
        (Condition("error", "walk", "fell over"), "walk: fell over"),
        (
            Condition("type", "car", "expected a pair, but received", (String("a"),)),
            'car: expected a pair, but received "a"',
        ),
        (Condition("error", None, "", ()), ""),
    ],
)
def test_condition_text(condition: Condition, text: str) -> None:
    assert condition_text(condition) == text


ATOMS = st.one_of(
    st.sampled_from([TRUE, FALSE, NIL]),
    st.integers(),
    st.floats(allow_nan=False),
    st.builds(Ratio, st.integers(), st.integers(2, 1000)).filter(
        lambda ratio: math.gcd(ratio.numerator, ratio.denominator) == 1
    ),
    st.builds(Complex, st.integers(), st.integers().filter(bool)),
    st.builds(Complex, st.floats(allow_nan=False), st.floats(allow_nan=False)),
    st.text().map(symbol),
    st.text("+-.0123456789einf/#xa", min_size=1, max_size=6).map(symbol),
    st.text().map(String),
    st.characters(exclude_categories=("Cs",)).map(char),
    st.binary().map(lambda data: Bytevector(bytearray(data))),
)
DATA = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=4).map(list_from)
        | st.builds(list_from, st.lists(inner, min_size=1, max_size=3), inner)
        | st.lists(inner, max_size=4).map(Vector)
    ),
    max_leaves=20,
)


def same(left: Any, right: Any) -> bool:
    """Tell whether two data are the same, floats to the last bit."""
    if type(left) is not type(right) and not isinstance(left, Pair):
        return False
    if isinstance(left, Pair):
        return (
            isinstance(right, Pair)
            and same(left.car, right.car)
            and same(left.cdr, right.cdr)
        )
    for content in ("items", "data", "text"):
        if hasattr(left, content):
            one, other = getattr(left, content), getattr(right, content)
            if content != "items":
                return bool(one == other)
            return len(one) == len(other) and all(map(same, one, other))
    if isinstance(left, Complex):
        return same(left.real, right.real) and same(left.imag, right.imag)
    if isinstance(left, float):
        return left.hex() == right.hex()
    return bool(left == right)


@given(DATA)
def test_what_is_written_is_read_back(datum: Any) -> None:
    assert same(read(to_text(datum)), datum)
    assert same(read(to_text(datum, labels="shared")), datum)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=10))
def test_any_graph_is_written_and_read_back(edges: list[tuple[int, int]]) -> None:
    nodes = [cons(NIL, NIL) for _ in range(10)]
    for node, (car, cdr) in zip(nodes, edges, strict=False):
        node.car, node.cdr = nodes[car], nodes[cdr]
    for labels in ("circular", "shared"):
        text = to_text(nodes[0], labels=labels)
        assert to_text(read(text), labels=labels) == text
