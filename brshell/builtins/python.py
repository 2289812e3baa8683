"""Python at hand: what (.name object argument ... keyword: argument ...) does."""

from __future__ import annotations

from brshell.builtins.checks import elements_of
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
    def attribute(name: Symbol, keywords: Any, object: Any, *arguments: Any) -> Any:
        """Return an attribute of a Python object, or what its method returns.

        The last arguments are those of the keywords.
        """
        who = f".{name.name}"
        if not machine.python:
            raise failure("python", who, "Python is not at hand (--no-python)")
        value = guarded(who, getattr, door.to_python(object), name.name)
        if callable(value):
            names = [keyword.name for keyword in elements_of(who, keywords)]
            values = [door.to_python(argument) for argument in arguments]
            plain = len(values) - len(names)
            named = dict(zip(names, values[plain:], strict=True))
            value = guarded(who, value, *values[:plain], **named)
        elif arguments:
            raise failure(
                "arity", who, f"expected no arguments, but received {len(arguments)}"
            )
        return door.to_scheme(value)

    return [attribute]
