"""The prompt: an entry ends when its parentheses are closed, values are printed."""

from __future__ import annotations

import os
import sys

from brbrain import __version__
from brshell.files import config_file, state_file, text_of
from brshell.options import UsageError
from brshell.reader.reader import is_complete
from brshell.repl.commands import is_command, run_command
from brshell.runtime.conditions import SchemeError, SchemeExit, Terminated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

    from brshell.repl.background import Backlog
    from brshell.repl.session import Session

PROMPT = "> "
CONTINUATION = "  "
GREETING = f"brshell {__version__}: a Scheme you can talk to a robot in. Ctrl-D ends."


def interact(session: Session, greet: bool = True, init: bool = True) -> int:
    """Prompt until the user ends it, and return the exit code."""
    session.value_text = _value_text
    if greet:
        print(GREETING)
    plain = os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    read_entry = plain_entry if plain else entry_editor(session.backlog)
    try:
        with session.backlog.diverting():
            _converse(session, read_entry, init)
    except EOFError:
        return 0
    except Terminated:
        raise
    except SchemeExit as ending:
        return ending.code


def _converse(session: Session, read_entry: Callable[[], str], init: bool) -> NoReturn:
    """Take one entry after the other until an exception ends it."""
    if init:
        _run_init(session)
    while True:
        try:
            entry = read_entry()
        except KeyboardInterrupt:
            continue  # what was typed so far is forgotten
        _evaluate(session, "prompt", entry)


def _value_text(value: Any) -> str:
    """Return a value as the prompt shows it."""
    from brshell.repl.display.columns import terminal_width
    from brshell.repl.display.values import shown

    return shown(value, terminal_width())


def plain_entry() -> str:
    """Return what the user types, on a terminal that can do nothing."""
    try:
        text = input(PROMPT)
        while not is_complete(text):
            text += "\n" + input(CONTINUATION)
    except (EOFError, KeyboardInterrupt):
        print()
        raise
    return text


def entry_editor(backlog: Backlog) -> Callable[[], str]:
    """Return a function that lets the user edit an entry and returns it.

    Enter begins a new line until the entry is complete; Escape Enter runs it anyway.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.filters import Condition

    from brshell.repl.editor.background import printing_above

    def is_unfinished() -> bool:
        return not is_complete(editor.default_buffer.text)

    editor: PromptSession[str] = PromptSession(
        PROMPT,
        history=_history(),
        multiline=Condition(is_unfinished),
        prompt_continuation=CONTINUATION,
    )

    def read() -> str:
        with printing_above(backlog) as pre_run:
            return editor.prompt(pre_run=pre_run)

    return read


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
        if printing and is_command(text):
            run_command(session, text)
            return
        value = session.run(name, text)
        if printing:
            session.print_values(value)
    except SchemeError as error:
        session.show_error(error)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
