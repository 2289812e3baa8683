"""Taking forms apart, with errors that point at the part that is wrong."""

from __future__ import annotations

from brshell.expander.scope import (
    Scope,
    SpecialForm,
    is_identifier,
    resolve,
    strip,
)
from brshell.reader.source import LocatedPair
from brshell.runtime.conditions import failure
from brshell.runtime.datums import NIL, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from brshell.expander.environment import Environment
    from brshell.reader.source import Span
    from brshell.runtime.conditions import SchemeError

    AnyScope: TypeAlias = Scope | Environment
    Part: TypeAlias = tuple[Any, Span]


def syntax_error(
    span: Span, who: str | None, message: str, *irritants: Any
) -> SchemeError:
    """Return the error for a form that is not well made."""
    return failure("syntax", who, message, *map(strip, irritants), span=span)


def elements(form: Any, span: Span, who: str | None = None) -> list[tuple[Any, Span]]:
    """Return the (datum, span) of each part of a form, which must be a proper list."""
    parts: list[tuple[Any, Span]] = []
    rest = form
    while isinstance(rest, Pair):
        place = rest.car_span if isinstance(rest, LocatedPair) else span
        parts.append((rest.car, place))
        rest = rest.cdr
    if rest is not NIL:
        received = "a form with a dot" if parts else ""
        message = f"expected a list, but received {received}".rstrip()
        raise syntax_error(span, who, message, form)
    return parts


def elements_if_any(datum: Any, span: Span, who: str) -> list[tuple[Any, Span]]:
    """Return the (datum, span) of each part; what is no list has none."""
    return elements(datum, span, who) if isinstance(datum, Pair) else []


def parts_of(
    datum: Any, span: Span, who: str, expected: str, least: int, most: int | None = None
) -> list[Part]:
    """Return the parts after the keyword, checking how many there are."""
    parts = elements(datum, span, who)[1:]
    if len(parts) < least or (most is not None and len(parts) > most):
        count = (
            "no parts" if not parts else f"{len(parts)} part{'s' * (len(parts) > 1)}"
        )
        raise syntax_error(span, who, f"expected {expected}, but found {count}")
    return parts


def is_keyword(datum: Any, scope: AnyScope, name: str) -> bool:
    """Tell whether a datum is an auxiliary keyword such as ``else``, not shadowed."""
    if not is_identifier(datum):
        return False
    binding = resolve(datum, scope)
    return isinstance(binding, SpecialForm) and binding.name == name
