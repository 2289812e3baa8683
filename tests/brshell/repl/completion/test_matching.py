"""How well names fit what is typed."""

from __future__ import annotations

import time

import pytest

from brshell.repl.completion.matching import (
    BEGINS,
    CONTAINS,
    EXACT,
    IN_ORDER,
    WORDS_BEGIN,
    matcher,
)


@pytest.mark.parametrize(
    ("typed", "name", "expected"),
    [
        ("car", "car", EXACT),
        ("CAR", "car", EXACT),
        ("ca", "car", BEGINS),
        ("", "car", BEGINS),
        ("gp", "goal-position", WORDS_BEGIN),
        ("gopo", "goal-position", WORDS_BEGIN),
        ("position", "goal-position", WORDS_BEGIN),
        ("gp", "AX12_GOAL_POSITION", WORDS_BEGIN),
        ("htr", "hash-table-ref", WORDS_BEGIN),
        ("c->i", "char->integer", WORDS_BEGIN),
        ("osit", "goal-position", CONTAINS),
        ("gp", "gripper", IN_ORDER),
        ("glps", "goal-position", IN_ORDER),
        ("gpz", "goal-position", None),
        ("pg", "goal-position", None),
        ("cars", "car", None),
        (".*", "car", None),
        ("(", "car", None),
    ],
)
def test_how_well_a_name_fits(typed, name, expected):
    assert matcher(typed)(name) == expected


def test_no_name_takes_long():
    fit = matcher("a" * 30 + "b")
    start = time.perf_counter()
    assert fit("-".join("a" * 60) + "-xb") == IN_ORDER
    assert time.perf_counter() - start < 0.1
