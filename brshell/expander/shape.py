"""Taking forms apart, with errors that point at the part that is wrong."""

from __future__ import annotations

from brshell.reader.source import LocatedPair
from brshell.runtime.conditions import failure
from brshell.runtime.datums import NIL, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.reader.source import Span
    from brshell.runtime.conditions import SchemeError


def syntax_error(
    span: Span, who: str | None, message: str, *irritants: Any
) -> SchemeError:
    """Return the error for a form that is not well made."""
    from brshell.expander.scope import strip

    return failure("syntax", who, message, *map(strip, irritants), span=span)


def elements(form: Any, span: Span) -> list[tuple[Any, Span]]:
    """Return the (datum, span) of each part of a form, which must be a proper list."""
    parts: list[tuple[Any, Span]] = []
    rest = form
    while isinstance(rest, Pair):
        place = rest.car_span if isinstance(rest, LocatedPair) else span
        parts.append((rest.car, place))
        rest = rest.cdr
    if rest is not NIL:
        raise syntax_error(
            span, None, "expected a list, but received a form with a dot", form
        )
    return parts
