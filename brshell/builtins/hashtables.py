"""Hash tables: SRFI 69, with the names of SRFI 125 where both agree.

What calls a procedure, such as hash-table-update!, is written in Scheme.
"""

from __future__ import annotations

from brshell.builtins.checks import (
    elements_of,
    exact_integer_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import (
    DEFAULT,
    FALSE,
    TRUE,
    UNSPECIFIED,
    Boolean,
    Pair,
    Unique,
    Values,
    boolean,
    cons,
    list_from,
)
from brshell.runtime.hashtable import (
    DICT_KEYS,
    HashTable,
    compared_keys,
)
from brshell.runtime.procedures import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.machine import Machine


def table_of(who: str, value: Any) -> HashTable:
    """Return the value if it is a hash table."""
    if isinstance(value, HashTable):
        return value
    raise wrong_type(who, "a hash table", value)


def _maker(machine: Machine) -> Callable[[str, Any, tuple[Any, ...]], HashTable]:
    """Return the function that makes a table for an equivalence."""

    def make(who: str, equivalence: Any, rest: tuple[Any, ...]) -> HashTable:
        if equivalence is DEFAULT:
            return HashTable()
        if not callable(equivalence):
            raise wrong_type(who, "a procedure", equivalence)
        for name in names_of(equivalence):
            if name in DICT_KEYS:
                return HashTable(DICT_KEYS[name], equivalence)

        def is_same(key: Any, other: Any) -> bool:
            return machine.call(equivalence, key, other) is not FALSE

        def code(key: Any) -> int:
            return exact_integer_of(who, machine.call(rest[0], key))

        if rest and callable(rest[0]):
            return HashTable(compared_keys(is_same, code), equivalence, rest[0])
        # Without a hash function each key is compared with all.
        return HashTable(compared_keys(is_same, lambda key: 0), equivalence)

    return make


def _put(table: HashTable, key: Any, value: Any) -> None:
    table.entries[table.dict_key(key)] = (key, value)


def _put_new(table: HashTable, key: Any, value: Any) -> None:
    table.entries.setdefault(table.dict_key(key), (key, value))


@builtin("hash-table?")
def is_hash_table(obj: Any) -> Boolean:
    """Return whether the object is a hash table. SRFI 69."""
    return boolean(isinstance(obj, HashTable))


def _put_all(who: str, table: HashTable, keys_and_values: tuple[Any, ...]) -> None:
    if len(keys_and_values) % 2:
        raise bad_value(who, "a value for each key", keys_and_values[-1])
    for key, value in zip(keys_and_values[::2], keys_and_values[1::2], strict=True):
        _put(table, key, value)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that make tables, which may call procedures for keys."""
    new_table = _maker(machine)

    @builtin("make-hash-table")
    def make_hash_table(equivalence: Any = DEFAULT, *hash_: Any) -> HashTable:
        """Return an empty hash table whose keys are told apart by equal?. SRFI 69.

        Other equivalences are eq?, eqv?, =, char=?, symbol=?, string=?, string-ci=?
        and any procedure; then a hash function makes the table fast.
        """
        return new_table("make-hash-table", equivalence, hash_)

    @builtin("hash-table")
    def hash_table(equivalence: Any, *key_value: Any) -> HashTable:
        """Return a hash table of keys and values, in turn. SRFI 125."""
        table = new_table("hash-table", equivalence, ())
        _put_all("hash-table", table, key_value)
        return table

    @builtin("alist->hash-table")
    def alist_to_hash_table(
        alist: Any, equivalence: Any = DEFAULT, *hash_: Any
    ) -> HashTable:
        """Return a hash table of the pairs; of equal keys the first counts. SRFI 69."""
        table = new_table("alist->hash-table", equivalence, hash_)
        for element in elements_of("alist->hash-table", alist):
            if not isinstance(element, Pair):
                raise wrong_type("alist->hash-table", "a list of pairs", alist)
            _put_new(table, element.car, element.cdr)
        return table

    return [make_hash_table, hash_table, alist_to_hash_table]


@builtin("%hash-table-equivalence")
def equivalence_of(table: HashTable) -> Any:
    """Return the procedure that tells keys apart, or #f for equal?."""
    return table.equivalence or FALSE


@builtin("%hash-table-hash-function")
def hash_function_of(table: HashTable) -> Any:
    """Return the hash function that the table was made with, or #f."""
    return table.hash_function or FALSE


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


@builtin("hash-table-size")
def hash_table_size(table: HashTable) -> int:
    """Return how many keys the table has. SRFI 69."""
    return len(table_of("hash-table-size", table).entries)


@builtin("hash-table-mutable?")
def hash_table_is_mutable(table: HashTable) -> Boolean:
    """Return whether the table can be changed: all can. SRFI 125."""
    table_of("hash-table-mutable?", table)
    return TRUE


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


@builtin("hash-table-entries")
def hash_table_entries(table: HashTable) -> Values:
    """Return two lists as two values: the keys, and their values. SRFI 125."""
    table_of("hash-table-entries", table)
    return Values((hash_table_keys(table), hash_table_values(table)))


@builtin("hash-table->alist")
def hash_table_to_alist(table: HashTable) -> Any:
    """Return a list of pairs (key . value). SRFI 69."""
    entries = table_of("hash-table->alist", table).entries
    return list_from([cons(key, value) for key, value in list(entries.values())])


@builtin("hash-table-copy")
def hash_table_copy(table: HashTable, mutable: Any = DEFAULT) -> HashTable:
    """Return a copy, which can always be changed. SRFI 69."""
    found = table_of("hash-table-copy", table)
    copy = found.empty_copy()
    copy.entries.update(found.entries)
    return copy


@builtin("hash-table-empty-copy")
def hash_table_empty_copy(table: HashTable) -> HashTable:
    """Return a table without keys that tells them apart as this one does. SRFI 125."""
    return table_of("hash-table-empty-copy", table).empty_copy()


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


@builtin("hash-table-intersection!")
def hash_table_intersection(table: HashTable, other: HashTable) -> HashTable:
    """Remove the keys that the other table has not, and return it. SRFI 125."""
    return _keep("hash-table-intersection!", table, other, True)


@builtin("hash-table-difference!")
def hash_table_difference(table: HashTable, other: HashTable) -> HashTable:
    """Remove the keys that the other table has, and return it. SRFI 125."""
    return _keep("hash-table-difference!", table, other, False)


def _keep(who: str, table: Any, other: Any, common: bool) -> HashTable:
    """Keep the keys that are common to both tables, or those that are not."""
    found, given = table_of(who, table), table_of(who, other)
    for code, (key, _) in list(found.entries.items()):
        if (given.dict_key(key) in given.entries) is not common:
            del found.entries[code]
    return found


@builtin("hash-table-xor!")
def hash_table_xor(table: HashTable, other: HashTable) -> HashTable:
    """Remove the keys of both tables, add the other's, and return it. SRFI 125."""
    found, added = (
        table_of("hash-table-xor!", table),
        table_of("hash-table-xor!", other),
    )
    for key, value in list(added.entries.values()):
        if found.entries.pop(found.dict_key(key), None) is None:
            _put(found, key, value)
    return found


@builtin("hash-table-pop!")
def hash_table_pop(table: HashTable) -> Values:
    """Remove the newest key; return it and its value as two values. SRFI 125."""
    entries = table_of("hash-table-pop!", table).entries
    if not entries:
        raise bad_value("hash-table-pop!", "a table that is not empty", table)
    return Values(entries.popitem()[1])
