"""Hash tables: SRFI 69, with the names of SRFI 125 where both agree.

What calls a procedure, such as hash-table-update!, is written in Scheme.
"""

from __future__ import annotations

from brshell.builtins.checks import elements_of, natural_of, text_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import (
    DEFAULT,
    UNSPECIFIED,
    Boolean,
    Pair,
    String,
    Unique,
    boolean,
    list_from,
)
from brshell.runtime.hashtable import DICT_KEYS, HashTable, equal_key, eqv_key
from brshell.runtime.procedures import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HASH_BOUND = 2**61 - 1  # a prime, so that all of the text counts


def table_of(who: str, value: Any) -> HashTable:
    """Return the value if it is a hash table."""
    if isinstance(value, HashTable):
        return value
    raise wrong_type(who, "a hash table", value)


def _new_table(who: str, equivalence: Any) -> HashTable:
    """Return a table for one of the builtins that can tell keys apart."""
    if equivalence is DEFAULT:
        return HashTable()
    for name in names_of(equivalence):
        if name in DICT_KEYS:
            return HashTable(name)
    raise bad_value(who, f"one of {' '.join(DICT_KEYS)}", equivalence)


def _put(table: HashTable, key: Any, value: Any) -> None:
    table.entries[table.dict_key(key)] = (key, value)


def _put_new(table: HashTable, key: Any, value: Any) -> None:
    table.entries.setdefault(table.dict_key(key), (key, value))


@builtin("hash-table?")
def is_hash_table(obj: Any) -> Boolean:
    """Return whether the object is a hash table. SRFI 69."""
    return boolean(isinstance(obj, HashTable))


@builtin("make-hash-table")
def make_hash_table(equivalence: Any = DEFAULT, *hash_: Any) -> HashTable:
    """Return an empty hash table whose keys are told apart by equal?. SRFI 69.

    Other equivalences are eq?, eqv?, =, char=?, symbol=?, string=? and string-ci=?.
    Hash functions and sizes may be given and are not needed.
    """
    return _new_table("make-hash-table", equivalence)


@builtin("hash-table")
def hash_table(equivalence: Any, *key_value: Any) -> HashTable:
    """Return a hash table of keys and values, in turn. SRFI 125."""
    table = _new_table("hash-table", equivalence)
    _put_all("hash-table", table, key_value)
    return table


def _put_all(who: str, table: HashTable, keys_and_values: tuple[Any, ...]) -> None:
    if len(keys_and_values) % 2:
        raise bad_value(who, "a value for each key", keys_and_values[-1])
    for key, value in zip(keys_and_values[::2], keys_and_values[1::2], strict=True):
        _put(table, key, value)


@builtin("alist->hash-table")
def alist_to_hash_table(
    alist: Any, equivalence: Any = DEFAULT, *hash_: Any
) -> HashTable:
    """Return a hash table of the pairs; of equal keys the first counts. SRFI 69."""
    table = _new_table("alist->hash-table", equivalence)
    for element in elements_of("alist->hash-table", alist):
        if not isinstance(element, Pair):
            raise wrong_type("alist->hash-table", "a list of pairs", alist)
        _put_new(table, element.car, element.cdr)
    return table


@builtin("hash-table-ref/default")
def hash_table_ref_default(table: HashTable, key: Any, default: Any) -> Any:
    """Return the value of the key, or the default if there is none. SRFI 69."""
    found = table_of("hash-table-ref/default", table)
    entry = found.entries.get(found.dict_key(key))
    return default if entry is None else entry[1]


@builtin("hash-table-set!")
def hash_table_set(table: HashTable, key: Any, value: Any, *more: Any) -> Unique:
    """Set the value of the key, and of more keys given in turn. SRFI 69, 125."""
    found = table_of("hash-table-set!", table)
    if more:
        _put_all("hash-table-set!", found, (key, value, *more))
    else:
        _put(found, key, value)
    return UNSPECIFIED


@builtin("hash-table-delete!")
def hash_table_delete(table: HashTable, *key: Any) -> int:
    """Remove the keys, and return how many there were. SRFI 69."""
    found = table_of("hash-table-delete!", table)
    removed = [found.entries.pop(found.dict_key(each), None) for each in key]
    return sum(entry is not None for entry in removed)


@builtin("hash-table-contains?", "hash-table-exists?")
def hash_table_contains(table: HashTable, key: Any) -> Boolean:
    """Return whether the table has the key. SRFI 69."""
    found = table_of("hash-table-contains?", table)
    return boolean(found.dict_key(key) in found.entries)


@builtin("hash-table-size", "hash-table-count")
def hash_table_size(table: HashTable) -> int:
    """Return how many keys the table has. SRFI 69."""
    return len(table_of("hash-table-size", table).entries)


@builtin("hash-table-empty?")
def hash_table_is_empty(table: HashTable) -> Boolean:
    """Return whether the table has no keys. SRFI 125."""
    return boolean(not table_of("hash-table-empty?", table).entries)


@builtin("hash-table-keys")
def hash_table_keys(table: HashTable) -> Any:
    """Return a list of the keys, oldest first. SRFI 69."""
    entries = table_of("hash-table-keys", table).entries
    return list_from([key for key, _ in list(entries.values())])


@builtin("hash-table-values")
def hash_table_values(table: HashTable) -> Any:
    """Return a list of the values, in the order of the keys. SRFI 69."""
    entries = table_of("hash-table-values", table).entries
    return list_from([value for _, value in list(entries.values())])


@builtin("hash-table->alist")
def hash_table_to_alist(table: HashTable) -> Any:
    """Return a list of pairs (key . value). SRFI 69."""
    entries = table_of("hash-table->alist", table).entries
    return list_from([Pair(key, value) for key, value in list(entries.values())])


@builtin("hash-table-copy")
def hash_table_copy(table: HashTable, mutable: Any = DEFAULT) -> HashTable:
    """Return a copy, which can always be changed. SRFI 69."""
    found = table_of("hash-table-copy", table)
    copy = HashTable(found.equivalence)
    copy.entries.update(found.entries)
    return copy


@builtin("hash-table-clear!")
def hash_table_clear(table: HashTable) -> Unique:
    """Remove all keys. SRFI 125."""
    table_of("hash-table-clear!", table).entries.clear()
    return UNSPECIFIED


@builtin("hash-table-union!", "hash-table-merge!")
def hash_table_union(table: HashTable, other: HashTable) -> HashTable:
    """Add the keys of the other table that this has not, and return it. SRFI 69."""
    found = table_of("hash-table-union!", table)
    for key, value in list(table_of("hash-table-union!", other).entries.values()):
        _put_new(found, key, value)
    return found


@builtin("hash", "equal-hash")
def hash_of(obj: Any, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for equal? objects. SRFI 69."""
    return hash(equal_key(obj)) % _bound_of("hash", bound)


@builtin("hash-by-identity", "eq-hash", "eqv-hash")
def hash_by_identity(obj: Any, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for eqv? objects. SRFI 69."""
    return hash(eqv_key(obj)) % _bound_of("hash-by-identity", bound)


@builtin("string-hash")
def string_hash(string: String, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for string=? strings. SRFI 69."""
    text = text_of("string-hash", string)
    return _text_hash(text) % _bound_of("string-hash", bound)


@builtin("string-ci-hash")
def string_ci_hash(string: String, bound: int = HASH_BOUND) -> int:
    """Return a number below the bound, the same for string-ci=? strings. SRFI 69."""
    text = text_of("string-ci-hash", string).casefold()
    return _text_hash(text) % _bound_of("string-ci-hash", bound)


def _text_hash(text: str) -> int:
    # Python's own would differ from run to run.
    return int.from_bytes(text.encode()) % HASH_BOUND


def _bound_of(who: str, bound: Any) -> int:
    if natural_of(who, bound) > 0:
        return bound  # type: ignore[no-any-return]
    raise bad_value(who, "a positive exact integer", bound)
