"""What the Scheme-written procedures that go over data ask of them.

Names that begin with % are not for programs.
"""

from __future__ import annotations

from brshell.builtins.checks import (
    check_end,
    items_of,
    pairs,
    range_of,
    spine,
    text_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import failure, wrong_type
from brshell.runtime.datums import DEFAULT, FALSE, NIL, Pair, Symbol, cons, list_from
from brshell.runtime.procedures import is_direct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any


@builtin("%rows")
def rows(who: Symbol, lists: Any) -> Any:
    """Return a list of the lists of first elements, of second ones, and so on.

    There are as many as the shortest list has elements; others may be circular.
    """
    return rows_of(who.name, list(lists))


def rows_of(who: str, lists: Sequence[Any]) -> Any:
    """Return a list of the lists of first elements, of second ones, and so on."""
    columns: list[Iterable[Any]] = []
    finite = False
    for each in lists:
        elements, end = spine(each)
        if end is NIL:
            finite = True
        elif not isinstance(end, Pair):
            raise wrong_type(who, "a list", each)
        columns.append(elements if end is NIL else each)
    if not finite:
        raise wrong_type(who, "a list that is not circular", lists[0])
    return list_from([list_from(row) for row in zip(*columns, strict=False)])


@builtin("%sort-directly")
def sort_directly(less: Any, list_: Any) -> Any:
    """Return the sorted list if the procedure that compares is a builtin, or #f.

    Python's sort must not call any other: a continuation could not be captured in it.
    """
    from functools import cmp_to_key  # takes time to import

    if not is_direct(less):
        return FALSE
    elements, _ = spine(list_)
    try:
        elements.sort(key=cmp_to_key(lambda a, b: 0 if less(a, b) is FALSE else -1))
    except TypeError:  # it does not take two arguments: the sort in Scheme tells
        return FALSE
    return list_from(elements)


@builtin("%tails")
def tails(who: Symbol, list_: Any) -> Any:
    """Return a list of the pairs of a list: all of it, its cdr, and so on."""
    found = list(pairs(list_))
    check_end(who.name, found[-1].cdr if found else list_, list_)
    return list_from(found)


@builtin("%string-range")
def string_range(who: Symbol, string: Any, range_: Any) -> Pair:
    """Return (start . end) of the part of a string that ([start [end]]) tells."""
    return _range(who.name, len(text_of(who.name, string)), range_)


@builtin("%vector-range")
def vector_range(who: Symbol, vector: Any, range_: Any) -> Pair:
    """Return (start . end) of the part of a vector that ([start [end]]) tells."""
    return _range(who.name, len(items_of(who.name, vector)), range_)


def _range(who: str, length: int, range_: Any) -> Pair:
    given = [*range_] if isinstance(range_, Pair) else []
    if len(given) > 2:
        raise failure(
            "arity", who, "expected a start and an end, but also received", *given[2:]
        )
    start, end = given + [0, DEFAULT][len(given) :]
    part = range_of(who, start, end, length)
    return cons(part.start, part.stop)
