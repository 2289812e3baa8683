"""Where a line of the terminal begins: values and errors get lines of their own."""

from __future__ import annotations

import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TextIO


class Lines:
    """A stream that knows whether what was written to it ends with a newline."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.at_start = True

    def write(self, text: str) -> int:
        """Write the text, and note how it ends."""
        if text:
            self.at_start = text.endswith("\n")
        return self._stream.write(text)

    def fresh_line(self) -> None:
        """Begin a new line, unless nothing stands on this one."""
        if not self.at_start:
            self.write("\n")
            self.flush()

    def fresh_line_after_interrupt(self) -> None:
        """Begin a line where a terminal has shown ^C; what follows may cover that."""
        if self.at_start and self.isatty():
            self._stream.write("\r")
        self.fresh_line()

    def line_was_entered(self) -> None:
        """Know that the terminal shows the user's Enter."""
        self.at_start = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


# Standard output may be a stream that has such a one below.


def begin_line() -> None:
    """Begin a new line of standard output if it knows where its lines begin."""
    getattr(sys.stdout, "fresh_line", _nothing)()


def begin_line_after_interrupt() -> None:
    """Begin a new line of standard output after Ctrl-C."""
    getattr(sys.stdout, "fresh_line_after_interrupt", _nothing)()


def line_was_entered() -> None:
    """Let standard output know that the terminal shows the user's Enter."""
    getattr(sys.stdout, "line_was_entered", _nothing)()


def _nothing() -> None:
    pass


@contextmanager
def standard_output() -> Iterator[Lines]:
    """Let standard output know where its lines begin."""
    stream = sys.stdout
    lines = Lines(stream)
    sys.stdout = lines  # it has all that a stream has
    try:
        yield lines
    finally:
        sys.stdout = stream
