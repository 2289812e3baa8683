"""Text made to a pattern: ``format``, SRFI 28 and the usual part of SRFI 48."""

from __future__ import annotations

import math

from brshell.builtins.checks import character_of, number_of, real_of, text_of
from brshell.builtins.declare import builtin
from brshell.builtins.output import put_text
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import DEFAULT, FALSE, TRUE, String, Unique
from brshell.runtime.numbers.format import number_to_string
from brshell.runtime.numbers.ratio import Ratio, to_float
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Our guess of what no program means.
WIDEST = 1000

LITERALS = {"%": "\n", "~": "~"}
RADICES = {"d": 10, "x": 16, "o": 8, "b": 2}


class Directive:
    """A directive such as ``~8,2f``: its letter, and the width and decimals if any."""

    __slots__ = ("decimals", "letter", "width")

    def __init__(self, letter: str, width: int, decimals: int | None) -> None:
        self.letter = letter
        self.width = width
        self.decimals = decimals

    def text(self, obj: Any) -> str:
        """Return what the directive makes of the object."""
        if self.letter in "asw":
            return to_text(obj, write=self.letter != "a").ljust(self.width)
        if self.letter == "c":
            return character_of("format", obj).ljust(self.width)
        if self.letter == "f":
            return _decimal_text(obj, self.decimals).rjust(self.width)
        number = number_of("format", obj)
        return number_to_string(number, RADICES[self.letter]).rjust(self.width)


def _decimal_text(obj: Any, decimals: int | None) -> str:
    number = real_of("format", obj)
    as_float = to_float(number)
    if decimals is None or not math.isfinite(as_float):
        return number_to_string(as_float if isinstance(number, Ratio) else number)
    return f"{as_float:.{decimals}f}"


@builtin("format")
def format(destination: Any, *obj: Any) -> String | Unique:
    """Return or write text in which ~ directives stand for the objects. SRFI 28.

    The destination is #f for a string, #t for the current output port, or a port;
    then comes the pattern. With no destination the result is a string. ~a displays
    and ~s writes an object, ~d ~x ~o ~b are numbers in radix 10, 16, 8, 2, ~c is a
    character, ~% an end of line, ~~ a tilde; ~8a has a width, ~8,2f two decimals.
    """
    if isinstance(destination, String):
        return String(_formatted(destination.text, obj))
    if not obj:
        raise bad_value("format", "a pattern after the destination", destination)
    text = _formatted(text_of("format", obj[0]), obj[1:])
    if destination is FALSE:
        return String(text)
    return put_text("format", text, DEFAULT if destination is TRUE else destination)


def _formatted(pattern: str, objects: tuple[Any, ...]) -> str:
    pieces = list(_pieces(pattern))
    needed = sum(isinstance(piece, Directive) for piece in pieces)
    if needed != len(objects):
        count = f"{needed or 'no'} object{'s' * (needed != 1)}"
        expected = f'{count} for the directives of "{pattern}"'
        raise bad_value("format", expected, len(objects))
    remaining = iter(objects)
    return "".join(
        [p.text(next(remaining)) if isinstance(p, Directive) else p for p in pieces]
    )


def _pieces(pattern: str) -> Iterator[str | Directive]:
    """Yield the literal text and the directives of a pattern."""
    end = 0
    while (start := pattern.find("~", end)) >= 0:
        yield pattern[end:start]
        width, end = _number(pattern, start + 1)
        decimals = None
        if pattern[end : end + 1] == ",":
            decimals, end = _number(pattern, end + 1)
        letter = pattern[end : end + 1].lower()
        end += 1
        if letter in LITERALS:
            yield LITERALS[letter]
        elif letter and letter in "aswcdxobf":
            yield Directive(letter, width, decimals)
        else:
            expected = "a directive ~a ~s ~w ~c ~d ~x ~o ~b ~f ~% or ~~"
            raise bad_value("format", expected, String(pattern[start:end]))
    yield pattern[end:]


def _number(pattern: str, start: int) -> tuple[int, int]:
    """Return the number that begins at an index, 0 if none does, and its end."""
    end = start
    while pattern[end : end + 1] in tuple("0123456789"):
        end += 1
    digits = pattern[start:end].lstrip("0")
    if len(digits) > len(str(WIDEST)) or int(digits or 0) > WIDEST:
        expected = f"a width of at most {WIDEST}"
        raise bad_value("format", expected, String(pattern[start:end]))
    return int(digits or 0), end
