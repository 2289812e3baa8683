"""Hash tables: a Python dict, with keys made so that the right ones are equal."""

from __future__ import annotations

from brshell.runtime.datums import Bytevector, Char, Pair, String, Symbol, Vector
from brshell.runtime.equivalence import equal
from brshell.runtime.numbers.complex import NUMBER, Complex
from brshell.runtime.numbers.ratio import Ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from typing import Any

# So many data of a list or vector count for its hash: data may be large or circular.
HASHED = 64


class HashTable:
    """A hash table; ``equivalence`` is the name of what tells its keys apart.

    ``entries`` maps what ``dict_key`` makes of a key to the key and its value.
    """

    __slots__ = ("dict_key", "entries", "equivalence")

    def __init__(self, equivalence: str = "equal?") -> None:
        self.equivalence = equivalence
        self.dict_key = DICT_KEYS[equivalence]
        self.entries: dict[Hashable, tuple[Any, Any]] = {}

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "hash-table", [("size", len(self.entries))]


def eqv_key(key: Any) -> Hashable:
    """Return an object that is equal to another of its kind if the keys are eqv?."""
    kind = type(key)
    if kind is int or kind is Symbol or kind is Char or kind is Ratio:
        return key  # type: ignore[no-any-return]
    if kind is float:
        # As text, since Python has 1.0 equal to 1, and 0.0 to -0.0, but not NaN to NaN.
        return float, repr(key)
    if kind is Complex:
        return Complex, eqv_key(key.real), eqv_key(key.imag)
    return (id(key),)


def equal_key(key: Any) -> Hashable:
    """Return an object that is equal to another of its kind if the keys are equal?."""
    if isinstance(key, String):
        return key.text
    if isinstance(key, (Pair, Vector)):
        return _Structure(key)
    if isinstance(key, Bytevector):
        return bytes(key.data)
    return eqv_key(key)


class _Structure:
    """A list or vector as the key of a dict."""

    __slots__ = ("code", "datum")

    def __init__(self, datum: Any) -> None:
        self.datum = datum
        self.code = _structure_hash(datum)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Structure) and equal(self.datum, other.datum)

    def __hash__(self) -> int:
        return self.code


def _structure_hash(datum: Any) -> int:
    code = 0
    pending = [datum]
    for _ in range(HASHED):
        if not pending:
            break
        part = pending.pop()
        if isinstance(part, Pair):
            code = hash((code, Pair))
            pending += (part.cdr, part.car)
        elif isinstance(part, Vector):
            code = hash((code, len(part.items)))
            pending += part.items[:HASHED]
        else:
            code = hash((code, equal_key(part)))
    return code


def _numeric_key(key: Any) -> Hashable:
    return key if isinstance(key, NUMBER) else eqv_key(key)


def _folded_key(key: Any) -> Hashable:
    return key.text.casefold() if isinstance(key, String) else eqv_key(key)


# What a table does with its keys, by the name of its equivalence.
DICT_KEYS: dict[str, Callable[[Any], Hashable]] = {
    "eq?": eqv_key,
    "eqv?": eqv_key,
    "equal?": equal_key,
    "=": _numeric_key,
    "char=?": eqv_key,
    "symbol=?": eqv_key,
    "string=?": equal_key,
    "string-ci=?": _folded_key,
}
