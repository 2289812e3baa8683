"""The order in which letrec* makes its procedures and values."""

from __future__ import annotations

from brshell.compiler.analysis import mentioned
from brshell.expander.core import Lambda

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from brshell.expander.core import Core, Variable

    # A group of procedures that may refer to each other, or a variable with its value.
    Step: TypeAlias = list[tuple[Variable, Lambda]] | tuple[Variable, Core]


def plan_letrec(
    bindings: list[tuple[Variable, Core]],
) -> tuple[list[Step], list[Variable]]:
    """Return (steps, boxed) for the bindings of a letrec*.

    Procedures are made as late as they can be, so that few variables need boxes. A
    variable whose value is not a procedure, but which something made before it refers
    to, lives in a box that is there from the start.
    """
    waiting = {
        variable: value
        for variable, value in bindings
        if isinstance(value, Lambda) and not variable.assigned
    }
    steps: list[Step] = []
    boxed: list[Variable] = []
    values = [(v, c) for v, c in bindings if v not in waiting]
    later = {variable for variable, _ in values}
    for variable, value in values:
        group = _needed(mentioned(value), waiting)
        if group:
            steps.append(group)
            for _, code in group:
                boxed += _by_name(later & mentioned(code))
        boxed += _by_name(later & mentioned(value))
        if variable.assigned:
            boxed.append(variable)
        steps.append((variable, value))
        later.remove(variable)
    if waiting:
        steps.append(list(waiting.items()))
    return steps, list(dict.fromkeys(boxed))


def _by_name(variables: set[Variable]) -> list[Variable]:
    """Return variables in an order that does not change from run to run."""
    return sorted(variables, key=lambda variable: variable.name)


def _needed(
    names: set[Variable], waiting: dict[Variable, Lambda]
) -> list[tuple[Variable, Lambda]]:
    """Take out of ``waiting`` the procedures that the names need, directly or not."""
    group: list[tuple[Variable, Lambda]] = []
    pending = [variable for variable in waiting if variable in names]
    while pending:
        variable = pending.pop()
        code = waiting.pop(variable, None)
        if code is not None:
            group.append((variable, code))
            inside = mentioned(code)
            pending += [other for other in waiting if other in inside]
    return group
