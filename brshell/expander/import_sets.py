"""Import sets and export specs: which names a library gives, and under which names.

R7RS 5.2, 5.6.1.
"""

from __future__ import annotations

from brshell.expander.scope import base_symbol, is_identifier, strip
from brshell.expander.shape import elements_if_any, syntax_error
from brshell.runtime.datums import Symbol, symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.scope import Binding
    from brshell.expander.shape import Part
    from brshell.reader.source import Span

    Exports = dict[str, Binding]


def library_name(datum: Any, span: Span, who: str = "import") -> str:
    """Return a library's name as text, ``(scheme base)``, checking its form."""
    parts = elements_if_any(datum, span, who)
    words = [strip(part) for part, _ in parts]
    if not words or not all(
        isinstance(word, Symbol) or (type(word) is int and word >= 0) for word in words
    ):
        raise syntax_error(
            span,
            who,
            "expected a library name such as (scheme base), but received",
            datum,
        )
    return f"({' '.join(to_text(word) for word in words)})"


def _names(parts: list[Part], exports: Exports, span: Span) -> list[str]:
    names = []
    for datum, place in parts:
        name = base_symbol(datum).name if is_identifier(datum) else to_text(datum)
        if name not in exports:
            raise syntax_error(place, "import", f"the library does not export {name}")
        names.append(name)
    return names


def _only(exports: Exports, parts: list[Part], span: Span) -> Exports:
    return {name: exports[name] for name in _names(parts, exports, span)}


def _except(exports: Exports, parts: list[Part], span: Span) -> Exports:
    left_out = set(_names(parts, exports, span))
    return {name: b for name, b in exports.items() if name not in left_out}


def _prefix(exports: Exports, parts: list[Part], span: Span) -> Exports:
    if len(parts) != 1 or not is_identifier(parts[0][0]):
        raise syntax_error(span, "import", "expected one prefix")
    prefix = base_symbol(parts[0][0]).name
    return {prefix + name: binding for name, binding in exports.items()}


def _rename(exports: Exports, parts: list[Part], span: Span) -> Exports:
    renamed = dict(exports)
    new: Exports = {}
    for pair, place in parts:
        names = elements_if_any(pair, place, "import")
        if len(names) != 2 or not is_identifier(names[1][0]):
            raise syntax_error(place, "import", "expected (name new-name)")
        (old,) = _names(names[:1], exports, span)
        renamed.pop(old, None)
        new[base_symbol(names[1][0]).name] = exports[old]
    return renamed | new


# What modifies an import set, by its word.
MODIFIERS: dict[str, Callable[[Exports, list[Part], Span], Exports]] = {
    "only": _only,
    "except": _except,
    "prefix": _prefix,
    "rename": _rename,
}


def export_spec(datum: Any, span: Span) -> tuple[str, str, Span]:
    """Return (name inside, name outside, place) of an export spec."""
    if isinstance(datum, Symbol):
        return datum.name, datum.name, span
    parts = [part for part, _ in elements_if_any(datum, span, "export")]
    is_rename = len(parts) == 3 and all(isinstance(part, Symbol) for part in parts)
    if is_rename and parts[0] is symbol("rename"):
        return parts[1].name, parts[2].name, span
    raise syntax_error(
        span, "export", "expected a name or (rename name new-name), but received", datum
    )
