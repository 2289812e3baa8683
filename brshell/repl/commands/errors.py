"""Commands that look at the last error, or at a stopped program."""

from __future__ import annotations

import sys

from brshell.repl.commands.declare import command
from brshell.runtime.conditions import failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session
    from brshell.runtime.conditions import Frame

_INDENT = "  "


@command("error")
def error(session: Session, argument: str) -> None:
    """Show the last error again."""
    if session.last_error is None:
        raise failure("command", ",error", "there was no error yet")
    session.show_error(session.last_error)


@command("explain")
def explain(session: Session, argument: str) -> None:
    """Tell more about the last error: what errors of its kind mean."""
    from brshell.repl.display.columns import terminal_width
    from brshell.repl.explanations import explanation

    if session.last_error is None:
        raise failure("command", ",explain", "there was no error yet")
    print(explanation(session.last_error.condition, terminal_width()))


@command("bt")
def backtrace(session: Session, argument: str) -> None:
    """Show all calls on the way to the error or the stop, newest first."""
    _selected(session, "bt")
    for call in session.calls.calls:
        _show_call(session, call)


@command("up", "u")
def up(session: Session, argument: str) -> None:
    """Select the call that made the selected one, and show where it stands."""
    _select(session, "up", 1, "this is the oldest call")


@command("down", "d")
def down(session: Session, argument: str) -> None:
    """Select the call that the selected one made, and show where it stands."""
    _select(session, "down", -1, "this is the newest call")


@command("locals", "l")
def local_variables(session: Session, argument: str) -> None:
    """Show the variables of the selected call with their values."""
    from brshell.debugger.frames import value_text, variables_of

    call = _selected(session, "locals")
    variables = variables_of(call)
    width = max((len(variable.name) for variable in variables), default=0)
    for variable, value in variables.items():
        print(f"  {variable.name:{width}} = {value_text(value, 70)}")
    if not variables:
        print(f"  {call.name} has no variables")


def _selected(session: Session, name: str) -> Frame:
    selected = session.calls.selected
    if selected is None:
        message = "there is no call of a procedure of the program to look at"
        raise failure("command", f",{name}", message)
    return selected


def _select(session: Session, name: str, step: int, end: str) -> None:
    _selected(session, name)
    if not session.calls.select(step):
        raise failure("command", f",{name}", end)
    _show_call(session, _selected(session, name))


def _show_call(session: Session, call: Frame) -> None:
    """Show a call and the source line at which it stands."""
    from brshell.repl.display.columns import terminal_width
    from brshell.repl.errors import call_text, source_lines

    mark = "*" if call is session.calls.selected else " "
    place = f"  {call.span}" if call.span is not None else ""
    print(f"{mark} {call_text(call.name, call.arguments)}{place}")
    if call.span is not None:
        color = session.colors(sys.stdout)
        lines = source_lines(call.span, color, terminal_width() - len(_INDENT))
        print("\n".join(f"{_INDENT}{line}" for line in lines))
