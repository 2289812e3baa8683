"""A machine with the terminal: runs text, prints values, shows errors."""

from __future__ import annotations

import os
import sys

from brshell.reader.source import Source
from brshell.repl.calls import Calls
from brshell.repl.packet_rate import PacketRate
from brshell.repl.values import LastValues
from brshell.runtime.conditions import failure
from brshell.runtime.datums import UNSPECIFIED, Values
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn, TextIO

    from brshell.debugger.debugger import Debugger
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
        # Reads an entry of the user after a prompt.
        self.read_entry: Callable[[str], str] = input
        self.last_values = LastValues(machine)
        self.last_error: SchemeError | None = None
        # The calls to look at: those of the last error, or of the stopped program.
        self.calls = Calls([])
        self.is_stopped = False
        self._debugger: Debugger | None = None

    @property
    def debugger(self) -> Debugger:
        """What watches the programs of this session; made when first needed."""
        if self._debugger is None:
            from brshell.debugger.debugger import Debugger
            from brshell.repl.stops import Stops

            self._debugger = Debugger(self.machine, Stops(self))
        return self._debugger

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

    def show_values(self, value: Any) -> None:
        """Print a value that the prompt keeps; a terminal shows under which name."""
        values = value.several if isinstance(value, Values) else (value,)
        for one in values:
            if one is not UNSPECIFIED:
                self.print_numbered(self.last_values.keep(one), one)

    def print_numbered(self, name: str, value: Any) -> None:
        """Print a value; on a terminal with the name that it is kept under."""
        text = self.value_text(value)
        if sys.stdout.isatty():
            mark = f"{name} ="
            mark = f"\x1b[2m{mark}\x1b[0m" if self.colors(sys.stdout) else mark
            print(mark, end="\n" if "\n" in text else " ")
        print(text)

    def print_stage(self, name: str, text: str, stage: str) -> None:
        """Print a program as it is after a stage of compilation; run nothing."""
        from brshell.dump import dump

        translator, environment = self.machine.translator, self.machine.environment
        print(dump(translator.program(Source(name, text), environment), stage))

    def expanded(self, text: str) -> str:
        """Return a program after its expansion; nothing is run or defined."""
        from brshell.dump import dump

        translator, environment = self.machine.translator, self.machine.environment
        return dump(translator.trial(Source("prompt", text), environment), "expand")

    def show_error(self, error: SchemeError) -> None:
        """Show an error after what was printed so far."""
        from brshell.repl.display.columns import terminal_width
        from brshell.repl.errors import error_text

        color = self.colors(sys.stderr)
        is_terminal = sys.stderr.isatty()
        text = error_text(error.condition, color, terminal_width(), is_terminal)
        sys.stdout.flush()
        print(text, file=sys.stderr, flush=True)

    def fail(self, error: SchemeError) -> None:
        """Show an error that an entry ended with, and keep it to be looked at.

        What is wrong with a command is only shown.
        """
        if error.condition.kind == "interrupt":
            from brshell.repl.output import begin_line_after_interrupt

            begin_line_after_interrupt()
        self.show_error(error)
        if error.condition.kind == "command":
            return
        self.last_error = error
        self.last_values.keep_error(error.payload)
        if not self.is_stopped:
            self.calls = Calls(error.condition.trace)

    def colors(self, stream: TextIO) -> bool:
        """Tell whether what is shown on a stream has colours."""
        return self._colored and takes_color(stream)

    # Entries at the prompt

    def begin_entry(self) -> None:
        """Get ready for a new entry."""
        if self._debugger is not None:
            self._debugger.renew()

    def end_entry(self) -> None:
        """Be done with an entry, however it ended."""
        if self._debugger is not None:
            self._debugger.end()

    def leave(self) -> None:
        """Stop the robots: the user left a stopped program."""
        problem = self.machine.stop()
        print("the program was left", file=sys.stderr)
        if problem is not None:
            print(problem, file=sys.stderr)

    def go_on(self, how: str) -> NoReturn:
        """Let the stopped program go on. Raise SchemeError if there is none."""
        from brshell.repl.stops import GoingOn

        if not self.is_stopped:
            raise failure("command", f",{how}", "there is no stopped program")
        raise GoingOn(how)


def takes_color(stream: TextIO) -> bool:
    """Tell whether colours may be written to a stream. See https://no-color.org."""
    return (
        stream.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
