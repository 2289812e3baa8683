"""The history of entries: its file, its size, and two shells at once."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.repl.editor.history import EntryHistory, _record, _records


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "history"


def history(path: Path, size: int = 100) -> EntryHistory:
    return EntryHistory(str(path), size)


def entries(path: Path, size: int = 100) -> list[str]:
    """Return what a new session finds, oldest first."""
    return list(history(path, size).load_history_strings())[::-1]


def write(path: Path, *new: str, size: int = 100) -> None:
    session = history(path, size)
    for entry in new:
        session.append_string(entry)


def test_entries_are_found_again(path):
    write(path, "(a)", "(b\n  c)", "+", "# no comment", "λ")
    assert entries(path) == ["(a)", "(b\n  c)", "+", "# no comment", "λ"]


def test_the_file_can_be_read_by_people(path):
    write(path, "(a\n  b)")
    assert re.fullmatch(r"\n# \d{4}-\d\d-\d\d .*\n\+\(a\n\+  b\)\n", path.read_text())


def test_a_pipe_in_its_place_is_not_waited_for(path):
    path.parent.mkdir()
    os.mkfifo(path)
    write(path, "(a)")
    assert entries(path) == []


def test_only_the_user_may_read_it(path):
    write(path, "(a)")
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_entry_is_there_once_where_it_was_last(path):
    write(path, "(a)", "(b)", "(a)")
    assert entries(path) == ["(b)", "(a)"]


def test_an_entry_is_once_in_its_session(path):
    session = history(path)
    for entry in ("(a)", "(b)", "(a)"):
        session.append_string(entry)
    assert session.get_strings() == ["(b)", "(a)"]


@pytest.mark.parametrize("size", [0, 1, 3])
def test_only_the_last_ones_are_kept(path, size):
    numbers = [str(number) for number in range(10)]
    write(path, *numbers)
    assert entries(path, size) == numbers[10 - size :]
    assert entries(path, 100) == numbers[10 - size :]  # the file is trimmed too


def test_of_none_nothing_is_written(path):
    write(path, "(a)", size=0)
    assert not path.exists()


def test_two_shells_write_all_their_entries(path):
    """Each entry is in the file as a whole, though others trim it all the time."""

    def work(name: int) -> None:
        for number in range(50):
            write(path, f"({name}\n {number})", size=1000)
            entries(path, size=1000)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    expected = {f"({name}\n {number})" for name in range(4) for number in range(50)}
    assert set(entries(path, size=1000)) == expected


def test_what_is_no_text_does_no_harm(path):
    write(path, "(a)")
    with open(path, "ab") as file:
        file.write(b"\n# today\n+\xff\n")
    assert entries(path) == ["(a)", "\ufffd"]


@pytest.mark.parametrize("place", ["a file as folder", "a folder as file"])
def test_where_nothing_can_be_written_the_session_has_its_entries(tmp_path, place):
    if place == "a file as folder":
        (tmp_path / "state").write_text("")
    else:
        (tmp_path / "state" / "history").mkdir(parents=True)
    session = history(tmp_path / "state" / "history")
    assert list(session.load_history_strings()) == []
    session.append_string("(a)")
    assert session.get_strings() == ["(a)"]


LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))
ENTRIES = st.lists(LINES, min_size=1).map("\n".join)


@given(st.lists(ENTRIES))
def test_every_entry_is_read_as_it_was_written(written):
    text = "".join(_record((entry, "now")) for entry in written)
    assert [entry for entry, _ in _records(text)] == written
