"""Datum labels, ``#0=`` and ``#0#``: shared and circular data. R7RS 2.4."""

from __future__ import annotations

from brshell.reader.errors import read_error
from brshell.reader.source import Span
from brshell.runtime.datums import Pair, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Label:
    """Stands for a labelled datum until all of the text is read."""

    __slots__ = ("datum", "span")

    def __init__(self, span: Span) -> None:
        self.span = span
        self.datum: Any = self  # itself means: not read yet


def resolve(data: list[Any]) -> list[Any]:
    """Put what they stand for in the place of the labels in these data."""
    seen: set[int] = set()
    waiting: list[Any] = [data]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, Pair):
            holder.car = _labelled(holder.car)
            holder.cdr = _labelled(holder.cdr)
            parts = [holder.car, holder.cdr]
        else:
            holder[:] = parts = [_labelled(item) for item in holder]
        for part in parts:
            if isinstance(part, (Pair, Vector)) and id(part) not in seen:
                seen.add(id(part))
                waiting.append(part.items if isinstance(part, Vector) else part)
    return data


def _labelled(datum: Any) -> Any:
    while isinstance(datum, Label):
        if datum.datum is datum:
            raise read_error(datum.span, "a datum after the label", "the label itself")
        datum = datum.datum
    return datum
