"""From errors of brbrain to conditions, in the words of the language."""

from __future__ import annotations

from brbrain.devices import Identity
from brbrain.errors import BrError, LinkError, RegisterError, StatusError
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.datums import Pair, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from brbrain.robot import Robot

MOST_PARTS = 1000
"""As much of an argument is looked through for what is wrong; our choice."""

_KINDS = ((LinkError, "link"), (StatusError, "status"), (RegisterError, "register"))

# What brbrain's errors call an operation that the user knows by the procedure's name.
_OPERATIONS = {
    "format",
    "move",
    "open",
    "ping",
    "read",
    "save",
    "scan",
    "set",
    "write",
}


def condition_of(
    who: str,
    error: BrError,
    arguments: Sequence[Any],
    values: Sequence[Any],
    robot: Robot | None,
) -> SchemeError:
    """Return the condition for an error of a procedure that had these arguments.

    ``values`` are what brbrain got for them.
    """
    kinds = [kind for root, kind in _KINDS if isinstance(error, root)]
    message, irritants = _without_operation(who, str(error)), ()
    at = _wrong_argument(error.wrong, values)
    if at is not None:
        message, irritants = _received(message, arguments[at], values[at])
    condition = Condition(kinds[0] if kinds else "value", who, message, irritants)
    condition.argument = at
    condition.cause = error
    if isinstance(error, StatusError) and error.failed and robot:
        condition.fact = _last_scan(robot.scanned)
    if isinstance(error, LinkError) and robot and not robot.brain.link.is_open:
        condition.fact = "(reconnect) opens the link again"
    return SchemeError(condition)


def point_out(condition: Condition, arguments: Sequence[Any]) -> None:
    """Note which argument a condition complains of, if one has what was received."""
    if condition.argument is None and condition.irritants:
        wrong = condition.irritants[0]
        found = [at for at, value in enumerate(arguments) if _has(value, wrong)]
        condition.argument = found[0] if len(found) == 1 else None


def _last_scan(scanned: list[int] | None) -> str | None:
    if scanned is None:
        return None
    return f"ids that answered the last scan: {' '.join(map(str, scanned)) or 'none'}"


def _wrong_argument(wrong: object, values: Sequence[Any]) -> int | None:
    """Return which of the arguments an error complains of, if it is one.

    What comes first names a device; a value is one of those that follow.
    """
    if wrong is None:
        return None
    if isinstance(wrong, Identity):
        found = [at for at, value in enumerate(values) if _has(value, wrong.id)]
        return found[0] if found else None
    found = [at for at, value in enumerate(values) if _has(value, wrong)]
    return found[-1] if found else None


def _has(value: Any, wrong: object) -> bool:
    """Return whether an argument is the wrong one or has it in itself."""
    if isinstance(value, str) and isinstance(wrong, str):
        return wrong in value
    return value is wrong or value == wrong or wrong in _parts(value)


def _parts(value: Any) -> list[Any]:
    """Return what is in an argument, as Python or Scheme has it, lists in it opened."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, Vector):
        return value.items
    found = list(value) if type(value) is list else []
    while isinstance(value, Pair) and len(found) < MOST_PARTS:  # it may be circular
        found += [value.car, *_parts(value.car)]
        value = value.cdr
    return found


def _without_operation(who: str, text: str) -> str:
    """Return a message without a subject that only repeats the procedure's name."""
    subject, found, rest = text.partition(": ")
    known = {*who.strip("!").split("-"), *_OPERATIONS}
    words = {word for word in subject.split() if not word.isdigit()}
    return rest if found and words <= known and not subject.startswith("id ") else text


def _received(text: str, argument: Any, value: Any) -> tuple[str, tuple[Any, ...]]:
    """Return a message without the argument that it ends with, and that argument."""
    before, found, received = text.rpartition("but received ")
    if found and received in (repr(value), str(value)):
        return f"{before}but received", (argument,)
    return text, ()
