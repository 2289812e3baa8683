"""The prompt: an entry ends when its parentheses are closed, values are printed."""

from __future__ import annotations

import os
import sys

from brbrain import __version__
from brshell.files import config_file, state_file, text_of
from brshell.options import UsageError
from brshell.reader.reader import is_complete
from brshell.repl.commands import is_command, run_command
from brshell.runtime.conditions import SchemeError, SchemeExit
from brshell.runtime.interrupts import Abandoned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

    from brshell.repl.session import Session

PROMPT = "> "
CONTINUATION = "  "
GREETING = f"brshell {__version__}: a Scheme you can talk to a robot in. Ctrl-D ends."


def interact(session: Session, greet: bool = True, init: bool = True) -> int:
    """Prompt until the user ends it, and return the exit code."""
    if greet:
        print(GREETING)
    plain = os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    session.read_entry = plain_entry if plain else entry_editor()
    session.machine.units.keeps_values = True
    try:
        if init:
            _run_init(session)
        while True:
            try:
                entry = session.read_entry(PROMPT)
            except KeyboardInterrupt:
                continue  # what was typed so far is forgotten
            _evaluate(session, "prompt", entry)
    except EOFError:
        return 0
    except SchemeExit as ending:
        return ending.code


def plain_entry(prompt: str = PROMPT) -> str:
    """Return what the user types, on a terminal that can do nothing."""
    try:
        text = input(prompt)
        while not is_complete(text):
            text += "\n" + input(CONTINUATION)
    except (EOFError, KeyboardInterrupt):
        print()
        raise
    return text


def entry_editor() -> Callable[[str], str]:
    """Return a function that shows a prompt and returns the entry that the user edits.

    Enter begins a new line until the entry is complete; Escape Enter runs it anyway.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.filters import Condition

    def is_unfinished() -> bool:
        return not is_complete(editor.default_buffer.text)

    editor: PromptSession[str] = PromptSession(
        history=_history(),
        multiline=Condition(is_unfinished),
        prompt_continuation=CONTINUATION,
    )
    return editor.prompt


def _history() -> History:
    """Return the history of former sessions, or an empty one if it has no place."""
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    path = state_file("history")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "ab").close()
    except OSError:
        return InMemoryHistory()
    return FileHistory(path)


def _run_init(session: Session) -> None:
    """Run the user's init.scm if there is one."""
    path = config_file("init.scm")
    if not os.path.isfile(path):
        return
    try:
        text = text_of(path)
    except UsageError as error:
        print(f"brshell: {error}", file=sys.stderr)
    else:
        _evaluate(session, path, text, printing=False)


def _evaluate(session: Session, name: str, text: str, printing: bool = True) -> None:
    """Run a text, and print its value or show its error."""
    try:
        session.begin_entry()
        if printing and is_command(text):
            run_command(session, text)
            return
        value = session.run(name, text)
        if printing:
            session.show_values(value)
    except SchemeError as error:
        session.fail(error)
    except Abandoned:
        session.leave()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    finally:
        session.end_entry()
