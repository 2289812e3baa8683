"""The whole shell in a pseudo-terminal: does it all hang together?"""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyte
import pytest

from brshell.config import config_path

ENTER, CTRL_C, CTRL_D, CTRL_BACKSLASH = "\r", "\x03", "\x04", "\x1c"
COLOR = re.compile(r"\x1b\[[\d;]*(?:3[0-7]|9[0-7])[\d;]*m")


class Terminal:
    """A terminal with a shell in it; ``received`` is all that the shell has sent."""

    def __init__(self, columns: int = 80, **variables: str) -> None:
        self._ours, theirs = os.openpty()
        size = struct.pack("HHHH", 24, columns, 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        self._screen = pyte.Screen(columns, 24)
        self._screen.write_process_input = self.press
        self._stream = pyte.ByteStream(self._screen)
        self.received = ""
        environment = {**os.environ, "TERM": "xterm-256color", **variables}
        if "NO_COLOR" not in variables:
            environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "brshell", "--fast", "-q"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
            # Keys such as Ctrl-C become signals only on a terminal that controls it.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def lines(self) -> list[str]:
        """Return the lines that are not blank."""
        return [line.rstrip() for line in self._screen.display if line.strip()]

    def wait_for(self, *lines: str) -> None:
        """Wait until these are the lines that show."""
        self._read_until(lambda: self.lines() == list(lines), lines)

    def wait_for_last(self, *lines: str) -> None:
        """Wait until these are the last lines that show."""
        self._read_until(lambda: self.lines()[-len(lines) :] == list(lines), lines)

    def _read_until(self, shows: Callable[[], bool], lines: tuple[str, ...]) -> None:
        while not shows():
            try:
                received = os.read(self._ours, 65536)
            except OSError:  # nobody is at the other end any more
                pytest.fail(f"expected {lines}, but received {self.lines()}")
            self.received += received.decode(errors="replace")
            self._stream.feed(received)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)


Begin = Callable[..., Terminal]


@pytest.fixture
def begin() -> Iterator[Begin]:
    """Return a function that begins a shell in a terminal.

    Nothing shows there but what is typed and printed.
    """
    path = Path(config_path())
    path.parent.mkdir(parents=True)
    path.write_text("toolbar = false\ncompletion-while-typing = false\n")
    begun: list[Terminal] = []

    def begin(columns: int = 80, **variables: str) -> Terminal:
        begun.append(Terminal(columns, **variables))
        return begun[-1]

    yield begin
    for terminal in begun:
        terminal.close()


@pytest.mark.parametrize("columns", [80, 40])
def test_a_dialogue(columns, begin):
    terminal = begin(columns)
    terminal.wait_for(">")
    terminal.press(f"(define (twice x){ENTER}(* x 2)){ENTER}")
    shown = ["> (define (twice x)", "    (* x 2))"]
    terminal.wait_for(*shown, ">")
    terminal.press(f"(begin (display 1) (twice 21)){ENTER}")
    shown += ["> (begin (display 1) (twice 21))", "1", "$1 = 42"]
    terminal.wait_for(*shown, ">")
    terminal.press(f"(lost{CTRL_C}")
    terminal.wait_for(*shown, "> (lost", ">")
    terminal.press(CTRL_D)
    assert terminal.process.wait() == 0
    assert COLOR.search(terminal.received)


def test_no_color_is_respected(begin):
    terminal = begin(NO_COLOR="1")
    terminal.wait_for(">")
    terminal.press(f"(car 5){ENTER}")
    error = "prompt:1:6: car: expected a pair, but received 5"
    terminal.wait_for("> (car 5)", error, "    1 | (car 5)", " " * 13 + "^", ">")
    assert not COLOR.search(terminal.received)


def test_a_terminal_that_can_do_nothing(begin):
    terminal = begin(TERM="dumb")
    terminal.wait_for(">")
    terminal.press(f"(begin (display 1) 2){ENTER}")
    terminal.wait_for("> (begin (display 1) 2)", "1", "$1 = 2", ">")
    assert "\x1b" not in terminal.received


@pytest.mark.parametrize("key", [CTRL_C, CTRL_BACKSLASH])
@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
def test_a_program_that_runs_is_stopped(key, kind, begin):
    terminal = begin(TERM=kind)
    terminal.wait_for(">")
    program = "(begin (wheel! 1 9) (display 1) (newline) (let loop () (loop)))"
    terminal.press(f"{program}{ENTER}")
    terminal.wait_for(f"> {program}", "1")
    terminal.press(key)
    terminal.wait_for_last(">")
    terminal.press(f"(get 1 'moving-speed){ENTER}")
    terminal.wait_for_last("> (get 1 'moving-speed)", "$1 = 0.0", ">")


def test_a_key_that_is_pressed_as_soon_as_the_prompt_shows_is_noticed(begin):
    terminal = begin(TERM="dumb")
    terminal.wait_for(">")
    for _ in range(20):
        terminal.press(CTRL_BACKSLASH)
        terminal.wait_for_last("stopped")
        terminal.press(ENTER)
        terminal.wait_for_last("stopped", ">")
    terminal.press(CTRL_C)
    terminal.wait_for_last(">")
    terminal.press(CTRL_D)
    assert terminal.process.wait() == 0


def test_where_ctrl_c_was_pressed_the_error_stands(begin):
    terminal = begin()
    terminal.wait_for(">")
    program = "(begin (display 1) (newline) (let loop () (loop)))"
    terminal.press(f"{program}{ENTER}")
    terminal.wait_for(f"> {program}", "1")
    time.sleep(0.3)  # nothing shows that it is in the loop
    terminal.press(CTRL_C)
    terminal.wait_for_last(" " * 50 + "^" * 6, ">")
    assert terminal.lines()[2] == "prompt:1:43: interrupted"


def test_the_next_shell_knows_the_entries(begin):
    terminal = begin()
    terminal.wait_for(">")
    terminal.press(f"(* 6 7){ENTER}")
    terminal.wait_for_last("$1 = 42", ">")
    terminal.press(CTRL_D)
    assert terminal.process.wait() == 0
    terminal = begin()
    terminal.wait_for(">")
    terminal.press(f"\x1b[A{ENTER}")
    terminal.wait_for("> (* 6 7)", "$1 = 42", ">")


def test_colours_that_are_typed_do_no_harm(begin):
    terminal = begin()
    terminal.wait_for(">")
    terminal.press(f"\x1b[31m(car 5)\x1b[0m{CTRL_C}\x1b[32m(+ 1 1){ENTER}")
    terminal.wait_for("> (car 5)", "> (+ 1 1)", "$1 = 2", ">")


def test_a_tab_that_is_pasted_reaches_to_the_next_column(begin):
    terminal = begin()
    terminal.wait_for(">")
    terminal.press(f"\x1b[200~(list 1\n\t2)\x1b[201~{ENTER}")
    terminal.wait_for("> (list 1", " " * 10 + "2)", "$1 = (1 2)", ">")
