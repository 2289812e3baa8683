"""The tokens of a text that is being typed.

Each key asks for them several times, and changes few: those in front of the change are
not looked for again.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter

from brshell.reader.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
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
