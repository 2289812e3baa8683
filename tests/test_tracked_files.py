"""What is true of every file in the repository: its length, what it never names."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 500

# The brackets keep the patterns from finding themselves.
PLACES = re.compile(
    r"""
    /(?:work|root|opt|srv|mnt|Users|home/\w+)/   # paths of one machine
    | \bshared/(?:spec|seeds)
    | py[p]i\.org | pythonhoste[d]\. | registry\.npm | anaconda\.or[g] | crates\.i[o]
    """,
    re.VERBOSE,
)
SKIPPING = re.compile(r"importorski[p]|skipi[f]|\b(?:mark|pytest)\.(?:skip|xfail)\b")


def tracked_files() -> list[Path]:
    """Return the files that git has, whoever owns them."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    names = [name for name in listing.split("\0") if name]
    return [path for path in map(ROOT.joinpath, names) if path.is_file()]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Return the text of every file by its name."""
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8", "replace")
        for path in tracked_files()
    }


def found(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}: {match[0]}"
        for name, text in texts.items()
        for match in pattern.finditer(text)
    ]


def test_modules_are_short(texts):
    programs = {
        name: len(text.splitlines())
        for name, text in texts.items()
        if name.endswith((".py", ".scm", ".c", ".h"))
    }
    assert {name: n for name, n in programs.items() if n > LONGEST} == {}


def test_nothing_names_a_machine_or_a_package_index(texts):
    assert found(PLACES, texts) == []


def test_no_test_is_skipped(texts):
    tests = {name: text for name, text in texts.items() if name.startswith("tests/")}
    assert found(SKIPPING, tests) == []
