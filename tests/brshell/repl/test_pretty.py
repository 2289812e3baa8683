"""The pretty printer: long data over lines, as Scheme programmers lay them out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.reader.reader import read_all
from brshell.reader.source import Source
from brshell.repl.display.layout import BREAK, CLOSE, Open, Piece, lay_out
from brshell.repl.display.pretty import pretty
from brshell.runtime.datums import NIL, Char, String, Vector, cons, list_from, symbol
from brshell.runtime.printer import to_text


def read(text):
    ((datum, _),) = read_all(Source("test", text))
    return datum


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (80, "(define (square x) (* x x))"),
        (80, "()"),
        (80, "#()"),
        (80, "(a . b)"),
        (80, '"a\\nb"'),
        (80, "#u8(1 2 3)"),
        (24, "(define (square x)\n  (* x x))"),
        (24, "(begin\n  (step! 1 2 3)\n  (wait-until-still))"),
        (40, """\
(define (walk steps)
  (let loop ((n steps))
    (when (> n 0)
      (step! 1 2 3)
      (loop (- n 1)))))"""),
        (30, """\
(if (and (pair? alphabet)
         (null? betabet))
    (begin (display 1))
    (cond ((foo) 1)
          (else (walk-on 2))))"""),
        (20, """\
(lambda (x y)
  (display x)
  (newline))"""),
        (20, """\
((left-knee . 10)
 (right-knee . 20)
 (head . 3))"""),
        (20, "(1 22 333 4444 55555\n 666666 7777777)"),
        (20, "#(1 22 333 4444\n  55555 666666)"),
        (24, "(move-all! ((1 150.0)\n            (2 60.0))\n           0.5)"),
        (16, '("one" "two"\n "three"\n . "four")'),
        (10, "(first\n second\n . last)"),
    ],
)  # fmt: skip
def test_a_layout(width, text):
    assert pretty(read(text), width) == text


atoms = (
    st.integers()
    | st.text(max_size=5).map(String)
    | st.sampled_from(["a", "define", "let", "lambda", "do", "x y", "λ"]).map(symbol)
    | st.sampled_from("a λ(").map(Char)
    | st.just(NIL)
)
data = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner).map(list_from)
        | st.lists(inner).map(Vector)
        | st.tuples(inner, inner).map(lambda both: cons(*both))
    ),
    max_leaves=40,
)


@given(data, st.integers(1, 100))
def test_whatever_the_layout_it_reads_as_the_same_datum(datum, width):
    assert to_text(read(pretty(datum, width, whole=True))) == to_text(datum)


@given(data)
def test_what_fits_is_as_write_has_it(datum):
    text = to_text(datum)
    assert pretty(datum, len(text) * 2 + 1, whole=True) == text


@given(data, st.integers(30, 100))
def test_no_line_is_too_long_that_could_be_shorter(datum, width):
    for line in pretty(datum, width, whole=True).splitlines():
        if len(line) > width:  # then it is one atom, in whatever parentheses
            assert len(line.strip(" (#").split(" ")[0]) < width + 40


def test_data_that_contain_themselves_have_labels():
    loop = list_from([1, 2])
    loop.cdr.cdr = loop
    assert pretty(loop, 80) == "#0=(1 2 . #0#)"
    vector = Vector([loop, 1])
    vector.items[1] = vector
    assert pretty(vector, 80) == "#0=#(#1=(1 2 . #1#) #0#)"


def nested(depth):
    datum = NIL
    for _ in range(depth):
        datum = cons(datum, NIL)
    return datum


@pytest.mark.parametrize(
    ("datum", "end"),
    [
        (list_from(range(1000)), "98 99 ... 900 more)"),
        (Vector(list(range(1000))), "98 99 ... 900 more)"),
        (list_from([list_from(range(100))] * 99), "(0 ... 99 more) (0 ... 99 more))"),
        (String("x" * 5000), "x... 4002 more characters"),
        (nested(100_000), "(...)" + ")" * 50),
    ],
)
def test_very_long_data_are_cut_and_told_of(datum, end):
    assert pretty(datum, 10**9).endswith(end)


def test_a_list_without_end_that_is_found_late_is_cut():
    first = last = cons(0, NIL)
    for number in range(200_000):
        last.cdr = cons(number, NIL)
        last = last.cdr
    last.cdr = first.cdr
    assert pretty(first, 80).endswith("... 1000000 and more)")


@pytest.mark.parametrize(
    "datum", [list_from(range(20_000)), nested(20_000), String("x" * 20_000)]
)
def test_on_request_all_is_shown(datum):
    text = pretty(datum, 80, whole=True)
    assert "".join(text.split()) == "".join(to_text(datum).split())


def test_deep_data_do_not_take_lines_of_spaces():
    datum = list_from([1, 2])
    for _ in range(2000):
        datum = list_from([symbol("f"), datum, 1])
    assert len(pretty(datum, 80, whole=True)) < 2000 * 200


class Point:
    def describe(self):
        return "point", [("x", 1), ("y", list_from(range(5)))]


def test_records_break_between_their_fields():
    assert pretty(Point(), 80) == "#<point x: 1 y: (0 1 2 3 4)>"
    assert pretty(Point(), 20) == "#<point\n  x: 1\n  y: (0 1 2 3 4)>"


def test_wide_characters_take_two_columns():
    assert pretty(read('("你好" "世界")'), 10) == '("你好"\n "世界")'


def test_a_block_breaks_when_what_follows_it_has_no_room():
    tokens = [Open(), Piece("a"), BREAK, Piece("b"), CLOSE, Piece(")))")]
    assert lay_out(tokens, 6) == "a b)))"
    assert lay_out(tokens, 5) == "a\nb)))"
