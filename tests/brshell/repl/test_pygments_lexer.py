"""Our lexer for Pygments, found by its name, right where the stock one is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

ROOT = Path(__file__).parents[3]


def tokens(text: str) -> list[tuple[object, str]]:
    found = get_lexer_by_name("brshell").get_tokens(text)
    return [(kind, value) for kind, value in found if kind is not Whitespace]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#; (x)", [Comment, Comment, Comment, Comment]),
        ("#true #false", [Keyword.Constant, Keyword.Constant]),
        ("|a b|", [String.Symbol]),
        ("#u8(1)", [Punctuation, Number, Punctuation]),
        ("#!fold-case", [Comment]),
        ("'(if x)", [Operator, Punctuation, String.Symbol, String.Symbol, Punctuation]),
        ("(if x)", [Punctuation, Keyword, Name.Variable, Punctuation]),
        ("(f 1/2)", [Punctuation, Name.Function, Number, Punctuation]),
        ('(f "a\\n b"', [Punctuation, Name.Function, String]),
        ('"a (b)', [Error]),
        ("#| a #| b |# |#", [Comment]),
        ("a ; b", [Name.Variable, Comment]),
        ("#\\( #\\space", [String.Char, String.Char]),
        ("[", [Error]),
        ("(a . b)", [Punctuation, Name.Function, Punctuation, Name.Variable,
                     Punctuation]),
        (",time x", [Keyword.Pseudo, Name.Variable]),
    ],
)  # fmt: skip
def test_tokens(text, expected):
    assert [kind for kind, _ in tokens(text)] == expected


@pytest.mark.parametrize("name", ["brshell", "scheme-robot"])
def test_it_is_found_by_its_names(name):
    assert get_lexer_by_name(name).name == "Scheme (brshell)"


def test_what_the_stock_lexer_has_it_keeps():
    assert get_lexer_by_name("scheme").name == "Scheme"
    assert get_lexer_for_filename("walk.scm").name == "Scheme"


PROGRAMS = sorted((ROOT / "stdlib").rglob("*.scm")) + sorted(
    (ROOT / "examples").rglob("*.scm")
)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_all_of_a_program_is_there_and_nothing_is_wrong(path):
    text = path.read_text("utf-8")
    found = list(get_lexer_by_name("brshell", stripnl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text
    assert Error not in {kind for kind, _ in found}
