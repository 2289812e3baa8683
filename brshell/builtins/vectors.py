"""Vectors."""

from __future__ import annotations

from brshell.builtins.checks import (
    elements_of,
    index_of,
    items_of,
    length_of,
    range_of,
    room_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.datums import (
    DEFAULT,
    FALSE,
    UNSPECIFIED,
    Boolean,
    Unique,
    Vector,
    boolean,
    list_from,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("vector?")
def is_vector(obj: Any) -> Boolean:
    """Return whether the object is a vector. R7RS 6.8."""
    return boolean(isinstance(obj, Vector))


@builtin("make-vector")
def make_vector(k: int, fill: Any = FALSE) -> Vector:
    """Return a vector of k times the same object. R7RS 6.8."""
    return Vector([fill] * length_of("make-vector", k))


@builtin("vector")
def vector_of(*obj: Any) -> Vector:
    """Return a vector of the objects. R7RS 6.8."""
    return Vector(list(obj))


@builtin("vector-length")
def vector_length(vector: Vector) -> int:
    """Return the number of elements. R7RS 6.8."""
    return len(items_of("vector-length", vector))


@builtin("vector-ref")
def vector_ref(vector: Vector, k: int) -> Any:
    """Return element k, counted from 0. R7RS 6.8."""
    items = items_of("vector-ref", vector)
    return items[index_of("vector-ref", k, len(items) - 1)]


@builtin("vector-set!")
def vector_set(vector: Vector, k: int, obj: Any) -> Unique:
    """Change element k, counted from 0. R7RS 6.8."""
    items = items_of("vector-set!", vector)
    items[index_of("vector-set!", k, len(items) - 1)] = obj
    return UNSPECIFIED


@builtin("vector->list")
def vector_to_list(vector: Vector, start: int = 0, end: Any = DEFAULT) -> Any:
    """Return a list of the elements of the part start..end. R7RS 6.8."""
    items = items_of("vector->list", vector)
    return list_from(items[range_of("vector->list", start, end, len(items))])


@builtin("list->vector")
def list_to_vector(list_: Any) -> Vector:
    """Return a vector of the elements of a list. R7RS 6.8."""
    return Vector(elements_of("list->vector", list_))


@builtin("vector-copy", "subvector")
def vector_copy(vector: Vector, start: int = 0, end: Any = DEFAULT) -> Vector:
    """Return a copy of the part start..end. R7RS 6.8."""
    items = items_of("vector-copy", vector)
    return Vector(items[range_of("vector-copy", start, end, len(items))])


@builtin("vector-copy!")
def vector_copy_into(
    to: Vector, at: int, from_: Vector, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Copy the part start..end of a vector into another at an index. R7RS 6.8."""
    who = "vector-copy!"
    items, source = items_of(who, to), items_of(who, from_)
    part = source[range_of(who, start, end, len(source))]
    index = room_of(who, at, len(part), len(items))
    items[index : index + len(part)] = part
    return UNSPECIFIED


@builtin("vector-append")
def vector_append(*vector: Vector) -> Vector:
    """Return a vector of the elements of all. R7RS 6.8."""
    result: list[Any] = []
    for each in vector:
        result.extend(items_of("vector-append", each))
    return Vector(result)


@builtin("vector-fill!")
def vector_fill(
    vector: Vector, fill: Any, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Set every element of the part start..end. R7RS 6.8."""
    items = items_of("vector-fill!", vector)
    part = range_of("vector-fill!", start, end, len(items))
    items[part] = [fill] * (part.stop - part.start)
    return UNSPECIFIED
