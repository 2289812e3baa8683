"""The prompt on a plain terminal: entries, values, errors, Ctrl-C, init.scm."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from brshell.machine import Units
from brshell.reader.source import Source
from brshell.repl.entry import plain_entry
from brshell.repl.prompt import GREETING, interact
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeExit, failure
from brshell.runtime.datums import UNSPECIFIED

CAR_OF_5 = failure("type", "car", "expected a pair, but received", 5)


def print_and_return(text: str, result: Any) -> Callable[[], Any]:
    def program() -> Any:
        sys.stdout.write(text)
        return result

    return program


PROGRAMS: dict[str, Any] = {
    "1": 1,
    "(+ 1\n1)": 2,
    "(+ 1": failure("read", "read", "expected a )"),
    "(define x 1)": UNSPECIFIED,
    "(car 5)": CAR_OF_5,
    "(loop)": KeyboardInterrupt(),
    "(exit 7)": SchemeExit(7),
    "(display 1)": print_and_return("1", UNSPECIFIED),
    "(begin (display 1) 2)": print_and_return("1", 2),
    "(begin (newline) 2)": print_and_return("\n", 2),
    "(begin (display 1) (car 5))": print_and_return("1", CAR_OF_5),
    "(begin (display 1) (exit 7))": print_and_return("1", SchemeExit(7)),
}


class Machine:
    """Stands in for the language: it knows the results of PROGRAMS."""

    def __init__(self) -> None:
        self.ran: list[tuple[str, str]] = []
        self.units = Units(lambda: None)

    def define(self, name: str, value: Any) -> None:
        pass

    def run_source(self, source: Source, script: bool = False) -> Any:
        self.ran.append((source.name, source.text))
        result = PROGRAMS[source.text]
        if callable(result):
            result = result()
        if isinstance(result, BaseException):
            raise result
        return result


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Session:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Session(Machine())  # type: ignore[arg-type]


Typed = Callable[[str], None]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Return a function that types a text, then Ctrl-D, at the plain prompt."""
    return lambda text: monkeypatch.setattr("sys.stdin", io.StringIO(text))


@pytest.mark.parametrize(
    ("text", "out", "err", "code"),
    [
        ("", "> \n", "", 0),
        ("1\n", "> 1\n> \n", "", 0),
        ("\n", "> > \n", "", 0),
        (" \t\n", "> > \n", "", 0),
        ("(define x 1)\n", "> > \n", "", 0),
        ("(+ 1\n1)\n", ">   2\n> \n", "", 0),
        ("(+ 1", ">   \n> \n", "read: expected a )\n", 0),
        ("(car 5)\n1\n", "> > 1\n> \n", "car: expected a pair, but received 5\n", 0),
        ("(loop)\n1\n", "> > 1\n> \n", "interrupted\n", 0),
        ("(exit 7)\n1\n", "> ", "", 7),
    ],
)
def test_a_dialogue(
    text: str,
    out: str,
    err: str,
    code: int,
    session: Session,
    typed: Typed,
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed(text)
    assert interact(session, greet=False) == code
    assert capsys.readouterr() == (out, err)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(display 1)", "> 1\n"),
        ("(begin (display 1) 2)", "> 1\n2\n"),
        ("(begin (newline) 2)", "> \n2\n"),
        ("(begin (display 1) (car 5))", "> 1\ncar: expected a pair, but received 5\n"),
        ("(begin (display 1) (exit 7))", "> 1\n"),
    ],
)
def test_what_comes_after_output_has_a_line_of_its_own(
    text: str,
    shown: str,
    session: Session,
    typed: Typed,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr", sys.stdout)
    typed(f"{text}\n")
    interact(session, greet=False)
    assert capsys.readouterr().out.removesuffix("> \n") == shown


def test_the_greeting(
    session: Session, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("")
    interact(session)
    assert capsys.readouterr().out == f"{GREETING}\n> \n"


def test_ctrl_c_forgets_what_was_typed(
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    keys: Iterator[Any] = iter(["(+ 1", KeyboardInterrupt, "1", EOFError])

    def press(prompt: str) -> str:
        key = next(keys)
        if isinstance(key, str):
            return key
        raise key

    monkeypatch.setattr("brshell.repl.entry.read_line", press)
    assert interact(session, greet=False) == 0
    assert capsys.readouterr().out == "\n1\n\n"


@pytest.mark.parametrize(
    ("text", "ran", "err"),
    [
        ("(define x 1)", True, ""),
        ("(define x 1)", False, ""),
        ("(car 5)", True, "car: expected a pair, but received 5\n"),
    ],
)
def test_init_runs_before_the_first_prompt(
    text: str,
    ran: bool,
    err: str,
    session: Session,
    typed: Typed,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "config" / "brshell" / "init.scm"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    typed("")
    assert interact(session, greet=False, init=ran) == 0
    expected = [(str(path), text)] if ran else []
    assert session.machine.ran == expected  # type: ignore[attr-defined]
    assert capsys.readouterr() == ("> \n", err)


def test_an_init_file_that_is_no_text_is_passed_over(
    session: Session,
    typed: Callable[[str], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "config" / "brshell" / "init.scm"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xff")
    typed("1\n")
    assert interact(session, greet=False) == 0
    message = f"brshell: cannot read {path}: it is not UTF-8 text (byte 0)\n"
    assert capsys.readouterr() == ("> 1\n> \n", message)


def test_the_end_of_input_within_an_entry_ends_the_entry(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO("(+ 1\n"))
    assert plain_entry() == "(+ 1"
    with pytest.raises(EOFError):
        plain_entry()
