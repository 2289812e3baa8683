"""LogHook: writes into a file which outputs change, and when."""

import os
from collections.abc import Sequence
from typing import TextIO

from brbrain.arguments import kind
from brbrain.errors import BrError
from brbrain.motion.hook import Frames, MotionHook


class LogHook(MotionHook):
    """Writes a line per period in which outputs change, as data that Scheme can read.

    ``(0.032 (left-knee 0.5) (right-knee -0.5))`` has the simulated seconds, and then
    the last values. The first line has all outputs. ``file`` is a path, whose file is
    begun anew at each start, or a text stream.
    """

    def __init__(self, file: str | os.PathLike[str] | TextIO, name: str = "") -> None:
        self._path: str | None = None
        self._stream: TextIO | None = None
        if isinstance(file, str | os.PathLike):
            self._path = os.fspath(file)
        else:
            kind("file", file, "a path or a text stream", "write", "flush")
            self._stream = file
        super().__init__(name or f"log {self._path or ''}".strip())

    def motion_starting(self) -> None:
        """Open the file. Raises BrError."""
        if self._path is not None:
            try:
                self._stream = open(self._path, "w", encoding="utf-8")  # noqa: SIM115
            except (OSError, ValueError) as error:
                reason = (getattr(error, "strerror", None) or str(error)).lower()
                raise BrError(f"log: cannot write {self._path}: {reason}") from None

    def motion_updated(self, changed: Sequence[int], frames: Frames) -> None:
        """Write what changed."""
        if changed and self._stream is not None:
            pairs = " ".join(
                f"({self.outputs[at]} {_number(frames[-1][at])})" for at in changed
            )
            self._stream.write(f"({self.time:.9g} {pairs})\n")
            self._stream.flush()

    def motion_stopping(self) -> None:
        """Close the file, but not the stream of others."""
        if self._path is not None and self._stream is not None:
            self._stream.close()
            self._stream = None


def _number(value: float) -> str:
    """Return a number as Scheme has it; #f if nothing was set."""
    return f"{value + 0.0:.9g}" if value == value else "#f"  # never -0
