"""The checklist docs/r7rs.md: the tests it names are there and use what it says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from brshell.expander.standard import STANDARD
from brshell.reader.reader import read_all
from brshell.reader.source import Source
from brshell.runtime.datums import Pair, String

PAGE = Path(__file__).parents[2] / "docs" / "r7rs.md"
TEXT = PAGE.read_text("utf-8")
FILES = {
    name: PAGE.parent / path
    for name, path in re.findall(r"^\[([\w-]+)\]: (\S+)$", TEXT, re.MULTILINE)
}
# A line of the checklist: what it is about, then [file] "test" "test" ...
LINES = [
    " ".join(line.split()) for line in re.findall(r"^\* (.*(?:\n  .*)*)", TEXT, re.M)
]
NAMES = {name for names in STANDARD.values() for name in names}
# The sections of the report that say what a Scheme must have.
SECTIONS = """
    2.1 2.2 2.3 2.4 3.1 3.2 3.3 3.4 3.5 4.1 4.2 4.3 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6.1 6.2
    6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14
"""


def checks_of(line: str) -> list[tuple[str, list[str]]]:
    """Return what a line names: (file, names of tests) for each file."""
    found = re.findall(r'\[([\w-]+)\]((?:,? "[^"]+")+)', line)
    return [(file, re.findall(r'"([^"]+)"', names)) for file, names in found]


def subjects_of(line: str) -> list[str]:
    """Return the names of the report that a line is about."""
    return [word for word in re.findall(r"`([^`]+)`", line) if word in NAMES]


@cache
def names_in(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        nodes = ast.parse(text).body
        return {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    forms = [datum for datum, _ in read_all(Source(str(path), text))]
    parts = [form.cdr for form in forms if isinstance(form, Pair)]
    titles = [part.car for part in parts if isinstance(part, Pair)]
    return {title.text for title in titles if isinstance(title, String)}


def test_every_section_is_there():
    assert re.findall(r"^### ([\d.]+) ", TEXT, re.MULTILINE) == SECTIONS.split()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40])
def test_the_checks_of_a_line_are_there(line):
    tests = checks_of(line)
    assert tests
    assert re.findall(r"\[([\w-]+)\]", line) == [file for file, _ in tests]
    for file, names in tests:
        assert set(names) <= names_in(FILES[file])


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[:40])
def test_the_checks_of_a_line_use_its_names(line):
    text = "\n".join(FILES[file].read_text("utf-8") for file, _ in checks_of(line))
    words = set(re.split(r"[\s()'`,\"#\\]+", text))
    assert [name for name in subjects_of(line) if name not in words] == []


def test_no_name_of_the_report_is_left_out():
    assert NAMES - {name for line in LINES for name in subjects_of(line)} == set()


def test_every_file_is_named():
    assert sorted(FILES) == list(FILES)
    assert {file for file, _ in checks_of(" ".join(LINES))} == set(FILES)
