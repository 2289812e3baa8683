"""A machine with the terminal: runs text, prints values, shows errors."""

from __future__ import annotations

import os
import sys

from brshell.reader.source import Source
from brshell.repl.packet_rate import PacketRate
from brshell.runtime.datums import UNSPECIFIED, Values
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO

    from brshell.machine import Machine
    from brshell.repl.background import Backlog
    from brshell.runtime.conditions import SchemeError


class Session:
    """Runs text in a machine and tells the user how it went."""

    def __init__(self, machine: Machine, colored: bool = True) -> None:
        self.machine = machine
        self._colored = colored
        # How values are shown: as write has them, or over several lines at the prompt.
        self.value_text: Callable[[Any], str] = to_text
        self.packet_rate = PacketRate()
        self._backlog: Backlog | None = None
        machine.report_error = self.show_error

    @property
    def backlog(self) -> Backlog:
        """What tasks print at the prompt; made when first needed."""
        if self._backlog is None:
            from brshell.repl.background import Backlog

            self._backlog = Backlog()
        return self._backlog

    def run(self, name: str, text: str, *, script: bool = False) -> Any:
        """Run a text and return the value of its last form.

        Errors refer to the text by ``name``. Raises what the machine raises.
        """
        return self.machine.run_source(Source(name, text), script=script)

    def print_values(self, value: Any) -> None:
        """Print a value on a line of its own, if it says anything."""
        values = value.several if isinstance(value, Values) else (value,)
        for one in values:
            if one is not UNSPECIFIED:
                print(self.value_text(one))

    def panic(self) -> None:
        """End all motion and all tasks at once, and say so."""
        problem = self.machine.stop()
        print(problem or "stopped", file=sys.stderr, flush=True)

    def print_stage(self, name: str, text: str, stage: str) -> None:
        """Print a program as it is after a stage of compilation; run nothing."""
        from brshell.dump import dump

        translator, environment = self.machine.translator, self.machine.environment
        print(dump(translator.program(Source(name, text), environment), stage))

    def show_error(self, error: SchemeError) -> None:
        """Show an error after what was printed so far."""
        from brshell.repl.errors import error_text

        color = self._colored and takes_color(sys.stderr)
        sys.stdout.flush()
        print(error_text(error.condition, color), file=sys.stderr, flush=True)


def takes_color(stream: TextIO) -> bool:
    """Tell whether colours may be written to a stream. See https://no-color.org."""
    return (
        stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
