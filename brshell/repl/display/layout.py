"""Breaking text over lines, after D. Oppen, "Prettyprinting" (TOPLAS 1980).

Text comes as a stream: pieces of it, breaks where a line may end, and blocks, which are
on one line if they fit. Nothing is recursive, and it takes time in proportion to the
text.
"""

from __future__ import annotations

from brshell.repl.display.columns import columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Piece:
    """Text that stays on one line."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


class Open:
    """The beginning of a block.

    Its lines begin ``indent`` columns after where it begins. If it does not fit on a
    line all of its breaks end one; if it is to ``fill``, only those where what follows
    has no room.
    """

    __slots__ = ("fill", "indent")

    def __init__(self, indent: int = 0, fill: bool = False) -> None:
        self.indent = indent
        self.fill = fill


class Mark:
    """BREAK or CLOSE."""

    __slots__ = ()


BREAK = Mark()
"""A space, or the end of a line."""
CLOSE = Mark()
"""The end of a block."""

ROOM = 20
"""Columns that are left to the text however far in it is; our choice."""

Token = Piece | Open | Mark


def lay_out(tokens: Sequence[Token], width: int) -> str:
    """Return the text, in lines of at most ``width`` columns where that can be done."""
    needed = _needed(tokens)
    farthest = max(width - ROOM, width // 2)
    pieces: list[str] = []
    column = 0
    # Of each open block: where its lines begin, whether it fits, and whether it fills.
    blocks: list[tuple[int, bool, bool]] = [(0, True, False)]
    for token, size in zip(tokens, needed, strict=True):
        if isinstance(token, Piece):
            pieces.append(token.text)
            column += size
        elif isinstance(token, Open):
            fits = column + size <= width
            indent = min(column + token.indent, farthest)
            blocks.append((indent, fits, token.fill))
        elif token is CLOSE:
            blocks.pop()
        else:
            indent, fits, fills = blocks[-1]
            if fits or (fills and column + size <= width):
                pieces.append(" ")
                column += 1
            else:
                pieces.append("\n" + " " * indent)
                column = indent
    return "".join(pieces)


def _needed(tokens: Sequence[Token]) -> list[int]:
    """Return how many columns each token needs, to the next place for a line's end.

    For a break, that is one in its own block or after it; for a block, one after it.
    """
    needed = []
    depth = 0
    end = 0  # columns from here to the end of the text
    # The breaks ahead, farthest first: depth and columns to the end, never two as deep.
    ahead = [(-1, 0)]
    for token in reversed(tokens):
        size = 0
        if isinstance(token, Piece):
            size = columns(token.text)
            end += size
        elif token is CLOSE:
            depth += 1
        elif isinstance(token, Open):
            _forget(ahead, depth)
            depth -= 1
            size = end - ahead[-1][1]
        else:
            _forget(ahead, depth + 1)
            end += 1
            size = end - ahead[-1][1]
            _forget(ahead, depth)
            ahead.append((depth, end))
        needed.append(size)
    return needed[::-1]


def _forget(ahead: list[tuple[int, int]], depth: int) -> None:
    """Drop the breaks at ``depth`` or deeper."""
    while ahead[-1][0] >= depth:
        ahead.pop()
