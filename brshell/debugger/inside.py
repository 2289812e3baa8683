"""Evaluating in a program that is stopped, with the variables of one of its calls."""

from __future__ import annotations

from brshell.debugger.frames import variables_of
from brshell.expander.core import Variable
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine
    from brshell.reader.source import Source
    from brshell.runtime.conditions import Frame


def evaluate_inside(machine: Machine, source: Source, call: Frame | None) -> Any:
    """Run a source where a call stands and return its value; None is the top level.

    The variables can be looked at but not set; parameters have the values that they
    have there. The stopped program finds its dynamic state as it was.
    """
    found = variables_of(call) if call is not None else {}
    # Others than the program's: these are not set, whatever sets those.
    variables = [Variable(variable.name, written=True) for variable in found]
    state = thread.state
    handlers, winds, parameters = state.handlers, state.winds, state.parameters

    def prepare() -> Any:
        unit = machine.translator.unit_inside(source, machine.environment, variables)
        function = unit.function()

        def program() -> Any:
            state.parameters = parameters
            return (function(), None, *found.values())

        return program

    try:
        return machine.run_program(prepare)
    finally:
        state.handlers, state.winds, state.parameters = handlers, winds, parameters
