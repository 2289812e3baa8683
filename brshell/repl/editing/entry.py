"""When an entry is complete, and what Enter does in it."""

from __future__ import annotations

import re

from brshell.reader.reader import is_complete

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

# How a command begins: its name, or ? for help.
COMMAND = re.compile(r"\?|,[ \t]*[^\s()'\"]*")


def command_end(text: str) -> int:
    """Return where the name of the command ends, or 0 if the entry is a program."""
    command = COMMAND.match(text)
    return command.end() if command else 0


def is_finished(text: str) -> bool:
    """Tell whether no more has to be typed. An entry that is wrong is finished."""
    return is_complete(text[command_end(text) :])


def what_enter_does(text: str, cursor: int) -> Literal["run", "new line", "nothing"]:
    """Return what Enter does with the cursor at this offset.

    A finished entry runs. From a line above the last one it runs only if what stands
    before the cursor is finished too.
    """
    if not text.strip():
        return "nothing"
    before = text[:cursor] if "\n" in text[cursor:].rstrip() else text
    runs = before.strip() and is_finished(before) and is_finished(text)
    return "run" if runs else "new line"
