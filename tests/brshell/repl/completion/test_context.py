"""What stands around the cursor, which is where | is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.repl.completion.context import context_at


def at(text: str):
    cursor = text.index("|")
    return context_at(text.replace("|", "", 1), cursor)


@pytest.mark.parametrize(
    ("text", "place", "word"),
    [
        ("|", "code", ""),
        ("mov|", "code", "mov"),
        ("mov|e!", "code", "mov"),
        ("(f x |", "code", ""),
        ("(f #\\a |", "code", ""),
        ("(f 'go|", "code", "go"),
        ('(load "a b|', "string", "a b"),
        ('(load "|', "string", ""),
        ('(load "a"|', "code", ""),
        ("; no|", "comment", None),
        ("; no\nye|", "code", "ye"),
        ("#\\a|", "comment", None),
        ("#t|", "code", None),
    ],
)
def test_place_and_word(text, place, word):
    found = at(text)
    assert found.place == place
    assert word is None or found.word == word


@pytest.mark.parametrize(
    ("text", "place"), [("#| no #| no |# no", "comment"), ("#| no |# ye", "code")]
)
def test_block_comments(text, place):
    assert context_at(text, len(text)).place == place


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|", []),
        ("(|", [("", 0, False)]),
        ("(mo|", [("", 0, False)]),
        ("(f |", [("f", 1, False)]),
        ("(f 1 (g 2) |", [("f", 3, False)]),
        ("(f (g |", [("f", 1, False), ("g", 1, False)]),
        ("(f '(a |", [("f", 1, False), ("a", 1, True)]),
        ("(f `(a ,(b |", [("f", 1, False), ("a", 1, True), ("b", 1, False)]),
        ("(f '(a (b |", [("f", 1, False), ("a", 1, True), ("b", 1, True)]),
        ("(f 'a |", [("f", 2, False)]),
        ("(f #(1 |", [("f", 1, False), ("1", 1, True)]),
        ("((f) |", [("", 1, False)]),
        ("(f #;(g) |", [("f", 1, False)]),
        ("(f ; (g\n |", [("f", 1, False)]),
        ('(f ")" |', [("f", 2, False)]),
        ("(f)) (g |", [("g", 1, False)]),
    ],
)
def test_the_calls_around(text, expected):
    calls = at(text).calls
    assert [(call.head, call.parts, call.quoted) for call in calls] == expected


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("(f 'a|", True),
        ("(f '|", True),
        ("(f a|", False),
        ("(f 'a b|", False),
        ("'(a b|", True),
        ("`(a ,b|", False),
        ("`(a ,b c|", True),
        ("`(a ,@b|", False),
    ],
)
def test_whether_the_word_is_data(text, quoted):
    assert at(text).quoted is quoted


def told(text: str) -> list[object]:
    """Return all that is told of the end of a text."""
    context = context_at(text, len(text))
    calls = [(each.head, each.parts, each.quoted) for each in context.calls]
    return [*context[:4], calls]


SOUP = st.text(st.sampled_from(list("()'`,@#;|\"\\ \n\na1x.")), max_size=40)


@given(SOUP, SOUP, SOUP)
def test_the_text_before_does_not_matter(kept, former, text):
    told(kept + former)
    after_another = told(kept + text)
    told("")
    assert told(kept + text) == after_another
