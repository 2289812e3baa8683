"""The door between Scheme's values and Python's: every value crosses here.

Numbers, strings, booleans, lists, vectors, bytevectors and hash tables are converted;
procedures become callables and callables procedures. What has no counterpart passes
as it is: Scheme programs can hold Python objects and ask for their attributes.
"""

from __future__ import annotations

from brshell.runtime.conditions import SchemeError, failure
from brshell.runtime.datums import (
    DEFAULT,
    FALSE,
    NIL,
    UNSPECIFIED,
    Boolean,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Vector,
    boolean,
    list_from,
)
from brshell.runtime.hashtable import HashTable
from brshell.runtime.numbers import Complex, Ratio
from brshell.runtime.numbers.complex import from_complex
from brshell.runtime.numbers.ratio import ratio, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Door:
    """Converts for one machine; ``call`` runs a Scheme procedure for Python."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def to_python(self, value: Any) -> Any:
        """Return the Python value for a Scheme value.

        Symbols and characters become str, lists and vectors list, unspecified None.
        """
        if isinstance(value, Boolean):
            return bool(value)
        if isinstance(value, (String, Symbol, Char)):
            return _text(value)
        if value is NIL:
            return []
        if isinstance(value, Pair):
            items = _elements(value)
            return value if items is None else [self.to_python(item) for item in items]
        if isinstance(value, Vector):
            return [self.to_python(item) for item in value.items]
        if isinstance(value, Bytevector):
            return bytes(value.data)
        if isinstance(value, HashTable):
            return {
                self.to_python(key): self.to_python(item)
                for key, item in value.entries.values()
            }
        if isinstance(value, (Ratio, Complex)):
            return _number(value)
        if value is UNSPECIFIED or value is DEFAULT:
            return None
        if hasattr(value, "python"):  # a Python callable that came through here
            return value.python
        if hasattr(value, "__code__"):
            return lambda *arguments: self.to_python(
                self._call(value, *(self.to_scheme(item) for item in arguments))
            )
        return value

    def to_scheme(self, value: Any) -> Any:
        """Return the Scheme value for a Python value.

        None is #f, lists and tuples are lists, a dict is a hash table.
        """
        if value is None:
            return FALSE
        if isinstance(value, bool):
            return boolean(value)
        if isinstance(value, int):
            return int(value)
        if isinstance(value, float):
            return float(value)
        if isinstance(value, complex):
            return from_complex(value)
        if isinstance(value, str):
            return String(str(value))
        if type(value) in (list, tuple):  # what is more than that stays what it is
            return list_from([self.to_scheme(item) for item in value])
        if isinstance(value, (bytes, bytearray)):
            return Bytevector(bytearray(value))
        if type(value) is dict:
            return self._table(value)
        if hasattr(value, "numerator") and hasattr(value, "denominator"):
            return ratio(int(value.numerator), int(value.denominator))
        return self._procedure(value) if callable(value) else value

    def _table(self, items: dict[Any, Any]) -> HashTable:
        table = HashTable()
        for key, item in items.items():
            converted = self.to_scheme(key)
            entry = converted, self.to_scheme(item)
            table.entries[table.dict_key(converted)] = entry
        return table

    def _procedure(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the procedure that calls a Python callable."""
        name = getattr(function, "__name__", type(function).__name__)

        def procedure(*arguments: Any) -> Any:
            values = [self.to_python(argument) for argument in arguments]
            return self.to_scheme(guarded(name, function, *values))

        procedure.__name__ = name
        procedure.python = function  # type: ignore[attr-defined]
        return procedure


def guarded(
    name: str, function: Callable[..., Any], /, *arguments: Any, **keywords: Any
) -> Any:
    """Call a Python function; what it raises becomes a condition of kind "python"."""
    try:
        return function(*arguments, **keywords)
    except SchemeError:
        raise
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        raise failure("python", name, text) from None


def _elements(pair: Pair) -> list[Any] | None:
    """Return the elements of a list, None if it is dotted or circular."""
    items: list[Any] = []
    seen: set[int] = set()
    rest: Any = pair
    while isinstance(rest, Pair) and id(rest) not in seen:
        seen.add(id(rest))
        items.append(rest.car)
        rest = rest.cdr
    return items if rest is NIL else None


def _text(value: String | Symbol | Char) -> str:
    if isinstance(value, String):
        return value.text
    return value.name if isinstance(value, Symbol) else value.character


def _number(value: Ratio | Complex) -> Any:
    if isinstance(value, Complex):
        return complex(to_float(value.real), to_float(value.imag))
    from fractions import Fraction

    return Fraction(value.numerator, value.denominator)
