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


# What tools leave in an unpacked source archive, where git does not tell.
MADE = re.compile(r"__pycache__|\.venv|\.hypothesis|\..*_cache|.*\.egg-info|dist|build")


def files_of(root: Path) -> list[Path]:
    """Return the files of the project: those that git has, or all without git."""
    if (root / ".git").exists():
        return tracked_files(root)
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.is_file()
        and not any(MADE.fullmatch(part) for part in path.relative_to(root).parts)
    ]


def tracked_files(root: Path) -> list[Path]:
    """Return the files that git has, whoever owns them."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=root,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    names = [name for name in listing.split("\0") if name]
    return [path for path in map(root.joinpath, names) if path.is_file()]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    """Return the text of every file by its name."""
    return {
        str(path.relative_to(ROOT)): path.read_text("utf-8", "replace")
        for path in files_of(ROOT)
    }


def test_without_git_the_files_are_those_of_the_folder(tmp_path):
    for name in ("tests/a.py", ".venv/b.py", "a/__pycache__/c.pyc", ".ci/run", "PKG"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    names = [str(path.relative_to(tmp_path)) for path in files_of(tmp_path)]
    assert names == [".ci/run", "PKG", "tests/a.py"]


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
