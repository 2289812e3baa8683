"""call/cc and with-exception-handler, bound to the Scheme part of control."""

from __future__ import annotations

from brshell.builtins.declare import control
from brshell.runtime.continuations import (
    call_with_current_continuation,
    with_exception_handler,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine

# What these use of stdlib/scheme/control.scm.
NEEDS = ("%rewind", "%failed")


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that belong to one machine."""
    call_cc = call_with_current_continuation(machine.namespace, machine.units)
    with_handler = with_exception_handler(machine.namespace, machine.units)
    return [
        control("call/cc", "call-with-current-continuation")(call_cc),
        control("with-exception-handler")(with_handler),
    ]
