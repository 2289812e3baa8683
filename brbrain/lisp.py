"""Lisp data as text: lists, symbols, strings and numbers, with comments and places.

It is what pose and sequence files are written in; any Scheme reads them as data.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from brbrain.errors import BrError

_TOKENS = re.compile(
    r"""(?P<space>\s+)
      | ;[ ]?(?P<comment>[^\n]*)
      | (?P<open>\()
      | (?P<close>\))
      | "(?P<string>(?:[^"\\]|\\.)*)"
      | (?P<word>[^\s()";]+)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPES = {"n": "\n", "t": "\t"}


class Symbol(str):
    """A word that is no number."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Datum:
    """A piece of a text: ``value`` is a list of data, a Symbol, a str or a number.

    ``comments`` are those that stand before it, or behind it in its line.
    """

    value: object
    file: str
    line: int
    column: int
    comments: list[str] = field(default_factory=list)

    def error(self, message: str) -> BrError:
        """Return the error with this place."""
        return BrError(f"{self.file}:{self.line}:{self.column}: {message}")

    def wrong(self, expected: str) -> BrError:
        """Return the error for another thing than was expected."""
        return self.error(f"expected {expected}, but received {to_text(self)}")

    def items(self, expected: str) -> "list[Datum]":
        """Return the data in a list; BrError if it is none."""
        if not isinstance(self.value, list):
            raise self.wrong(expected)
        return self.value

    def number(self, expected: str = "a number") -> float:
        """Return the number; BrError if it is none."""
        if isinstance(self.value, str) or not isinstance(self.value, int | float):
            raise self.wrong(expected)
        return self.value


def read(text: str, file: str) -> tuple[list[Datum], list[str]]:
    """Return the data of a text, and the comments after them; BrError with a place."""
    top: list[Datum] = []
    open_lists: list[Datum] = []
    comments: list[str] = []
    last: Datum | None = None  # the datum that a comment in the same line belongs to
    line_of_last = 0
    for kind, value, line, column in _tokens(text, file):
        if kind == "comment":
            if last is not None and line == line_of_last:
                last.comments.append(str(value))
            else:
                comments.append(str(value))
            continue
        if kind == "close":
            if not open_lists:
                raise BrError(f"{file}:{line}:{column}: expected a ( before this )")
            last = open_lists.pop()
            last.comments += comments
            comments = []
        else:
            within = open_lists[-1].items("a list") if open_lists else top
            last = Datum([] if kind == "open" else value, file, line, column, comments)
            comments = []
            within.append(last)
            if kind == "open":
                open_lists.append(last)
                last = None
        line_of_last = line
    if open_lists:
        raise open_lists[-1].error("expected a ) for the list that begins here")
    return top, comments


def to_text(datum: Datum) -> str:
    """Return a datum in a line, without comments, cut if it is long."""
    if isinstance(datum.value, list):
        text = f"({' '.join(map(to_text, datum.value))})"
        return text if len(text) <= 40 else f"{text[:37]}..."
    if isinstance(datum.value, str) and not isinstance(datum.value, Symbol):
        return quoted(datum.value)
    return str(datum.value)


def quoted(text: str) -> str:
    """Return a string as it is written."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _tokens(text: str, file: str) -> Iterator[tuple[str, object, int, int]]:
    position, line, start = 0, 1, 0
    while position < len(text):
        column = position - start + 1
        found = _TOKENS.match(text, position)
        if found is None:
            raise BrError(f'{file}:{line}:{column}: expected a " that ends the string')
        kind = str(found.lastgroup)
        if kind != "space":
            yield kind, _value(kind, found[kind]), line, column
        breaks = found[0].count("\n")
        if breaks:
            line += breaks
            start = position + found[0].rindex("\n") + 1
        position = found.end()


def _value(kind: str, text: str) -> object:
    if kind == "string":
        return re.sub(
            r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), text, flags=re.DOTALL
        )
    return _word(text) if kind == "word" else text


def _word(text: str) -> int | float | Symbol:
    if text[0] in "+-.0123456789":
        for convert in (int, float):
            try:
                return convert(text)
            except ValueError:
                pass
    return Symbol(text)
