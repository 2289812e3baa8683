"""How far something long is that a robot does, as a bar on a terminal."""

from __future__ import annotations

import os
import shutil
import sys
import time

PATIENCE = 1.0
"""What has taken so many seconds shows how far it is; our choice, as all here."""

PERIOD = 0.1
"""Seconds between two looks of the bar."""

WIDTH = 20
"""Columns of the bar."""


class Progress:
    """Shows what a robot's ``on_progress`` is told, on a line that goes away again."""

    def __init__(self) -> None:
        self._start = self._next = 0.0
        self._shown = 0  # columns of what is on the line

    def __call__(self, done: int, total: int, what: str) -> None:
        """Show how much is done of ``total``; the first call begins something new."""
        now = time.monotonic()
        if done <= 1:
            self._start, self._next = now, now + PATIENCE
        if done == total:
            self.clear()
        elif now >= self._next and _can_show():
            self._next = now + PERIOD
            text = progress_text(done, total, what, shutil.get_terminal_size().columns)
            self.clear()
            print(f"{text}\r", end="", file=sys.stderr, flush=True)
            self._shown = len(text)

    def clear(self) -> None:
        """Take away what is shown, if anything is."""
        if self._shown:
            print(f"{' ' * self._shown}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0


def progress_text(done: int, total: int, what: str, width: int) -> str:
    """Return a bar and numbers, in less than ``width`` columns."""
    full = done * WIDTH // total
    bar = "#" * full + "-" * (WIDTH - full)
    text = f"{what} [{bar}] {done} of {total}"
    if len(text) >= width:
        text = f"{what} {done * 100 // total} %"
    return text[: width - 1]


def _can_show() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
