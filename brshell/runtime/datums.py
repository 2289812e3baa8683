"""The types of Scheme data that Python does not have.

Exact integers are Python ints and inexact reals are floats; procedures are Python
functions. All else is a type of ours, each with its content under an attribute name
that no other type uses: generated code may then say ``x.car`` and a value of another
type is an AttributeError, at no cost when all is well.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Boolean:
    """One of the two truth values; never Python's, so that (+ #t 1) is an error."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __bool__(self) -> bool:
        return self.name == "#t"

    def __repr__(self) -> str:
        return self.name


TRUE = Boolean("#t")
FALSE = Boolean("#f")


class Unique:
    """A value that exists once, such as the empty list; ``name`` is how it prints."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


NIL = Unique("()")
UNSPECIFIED = Unique("#<unspecified>")
EOF = Unique("#<eof>")
DEFAULT = Unique("#<default>")  # stands for an optional argument that is not given


class Symbol:
    """A name. Make one with ``symbol``: equal names are the same object."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


_symbols: dict[str, Symbol] = {}


def symbol(name: str) -> Symbol:
    """Return the one symbol with this name."""
    found = _symbols.get(name)
    if found is None:
        found = _symbols.setdefault(name, Symbol(name))
    return found


class Char:
    """A character. Make one with ``char``: equal characters are the same object."""

    __slots__ = ("character",)

    def __init__(self, character: str) -> None:
        self.character = character

    def __repr__(self) -> str:
        return f"#\\{self.character}"


class _CharTable(dict[str, Char]):
    """Every character that was ever used, made when first asked for."""

    def __missing__(self, character: str) -> Char:
        return self.setdefault(character, Char(character))


CHARS = _CharTable()


def char(character: str) -> Char:
    """Return the one Char for a Python string of length 1."""
    return CHARS[character]


IDENTITY_TYPES = (Boolean, Char, Symbol, Unique)
"""The types whose objects are eq?, eqv? and equal? to themselves only."""


class String:
    """A mutable string; ``text`` is its present content."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"String({self.text!r})"


class Pair:
    """A mutable pair; lists end in NIL. Make one with ``cons``."""

    __slots__ = ("car", "cdr")
    car: Any
    cdr: Any

    def __iter__(self) -> Iterator[Any]:
        """Yield the elements; the tail of an improper list is left out."""
        rest: Any = self
        while isinstance(rest, Pair):
            yield rest.car
            rest = rest.cdr


def cons(car: Any, cdr: Any) -> Pair:
    """Return a new pair (in less time than an ``__init__`` takes)."""
    pair = Pair()
    pair.car = car
    pair.cdr = cdr
    return pair


class Vector:
    """A vector; ``items`` is a Python list."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class Bytevector:
    """A vector of bytes 0..255."""

    __slots__ = ("data",)

    def __init__(self, data: bytearray) -> None:
        self.data = data


class Values:
    """Zero, two or more values on their way to call-with-values."""

    __slots__ = ("several",)

    def __init__(self, several: tuple[Any, ...]) -> None:
        self.several = several

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name to print: all that a place for one value can say of them."""
        return f"{len(self.several) or 'no'} values", []


def list_from(items: Iterable[Any], tail: Any = NIL) -> Any:
    """Return a Scheme list of the items, ending in ``tail``."""
    result = tail
    for item in reversed(items if isinstance(items, (list, tuple)) else list(items)):
        pair = Pair()
        pair.car = item
        pair.cdr = result
        result = pair
    return result


def boolean(truth: object) -> Boolean:
    """Return the Scheme boolean for a Python truth value."""
    return TRUE if truth else FALSE
