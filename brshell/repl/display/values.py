"""How a value is shown at the prompt: as write has it, or as a robot's friend would."""

from __future__ import annotations

from contextlib import suppress

from brbrain.dynamixel import MAX_ID
from brbrain.errors import BrError
from brshell.builtins.robot.register_names import RegisterName
from brshell.repl.display.poses import pose_table, sequence_table
from brshell.repl.display.pretty import pretty
from brshell.repl.display.tables import Column, table
from brshell.runtime.datums import NIL, Pair, String, Symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from brbrain.robot import Robot

# The columns of what scan-info returns, and how they are headed.
HEALTH = {
    "id": Column("id", right=True),
    "model": Column("model"),
    "firmware": Column("firmware", right=True, rank=2),
    "voltage": Column("V", right=True, rank=1),
    "temperature": Column("°C", right=True, rank=1),
    "alarms": Column("alarms"),
}


def shown(
    value: Any, width: int, joints: Callable[[], Mapping[int, str]] = dict
) -> str:
    """Return what the prompt shows of a value, in lines of ``width`` columns.

    ``joints`` returns the names of the joints by id.
    """
    if isinstance(value, RegisterName):
        return f"{to_text(value)}\n{register_summary(value)}"
    if hasattr(value, "servo_states"):
        return f"{to_text(value)}\n{robot_summary(value)}"
    if hasattr(value, "read_blocks"):
        return "\n".join([to_text(value), *pose_table(value, joints(), width)])
    if hasattr(value, "followed_by"):
        return "\n".join([to_text(value), *sequence_table(value, width)])
    devices = _devices(value)
    if devices:
        rows = [[_plain(device[key]) for key in HEALTH] for device in devices]
        return "\n".join(table(list(HEALTH.values()), rows, width))
    return pretty(value, width)


def register_summary(name: RegisterName) -> str:
    """Return a line about a register: where it is, what it takes, and its unit."""
    from brbrain.registers import find

    register = find(name.name)
    access = "read-write" if register.writable else "read-only"
    parts = [f"{register.symbol} of {register.device}", f"address {register.address}"]
    parts.append(f"{access} {register.area}")
    if register.minimum is not None:
        parts.append(f"{register.minimum} to {register.maximum}")
    if register.unit:
        parts.append(f"in {register.unit}")
    return f"  {', '.join(parts)}"


def robot_summary(robot: Robot) -> str:
    """Return a line about a robot; only what is known, nothing is asked."""
    status = robot.brain.link.status().removeprefix(f"{robot.name}, ")
    parts = ["closed" if robot.closed else status]
    if robot.description is not None:
        parts.append(f"{len(robot.description.joints)} joints")
    if robot.scanned is not None:
        parts.append(f"ids {id_ranges(robot.scanned) or 'none'}")
    with suppress(BrError):  # if the CM-5 has not answered yet
        parts.append(f"{robot.brain.volts():.1f} V")
    return f"  {', '.join(parts)}"


def id_ranges(ids: list[int]) -> str:
    """Return ids in few words: [1, 2, 3, 100] is "1-3 100"."""
    ranges: list[list[int]] = []
    for id in sorted(ids):
        if ranges and ranges[-1][-1] == id - 1:
            ranges[-1].append(id)
        else:
            ranges.append([id])
    return " ".join(
        str(one[0]) if len(one) == 1 else f"{one[0]}-{one[-1]}" for one in ranges
    )


def _devices(value: Any) -> list[dict[str, Any]]:
    """Return the devices of a result of scan-info, none for any other value."""
    found: list[dict[str, Any]] = []
    while isinstance(value, Pair) and len(found) <= MAX_ID:
        found.append(_association(value.car))
        if list(found[-1]) != list(HEALTH):
            return []
        value = value.cdr
    return found if value is NIL else []


def _association(value: Any) -> dict[str, Any]:
    """Return an association list with symbols as keys, {} for any other value."""
    found: dict[str, Any] = {}
    while isinstance(value, Pair) and len(found) < len(HEALTH):
        entry = value.car
        if not (isinstance(entry, Pair) and isinstance(entry.car, Symbol)):
            return {}
        found[entry.car.name] = entry.cdr
        value = value.cdr
    return {} if isinstance(value, Pair) else found


def _plain(value: Any) -> str:
    return value.text if isinstance(value, String) else to_text(value)
