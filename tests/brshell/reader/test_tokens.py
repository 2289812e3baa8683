"""Every text is tokens, and nothing but a SchemeError comes out of the reader."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from brshell.reader.reader import Reader, is_complete, read_all
from brshell.reader.source import Source
from brshell.reader.tokens import tokens
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.datums import EOF

PIECES = st.sampled_from("()'`,;|\"\\a1.[ \n") | st.sampled_from(
    [",@", "#(", "#u8(", "#;", "#|", "|#", "#t", "#\\", "#0=", "#0#", "#!fold-case"]
)
TEXTS = st.text() | st.lists(PIECES).map("".join)


@given(TEXTS)
def test_the_tokens_cover_the_text(text: str) -> None:
    places = [(start, end) for _, start, end in tokens(text)]
    assert "".join(text[start:end] for start, end in places) == text
    assert all(start < end for start, end in places)


def read_error(read: Callable[[Source], object], text: str) -> Condition | None:
    """Return what ``read`` raises for the text, if anything."""
    try:
        read(Source("test", text))
    except SchemeError as error:
        condition: Condition = error.payload
        return condition
    return None


@given(TEXTS)
def test_a_text_is_read_or_is_a_read_error(text: str) -> None:
    condition = read_error(read_all, text)
    if condition is None:
        assert is_complete(text)
    else:
        assert condition.kind == "read"
        assert condition.span is not None
        assert 0 <= condition.span.start < condition.span.end <= len(text)


def read_one_by_one(source: Source) -> list[object]:
    reader = Reader(source)
    return list(iter(reader.read, EOF))


@given(TEXTS.filter(lambda text: "#0" not in text))
def test_reading_one_by_one_finds_what_reading_all_finds(text: str) -> None:
    if read_error(read_all, text) is None:
        one_by_one = read_one_by_one(Source("test", text))
        assert len(one_by_one) == len(read_all(Source("test", text)))
    else:
        assert read_error(read_one_by_one, text) is not None


def test_the_kinds_that_highlighting_needs() -> None:
    text = '(define |a b| \'(#\\a "s" #t 1)) ; c\n#| #| |# |# [ #bad "u'
    kinds = [kind for kind, _, _ in tokens(text) if kind != "space"]
    assert kinds == [
        *("open", "word", "bar_symbol", "quote", "open", "character", "string"),
        *("boolean", "word", "close", "close", "comment", "block_comment"),
        *("bracket", "number", "unfinished_string"),
    ]
