"""Tracing: calls and returns of procedures, as they happen."""

from __future__ import annotations

from brshell.debugger.instrument import Hook, Tracing
from brshell.debugger.levels import Levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.core import Lambda
    from brshell.machine import Machine

    Arguments = list[tuple[str, Any]]
    ShowCall = Callable[[int, str, Arguments], None]
    ShowReturn = Callable[[int, Any], None]


def tracing(machine: Machine, called: ShowCall, returned: ShowReturn) -> Tracing:
    """Return what makes procedures tell of their calls and returns.

    ``called`` takes the level of a call, the procedure's name and the arguments with
    their names; ``returned`` takes the level and the value.
    """
    levels = Levels()

    def tell_call(core: Lambda, *values: Any) -> Any:
        parameters = [*core.parameters, *([core.rest] if core.rest else [])]
        names = [parameter.name for parameter in parameters]
        called(levels.now(), core.name or "lambda", [*zip(names, values, strict=True)])
        return levels.enter()

    def tell_return(core: Lambda, before: Any, value: Any) -> Any:
        levels.leave(before)
        returned(levels.now(), value)
        return value

    return Tracing(
        Hook("%called", tell_call, machine.namespace),
        Hook("%returned", tell_return, machine.namespace),
    )
