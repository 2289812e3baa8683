"""The lists of a text that is being typed: how deep, in what mode, which are open.

It is made from the reader's tokens and never complains: a text may end anywhere.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Literal, TypeAlias

from brshell.reader.tokens import BLANKS
from brshell.repl.editing.forms import binds
from brshell.repl.editing.typed import tokens_of
from brshell.runtime.numbers import parse_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from brshell.repl.editing.typed import Token

Mode = Literal["code", "data", "template", "skipped"]

# A token: its kind, start and end, how it is meant, and the list it stands in. For a
# parenthesis that is the list which has the whole list as an item.
Piece: TypeAlias = "tuple[str, int, int, Mode, OpenList]"

OPENING = frozenset(("open", "vector", "bytevector"))
UNFINISHED = frozenset(("unfinished_string", "unfinished_symbol", "unfinished_comment"))
_PREFIXES = frozenset(
    ("quote", "quasiquote", "unquote", "unquote_splicing", "label", "datum_comment")
)
# Tokens that are neither an item of a list nor part of one.
_APART = BLANKS | {"directive", "dot", "bracket", "bad"}

_NUMBER_STARTS = "0123456789+-."

# What a prefix in a mode makes of the datum behind it. Others change nothing.
_QUOTED: dict[tuple[Mode, str], Mode] = {
    ("code", "quote"): "data",
    ("code", "quasiquote"): "template",
    ("template", "unquote"): "code",
    ("template", "unquote_splicing"): "code",
}


class OpenList:
    """A list whose end is not reached yet, or the text as a whole.

    ``kind`` is that of the token it begins with, or "text"; ``start`` and ``end`` are
    the token's. ``items`` tells where each item begins. ``head`` is the word that a
    form begins with, or "". ``binding`` tells whether all words in it are names that a
    form binds, as far as one can see; ``named`` whether the second item is a word.
    """

    __slots__ = (
        "_at_item",
        "_next",
        "_skips",
        "binding",
        "end",
        "head",
        "items",
        "kind",
        "mode",
        "named",
        "start",
    )

    def __init__(
        self, kind: str, start: int, end: int, mode: Mode, binding: bool
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.mode: Mode = mode
        self.binding = binding
        self.items: list[int] = []
        self.head = ""
        self.named = False
        self._next: Mode = mode
        self._skips = 0  # datum comments that wait for their datum
        self._at_item = False  # is there a prefix that waits for its datum?

    def copy(self) -> OpenList:
        """Return a list that is as this one is now."""
        other = copy(self)
        other.items = self.items.copy()
        return other

    def binds_here(self) -> bool:
        """Tell whether a word that is in the last item is a name that a form binds."""
        return self.binding or (
            self.mode == "code"
            and len(self.items) > 1
            and binds(self.head, len(self.items) - 1, self.named)
        )

    def prefix(self, kind: str, start: int) -> Mode:
        """Note a quote or the like; return the mode in which it stands."""
        if kind == "datum_comment":
            self._skips += 1
        elif not self._skips:
            if not self._at_item:
                self.items.append(start)
                self._at_item = True
            self._next = _QUOTED.get((self._next, kind), self._next)
        return "skipped" if self._skips else self.mode

    def begin(self, start: int) -> Mode:
        """Note that a datum begins; return its mode."""
        if self._skips:
            return "skipped"
        if not self._at_item:
            self.items.append(start)
        return self._next

    def finish(self) -> None:
        """Note that the datum is complete."""
        if self._skips:
            self._skips -= 1
        else:
            self._next = self.mode
            self._at_item = False

    def take_word(self, word: str, start: int) -> None:
        """Note a word that stands alone, if it is one of the first two items."""
        if self.items == [start]:
            self._begin_with(word)
        elif self.items[1:] == [start]:
            self.named = True

    def _begin_with(self, word: str) -> None:
        if self.kind != "open" or is_number(word):
            return  # it is no form
        self.head = word
        if self.mode == "code" and word in ("quote", "quasiquote"):
            self.mode = _QUOTED["code", word]


class Structure:
    """A text, piece by piece.

    While and after the pieces are taken, ``open`` are the lists that are open, the text
    as a whole first, and ``last`` is the kind of the last token.
    """

    def __init__(self) -> None:
        self.open = [OpenList("text", 0, 0, "code", False)]
        self.last = ""

    def copy(self) -> Structure:
        """Return a structure that is as this one is now, and goes on by itself."""
        other = copy(self)
        other.open = [each.copy() for each in self.open]
        return other

    def pieces(self, text: str, tokens: Iterable[Token]) -> Iterator[Piece]:
        """Yield the next tokens but space, each with its mode and the list it is in.

        A parenthesis that closes nothing is ``bad``.
        """
        for kind, start, end in tokens:
            self.last = kind
            if kind == "space":
                continue
            inner = self.open[-1]
            if kind in OPENING:
                mode = inner.begin(start)
                yield kind, start, end, mode, inner
                self.open.append(OpenList(kind, start, end, mode, inner.binds_here()))
            elif kind == "close":
                yield self._closed(start, end)
            elif kind in _PREFIXES:
                yield kind, start, end, inner.prefix(kind, start), inner
            elif kind in _APART:
                yield kind, start, end, inner.mode, inner
            else:
                mode = inner.begin(start)
                if kind == "word":
                    inner.take_word(text[start:end], start)
                yield kind, start, end, mode, inner
                inner.finish()

    def _closed(self, start: int, end: int) -> Piece:
        if len(self.open) == 1:
            return "bad", start, end, "code", self.open[0]
        mode = self.open.pop().mode
        outer = self.open[-1]
        outer.finish()
        return "close", start, end, mode, outer


def is_number(word: str) -> bool:
    """Tell whether a word is a number and not a name."""
    return word[0] in _NUMBER_STARTS and parse_number(word) is not None


def structure_of(text: str) -> Structure:
    """Return the structure of a text, walked to its end."""
    structure = Structure()
    for _ in structure.pieces(text, tokens_of(text)):
        pass
    return structure
