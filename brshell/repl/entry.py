"""How the user types an entry: with the editor, or line by line on a plain terminal."""

from __future__ import annotations

import os
import sys
from select import select

from brshell.files import state_file
from brshell.repl.editing.entry import is_finished
from brshell.runtime.nudges import WakingUpKept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from brshell.config import Settings
    from brshell.repl.session import Session

PROMPT = "> "
CONTINUATION = "  "

_PERIOD = 0.05  # seconds until a signal is seen at the latest; our choice


def entry_reader(session: Session, settings: Settings) -> Callable[[str], str]:
    """Return a function that takes a prompt and returns the next entry.

    It raises EOFError at the end (Ctrl-D), and KeyboardInterrupt when the user gives
    up what was typed (Ctrl-C).
    """
    plain = os.environ.get("TERM") == "dumb" or not sys.stdout.isatty()
    return plain_entry if plain else entry_editor(session, settings)


def plain_entry(prompt: str = PROMPT) -> str:
    """Return what the user types, on a terminal that can do nothing.

    Ctrl-D within an entry ends the entry: running it tells what is missing.
    """
    text = ""
    try:
        text = read_line(prompt)
        while not is_finished(text):
            text += "\n" + read_line(CONTINUATION)
    except KeyboardInterrupt:
        print()
        raise
    except EOFError:
        print()
        if not text.strip():
            raise
    return text


def read_line(prompt: str) -> str:
    """Return the next line that the user types.

    A signal that comes when ``input`` has shown the prompt but does not wait yet would
    be handled after the line only. So here Python waits, and looks for signals.
    """
    own = sys.stdin.isatty() and sys.stdin is sys.__stdin__
    if not own or os.name != "posix":
        return input(prompt)
    print(prompt, end="", flush=True)
    while not select([sys.stdin], [], [], _PERIOD)[0]:
        pass
    return input()


def entry_editor(session: Session, settings: Settings) -> Callable[[str], str]:
    """Return a function that lets the user edit an entry and returns it."""
    from brshell.repl.assistants import assistance
    from brshell.repl.editor.history import EntryHistory
    from brshell.repl.editor.session import Editor

    history = EntryHistory(state_file("history"), settings["history-size"])
    editor = Editor(
        settings,
        assistance(session, settings, history.load_history_strings()),
        session.backlog,
        prompt=PROMPT,
        continuation=CONTINUATION,
        history=history,
    )

    def read(prompt: str) -> str:
        with WakingUpKept():
            return editor.read(prompt)

    return read
