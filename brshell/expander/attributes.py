"""Python at hand: (.name object argument ... keyword: argument ...)."""

from __future__ import annotations

from brshell.expander.core import Call, Constant, Core, Global, Reference
from brshell.expander.scope import (
    base_symbol,
    is_bound,
    is_identifier,
    keyword,
    resolve,
)
from brshell.expander.shape import elements, syntax_error
from brshell.runtime.datums import list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.expander import Expander
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span


def is_attribute(head: Any, scope: AnyScope) -> bool:
    """Tell whether the first part of a form is .name, the name of an attribute."""
    if not is_identifier(head):
        return False
    name = base_symbol(head).name
    return len(name) > 1 and name[0] == "." and not is_bound(head, scope)


def expand_attribute(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """Expand (.name object argument ... keyword: argument ...)."""
    (head, place), *parts = elements(datum, span)
    name = base_symbol(head).name
    if not parts:
        raise syntax_error(span, name, "expected an object")
    keywords, operands = _keywords_last(name, parts, scope)
    access = resolve(keyword(scope, "%attribute"), scope)
    assert isinstance(access, Global)
    data = [Constant(symbol(name[1:]), place), Constant(list_from(keywords), place)]
    values = [expander.expand(*part, scope) for part in operands]
    return Call(Reference(access, place), [*data, *values], span)


def _keywords_last(
    who: str, parts: list[Part], scope: AnyScope
) -> tuple[list[Any], list[Part]]:
    """Return the keywords, and the operands with those of the keywords last."""
    keywords: list[Any] = []
    plain: list[Part] = []
    named: list[Part] = []
    rest = iter(parts)
    for datum, place in rest:
        if not _is_keyword(datum, scope):
            plain.append((datum, place))
            continue
        value = next(rest, None)
        if value is None or _is_keyword(value[0], scope):
            raise syntax_error(place, who, "expected a value after", datum)
        keywords.append(symbol(base_symbol(datum).name[:-1]))
        named.append(value)
    return keywords, plain + named


def _is_keyword(datum: Any, scope: AnyScope) -> bool:
    """Tell whether a part is keyword: and no variable."""
    if not is_identifier(datum):
        return False
    name = base_symbol(datum).name
    return len(name) > 1 and name[-1] == ":" and not is_bound(datum, scope)
