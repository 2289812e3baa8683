"""Where a datum stands in the text it was read from."""

from __future__ import annotations

from brshell.runtime.datums import Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Source:
    """A named text: a file, or what was typed at the prompt."""

    __slots__ = ("_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            self._starts = [0]
            position = self.text.find("\n")
            while position >= 0:
                self._starts.append(position + 1)
                position = self.text.find("\n", position + 1)
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return (line, column) of an offset, both counted from 1."""
        from bisect import bisect_right

        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a line counted from 1, without its newline."""
        starts = self._line_starts()
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r")


class Span:
    """The offsets ``start`` to ``end`` (exclusive) in a source."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    def __str__(self) -> str:
        """Return ``name:line:column``."""
        line, column = self.source.place(self.start)
        return f"{self.source.name}:{line}:{column}"


class LocatedPair(Pair):
    """A pair that was read from text.

    ``span`` is the place of the list that begins here (for a pair further down a
    list: from its element to the end of the list), ``car_span`` of its first element.
    """

    __slots__ = ("car_span", "span")

    def __init__(self, car: Any, cdr: Any, span: Span, car_span: Span) -> None:
        self.car = car
        self.cdr = cdr
        self.span = span
        self.car_span = car_span
