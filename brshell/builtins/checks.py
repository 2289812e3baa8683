"""Checks of arguments: each returns what the builtin works on, or raises.

``who`` is the name of the builtin as the user knows it.
"""

from __future__ import annotations

from brshell.runtime.conditions import SchemeError, bad_index, bad_value, wrong_type
from brshell.runtime.datums import (
    DEFAULT,
    NIL,
    Bytevector,
    Char,
    Pair,
    String,
    Symbol,
    Vector,
)
from brshell.runtime.numbers.arithmetic import is_integer, is_rational
from brshell.runtime.numbers.complex import NUMBER
from brshell.runtime.numbers.ratio import REAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real

# Our guess of what no program means: more elements would fill the memory.
LARGEST_LENGTH = 1 << 24

# A circular list is known by coming back to a mark, which moves up after so many
# pairs, then twice as many, and so on (Brent's algorithm).
FIRST_STRIDE = 64


def number_of(who: str, value: Any) -> Number:
    """Return the value if it is a number."""
    if isinstance(value, NUMBER):
        return value
    raise wrong_type(who, "a number", value)


def real_of(who: str, value: Any) -> Real:
    """Return the value if it is a real number."""
    if isinstance(value, REAL):
        return value
    raise wrong_type(who, "a real number", value)


def rational_of(who: str, value: Any) -> Real:
    """Return the value if it is a real number and finite."""
    if isinstance(value, REAL) and is_rational(value):
        return value
    raise wrong_type(who, "a rational number", value)


def integer_of(who: str, value: Any) -> int:
    """Return the value of an integer, which may be inexact, as an exact one."""
    if isinstance(value, int):
        return value
    if isinstance(value, float) and is_integer(value):
        return int(value)
    raise wrong_type(who, "an integer", value)


def exact_integer_of(who: str, value: Any) -> int:
    """Return the value if it is an exact integer."""
    if isinstance(value, int):
        return value
    raise wrong_type(who, "an exact integer", value)


def natural_of(who: str, value: Any) -> int:
    """Return the value if it is an exact integer and not negative."""
    if exact_integer_of(who, value) >= 0:
        return value  # type: ignore[no-any-return]
    raise bad_value(who, "a non-negative exact integer", value)


def length_of(who: str, value: Any) -> int:
    """Return the value if it can be the length of something new."""
    if natural_of(who, value) <= LARGEST_LENGTH:
        return value  # type: ignore[no-any-return]
    raise bad_value(who, f"a length of at most {LARGEST_LENGTH}", value)


def byte_of(who: str, value: Any) -> int:
    """Return the value if it is a byte."""
    if isinstance(value, int) and 0 <= value <= 255:
        return value
    raise wrong_type(who, "a byte 0..255", value)


def index_of(who: str, value: Any, limit: int) -> int:
    """Return the value if it is an index 0..limit, the limit included."""
    if isinstance(value, int) and 0 <= value <= limit:
        return value
    raise index_error(who, exact_integer_of(who, value), limit)


def index_error(who: str, value: Any, limit: int) -> SchemeError:
    """Return the error for an index that is not in 0..limit."""
    expected = f"an index 0..{limit}" if limit >= 0 else "something that is not empty"
    return bad_index(who, expected, value)


def range_of(who: str, start: Any, end: Any, length: int) -> slice:
    """Return the part start..end of something; ``end`` may be DEFAULT."""
    end = length if end is DEFAULT else index_of(who, end, length)
    return slice(index_of(who, start, end), end)


def room_of(who: str, at: Any, count: int, length: int) -> int:
    """Return the index ``at`` if so many elements fit in from there on."""
    index = index_of(who, at, length)
    if index + count <= length:
        return index
    raise bad_index(who, f"an index with room for {count} elements of {length}", at)


def text_of(who: str, value: Any) -> str:
    """Return the text of a string."""
    if isinstance(value, String):
        return value.text
    raise wrong_type(who, "a string", value)


def character_of(who: str, value: Any) -> str:
    """Return the Python string of a character."""
    if isinstance(value, Char):
        return value.character
    raise wrong_type(who, "a character", value)


def symbol_of(who: str, value: Any) -> Symbol:
    """Return the value if it is a symbol."""
    if isinstance(value, Symbol):
        return value
    raise wrong_type(who, "a symbol", value)


def items_of(who: str, value: Any) -> list[Any]:
    """Return the items of a vector."""
    if isinstance(value, Vector):
        return value.items
    raise wrong_type(who, "a vector", value)


def bytes_of(who: str, value: Any) -> bytearray:
    """Return the data of a bytevector."""
    if isinstance(value, Bytevector):
        return value.data
    raise wrong_type(who, "a bytevector", value)


def pair_of(who: str, value: Any) -> Pair:
    """Return the value if it is a pair."""
    if isinstance(value, Pair):
        return value
    raise wrong_type(who, "a pair", value)


def pairs(value: Any) -> Iterator[Pair]:
    """Yield the pairs of a list; a circular one ends too, after some turns."""
    rest = value
    stride = FIRST_STRIDE
    while True:
        mark = rest
        for _ in range(stride):
            if not isinstance(rest, Pair):
                return
            yield rest
            rest = rest.cdr
            if rest is mark:
                return
        stride *= 2


def spine(value: Any) -> tuple[list[Any], Any]:
    """Return the elements of a list and what ends it: a pair if it is circular."""
    elements: list[Any] = []
    rest = value
    stride = FIRST_STRIDE
    try:
        while True:
            mark = rest
            for _ in range(stride):
                if rest is NIL:
                    return elements, rest
                elements.append(rest.car)
                rest = rest.cdr
                if rest is mark:
                    return elements, rest
            stride *= 2
    except AttributeError:  # no pair
        return elements, rest


def check_end(who: str, end: Any, value: Any) -> None:
    """Check that what ends the list ``value`` makes it one."""
    if end is not NIL:
        raise wrong_type(who, "a list", value)


def elements_of(who: str, value: Any) -> list[Any]:
    """Return the elements of a list."""
    elements, end = spine(value)
    check_end(who, end, value)
    return elements
