"""What the user sees of a program that is watched, and the prompt where it stops."""

from __future__ import annotations

import sys

from brshell.debugger.frames import value_text
from brshell.debugger.inside import evaluate_inside
from brshell.debugger.stepper import ENTER
from brshell.reader.source import Source
from brshell.repl.calls import Calls
from brshell.repl.commands import is_command, run_command
from brshell.repl.display.columns import terminal_width
from brshell.repl.errors import call_text, source_lines
from brshell.repl.output import begin_line, line_was_entered
from brshell.runtime.conditions import SchemeError, SchemeExit
from brshell.runtime.interrupts import Abandoned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.debugger.stepper import Stop
    from brshell.expander.core import Core
    from brshell.repl.session import Session

STEP_PROMPT, BREAK_PROMPT = "step> ", "break> "
_BAR = "| "
# Calls deeper than that are shown at this depth, with their level.
_DEEPEST = 20
_FORM_WIDTH = 40
_VALUE_WIDTH = 70


class GoingOn(Exception):
    """A command said how the stopped program goes on."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Stops:
    """Shows on the terminal what the debugger of a session sees, and asks its user."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def called(self, level: int, name: str, values: list[tuple[str, Any]]) -> None:
        """Show a call of a traced procedure with its arguments."""
        begin_line()
        print(f"{_bars(level)}{call_text(name, values)}")

    def returned(self, level: int, value: Any) -> None:
        """Show the value of a call."""
        begin_line()
        print(f"{_bars(level)}=> {value_text(value, _VALUE_WIDTH)}")

    def evaluated(self, form: Core, value: Any) -> None:
        """Show the value of a form that was stepped."""
        begin_line()
        span = form.span
        assert span is not None
        text = " ".join(span.source.text[span.start : span.end].split())
        if len(text) > _FORM_WIDTH:
            text = f"{text[: _FORM_WIDTH - 4]} ..."
        print(f"  {text} => {value_text(value, _VALUE_WIDTH)}")

    def stopped(self, stop: Stop) -> str:
        """Show where the program stands; return how to go on.

        At a break the robots are stopped first: they must not go on by themselves while
        the program that watches them stands.
        """
        begin_line()
        session = self._session
        before = session.calls, session.is_stopped
        session.calls, session.is_stopped = Calls(stop.calls), True
        try:
            if stop.broken:
                problem = session.machine.stop()
                print(f"break in {_newest_call(stop)}")
                if problem is not None:
                    print(problem, file=sys.stderr)
            if stop.form.span is not None:
                color = session.colors(sys.stdout)
                print(f"{stop.form.span}:")
                lines = source_lines(stop.form.span, color, terminal_width())
                print("\n".join(lines))
            return self._answer(stop)
        finally:
            session.calls, session.is_stopped = before

    def _answer(self, stop: Stop) -> str:
        """Read and do what the user says until it is to go on."""
        while True:
            try:
                entry = self._session.read_entry(
                    BREAK_PROMPT if stop.broken else STEP_PROMPT
                )
            except KeyboardInterrupt:
                continue  # what was typed so far is forgotten
            except EOFError:
                raise Abandoned from None
            finally:
                line_was_entered()
            if not entry.strip() and not stop.broken:
                return ENTER
            try:
                self._do(entry)
            except GoingOn as going:
                return going.how
            except SchemeError as error:
                begin_line()
                self._session.fail(error)
            begin_line()

    def _do(self, entry: str) -> None:
        """Do a command, or evaluate a form with the variables of the selected call."""
        session = self._session
        if not is_command(entry):
            source = Source("prompt", entry)
            call = session.calls.selected
            value = evaluate_inside(session.machine, source, call)
            begin_line()
            session.show_values(value)
            return
        try:
            run_command(session, entry)
        except SchemeExit:
            raise Abandoned from None  # ,quit leaves the program, not the shell


def _bars(level: int) -> str:
    if level <= _DEEPEST:
        return _BAR * level
    return f"{_BAR * _DEEPEST}[{level}] "


def _newest_call(stop: Stop) -> str:
    newest = stop.calls[0]
    return call_text(newest.name, newest.arguments)
