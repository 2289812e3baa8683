"""Records: each type is a Python class, its procedures are Python functions.

A field is an attribute whose name no other type has, so that to get it from anything
else fails without a check.
"""

from __future__ import annotations

from types import FunctionType

from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import UNSPECIFIED, Boolean, boolean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Record:
    """An instance of some record type; every type is a subclass."""

    __slots__ = ()
    record_type: RecordType

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name of the type and the fields, to print."""
        kind = self.record_type
        return kind.name, [
            (field, getattr(self, slot)) for field, slot in kind.slots.items()
        ]


class RecordType:
    """What define-record-type defines: a name and fields."""

    __slots__ = ("instance", "name", "slots")

    def __init__(self, name: str, fields: list[str]) -> None:
        self.name = name
        self.slots = {
            field: f"field{index}_{id(self):x}" for index, field in enumerate(fields)
        }
        self.instance = type(name, (Record,), {"__slots__": tuple(self.slots.values())})
        self.instance.record_type = self  # type: ignore[attr-defined]

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name to print."""
        return f"record-type {self.name}", []

    def constructor(self, name: str, fields: list[str]) -> Callable[..., Any]:
        """Return the procedure that makes a record from values for these fields.

        The others are unspecified until they are set.
        """
        parameters = [f"a{index}" for index in range(len(fields))]
        values = dict.fromkeys(self.slots, "unspecified")
        values.update(zip(fields, parameters, strict=True))
        stores = "".join(
            f"    store(record, {self.slots[field]!r}, {value})\n"
            for field, value in values.items()
        )
        text = (
            f"def make({', '.join(parameters)}):\n"
            f"    record = new(instance)\n{stores}    return record\n"
        )
        made: dict[str, Any] = {}
        names = {
            "store": setattr,
            "new": object.__new__,
            "instance": self.instance,
            "unspecified": UNSPECIFIED,
        }
        exec(text, names, made)
        return named(made["make"], name)

    def predicate(self, name: str) -> Callable[[Any], Boolean]:
        """Return the procedure that tells whether an object is of this type."""
        instance = self.instance
        return named(lambda object: boolean(isinstance(object, instance)), name)

    def accessor(self, field: str, name: str) -> Callable[[Any], Any]:
        """Return the procedure that gets a field."""
        kind = self.name

        def get(record: Any) -> Any:
            try:
                return record.SLOT
            except AttributeError:
                raise wrong_type(name, f"a record of type {kind}", record) from None

        return named(_of_slot(self.slots[field], get), name)

    def modifier(self, field: str, name: str) -> Callable[[Any, Any], Any]:
        """Return the procedure that sets a field."""
        instance = self.instance
        kind = self.name

        def set_field(record: Any, value: Any) -> Any:
            if not isinstance(record, instance):
                raise wrong_type(name, f"a record of type {kind}", record)
            record.SLOT = value  # type: ignore[attr-defined]
            return UNSPECIFIED

        return named(_of_slot(self.slots[field], set_field), name)


def named(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return the function with the name that it shows."""
    function.__name__ = name
    return function


def _of_slot(slot: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with the attribute SLOT replaced by another.

    That takes a quarter of the time of getattr with a name.
    """
    code = function.__code__
    names = tuple(slot if name == "SLOT" else name for name in code.co_names)
    return FunctionType(
        code.replace(co_names=names),
        function.__globals__,
        closure=function.__closure__,
    )
