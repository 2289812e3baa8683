"""Which parenthesis closes which."""

from __future__ import annotations

from brshell.repl.editing.entry import command_end
from brshell.repl.editing.structure import OPENING
from brshell.repl.editing.typed import tokens_of


def matching(text: str, cursor: int) -> tuple[int, int] | None:
    """Return the offsets of the two parentheses of a list, or None.

    It is the list that ends before the cursor, or else begins or ends at it. Those in
    strings, comments and characters are not parentheses.
    """
    at_cursor = None
    waiting: list[int] = []
    for kind, start, end in tokens_of(text, command_end(text)):
        if kind in OPENING:
            waiting.append(end - 1)
        elif kind == "close" and waiting:
            pair = waiting.pop(), start
            if end == cursor:
                return pair
            if cursor in pair:
                at_cursor = pair
    return at_cursor
