"""Pairs and lists."""

from __future__ import annotations

from brshell.builtins.checks import (
    check_end,
    elements_of,
    index_error,
    length_of,
    natural_of,
    pair_of,
    pairs,
    spine,
)
from brshell.builtins.declare import builtin, control
from brshell.runtime import datums
from brshell.runtime.calls import tail_place
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import (
    FALSE,
    IDENTITY_TYPES,
    NIL,
    UNSPECIFIED,
    Boolean,
    Pair,
    Unique,
    boolean,
    list_from,
)
from brshell.runtime.equivalence import eq, equal, eqv

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.machine import Machine


@builtin("pair?")
def is_pair(obj: Any) -> Boolean:
    """Return whether the object is a pair. R7RS 6.4."""
    return boolean(isinstance(obj, Pair))


@builtin("null?")
def is_null(obj: Any) -> Boolean:
    """Return whether the object is the empty list. R7RS 6.4."""
    return boolean(obj is NIL)


@builtin("list?")
def is_list(obj: Any) -> Boolean:
    """Return whether the object is a list: finite, and ending in (). R7RS 6.4."""
    return boolean(spine(obj)[1] is NIL)


@builtin("cons")
def cons(car: Any, cdr: Any) -> Pair:
    """Return a new pair. R7RS 6.4."""
    return datums.cons(car, cdr)


@builtin("car")
def car(pair: Pair) -> Any:
    """Return the first part of a pair. R7RS 6.4."""
    return pair_of("car", pair).car


@builtin("cdr")
def cdr(pair: Pair) -> Any:
    """Return the second part of a pair. R7RS 6.4."""
    return pair_of("cdr", pair).cdr


@builtin("set-car!")
def set_car(pair: Pair, obj: Any) -> Unique:
    """Change the first part of a pair. R7RS 6.4."""
    pair_of("set-car!", pair).car = obj
    return UNSPECIFIED


@builtin("set-cdr!")
def set_cdr(pair: Pair, obj: Any) -> Unique:
    """Change the second part of a pair. R7RS 6.4."""
    pair_of("set-cdr!", pair).cdr = obj
    return UNSPECIFIED


@builtin("list")
def make_list_of(*obj: Any) -> Any:
    """Return a list of the objects. R7RS 6.4."""
    return list_from(obj)


@builtin("make-list")
def make_list(k: int, fill: Any = FALSE) -> Any:
    """Return a list of k times the same object. R7RS 6.4."""
    return list_from([fill] * length_of("make-list", k))


@builtin("length")
def length(list_: Any) -> int:
    """Return how many elements a list has. R7RS 6.4."""
    return len(elements_of("length", list_))


@builtin("append", "append!")
def append(*list_: Any) -> Any:
    """Return a list of the elements of all; the last is shared. R7RS 6.4."""
    if not list_:
        return NIL
    *copied, result = list_
    for each in reversed(copied):
        result = list_from(elements_of("append", each), result)
    return result


@builtin("reverse", "reverse!")
def reverse(list_: Any) -> Any:
    """Return a new list of the elements in reverse order. R7RS 6.4."""
    return list_from(elements_of("reverse", list_)[::-1])


@builtin("list-tail")
def list_tail(list_: Any, k: int) -> Any:
    """Return the list without its first k elements. R7RS 6.4."""
    return _tail("list-tail", list_, k)


def _tail(who: str, list_: Any, k: int, needed: int = 0) -> Any:
    """Return what follows k pairs, which begins with a pair if one is needed."""
    rest = list_
    for count in range(natural_of(who, k)):
        if not isinstance(rest, Pair):
            raise index_error(who, k, count - needed)
        rest = rest.cdr
    if needed and not isinstance(rest, Pair):
        raise index_error(who, k, k - needed)
    return rest


@builtin("list-ref")
def list_ref(list_: Any, k: int) -> Any:
    """Return element k, counted from 0. R7RS 6.4."""
    return _tail("list-ref", list_, k, needed=1).car


@builtin("list-set!")
def list_set(list_: Any, k: int, obj: Any) -> Unique:
    """Change element k, counted from 0. R7RS 6.4."""
    _tail("list-set!", list_, k, needed=1).car = obj
    return UNSPECIFIED


@builtin("list-copy")
def list_copy(obj: Any) -> Any:
    """Return a copy of the list; what is no list is returned itself. R7RS 6.4."""
    elements, end = spine(obj)
    if isinstance(end, Pair):
        raise wrong_type("list-copy", "a list that is not circular", obj)
    return list_from(elements, end)


@builtin("memq")
def memq(obj: Any, list_: Any) -> Any:
    """Return the rest of the list that begins with the object, or #f. R7RS 6.4."""
    return _member("memq", obj, list_, eq)


@builtin("memv")
def memv(obj: Any, list_: Any) -> Any:
    """Return the rest that begins with an object that is eqv?, or #f. R7RS 6.4."""
    return _member("memv", obj, list_, eqv)


def _member(who: str, obj: Any, list_: Any, same: Callable[[Any, Any], bool]) -> Any:
    alone = isinstance(obj, IDENTITY_TYPES)
    end = list_
    for pair in pairs(list_):
        if pair.car is obj or (not alone and same(obj, pair.car)):
            return pair
        end = pair.cdr
    check_end(who, end, list_)
    return FALSE


@builtin("assq")
def assq(obj: Any, alist: Any) -> Any:
    """Return the first pair whose car is the object, or #f. R7RS 6.4."""
    return _assoc("assq", obj, alist, eq)


@builtin("assv")
def assv(obj: Any, alist: Any) -> Any:
    """Return the first pair whose car is eqv? to the object, or #f. R7RS 6.4."""
    return _assoc("assv", obj, alist, eqv)


def _assoc(who: str, obj: Any, alist: Any, same: Callable[[Any, Any], bool]) -> Any:
    alone = isinstance(obj, IDENTITY_TYPES)
    end = alist
    for pair in pairs(alist):
        entry = pair.car
        if not isinstance(entry, Pair):
            raise wrong_type(who, "a list of pairs", alist)
        if entry.car is obj or (not alone and same(obj, entry.car)):
            return entry
        end = pair.cdr
    check_end(who, end, alist)
    return FALSE


# What these use of stdlib/scheme/lists.scm.
NEEDS = ("%member", "%assoc")


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that are written in Scheme for some of their uses."""

    @control("member")
    def member(obj: Any, list_: Any, same: Any = None) -> Any:
        """Return the rest that begins with an object that is equal?, or #f.

        Another procedure may tell what is the same. R7RS 6.4.
        """
        if same is None:
            return _member("member", obj, list_, equal)
        return (machine.namespace["%member"], tail_place(), obj, list_, same)

    @control("assoc")
    def assoc(obj: Any, alist: Any, same: Any = None) -> Any:
        """Return the first pair whose car is equal? to the object, or #f.

        Another procedure may tell what is the same. R7RS 6.4.
        """
        if same is None:
            return _assoc("assoc", obj, alist, equal)
        return (machine.namespace["%assoc"], tail_place(), obj, alist, same)

    return [member, assoc]
