"""The debugger of a machine: what is traced, where it breaks, and stepping."""

from __future__ import annotations

from brshell.debugger.instruments import Instruments, procedures_named
from brshell.debugger.stepper import Stepper
from brshell.debugger.tracer import tracing
from brshell.runtime.conditions import SchemeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any, Protocol

    from brshell.debugger.stepper import Stop
    from brshell.expander.core import Core
    from brshell.machine import Machine
    from brshell.reader.source import Source

    class View(Protocol):
        """Shows what happens, and asks the user."""

        def called(self, level: int, name: str, values: list[tuple[str, Any]]) -> None:
            """Show a call of a traced procedure with its arguments."""

        def returned(self, level: int, value: Any) -> None:
            """Show the value of a call."""

        def evaluated(self, form: Core, value: Any) -> None:
            """Show the value of a form that was stepped."""

        def stopped(self, stop: Stop) -> str:
            """Show where the program stands; return how to go on."""


TRACE, BREAK, _STEP = "trace", "break", "step"


class Debugger:
    """Watches the programs of one machine.

    What is traced and where it breaks are names: a procedure that is defined again is
    watched in the place of the old one, from the next entry on.
    """

    def __init__(self, machine: Machine, view: View) -> None:
        self._machine = machine
        self._stepper = Stepper(machine, view.stopped, view.evaluated, self._meet)
        stepping = self._stepper.stepping
        step = stepping.procedure
        trace = tracing(machine, view.called, view.returned).procedure
        self._instruments = Instruments(
            machine.units,
            {_STEP: step, BREAK: step, TRACE: trace},
            stepping.originals,
        )
        self._watched: dict[tuple[str, str], list[FunctionType]] = {}

    def watch(self, name: str, purpose: str) -> None:
        """Trace the procedure that has this name, or break when it is called.

        Raise SchemeError if it is no procedure of a program.
        """
        found = procedures_named(self._machine, self._instruments, name, f",{purpose}")
        for procedure in found:
            self._instruments.add(procedure, purpose)
        for procedure in self._watched.get((name, purpose), []):
            if procedure not in found:
                self._instruments.remove(procedure, purpose)
        self._watched[name, purpose] = found
        self._set_breaks()

    def unwatch(self, name: str, purpose: str) -> None:
        """End what ``watch`` began."""
        for procedure in self._watched.pop((name, purpose)):
            self._instruments.remove(procedure, purpose)
        self._set_breaks()

    def _set_breaks(self) -> None:
        self._stepper.breaks = {
            self._instruments.core(procedure)
            for (_, purpose), found in self._watched.items()
            for procedure in found
            if purpose == BREAK
        }

    def watched(self, purpose: str) -> list[str]:
        """Return the names that are watched for a purpose."""
        return [name for name, other in self._watched if other == purpose]

    def renew(self) -> None:
        """Watch what has been defined again since the last time."""
        for name, purpose in list(self._watched):
            try:
                self.watch(name, purpose)
            except SchemeError:
                continue  # no procedure any more; it may be one later

    def step(self, source: Source) -> Any:
        """Run a source and stop before its first form; return its value."""
        machine = self._machine

        def prepare() -> Any:
            unit = machine.translator.changed_unit(
                source, machine.environment, self._stepper.stepping.program
            )
            self._stepper.start()
            return unit.function()

        return machine.run_program(prepare)

    def end(self) -> None:
        """Step no more: the program has ended."""
        self._stepper.end()
        self._instruments.remove_all(_STEP)

    def _meet(self, value: Any) -> None:
        """Instrument a procedure that a stepped program is about to call."""
        for procedure in getattr(value, "clauses", (value,)):
            if self._instruments.is_users(procedure):
                try:
                    self._instruments.add(procedure, _STEP)
                except SchemeError:
                    continue  # it is not shown, but runs
