"""The command for terminals that do not say when text is pasted."""

from __future__ import annotations

import sys

from brshell.repl.commands.declare import command
from brshell.repl.output import begin_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session


@command("paste")
def paste(session: Session, argument: str) -> None:
    """Take lines just as they come until a line with Ctrl-D, then run them all.

    Most terminals do not need it: what is pasted there is inserted as it is.
    """
    print("paste, then press Ctrl-D on a line of its own")
    text = sys.stdin.read()
    if not text.endswith("\n"):  # the terminal is still in the last line
        print()
    value = session.run("paste", text)
    begin_line()
    session.show_values(value)
