"""Tables, bars, sparklines, and text that is cut to columns."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.repl.display.columns import columns, cut, pad, shows
from brshell.repl.display.tables import Column, bar, sparkline, table

HEADS = [Column("id", right=True), Column("joint", rank=2), Column("load", rank=1)]
ROWS = [["1", "left-knee", "10%"], ["100", "head", "-5%"]]


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (80, [" id  joint      load", "  1  left-knee  10%", "100  head       -5%"]),
        (20, [" id  joint      load", "  1  left-knee  10%", "100  head       -5%"]),
        (19, [" id  load", "  1  10%", "100  -5%"]),
        (8, [" id", "  1", "100"]),
        (2, ["..", "..", ".."]),
    ],
)
def test_a_table_leaves_out_what_matters_least(width, lines):
    assert table(HEADS, ROWS, width) == lines


@given(st.lists(st.tuples(*[st.text(st.characters(codec="ascii"), max_size=20)] * 3)),
       st.integers(1, 60))  # fmt: skip
def test_no_line_of_a_table_is_too_long(rows, width):
    assert all(columns(line) <= width for line in table(HEADS, rows, width))


@pytest.mark.parametrize(
    ("value", "drawn", "ascii"),
    [
        (0, "········", "--------"),
        (50, "████····", "####----"),
        (100, "████████", "########"),
        (-10, "········", "--------"),
        (110, "████████", "########"),
        (55, "████▍···", "####----"),
        (1, "▏·······", "--------"),
    ],
)
def test_a_bar(value, drawn, ascii):
    assert bar(value, 0, 100, 8) == drawn
    assert bar(value, 0, 100, 8, ascii=True) == ascii


@pytest.mark.parametrize(
    ("values", "drawn", "ascii"),
    [
        ([], "", ""),
        ([0, 50, 100], "▁▅█", "_-#"),
        ([-5, 105], "▁█", "_#"),
    ],
)
def test_a_sparkline(values, drawn, ascii):
    assert sparkline(values, 0, 100) == drawn
    assert sparkline(values, 0, 100, ascii=True) == ascii


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [
        ("abc", 3, "abc"),
        ("abcdef", 5, "ab..."),
        ("abcdef", 2, ".."),
        ("你好你好", 7, "你好..."),
        ("你好你好", 6, "你..."),
        ("", 0, ""),
    ],
)
def test_cutting(text, width, short):
    assert cut(text, width) == short


def test_padding():
    assert pad("a", 3) == "a  "
    assert pad("a", 3, right=True) == "  a"
    assert pad("你", 3) == "你 "
    assert pad("abcdef", 4) == "a..."


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", True), ("ascii", False), ("latin-1", False)]
)
def test_what_a_stream_shows(encoding, expected):
    assert shows("█", io.TextIOWrapper(io.BytesIO(), encoding)) is expected
