"""Data over several lines, as Scheme programmers lay them out.

    (define (walk steps)
      (let loop ((n steps))
        (step!)
        (loop (- n 1))))

The operands of a call begin below each other, bodies two columns in, and data without
parts fill their lines. What is very long is cut, with a count of what is left out.
"""

from __future__ import annotations

import sys

from brshell.repl.display.layout import BREAK, CLOSE, Mark, Open, Piece, lay_out
from brshell.repl.editing.forms import parts_before_body
from brshell.runtime.datums import NIL, Pair, Symbol, Vector
from brshell.runtime.printer import has_parts, labelled_in, to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from brshell.repl.display.layout import Token

MOST_ELEMENTS = 100
"""Elements that are shown of a list or vector; our choice, as the others here."""

MOST_DATA = 500
"""Data without parts that are shown in all."""

MOST_DEPTH = 50
"""Lists inside of each other that are shown."""

MOST_CHARACTERS = 1000
"""Characters that are shown of a string or number."""

MOST_COUNTED = 1_000_000
"""Where counting what is left out ends: the list may have no end."""

SEARCHED = 100_000
"""Data among which those are looked for that contain themselves."""


def pretty(datum: Any, width: int, *, whole: bool = False) -> str:
    """Return what write puts out, over lines of at most ``width`` columns.

    Of very long data only the beginning is shown unless the ``whole`` is asked for.
    """
    printer = _Printer(labelled_in(datum, limit=None if whole else SEARCHED), whole)
    return lay_out(list(printer.tokens(datum)), width)


class _Printer:
    """Makes the tokens of a datum. ``labelled`` are the ids of what needs a label."""

    def __init__(self, labelled: set[int], whole: bool) -> None:
        self._labelled = labelled
        self._numbers: dict[int, int] = {}
        self._whole = whole
        self._left = MOST_DATA
        self._depth = 0

    def tokens(self, datum: Any) -> Iterator[Token]:
        """Yield the tokens of a datum."""
        waiting = [datum]
        while waiting:
            item = waiting.pop()
            if isinstance(item, (Piece, Open, Mark)):
                self._depth += isinstance(item, Open) - (item is CLOSE)
                yield item
            elif not has_parts(item):
                self._left -= 1
                yield Piece(self._cut(to_text(item)))
            elif id(item) in self._numbers:
                yield Piece(f"#{self._numbers[id(item)]}#")
            elif self._depth > MOST_DEPTH and not self._whole:
                yield Piece("...")
            else:
                if id(item) in self._labelled:
                    number = self._numbers[id(item)] = len(self._numbers)
                    yield Piece(f"#{number}=")
                waiting += reversed(self._parts(item))

    def _cut(self, text: str) -> str:
        more = len(text) - MOST_CHARACTERS
        if self._whole or more <= 0:
            return text
        return f"{text[:MOST_CHARACTERS]}... {more} more characters"

    def _parts(self, datum: Any) -> list[Any]:
        """Return the tokens of a datum with parts, and the data in it."""
        if isinstance(datum, Pair):
            return self._list_parts(datum)
        if isinstance(datum, Vector):
            some = datum.items[: self._room()]
            more = len(datum.items) - len(some)
            rest = [_more(more)] if more else []
            return _enclosed("#(", some + rest, not any(map(has_parts, some)))
        name, parts = datum.describe()
        found: list[Any] = [Open(2), Piece(f"#<{name}")]
        for label, value in parts:
            found += (BREAK, Piece(f"{label}: "), value)
        return [*found, Piece(">"), CLOSE]

    def _list_parts(self, first: Pair) -> list[Any]:
        items, rest = self._elements(first)
        head = first.car
        fill = not any(map(has_parts, items))
        if fill or not isinstance(head, Symbol):
            return _enclosed("(", items + rest, fill)
        before = parts_before_body(head.name)
        if before is not None:
            count = 1 + before
            if head.name == "let" and any(type(it) is Symbol for it in items[1:2]):
                count += 1  # a named let
            return _form(items + rest, count)
        return [Piece("("), head, Piece(" "), *_enclosed("", items[1:] + rest, False)]

    def _elements(self, first: Pair) -> tuple[list[Any], list[Any]]:
        """Return the elements of a list to show, and what comes after them."""
        items: list[Any] = []
        rest: Any = first
        room = self._room()
        while len(items) < room:
            items.append(rest.car)
            rest = rest.cdr
            if not isinstance(rest, Pair) or id(rest) in self._labelled:
                break
        else:
            return items, [_more(self._count(rest))]
        return items, [] if rest is NIL else [(Piece(". "), rest)]

    def _count(self, rest: Any) -> str:
        count = 0
        while isinstance(rest, Pair) and id(rest) not in self._labelled:
            count += 1
            rest = rest.cdr
            if count == MOST_COUNTED:
                return f"{MOST_COUNTED} and"
        return str(count)

    def _room(self) -> int:
        """Return how many elements may be shown."""
        if self._whole:
            return sys.maxsize
        return max(1, min(MOST_ELEMENTS, self._left))


def _more(count: int | str) -> Piece:
    return Piece(f"... {count} more")


def _enclosed(opening: str, items: list[Any], fill: bool) -> list[Any]:
    """Return items below each other, the first behind the parenthesis."""
    first, rest = items[:1], _after_breaks(items[1:])
    return [Piece(opening), Open(fill=fill), *first, *rest, Piece(")"), CLOSE]


def _form(items: list[Any], count: int) -> list[Any]:
    """Return a form with ``count`` items before its body."""
    found: list[Any] = [Open(2), Piece("("), items[0]]
    for item in items[1:count]:
        found += (Piece(" "), item)
    return [*found, *_after_breaks(items[count:]), Piece(")"), CLOSE]


def _after_breaks(items: list[Any]) -> list[Any]:
    """Return items with a break before each; an item may be a tuple of several."""
    found: list[Any] = []
    for item in items:
        found += (BREAK, *(item if isinstance(item, tuple) else (item,)))
    return found
