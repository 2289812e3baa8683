"""The signature of the call around the cursor, which is where | is."""

from __future__ import annotations

from collections import Counter

import pytest

from brshell.machine import Machine
from brshell.repl.completion import hint, names_of
from brshell.repl.completion.hint import ARGUMENT, parts_of

NAMES = names_of(Machine(), Counter())


def shown(text: str) -> str:
    """Return the hint, with what is marked in < >."""
    parts = hint(text.replace("|", "", 1), text.index("|"), NAMES)
    return "".join(f"<{part}>" if style == ARGUMENT else part for style, part in parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(move! |", "(move! <id> degrees [seconds])"),
        ("(move! 1|", "(move! <id> degrees [seconds])"),
        ("(move! 1 |", "(move! id <degrees> [seconds])"),
        ("(move! 1 (+ 1 2) |", "(move! id degrees <[seconds]>)"),
        ("(move! 1 (+ 1 |", "(+ <z ...>)"),
        ("(move!|", "(move! id degrees [seconds])"),
        ("(move! 1 | 90)", "(move! id <degrees> [seconds])"),
        ("(car x |", "(car pair)"),
        ("(fold + 0 |", "(fold procedure initial <list> lists ...)"),
        ("(fold + 0 a b c |", "(fold procedure initial list <lists ...>)"),
        ("(move-all! '((1 |", "(move-all! <goals> [seconds])"),
        ("(let ((x |", "(let <((variable value) ...)> body ...)"),
        ("(let ((x 1)) 2 |", "(let ((variable value) ...) <body ...>)"),
        ("(if (f |", "(if <test> consequent [alternative])"),
        ("(unknown |", ""),
        ("(car (unknown |", "(car <pair>)"),
        ("|", ""),
        ("car |", ""),
        ("'(car |", ""),
        ("; (car |", ""),
        ('"(car |', ""),
        ('(car "|', ""),
        ("(list) |", ""),
    ],
)
def test_the_call_around_the_cursor(text, expected):
    assert shown(text) == expected


@pytest.mark.parametrize(
    ("signature", "parts"),
    [
        ("(f)", []),
        ("(f a)", ["a"]),
        ("(f a [b] [c])", ["a", "[b]", "[c]"]),
        ("(f a b ...)", ["a", "b ..."]),
        ("(let ((v w) ...) body ...)", ["((v w) ...)", "body ..."]),
        ("(cond (test body ...) ... (else body ...))",
         ["(test body ...) ...", "(else body ...)"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_signature(signature, parts):
    assert [signature[start:end] for start, end in parts_of(signature)] == parts


def test_the_signatures_of_all_names_have_parts():
    for name, entry in NAMES.entries.items():
        way = entry.signature.split("\n")[0]
        if entry.kind == "procedure":
            words = way[1:-1].split()[1:]
            assert len(parts_of(way)) == len(words) - words.count("..."), name
