"""What the user sees while typing, through a terminal emulator."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pyte
import pytest
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from pyte.screens import Char

from brshell.config import defaults
from brshell.machine import Machine
from brshell.repl.background import Backlog
from brshell.repl.completion import Candidate
from brshell.repl.editor.assistance import Assistance
from brshell.repl.editor.history import EntryHistory
from brshell.repl.editor.session import Editor
from brshell.repl.meanings import Meanings


class Wire(io.StringIO):
    """What is written to it shows on the screen at once."""

    def __init__(self, screen: pyte.Screen) -> None:
        super().__init__()
        self._stream = pyte.Stream(screen)

    def write(self, text: str) -> int:
        self._stream.feed(text)
        return len(text)

    def isatty(self) -> bool:
        return True


class View:
    """What a screen shows at a moment."""

    def __init__(self, screen: pyte.Screen) -> None:
        self.lines = [line.rstrip() for line in screen.display]
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        self._buffer = deepcopy(screen.buffer)
        self.columns = screen.columns

    def looks(self, text: str) -> Char:
        """Return how the first character of a text on the first line looks."""
        return self._buffer[0][self.lines[0].index(text)]

    def first_line(self) -> list[Char]:
        """Return the characters of the first line."""
        return [self._buffer[0][column] for column in range(self.columns)]


Show = Callable[..., View]


@pytest.fixture
def show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Show:
    """Return a function that types a text and returns what the screen shows then.

    That is when the entry is ``text``, and ``until`` shows too.
    """

    def show(
        pressed: str,
        assistance: Assistance | None = None,
        *,
        columns: int = 80,
        text: str | None = None,
        until: str = "",
        **changed: Any,
    ) -> View:
        screen, size = pyte.Screen(columns, 24), Size(24, columns)
        output = Vt100_Output(Wire(screen), lambda: size, term="xterm-256color")
        views: list[View] = []
        with create_pipe_input() as keys, create_app_session(keys, output):
            editor = Editor(
                {**defaults(), **changed},
                assistance or Assistance(),
                Backlog(),
                prompt="> ",
                continuation="  ",
                history=EntryHistory(str(tmp_path / "history"), 100),
            )

            screen.write_process_input = keys.send_text  # it tells where the cursor is

            def look(application: Application[str]) -> None:
                complete = (
                    application.current_buffer.text == (text or pressed)
                    and application.renderer.height_is_known
                    and until in "\n".join(screen.display)
                )
                if complete and not views:
                    views.append(View(screen))
                    application.exit(exception=EOFError)

            editor.session.app.after_render += look
            keys.send_text(pressed)
            with pytest.raises(EOFError):
                editor.read()
        return views[0]

    return show


@pytest.fixture(scope="module")
def meaning() -> Meanings:
    return Meanings(Machine())


def test_an_entry_of_several_lines(show):
    view = show("(define (f)\r(g 1\r2))", text="(define (f)\n  (g 1\n     2))")
    assert view.lines == ["> (define (f)", "    (g 1", "       2))"]


def test_colors(show, meaning):
    text = '(define x (cra AX12_LED \'left-knee "a" (car 1)))'
    view = show(text, Assistance(meaning=meaning))
    colors = {
        "define": "brightmagenta",
        "x": "default",
        "cra": "brightblack",
        "AX12_LED": "brightcyan",
        "left-knee": "brightgreen",
        '"a"': "green",
        "car": "brightblue",
    }
    assert {word: view.looks(word).fg for word in colors} == colors


def test_the_light_theme_has_other_colors(show, meaning):
    view = show("(define x 1)", Assistance(meaning=meaning), theme="light")
    assert view.looks("define").fg == "magenta"


@pytest.mark.parametrize(
    ("text", "columns"), [("(a (b))", [2, 8]), ('(a ")"', []), ("a", [])]
)
def test_the_parentheses_at_the_cursor_are_marked(text, columns, show):
    line = show(text).first_line()
    assert [column for column in range(80) if line[column].reverse] == columns


def test_without_colors(show, meaning):
    view = show("(define x 1)", Assistance(meaning=meaning), colors=False)
    assert {character.fg for character in view.first_line()} == {"default"}


HINT = [("", "(car "), ("class:hint.current", "pair"), ("", ")")]


@pytest.mark.parametrize(
    ("hint", "status", "below"),
    [
        ([], [], []),
        (HINT, [], ["(car pair)"]),
        ([], [("", "sim:humanoid")], ["sim:humanoid"]),
        (HINT, [("", "sim:humanoid")], ["(car pair)", "sim:humanoid"]),
    ],
)
def test_the_lines_below(hint, status, below, show):
    assistance = Assistance(hint=lambda text, cursor: hint, status=lambda: status)
    lines = show("(car", assistance).lines
    assert [line for line in lines if line] == ["> (car", *below]


def test_the_hint_is_for_the_place_of_the_cursor(show):
    def hint(text: str, cursor: int) -> list[tuple[str, str]]:
        return [("", f"{text} {cursor}")]

    assert "(ab 2" in show("(ab\x1b[D", Assistance(hint=hint), text="(ab").lines


def prepared_in_steps() -> tuple[Assistance, list[str]]:
    """Return what takes three steps to prepare, and where what was done is noted."""
    done: list[str] = []

    def prepare() -> Iterator[None]:
        for _ in range(3):
            done.append("step")
            yield

    def meaning(name: str, position: str) -> str:
        done.append("meaning")
        return "syntax"

    def candidates(text: str, cursor: int, requested: bool) -> list[Candidate]:
        done.append("candidates")
        return [Candidate("car", 1, "car", "")]

    def hint(text: str, cursor: int) -> list[tuple[str, str]]:
        done.append("hint")
        return HINT

    return Assistance(meaning, candidates, hint, prepare=prepare), done


def test_what_is_typed_shows_before_all_is_prepared(show):
    assistance, done = prepared_in_steps()
    assert show("(car", assistance).lines == ["> (car"]
    assert set(done) <= {"step"}


def test_when_all_is_prepared_it_shows(show):
    assistance, done = prepared_in_steps()
    view = show("(car", assistance, until="(car pair)")
    assert view.looks("car").fg == "brightmagenta"
    assert done[:3] == ["step"] * 3


def test_tab_completes_before_all_is_prepared(show):
    assistance, done = prepared_in_steps()
    assert show("(ca\t", assistance, text="(car").lines == ["> (car"]
    assert "candidates" in done


def test_a_narrow_terminal(show):
    status = [("", "sim:humanoid, 18 servos, 9.6 V, 25 degrees, 12 packets/s")]
    digits = "1234567890" * 4
    lines = show(f"(f {digits})", Assistance(status=lambda: status), columns=40).lines
    assert lines[:2] == [f"> (f {digits[:35]}", f"  {digits[35:]})"]
    assert lines[-1] == "sim:humanoid, 18 servos, 9.6 V, 25 degre"
