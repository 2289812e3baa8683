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

# The types of keys that are equal to Python just when they are the same to Scheme.
_SELF = frozenset((int, Symbol, Char, Ratio))


class HashTable:
    """A hash table: ``entries`` maps what ``dict_key`` makes of a key to (key, value).

    ``equivalence`` and ``hash_function`` are the procedures that it was made with.
    """

    __slots__ = ("dict_key", "entries", "equivalence", "hash_function")

    def __init__(
        self,
        dict_key: Callable[[Any], Hashable] | None = None,
        equivalence: Any = None,
        hash_function: Any = None,
    ) -> None:
        self.dict_key = dict_key or equal_key
        self.equivalence = equivalence
        self.hash_function = hash_function
        self.entries: dict[Hashable, tuple[Any, Any]] = {}

    def empty_copy(self) -> HashTable:
        """Return a table without entries that tells keys apart as this one does."""
        return HashTable(self.dict_key, self.equivalence, self.hash_function)

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "hash-table", [("size", len(self.entries))]


def eqv_key(key: Any) -> Hashable:
    """Return an object that is equal to another of its kind if the keys are eqv?."""
    kind = type(key)
    if kind in _SELF:
        return key  # type: ignore[no-any-return]
    if kind is float:
        # As text, since Python has 1.0 equal to 1, and 0.0 to -0.0, but not NaN to NaN.
        return float, repr(key)
    if kind is Complex:
        return Complex, eqv_key(key.real), eqv_key(key.imag)
    return (id(key),)


def equal_key(key: Any) -> Hashable:
    """Return an object that is equal to another of its kind if the keys are equal?."""
    if type(key) in _SELF:
        return key  # type: ignore[no-any-return]
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


class _ComparedKey:
    """A key of a table with an equivalence and a hash function of its own."""

    __slots__ = ("code", "is_same", "key")

    def __init__(
        self, key: Any, code: int, is_same: Callable[[Any, Any], bool]
    ) -> None:
        self.key = key
        self.code = code
        self.is_same = is_same

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ComparedKey) and self.is_same(self.key, other.key)

    def __hash__(self) -> int:
        return self.code


def compared_keys(
    is_same: Callable[[Any, Any], bool], code: Callable[[Any], int]
) -> Callable[[Any], Hashable]:
    """Return the ``dict_key`` for an equivalence and a hash function."""
    return lambda key: _ComparedKey(key, code(key), is_same)


def _numeric_key(key: Any) -> Hashable:
    return key if isinstance(key, NUMBER) else eqv_key(key)


def _folded_key(key: Any) -> Hashable:
    return key.text.casefold() if isinstance(key, String) else eqv_key(key)


# What a table does with its keys, by the builtin that tells them apart.
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
