"""A text that is being typed: what stands in front of a change is not read again."""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from brshell.reader.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    Token = tuple[str, int, int]


class TypedText:
    """Reads texts, each of which may begin as the one before it."""

    def __init__(self) -> None:
        # Replaced as a whole, so that threads do not see one text with the other's.
        self._last: tuple[str, int, list[Token]] = ("", 0, [])

    def tokens(self, text: str, position: int = 0) -> list[Token]:
        """Return the reader's tokens of a text from ``position`` on."""
        last, begun, known = self._last
        if (text, position) == (last, begun):
            return known
        same = unchanged(known, last, text) if position == begun else 0
        begin = known[same - 1][2] if same else position
        found = [*known[:same], *tokens(text, begin)]
        self._last = text, position, found
        return found


def unchanged(known: list[Token], old: str, new: str) -> int:
    """Return how many of the tokens of an old text are the first of a new one too.

    A token depends on the character behind it. The last one may go on in the new text.
    """
    return bisect_left(
        known,
        True,
        hi=max(len(known) - 1, 0),
        key=lambda token: not new.startswith(old[: token[2] + 1]),
    )


tokens_of = TypedText().tokens
"""Return the tokens of the entry; colours, parentheses and hints ask for the same."""


def tokens_before(text: str, cursor: int) -> list[Token]:
    """Return the tokens of what stands before the cursor, as if nothing came after."""
    known = tokens_of(text)
    whole = bisect_left(known, cursor, key=itemgetter(2))
    begin = known[whole - 1][2] if whole else 0
    return [*known[:whole], *tokens(text[:cursor], begin)]


class Walk(Protocol):
    """What is known after some tokens of a text; ``taken`` is how many they are."""

    taken: int

    def copy(self) -> Self:
        """Return a walk that goes on from here by itself."""

    def take(self, text: str, tokens: list[Token]) -> None:
        """Go on to the last of the tokens; those that were taken are the first."""


AnyWalk = TypeVar("AnyWalk", bound=Walk)


class Resumed(Generic[AnyWalk]):
    """Walks over texts; over the lines of a text that begin the next one only once."""

    def __init__(self, start: Callable[[], AnyWalk]) -> None:
        self._start = start
        self._text = ""
        self._tokens: list[Token] = []
        self._above = start()  # the walk over the lines above the change

    def walk(self, text: str, tokens: list[Token]) -> AnyWalk:
        """Return the walk over all tokens of a text."""
        same = self._lines_kept(text)
        if same < self._above.taken:
            self._above = self._start()
        self._text, self._tokens = text, tokens
        self._above.take(text, tokens[:same])
        whole = self._above.copy()
        whole.take(text, tokens)
        return whole

    def _lines_kept(self, text: str) -> int:
        """Return how many tokens there are on the lines above the first change."""
        same = unchanged(self._tokens, self._text, text)
        while same and "\n" not in text[slice(*self._tokens[same - 1][1:])]:
            same -= 1
        return same
