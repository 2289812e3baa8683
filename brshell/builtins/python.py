"""Python at hand: what (.name object argument ...) does."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime.conditions import failure
from brshell.runtime.convert import Door, guarded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine
    from brshell.runtime.datums import Symbol


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that belong to one machine."""
    door = Door(machine.call)

    @builtin("%attribute")
    def attribute(name: Symbol, object: Any, *arguments: Any) -> Any:
        """Return an attribute of a Python object, or what its method returns."""
        who = f".{name.name}"
        if not machine.python:
            raise failure("python", who, "Python is not at hand (--no-python)")
        value = guarded(who, getattr, door.to_python(object), name.name)
        if callable(value):
            values = [door.to_python(argument) for argument in arguments]
            value = guarded(who, value, *values)
        elif arguments:
            raise failure(
                "arity", who, f"expected no arguments, but received {len(arguments)}"
            )
        return door.to_scheme(value)

    return [attribute]
