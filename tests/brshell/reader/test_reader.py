"""What text reads as which data. The sources are R7RS 2, 6 and 7.1."""

from __future__ import annotations

from typing import Any

import pytest

from brshell.reader.reader import Reader, is_complete, read_all
from brshell.reader.source import LocatedPair, Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import (
    EOF,
    FALSE,
    NIL,
    TRUE,
    Bytevector,
    Pair,
    String,
    Vector,
    char,
    symbol,
)


def read(text: str) -> Any:
    """Return the only datum of a text."""
    ((datum, _),) = read_all(Source("test.scm", text))
    return datum


def plain(datum: Any) -> Any:
    """Return a datum as Python data that ``==`` compares.

    A symbol becomes its name, a string (its content,), a pair [car, cdr], a vector
    {"vector": items}.
    """
    if isinstance(datum, Pair):
        items = []
        while isinstance(datum, Pair):
            items.append(plain(datum.car))
            datum = datum.cdr
        return items if datum is NIL else [*items, ".", plain(datum)]
    if isinstance(datum, Vector):
        return {"vector": [plain(item) for item in datum.items]}
    if isinstance(datum, Bytevector):
        return bytes(datum.data)
    if isinstance(datum, String):
        return (datum.text,)
    if datum is NIL:
        return []
    return datum if isinstance(datum, (int, float)) else repr(datum)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ('""', ""),
        ('"a b"', "a b"),
        (r'"\a\b\t\n\r\"\\\|"', '\a\b\t\n\r"\\|'),
        (r'"\x41;\x3bb;"', "Aλ"),
        (r'"\X41;"', "A"),
        ('"one\ntwo"', "one\ntwo"),
        ('"one\r\ntwo\rthree"', "one\ntwo\nthree"),
        ('"one \\\n   two"', "one two"),
        ('"one\\  \t\n\t two"', "onetwo"),
        ('"one\\\r\n  two"', "onetwo"),
        ('"\\\\\n"', "\\\n"),
        ('"; not a comment #| (nor this"', "; not a comment #| (nor this"),
        ('"λ 你好 🤖"', "λ 你好 🤖"),
    ],
)
def test_strings(text: str, content: str) -> None:
    assert read(text).text == content


@pytest.mark.parametrize(
    ("text", "character"),
    [
        (r"#\a", "a"),
        (r"#\A", "A"),
        (r"#\(", "("),
        (r"#\)", ")"),
        (r"#\;", ";"),
        ('#\\"', '"'),
        (r"#\ ", " "),
        (r"#\x", "x"),
        (r"#\x41", "A"),
        (r"#\x3bb", "λ"),
        (r"#\λ", "λ"),
        (r"#\alarm", "\a"),
        (r"#\backspace", "\b"),
        (r"#\delete", "\x7f"),
        (r"#\escape", "\x1b"),
        (r"#\newline", "\n"),
        (r"#\null", "\0"),
        (r"#\return", "\r"),
        (r"#\space", " "),
        (r"#\tab", "\t"),
        (r"#!fold-case #\SPACE", " "),
        (r"#!fold-case #\A", "A"),
    ],
)
def test_characters(text: str, character: str) -> None:
    assert read(text) is char(character)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("lambda", "lambda"),
        ("Lambda", "Lambda"),
        ("...", "..."),
        ("+", "+"),
        ("-", "-"),
        ("1+", "1+"),
        ("-1+", "-1+"),
        ("->x", "->x"),
        ("+.x", "+.x"),
        (".method", ".method"),
        ("..", ".."),
        ("<=?", "<=?"),
        ("!$%&*/:<=>?^_~@", "!$%&*/:<=>?^_~@"),
        ("V17a", "V17a"),
        ("λ-größe", "λ-größe"),
        ("|two words|", "two words"),
        ("||", ""),
        (r"|a\x3bb;\|\t\\|", "aλ|\t\\"),
        ("|Case|", "Case"),
        ("#!fold-case HeLLo", "hello"),
        ("#!fold-case STRASSE", "strasse"),
        ("#!fold-case #!no-fold-case HeLLo", "HeLLo"),
        ("#!fold-case |HeLLo|", "HeLLo"),
    ],
)
def test_symbols(text: str, name: str) -> None:
    assert read(text) is symbol(name)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("-17", -17),
        ("+5", 5),
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("1.5", 1.5),
        (".5", 0.5),
        ("-2.5e3", -2500.0),
        ("#xFF", 255),
        ("#b-101", -5),
        ("+inf.0", float("inf")),
    ],
)
def test_numbers(text: str, value: float) -> None:
    datum = read(text)
    assert datum == value
    assert type(datum) is type(value)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("#t #true #f #false #T", ["#t", "#t", "#f", "#f", "#t"]),
        ("()", [[]]),
        ("(a (b (c)) d)", [["a", ["b", ["c"]], "d"]]),
        ("(a . b)", [["a", ".", "b"]]),
        ("(a b . c)", [["a", "b", ".", "c"]]),
        ("(a . (b c))", [["a", "b", "c"]]),
        ("(a .b)", [["a", ".b"]]),
        ("(a . .b)", [["a", ".", ".b"]]),
        ("(a .(b))", [["a", "b"]]),
        ("#(1 (2) #(3))", [{"vector": [1, [2], {"vector": [3]}]}]),
        ("#()", [{"vector": []}]),
        ("#u8(0 255 #x10)", [b"\x00\xff\x10"]),
        ("#U8()", [b""]),
        ("'a", [["quote", "a"]]),
        ("`a", [["quasiquote", "a"]]),
        ("(,b ,@c)", [[["unquote", "b"], ["unquote-splicing", "c"]]]),
        ("''()", [["quote", ["quote", []]]]),
        ("' ; why\n a", [["quote", "a"]]),
        ("(a'b)", [["a", ["quote", "b"]]]),
        ('(a"b"c)', [["a", ("b",), "c"]]),
        ("a|b c|d", ["a", "b c", "d"]),
        ("", []),
        (" \n\t ", []),
        ("; only a comment", []),
        ("a ; one\n b", ["a", "b"]),
        ("a #| b #| c |# d |# e", ["a", "e"]),
        ("#||# a #|||#", ["a"]),
        ("#;a b", ["b"]),
        ("#; (a b) c", ["c"]),
        ("(a #;b)", [["a"]]),
        ("(a #;b #;c d)", [["a", "d"]]),
        ("(a #;#;b c d)", [["a", "d"]]),
        ("(a . #;b c #;d)", [["a", ".", "c"]]),
        ("'#;a b", [["quote", "b"]]),
        ("#;'a b", ["b"]),
        ("#(#;a 1)", [{"vector": [1]}]),
        ("#!/usr/bin/env brshell\na", ["a"]),
        ("#! /usr/bin/brshell\na", ["a"]),
        ("#!fold-case", []),
    ],
)
def test_data(text: str, data: list[Any]) -> None:
    found = read_all(Source("test.scm", text))
    assert [plain(datum) for datum, _ in found] == data


def test_labels_make_shared_data() -> None:
    shared = read('(#0=(a) #1="b" #0# #1#)')
    first, second, third, fourth = shared
    assert third is first
    assert fourth is second
    assert plain(first) == ["a"]


def test_labels_make_circular_data() -> None:
    circle = read("#0=(a b . #0#)")
    assert circle.cdr.cdr is circle
    vector = read("#7=#(1 #7# (#7#))")
    assert vector.items[1] is vector
    assert vector.items[2].car is vector
    quoted = read("'#1=(a . #1#)").cdr.car
    assert quoted.cdr is quoted


def test_labels_of_nested_data_cost_no_more_than_their_number() -> None:
    count = 20_000
    opening = "".join(f"#{n}=(" for n in range(count))
    closing = "".join(f" . #{n}#)" for n in reversed(range(count)))
    outer = read(opening + "()" + closing)
    assert outer.cdr is outer
    assert outer.car.cdr is outer.car


def test_a_hundred_thousand_parentheses() -> None:
    depth = 100_000
    datum = read("(" * depth + ")" * depth)
    for _ in range(depth - 1):
        datum = datum.car
    assert datum is NIL
    datum = read("'" * depth + "a")
    for _ in range(depth):
        datum = datum.cdr.car
    assert datum is symbol("a")


def spans(text: str) -> list[tuple[str, str]]:
    """Return the text at span and car_span of each pair of the first datum."""
    found = []
    waiting = [read_all(Source("test.scm", text))[0][0]]
    while waiting:
        datum = waiting.pop(0)
        if isinstance(datum, LocatedPair):
            places = (datum.span, datum.car_span)
            found.append(tuple(text[place.start : place.end] for place in places))
            waiting += [datum.car, datum.cdr]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" (a bc) d", [("(a bc)", "a"), ("bc)", "bc")]),
        ("(a . bc)", [("(a . bc)", "a")]),
        ("((a) #t)", [("((a) #t)", "(a)"), ("(a)", "a"), ("#t)", "#t")]),
        ("'ab", [("'ab", "'"), ("ab", "ab")]),
        (",@ab", [(",@ab", ",@"), ("ab", "ab")]),
        ("(#;x y #|z|#)", [("(#;x y #|z|#)", "y")]),
        ("(#0=ab)", [("(#0=ab)", "#0=ab")]),
        ('("a b" #(c))', [('("a b" #(c))', '"a b"'), ("#(c))", "#(c)")]),
    ],
)
def test_every_pair_knows_its_place(text: str, expected: list[tuple[str, str]]) -> None:
    assert spans(text) == expected


def test_each_datum_of_a_text_comes_with_its_place() -> None:
    found = read_all(Source("walk.scm", "a\n  (b)\n"))
    assert [str(span) for _, span in found] == ["walk.scm:1:1", "walk.scm:2:3"]


NO_LIST = "there is no open list to close here"
DOT = "a dot stands before the last datum only"
RESERVED = "[ ] { } are reserved; a list is written with ( and )"
NAMES = (
    "the names are alarm, backspace, delete, escape, newline, null, return, space, "
    "tab, and x with a hexadecimal number"
)
NAME = "one character or its name after #\\"
ESCAPE = r"an escape (\a \b \t \n \r \" \\ \| \x41; or \ at the end of a line)"
CODE = "the code of a Unicode character"
BYTE = "a byte (0 to 255) in this bytevector"
DIRECTIVE = "#!fold-case or #!no-fold-case"


STRAIGHT = 'a string is written with "straight quotation marks"'


@pytest.mark.parametrize(
    ("text", "place", "expected", "received", "fact"),
    [
        (")", "1:1", "a datum", ")", NO_LIST),
        ("(a))", "1:4", "a datum", ")", NO_LIST),
        ("(a ')", "1:5", "a datum after '", ")", None),
        ("(a #;)", "1:6", "a datum after #;", ")", None),
        ("(a . )", "1:6", "a datum after the dot", ")", None),
        ("(. a)", "1:2", "a datum before the dot", ".", None),
        ("(a . b c)", "1:8", "a ) after the datum that follows the dot", "c", None),
        ("a . b", "1:3", "a datum", ".", DOT),
        ("(a . b . c)", "1:8", "a datum", ".", DOT),
        ("#(a . b)", "1:5", "a datum", ".", DOT),
        ("[a]", "1:1", "a parenthesis", "[", RESERVED),
        ("(a\n #foo)", "2:2", "a datum", "#foo", None),
        ("#true1", "1:1", "a datum", "#true1", None),
        (r"#\spcae", "1:1", NAME, r"#\spcae", NAMES),
        (r"#\x110000", "1:1", CODE, "x110000", None),
        (r"#\xD800", "1:1", CODE, "xD800", None),
        (r'"ab\qc"', "1:4", ESCAPE, r"\q", None),
        (r'"\x41"', "1:2", ESCAPE, r"\x", None),
        (r'"\xFFFFFF;"', "1:2", CODE, "xFFFFFF", None),
        ("#xyz", "1:1", "a number after #x", "#xyz", None),
        ("#u8(1 256)", "1:7", BYTE, "256", None),
        ("#u8(a)", "1:5", BYTE, "a", None),
        ("#u8(1.0)", "1:5", BYTE, "1.0", None),
        ("#0#", "1:1", "the label #0= before it is used", "#0#", None),
        ("#0=#0#", "1:1", "a datum after the label", "the label itself", None),
        ("a \0b", "1:3", "a datum", "the character U+0000", None),
        ("a\x7f", "1:2", "a datum", "the character U+007F", None),
        ("a\u200bb", "1:2", "a datum", "the character U+200B", None),
        ("(write \u201ca\u201d)", "1:8", "a datum", "\u201c", STRAIGHT),
        ("#!eof", "1:1", DIRECTIVE, "#!eof", None),
        (f"#!{'x' * 90}", "1:1", DIRECTIVE, f"#!{'x' * 28}...", None),
    ],
)
def test_errors(
    text: str, place: str, expected: str, received: str, fact: str | None
) -> None:
    with pytest.raises(SchemeError) as caught:
        read_all(Source("test.scm", text))
    condition = caught.value.payload
    assert condition.kind == "read"
    assert condition.who == "read"
    assert condition.message == f"expected {expected}, but received {received}"
    assert str(condition.span) == f"test.scm:{place}"
    assert condition.fact == fact
    assert is_complete(text)


@pytest.mark.parametrize(
    ("text", "place", "expected", "fact"),
    [
        ("(a", "1:1", "a ) to close the list that begins here", None),
        ("(a\n  (b c)\n  (d", "3:3", "a ) to close the list that begins here", None),
        ("(a .", "1:1", "a ) to close the list that begins here", None),
        ("(a . b", "1:1", "a ) to close the list that begins here", None),
        ("#(a", "1:1", "a ) to close the vector that begins here", None),
        ("#u8(1", "1:1", "a ) to close the bytevector that begins here", None),
        ("(a '", "1:4", "a datum after '", None),
        ("(a ,@", "1:4", "a datum after ,@", None),
        ("#; ; nothing", "1:1", "a datum after #;", None),
        ("#0=", "1:1", "a datum after #0=", None),
        ('(a "bc)\n', "1:4", 'a " at the end of the string that begins here', None),
        ('"a\\"', "1:1", 'a " at the end of the string that begins here', None),
        ("(a |b", "1:4", "a | at the end of the symbol that begins here", None),
        ("#| #| |#", "1:1", "a |# at the end of the comment that begins here", None),
        (
            "(define (f)\n  (g 1)\n\n(define (h)\n  2)",
            "1:1",
            "a ) to close the list that begins here",
            "line 4 begins at the margin while this list is still open",
        ),
    ],
)
def test_a_text_that_ends_inside_a_datum(
    text: str, place: str, expected: str, fact: str | None
) -> None:
    assert not is_complete(text)
    with pytest.raises(SchemeError) as caught:
        read_all(Source("test.scm", text))
    condition = caught.value.payload
    assert condition.message == f"expected {expected}, but received the end of the text"
    assert str(condition.span) == f"test.scm:{place}"
    assert condition.fact == fact
    assert "\n" not in text[condition.span.start : condition.span.end]


@pytest.mark.parametrize(
    "text", ["", "a", "(a)", "(a) (b)", "; (", '"("', "#;(a)", "a ]"]
)
def test_a_complete_text(text: str) -> None:
    assert is_complete(text)


def test_reading_one_datum_after_the_other() -> None:
    text = "a (b c) #;d 'e #;#;f g #0=(h . #0#) #0=i \"unfinished"
    reader = Reader(Source("port", text))
    ends = []
    for expected in ("a", ["b", "c"], ["quote", "e"]):
        assert plain(reader.read()) == expected
        ends.append(reader.position)
    assert ends == [1, 7, 14]
    circle = reader.read()
    assert circle.cdr is circle
    assert plain(reader.read()) == "i"
    with pytest.raises(SchemeError):
        reader.read()


def test_reading_stops_at_the_end_and_where_it_was_told_to_start() -> None:
    reader = Reader(Source("port", "a b ; the end"), 1)
    assert plain(reader.read()) == "b"
    assert reader.read() is EOF
    assert reader.read() is EOF
    assert reader.position == len("a b ; the end")


def test_the_case_directive_holds_for_the_data_read_later() -> None:
    reader = Reader(Source("port", "A #!fold-case B C"))
    assert [plain(reader.read()) for _ in range(3)] == ["A", "b", "c"]


def test_a_label_is_gone_when_its_datum_is_read() -> None:
    reader = Reader(Source("port", "#0=a #0#"))
    reader.read()
    with pytest.raises(SchemeError):
        reader.read()


def test_equal_words_are_one_symbol_and_booleans_are_the_two() -> None:
    (a, _), (b, _) = read_all(Source("test.scm", "x x"))
    assert a is b is symbol("x")
    assert read("#true") is TRUE
    assert read("#false") is FALSE
