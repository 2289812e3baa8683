"""From errors of brbrain to conditions, in the words of the language."""

from __future__ import annotations

from brbrain.errors import BrError, LinkError, RegisterError, StatusError
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.datums import String, Symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from brbrain.robot import Robot

_KINDS = ((LinkError, "link"), (StatusError, "status"), (RegisterError, "register"))

# What brbrain's errors call an operation that the user knows by the procedure's name.
_OPERATIONS = {"read", "write", "ping", "scan", "format", "open", "move", "set"}


def condition_of(
    who: str, error: BrError, arguments: Sequence[Any], robot: Robot | None
) -> SchemeError:
    """Return the condition for an error of a procedure that had these arguments."""
    kinds = [kind for root, kind in _KINDS if isinstance(error, root)]
    message, irritants = _received(_without_operation(who, str(error)), arguments)
    condition = Condition(kinds[0] if kinds else "value", who, message, irritants)
    condition.cause = error
    if isinstance(error, StatusError) and error.failed and robot and robot.scanned:
        ids = " ".join(map(str, robot.scanned))
        condition.fact = f"ids that answered the last scan: {ids}"
    return SchemeError(condition)


def _without_operation(who: str, text: str) -> str:
    """Return a message without a subject that only repeats the procedure's name."""
    subject, found, rest = text.partition(": ")
    known = {*who.strip("!").split("-"), *_OPERATIONS}
    words = {word for word in subject.split() if not word.isdigit()}
    return rest if found and words <= known and not subject.startswith("id ") else text


def _received(text: str, arguments: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """Return a message without the argument that it ends with, and that argument."""
    before, found, received = text.rpartition("but received ")
    for argument in arguments if found else ():
        if _is_text_of(received, argument):
            return f"{before}but received", (argument,)
    return text, ()


def _is_text_of(received: str, argument: Any) -> bool:
    """Return whether that is how brbrain writes an argument."""
    if isinstance(argument, Symbol):
        return received in (argument.name, repr(argument.name))
    if isinstance(argument, String):
        return received in (argument.text, repr(argument.text))
    return received == to_text(argument)
