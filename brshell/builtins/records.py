"""What define-record-type is made of. R7RS 5.5."""

from __future__ import annotations

from brshell.builtins.checks import elements_of
from brshell.builtins.declare import builtin
from brshell.runtime.datums import Symbol
from brshell.runtime.records import RecordType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@builtin("%make-record-type")
def make_record_type(name: Symbol, fields: Any) -> RecordType:
    """Return a new record type."""
    return RecordType(name.name, _names(fields))


def _names(fields: Any) -> list[str]:
    return [field.name for field in elements_of("define-record-type", fields)]


@builtin("%record-constructor")
def record_constructor(
    kind: RecordType, name: Symbol, fields: Any
) -> Callable[..., Any]:
    """Return the constructor that takes values for these fields."""
    return kind.constructor(name.name, _names(fields))


@builtin("%record-predicate")
def record_predicate(kind: RecordType, name: Symbol) -> Callable[[Any], Any]:
    """Return the predicate of a type."""
    return kind.predicate(name.name)


@builtin("%record-accessor")
def record_accessor(
    kind: RecordType, field: Symbol, name: Symbol
) -> Callable[[Any], Any]:
    """Return the accessor of a field."""
    return kind.accessor(field.name, name.name)


@builtin("%record-modifier")
def record_modifier(
    kind: RecordType, field: Symbol, name: Symbol
) -> Callable[[Any, Any], Any]:
    """Return the modifier of a field."""
    return kind.modifier(field.name, name.name)
