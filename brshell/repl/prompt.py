"""The prompt: an entry ends when its parentheses are closed, values are printed."""

from __future__ import annotations

import os
import sys

from brbrain import __version__
from brshell.config import defaults
from brshell.files import config_file, text_of
from brshell.options import UsageError
from brshell.repl.commands import is_command, point_to_command, run_command
from brshell.repl.entry import PROMPT, entry_reader
from brshell.repl.output import standard_output
from brshell.repl.panic import panic_key
from brshell.runtime.conditions import SchemeError, SchemeExit, Terminated
from brshell.runtime.interrupts import Abandoned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.config import Settings
    from brshell.repl.output import Lines
    from brshell.repl.session import Session

GREETING = f"brshell {__version__}: a Scheme you can talk to a robot in. Ctrl-D ends."


def interact(
    session: Session,
    greet: bool = True,
    init: bool = True,
    settings: Settings | None = None,
) -> int:
    """Prompt until the user ends it, and return the exit code."""
    session.value_text = lambda value: _value_text(value, session)
    if greet:
        print(GREETING)
    session.read_entry = entry_reader(session, settings or defaults())
    session.machine.units.keeps_values = True
    with (
        standard_output() as output,
        session.backlog.diverting(),
        panic_key(session),
    ):
        try:
            if init:
                _run_init(session, output)
            while True:
                _take_entry(session, output)
        except EOFError:
            return 0
        except Terminated:
            raise
        except SchemeExit as ending:
            output.fresh_line()
            return ending.code


def _value_text(value: Any, session: Session) -> str:
    """Return a value as the prompt shows it."""
    from brshell.help.joints import joint_names
    from brshell.repl.display.columns import terminal_width
    from brshell.repl.display.values import shown

    return shown(value, terminal_width(), lambda: joint_names(session.machine))


def _take_entry(session: Session, output: Lines) -> None:
    """Let the user type an entry, and run it."""
    try:
        entry = session.read_entry(PROMPT)
    except KeyboardInterrupt:
        return  # what was typed so far is forgotten
    finally:
        output.at_start = True  # the terminal shows the Enter
    if entry.strip():
        _evaluate(session, "prompt", entry, output)
        output.fresh_line()


def _run_init(session: Session, output: Lines) -> None:
    """Run the user's init.scm if there is one."""
    path = config_file("init.scm")
    if not os.path.exists(path):
        return
    try:
        text = text_of(path)
    except UsageError as error:
        print(f"brshell: {error}", file=sys.stderr)
    else:
        _evaluate(session, path, text, output, printing=False)


def _evaluate(
    session: Session, name: str, text: str, output: Lines, printing: bool = True
) -> None:
    """Run a text, and print its value or show its error."""
    try:
        session.begin_entry()
        if printing and is_command(text):
            run_command(session, text)
            return
        value = session.run(name, text)
        output.fresh_line()
        if printing:
            session.show_values(value)
    except SchemeError as error:
        output.fresh_line()
        point_to_command(error.condition)
        session.fail(error)
    except Abandoned:
        output.fresh_line()
        session.leave()
    except KeyboardInterrupt:
        output.fresh_line_after_interrupt()
        print("interrupted", file=sys.stderr)
    finally:
        session.end_entry()
