"""How far something long is that a robot does, shown on a terminal."""

from __future__ import annotations

import sys
import time

# What has taken so many seconds shows how far it is.
PATIENCE = 1.0


class Progress:
    """Shows what a robot's ``on_progress`` is told, on a line that goes away again."""

    def __init__(self) -> None:
        self._start = 0.0

    def __call__(self, done: int, total: int, what: str) -> None:
        """Show how much is done of ``total``; the first call begins something new."""
        now = time.monotonic()
        if done <= 1:
            self._start = now
        if now - self._start < PATIENCE or not sys.stderr.isatty():
            return
        text = f"{what}: {done} of {total}"
        line = " " * len(text) if done == total else text
        print(f"\r{line}\r", end="", file=sys.stderr, flush=True)
