"""A terminal for tests: what the user types, and what the screen shows then."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pyte
import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

PATIENCE = 20.0


class Screen:
    """The screen, and a stream that writes on it."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self._screen = pyte.HistoryScreen(columns, lines, history=10_000)
        self._screen.set_mode(pyte.modes.LNM)  # as terminals do it for programs
        self._stream = pyte.Stream(self._screen)
        self._changed = threading.Condition()
        self.columns, self.lines = columns, lines

    def write(self, text: str) -> int:
        with self._changed:
            self._stream.feed(text)
            self._changed.notify_all()
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("it is no file")

    @property
    def display(self) -> list[str]:
        """The lines that the screen shows, without those below the last one."""
        lines = [line.rstrip() for line in self._screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return lines

    @property
    def has_scrolled_away(self) -> list[str]:
        """The lines above the screen."""
        return [
            "".join(line[at].data for at in range(self.columns)).rstrip()
            for line in self._screen.history.top
        ]

    def wait_for(self, shown: Callable[[list[str]], Any]) -> None:
        """Wait until the lines of the screen are so."""
        until = time.monotonic() + PATIENCE
        with self._changed:
            while not shown(self.display):
                left = until - time.monotonic()
                assert left > 0, "\n".join(self.display)
                self._changed.wait(min(left, 0.1))


class Terminal:
    """A terminal: ``type`` on it and look at its ``screen``."""

    def __init__(self, screen: Screen, type: Callable[[str], None]) -> None:
        self.screen = screen
        self.type = type


@contextmanager
def terminal(columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
    """Be on a terminal: Python's streams and prompt_toolkit write on its screen."""
    screen = Screen(columns, lines)
    output = Vt100_Output(
        screen,  # type: ignore[arg-type]
        lambda: Size(rows=lines, columns=columns),
        term="xterm",
        enable_cpr=False,
    )
    with pytest.MonkeyPatch.context() as patch, create_pipe_input() as pipe:
        patch.setattr("sys.stdin", screen)  # nothing but whether it is a terminal
        patch.setattr("sys.stdout", screen)
        patch.setattr("sys.stderr", screen)
        patch.setenv("TERM", "xterm")
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("LINES", str(lines))
        with create_app_session(pipe, output):
            yield Terminal(screen, pipe.send_text)


@contextmanager
def user(does: Callable[[], None]) -> Iterator[None]:
    """Let a user do something on the terminal meanwhile."""
    problems: list[BaseException] = []

    def work() -> None:
        try:
            does()
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        thread.join(PATIENCE)
        if problems:
            raise problems[0]
