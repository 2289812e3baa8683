"""New poses out of poses: mirrored, blended, put together, moved by offsets."""

import math
from collections.abc import Iterable, Mapping

from brbrain.arguments import number
from brbrain.errors import BrError
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import Register
from brbrain.robots import Joint
from brbrain.robots import Robot as Description

HIGHEST_POSITION = 1023
_POSITIONS = ("goal position", "present position")


def mirror(pose: Pose, robot: Description) -> Pose:
    """Return the pose as in a mirror: left and right have changed places.

    What has only one side of a pair gets the other instead. A position p becomes
    1023 - p, a signed value changes its sign, and all others stay as they are; so does
    a moving speed beside a goal position, which has no direction then.
    """
    return pose.with_values(
        {_other(robot, id): _reflected(pose, id) for id in pose.ids}, pose.name
    )


def symmetric(pose: Pose, robot: Description, side: str) -> Pose:
    """Return the pose with one ``side`` ("left" or "right") copied to the other.

    Joints of neither side stay as they are.
    """
    if side not in ("left", "right"):
        raise BrError(f"side: expected left or right, but received {side!r}")
    values = {id: pose.raw(id) for id in pose.ids}
    for id in pose.ids:
        if robot.joint(id).name.startswith(f"{side}-"):
            values[_other(robot, id)] = _reflected(pose, id)
    return pose.with_values(values, pose.name)


def blend(first: Pose, second: Pose, part: float) -> Pose:
    """Return the pose between two: ``part`` 0 is the first one, 1 the second.

    Ids that only one of them has keep their values. Beyond 0 and 1 values are limited
    to what the registers hold.
    """
    part = number("part", part)
    _demand_alike(first, second)
    values = {id: pose.raw(id) for pose in (second, first) for id in pose.ids}
    for id in set(first.ids) & set(second.ids):
        values[id] = tuple(
            _limited(register, start + (end - start) * part)
            for register, start, end in zip(
                first.registers, first.raw(id), second.raw(id), strict=True
            )
        )
    ids = [*first.ids, *(id for id in second.ids if id not in first.ids)]
    return first.with_values({id: values[id] for id in ids}, first.name)


def only(pose: Pose, ids: Iterable[int]) -> Pose:
    """Return the pose of some of its ids, which leaves the others alone."""
    chosen = list(ids)
    return pose.with_values({id: pose.raw(id) for id in chosen}, pose.name)


def combine(upper: Pose, lower: Pose) -> Pose:
    """Return ``upper``, and of ``lower`` what it has more: two halves of a body."""
    return blend(upper, lower, 0.0)


def difference(first: Pose, second: Pose) -> dict[int, tuple[int, ...]]:
    """Return by how much the raw values of ids in both poses differ: second - first.

    Ids with equal values are left out.
    """
    _demand_alike(first, second)
    found = {}
    for id in first.ids:
        if id in second.ids and first.raw(id) != second.raw(id):
            pairs = zip(first.raw(id), second.raw(id), strict=True)
            found[id] = tuple(end - start for start, end in pairs)
    return found


def shifted(pose: Pose, offsets: Mapping[int, int]) -> Pose:
    """Return the pose with position counts added by id: for a robot built differently.

    Raises BrError for an id that it does not have, and where a position would not be
    one any more.
    """
    changed = pose.copy()
    for id, offset in offsets.items():
        for register in pose.registers:
            if register.name in _POSITIONS:
                changed.put_raw(id, register, pose.get_raw(id, register) + offset)
    return changed


def _other(robot: Description, id: int) -> int:
    """Return the id of the same joint on the other side."""
    joint: Joint = robot.joint(id)
    return robot.mirrored(joint).id


def _reflected(pose: Pose, id: int) -> tuple[int, ...]:
    goes_to_goal = GOAL_POSITION in pose.registers
    reflected = []
    for register, raw in zip(pose.registers, pose.raw(id), strict=True):
        if register.name in _POSITIONS:
            reflected.append(HIGHEST_POSITION - raw)
        elif register.signed and not (goes_to_goal and register.name == "moving speed"):
            reflected.append(-raw)
        else:
            reflected.append(raw)
    return tuple(reflected)


def _limited(register: Register, value: float) -> int:
    raw = math.floor(value + 0.5)
    low = register.minimum if register.minimum is not None else raw
    high = register.maximum if register.maximum is not None else raw
    return max(low, min(high, raw))


def _demand_alike(first: Pose, second: Pose) -> None:
    if first.registers != second.registers:
        raise BrError(
            "poses: expected two with the same registers, but received "
            f"{_listed(first)} and {_listed(second)}"
        )


def _listed(pose: Pose) -> str:
    return ", ".join(map(str, pose.registers))
