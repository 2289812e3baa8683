"""What background tasks print: in whole lines, and not into what is being typed."""

from __future__ import annotations

import sys
import threading
from collections import deque
from contextlib import contextmanager

from brbrain.turns import TurnLock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TextIO

MOST_LINES = 50
"""Lines that are shown at a time; of more, the newest. Our choice, as the other one."""

LONGEST_LINE = 10_000
"""Characters after which a line is taken to be complete."""


class Backlog:
    """The lines of other threads than the main one, until they are shown.

    That is at once unless they are ``held``. A line of one thread is never mixed with
    that of another.
    """

    def __init__(self) -> None:
        self._lock = TurnLock()  # a thread that prints all the time leaves room
        self._held = False
        self._lines: deque[tuple[TextIO, str]] = deque()
        self._left_out = 0
        # The beginnings of lines, by the thread that wrote them and where to.
        self._begun: dict[tuple[int, TextIO], str] = {}
        # Whose line was shown unfinished: its end is not to make an empty one.
        self._shown_early: set[tuple[int, TextIO]] = set()

    @contextmanager
    def diverting(self) -> Iterator[None]:
        """Take what other threads print to the standard output and error."""
        before = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = (_Diverted(stream, self) for stream in before)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before
            self.show(unfinished=True)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Show nothing by itself meanwhile; see ``show``."""
        with self._lock:  # whoever is about to show a line has shown it then
            self._held = True
        try:
            yield
        finally:
            self._held = False
            self.show(unfinished=True)

    @property
    def is_empty(self) -> bool:
        """Whether there is no line to show."""
        return not self._lines

    def write(self, text: str, stream: TextIO) -> None:
        """Take what the running thread prints."""
        key = threading.get_ident(), stream
        with self._lock:
            if text and key in self._shown_early:
                self._shown_early.remove(key)
                text = text.removeprefix("\n")
            *lines, begun = (self._begun.pop(key, "") + text).split("\n")
            if len(begun) > LONGEST_LINE:
                lines.append(begun)
            elif begun:
                self._begun[key] = begun
            self._lines += ((stream, line) for line in lines)
            while self._held and len(self._lines) > MOST_LINES:
                self._lines.popleft()
                self._left_out += 1
            if not self._held:
                self.show()

    def show(self, *, unfinished: bool = False) -> None:
        """Print the lines there are; ``unfinished`` ones, too, if that is asked for."""
        with self._lock:
            if unfinished:
                for (_, stream), line in self._begun.items():
                    self._lines.append((stream, line))
                self._shown_early.update(self._begun)
                self._begun.clear()
            if self._left_out:
                first = self._lines[0][0]
                self._lines.appendleft((first, f"... {self._left_out} lines left out"))
                self._left_out = 0
            while self._lines:
                stream, line = self._lines.popleft()
                stream.write(f"{line}\n")
                stream.flush()


class _Diverted:
    """A stream for the thread that made it; what others write goes to a backlog."""

    def __init__(self, stream: TextIO, backlog: Backlog) -> None:
        self._stream = stream
        self._backlog = backlog
        self._owner = threading.get_ident()

    def write(self, text: str) -> int:
        if threading.get_ident() == self._owner:
            return self._stream.write(text)
        self._backlog.write(text, self._stream)
        return len(text)

    def flush(self) -> None:
        if threading.get_ident() == self._owner:
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
