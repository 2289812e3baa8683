"""Constants as plain Python data, so that compiled programs can be kept in files."""

from __future__ import annotations

from brshell.runtime.datums import (
    DEFAULT,
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Vector,
    char,
    list_from,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNIQUE = {value.name: value for value in (TRUE, FALSE, NIL, UNSPECIFIED, EOF, DEFAULT)}


class NotConstant(ValueError):
    """The datum has a part that cannot be frozen, or holds itself."""


def freeze(datum: Any, depth: int = 0) -> Any:
    """Return a datum as tuples of plain values; raise NotConstant if it cannot be."""
    if type(datum) in (int, float):
        return datum
    if depth > 100:  # deeper data is rare in programs, or circular
        raise NotConstant
    if isinstance(datum, Symbol):
        return ("symbol", datum.name)
    if isinstance(datum, String):
        return ("string", datum.text)
    if isinstance(datum, Char):
        return ("char", datum.character)
    if isinstance(datum, Pair):
        return _freeze_list(datum, depth)
    if isinstance(datum, Vector):
        return ("vector", tuple(freeze(item, depth + 1) for item in datum.items))
    if isinstance(datum, Bytevector):
        return ("bytes", bytes(datum.data))
    name = getattr(datum, "name", None)
    if name in _UNIQUE and _UNIQUE[name] is datum:
        return ("unique", name)
    from brshell.runtime.numbers import Complex, Ratio, number_to_string

    if isinstance(datum, (Ratio, Complex)):
        return ("number", number_to_string(datum))
    raise NotConstant


def _freeze_list(datum: Any, depth: int) -> Any:
    items = []
    seen = set()
    while isinstance(datum, Pair):
        if id(datum) in seen:
            raise NotConstant
        seen.add(id(datum))
        items.append(freeze(datum.car, depth + 1))
        datum = datum.cdr
    return ("list", tuple(items), freeze(datum, depth + 1))


def thaw(frozen: Any) -> Any:
    """Return the datum that was frozen."""
    if not isinstance(frozen, tuple):
        return frozen
    kind, content = frozen[0], frozen[1]
    if kind == "symbol":
        return symbol(content)
    if kind == "string":
        return String(content)
    if kind == "char":
        return char(content)
    if kind == "list":
        return list_from([thaw(item) for item in content], thaw(frozen[2]))
    if kind == "vector":
        return Vector([thaw(item) for item in content])
    if kind == "bytes":
        return Bytevector(bytearray(content))
    if kind == "number":
        from brshell.runtime.numbers import parse_number

        return parse_number(content)
    return _UNIQUE[content]
