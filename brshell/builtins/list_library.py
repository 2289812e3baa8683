"""The list library, SRFI 1: what takes no procedures; the rest is written in Scheme.

The procedures whose names end in ``!`` may reuse the pairs of their arguments, but
need not: they are the same as those without it.
"""

from __future__ import annotations

from brshell.builtins.checks import (
    elements_of,
    index_error,
    length_of,
    natural_of,
    number_of,
    pair_of,
    pairs,
    spine,
)
from brshell.builtins.declare import builtin
from brshell.builtins.iteration import rows_of
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import (
    FALSE,
    NIL,
    Boolean,
    Pair,
    Values,
    boolean,
    cons,
    list_from,
)
from brshell.runtime.numbers.arithmetic import add, multiply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)

# New lists


@builtin("xcons")
def xcons(cdr: Any, car: Any) -> Pair:
    """Return a new pair; its second part is given first. SRFI 1."""
    return cons(car, cdr)


@builtin("cons*", "list*")
def cons_all(obj: Any, *more: Any) -> Any:
    """Return a list of the objects, whose tail is the last of them. SRFI 1."""
    items = (obj, *more)
    return list_from(items[:-1], items[-1])


@builtin("iota")
def iota(count: int, start: Any = 0, step: Any = 1) -> Any:
    """Return a list of count numbers: start, start + step, and so on. SRFI 1."""
    length = length_of("iota", count)
    first, difference = number_of("iota", start), number_of("iota", step)
    return list_from([add(first, multiply(i, difference)) for i in range(length)])


@builtin("circular-list")
def circular_list(obj: Any, *more: Any) -> Pair:
    """Return a list that begins again with the first object after the last. SRFI 1."""
    last = cons((obj, *more)[-1], NIL)
    first: Pair = list_from((obj, *more)[:-1], last)
    last.cdr = first
    return first


# What kind of list


@builtin("proper-list?")
def is_proper_list(obj: Any) -> Boolean:
    """Return whether the object is a list: finite, and ending in (). SRFI 1."""
    return boolean(spine(obj)[1] is NIL)


@builtin("circular-list?")
def is_circular_list(obj: Any) -> Boolean:
    """Return whether the object is a list without end. SRFI 1."""
    return boolean(isinstance(spine(obj)[1], Pair))


@builtin("dotted-list?")
def is_dotted_list(obj: Any) -> Boolean:
    """Return whether the object ends in something other than (). SRFI 1."""
    end = spine(obj)[1]
    return boolean(end is not NIL and not isinstance(end, Pair))


@builtin("null-list?")
def is_null_list(list_: Any) -> Boolean:
    """Return whether a list is empty; what is no list is an error. SRFI 1."""
    if list_ is not NIL and not isinstance(list_, Pair):
        raise wrong_type("null-list?", "a list", list_)
    return boolean(list_ is NIL)


@builtin("not-pair?")
def is_not_pair(obj: Any) -> Boolean:
    """Return whether the object is no pair. SRFI 1."""
    return boolean(not isinstance(obj, Pair))


@builtin("length+")
def finite_length(list_: Any) -> int | Boolean:
    """Return how many elements a list has, or #f if it is circular. SRFI 1."""
    elements, end = spine(list_)
    if isinstance(end, Pair):
        return FALSE
    if end is not NIL:
        raise wrong_type("length+", "a list", list_)
    return len(elements)


# Parts of lists


def _selector(who: str, index: int) -> Callable[[Any], Any]:
    """Return the builtin for an element, such as "first"."""

    @builtin(who)
    def select(list_: Any) -> Any:
        return _split(who, list_, index + 1)[0][index]

    select.__doc__ = f"Return the {who} element of a list. SRFI 1."
    return select


# One global a procedure, as ``declared_in`` looks for.
for _index, _name in enumerate(ORDINALS):
    globals()[_name] = _selector(_name, _index)


def _split(who: str, list_: Any, count: int) -> tuple[list[Any], Any]:
    """Return the first elements of a list, which may be circular, and the rest."""
    length_of(who, count)
    elements: list[Any] = []
    rest = list_
    while len(elements) < count:
        if not isinstance(rest, Pair):
            least = f"a list of at least {count} element{'s' * (count != 1)}"
            raise wrong_type(who, least, list_)
        elements.append(rest.car)
        rest = rest.cdr
    return elements, rest


@builtin("car+cdr")
def car_and_cdr(pair: Pair) -> Values:
    """Return the two parts of a pair as two values. SRFI 1."""
    return Values((pair_of("car+cdr", pair).car, pair.cdr))


@builtin("take", "take!")
def take(list_: Any, k: int) -> Any:
    """Return a list of the first k elements. SRFI 1."""
    return list_from(_split("take", list_, k)[0])


@builtin("drop")
def drop(list_: Any, k: int) -> Any:
    """Return the list without its first k elements. SRFI 1."""
    return _split("drop", list_, k)[1]


@builtin("split-at", "split-at!")
def split_at(list_: Any, k: int) -> Values:
    """Return two lists: the first k elements, and the others. SRFI 1."""
    first, rest = _split("split-at", list_, k)
    return Values((list_from(first), rest))


@builtin("take-right")
def take_right(list_: Any, k: int) -> Any:
    """Return the last k pairs of the list with what ends it. SRFI 1."""
    elements, end = _finite_spine("take-right", list_)
    return list_from(elements[_before_last("take-right", elements, k) :], end)


@builtin("drop-right", "drop-right!")
def drop_right(list_: Any, k: int) -> Any:
    """Return a list of all but the last k elements. SRFI 1."""
    elements, _ = _finite_spine("drop-right", list_)
    return list_from(elements[: _before_last("drop-right", elements, k)])


def _before_last(who: str, elements: list[Any], k: Any) -> int:
    """Return how many elements there are before the last k."""
    count = natural_of(who, k)
    if count > len(elements):
        raise index_error(who, count, len(elements))
    return len(elements) - count


def _finite_spine(who: str, list_: Any) -> tuple[list[Any], Any]:
    elements, end = spine(list_)
    if isinstance(end, Pair):
        raise wrong_type(who, "a list that is not circular", list_)
    return elements, end


@builtin("last-pair")
def last_pair(pair: Pair) -> Pair:
    """Return the last pair of a list. SRFI 1."""
    return _last_pair("last-pair", pair)


@builtin("last")
def last(list_: Pair) -> Any:
    """Return the last element of a list that is not empty. SRFI 1."""
    return _last_pair("last", list_).car


def _last_pair(who: str, list_: Any) -> Pair:
    found = list(pairs(pair_of(who, list_)))[-1]
    if isinstance(found.cdr, Pair):
        raise wrong_type(who, "a list that is not circular", list_)
    return found


# Lists of lists


@builtin("append-reverse", "append-reverse!")
def append_reverse(list_: Any, tail: Any) -> Any:
    """Return a list of the elements in reverse order and then the tail. SRFI 1."""
    return list_from(elements_of("append-reverse", list_)[::-1], tail)


@builtin("concatenate", "concatenate!")
def concatenate(lists: Any) -> Any:
    """Return a list of the elements of all lists in a list. SRFI 1."""
    *first, result = elements_of("concatenate", lists) or [NIL]
    for each in reversed(first):
        result = list_from(elements_of("concatenate", each), result)
    return result


@builtin("zip")
def zip_lists(list_: Any, *more: Any) -> Any:
    """Return a list of the lists of first elements, of second ones, ... SRFI 1."""
    return rows_of("zip", (list_, *more))


def _unzipper(count: int) -> Callable[[Any], Any]:
    """Return the builtin that takes a list of lists of so many elements apart."""
    who = f"unzip{count}"

    @builtin(who)
    def unzip(lists: Any) -> Any:
        rows = [_split(who, row, count)[0] for row in elements_of(who, lists)]
        columns = [list_from([row[index] for row in rows]) for index in range(count)]
        return columns[0] if count == 1 else Values(tuple(columns))

    unzip.__doc__ = f"Return the list of each of the first {count} elements. SRFI 1."
    if count == 1:
        unzip.__doc__ = "Return a list of the first elements of lists. SRFI 1."
    return unzip


for _count in range(1, 6):
    globals()[f"unzip{_count}"] = _unzipper(_count)


# Association lists


@builtin("alist-cons")
def alist_cons(key: Any, value: Any, alist: Any) -> Pair:
    """Return the association list with one more pair in front. SRFI 1."""
    return cons(cons(key, value), alist)


@builtin("alist-copy")
def alist_copy(alist: Any) -> Any:
    """Return a copy of an association list, with new pairs. SRFI 1."""
    entries = [pair_of("alist-copy", e) for e in elements_of("alist-copy", alist)]
    return list_from([cons(entry.car, entry.cdr) for entry in entries])
