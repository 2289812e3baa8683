"""Tables, bars and sparklines as text.

Widths are columns of a terminal. Where there is no Unicode, ``ascii`` draws with what
every terminal has.
"""

from __future__ import annotations

from brshell.repl.display.columns import columns, pad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GAP = 2
"""Columns between two columns of a table."""

EIGHTHS = " ▏▎▍▌▋▊▉█"
HEIGHTS = "▁▂▃▄▅▆▇█"
ASCII_HEIGHTS = "_.-=*#"


class Column:
    """A column of a table: ``title``, and numbers flush ``right``.

    Where not all have room, those with the highest ``rank`` are left out first; those
    with rank 0 always stay.
    """

    def __init__(self, title: str, *, right: bool = False, rank: int = 0) -> None:
        self.title = title
        self.right = right
        self.rank = rank


def table(
    heads: Sequence[Column], rows: Sequence[Sequence[str]], width: int
) -> list[str]:
    """Return the lines of a table: the titles, then a line for each row.

    It takes no more than ``width`` columns: columns of low rank give way, and lines are
    cut where that is not enough.
    """
    widths = [
        max(columns(text) for text in (head.title, *(row[at] for row in rows)))
        for at, head in enumerate(heads)
    ]
    shown = _fitting(heads, widths, width)
    titles = [head.title for head in heads]
    return [
        pad(
            (" " * GAP).join(pad(row[at], widths[at], heads[at].right) for at in shown),
            width,
        ).rstrip()
        for row in (titles, *rows)
    ]


def _fitting(heads: Sequence[Column], widths: list[int], width: int) -> list[int]:
    """Return which columns have room."""
    shown = list(range(len(heads)))
    while sum(widths[at] + GAP for at in shown) - GAP > width:
        last = max(shown, key=lambda at: heads[at].rank)
        if heads[last].rank == 0:
            break
        shown.remove(last)
    return shown


def bar(
    value: float, low: float, high: float, width: int, *, ascii: bool = False
) -> str:
    """Return a bar that is as full as ``value`` is far from ``low`` to ``high``."""
    share = _share(value, low, high)
    if ascii:
        full = round(share * width)
        return "#" * full + "-" * (width - full)
    full, eighths = divmod(round(share * width * 8), 8)
    text = "█" * full + (EIGHTHS[eighths] if eighths else "")
    return text + "·" * (width - len(text))


def sparkline(
    values: Iterable[float], low: float, high: float, *, ascii: bool = False
) -> str:
    """Return a character for each value, the taller the nearer it is to ``high``."""
    heights = ASCII_HEIGHTS if ascii else HEIGHTS
    top = len(heights) - 1
    return "".join(heights[round(_share(value, low, high) * top)] for value in values)


def _share(value: float, low: float, high: float) -> float:
    """Return where a value is between two others, 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low))) if high > low else 0.0
