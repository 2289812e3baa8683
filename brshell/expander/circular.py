"""Programs that contain themselves: allowed in quoted data only. R7RS 2.4."""

from __future__ import annotations

from brshell.expander.shape import syntax_error
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import Pair, Vector, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.reader.source import Span

_QUOTE = symbol("quote")
# What is inside of these is taken apart also where it looks like quoted data.
_TEMPLATES = (symbol("quasiquote"), symbol("syntax-rules"))


def check_not_circular(form: Any, span: Span) -> None:
    """Raise a syntax error if a form contains itself, so that all else may recur."""
    around: set[int] = set()  # the pairs and vectors that the present one is in
    known: set[int] = set()
    pending: list[tuple[Any, bool, bool]] = [(form, False, False)]
    while pending:
        datum, template, done = pending.pop()
        if done:
            around.remove(id(datum))
            known.add(id(datum))
            continue
        parts = _parts(datum, template)
        if not parts or id(datum) in known:
            continue
        if id(datum) in around:
            place = datum.span if isinstance(datum, LocatedPair) else span
            raise syntax_error(place, None, "expected a form that is not in itself")
        around.add(id(datum))
        template = template or (isinstance(datum, Pair) and datum.car in _TEMPLATES)
        pending.append((datum, template, True))
        pending += [(part, template, False) for part in parts]


def _parts(datum: Any, template: bool) -> list[Any]:
    """Return what is in a part of a program, but for quoted data."""
    if isinstance(datum, Pair):
        return [] if datum.car is _QUOTE and not template else [datum.car, datum.cdr]
    return datum.items if isinstance(datum, Vector) and template else []
