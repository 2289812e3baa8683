"""Poses: values of registers of several servos, to keep, change and write."""

from __future__ import annotations

from brshell.builtins.checks import elements_of
from brshell.builtins.robot.convert import value_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import NIL, Pair, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.pose import Pose
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import (
        APose,
        Datum,
        Id,
        Ids,
        Name,
        Number,
        Register,
        Registers,
        Text,
        Value,
    )
    from brshell.machine import Machine


@procedure("pose?")
def is_pose(robots: Any, obj: Datum) -> bool:
    """Return whether the object is a pose."""
    from brbrain.pose import Pose

    return isinstance(obj, Pose)


@procedure("make-pose")
def make_pose(robot: Robot, ids: Ids, registers: Registers, values: Datum) -> Pose:
    """Return a pose of servos, of one or more registers, with their values.

    The values are a list with the value of each servo, or a list of its values if there
    are several registers; in natural units.
    """
    from brbrain.pose import Pose

    pose = Pose(ids, registers)
    rows = elements_of("make-pose", values)
    if len(rows) != len(pose.ids):
        raise bad_value("make-pose", f"a list of {len(pose.ids)} values", values)
    for id, row in zip(pose.ids, rows, strict=True):
        row_is_list = row is NIL or isinstance(row, Pair)
        items = elements_of("make-pose", row) if row_is_list else [row]
        if len(items) != len(pose.registers):
            raise bad_value("make-pose", f"{len(pose.registers)} values", row)
        for register, item in zip(pose.registers, items, strict=True):
            pose.put(id, register, value_of("make-pose", item))
    return pose


@procedure("capture-pose")
def capture_pose(
    robot: Robot, ids: Ids | None = None, registers: Registers | None = None
) -> Pose:
    """Return the pose in which the robot is; of some ids, of other registers.

    The goal positions of the pose are the present positions.
    """
    return robot.capture(ids, registers or ("goal position",))


@procedure("pose-ids")
def pose_ids(robots: Any, pose: APose) -> tuple[int, ...]:
    """Return the list of the ids of a pose."""
    return pose.ids


@procedure("pose-registers")
def pose_registers(robots: Any, pose: APose) -> Any:
    """Return the list of the names of a pose's registers."""
    return list_from([symbol(register.symbol) for register in pose.registers])


@procedure("pose-ref")
def pose_ref(robot: Robot, pose: APose, id: Id, register: Register) -> float:
    """Return a value of a pose in its natural unit."""
    return pose.get(id, register)


@procedure("pose-set!")
def pose_set(
    robot: Robot, pose: APose, id: Id, register: Register, value: Value
) -> None:
    """Change a value of a pose, given in its natural unit; nothing moves."""
    pose.put(id, register, value)


@procedure("pose-write!")
def pose_write(robot: Robot, pose: APose, seconds: Number | None = None) -> float:
    """Write a pose to the robot; return the seconds that the way takes, about.

    With seconds the servos go there in that time. It does not wait for the end: see
    wait-until-still.
    """
    return robot.write_pose(pose, seconds)


@procedure("pose-read!")
def pose_read(robot: Robot, pose: APose) -> None:
    """Give a pose the values that its registers have now."""
    robot.read_pose(pose)


@procedure("mirror-pose")
def mirror_pose(robot: Robot, pose: APose) -> Pose:
    """Return the pose with left and right exchanged."""
    from brbrain.pose_changes import mirror

    return mirror(pose, robot.demand_description())


@procedure("symmetric-pose")
def symmetric_pose(robot: Robot, pose: APose, side: Name) -> Pose:
    """Return the pose with one side, left or right, copied to the other."""
    from brbrain.pose_changes import symmetric

    return symmetric(pose, robot.demand_description(), side)


@procedure("name-pose")
def name_pose(robots: Any, name: Name, pose: APose) -> Pose:
    """Return the pose with a name: that which files have."""
    return pose.copy(name)


@procedure("blend-poses")
def blend_poses(robots: Any, first: APose, second: APose, part: Number) -> Pose:
    """Return a pose between two: part 0 is the first, 1 the second, 1/2 halfway."""
    from brbrain.pose_changes import blend

    return blend(first, second, part)


@procedure("combine-poses")
def combine_poses(robots: Any, first: APose, second: APose) -> Pose:
    """Return the first pose, and of the second what the first does not have."""
    from brbrain.pose_changes import combine

    return combine(first, second)


@procedure("pose-part")
def pose_part(robot: Robot, pose: APose, ids: Ids) -> Pose:
    """Return the pose of some of its servos; it leaves the others alone."""
    from brbrain.pose_changes import only

    return only(pose, ids)


@procedure("pose-difference")
def pose_difference(robots: Any, first: APose, second: APose) -> Any:
    """Return by how much the second pose differs: a list of (id raw ...)."""
    from brbrain.pose_changes import difference

    return [(id, *raw) for id, raw in difference(first, second).items()]


@procedure("save-pose")
def save_pose(robots: Any, pose: APose, file: Text) -> None:
    """Save a pose to a file that can be read and edited; see load-pose."""
    from brbrain.pose_files import Motions, save_motions

    save_motions(file, Motions(poses={pose.name: pose}))


@procedure("load-pose")
def load_pose(robots: Any, file: Text) -> Pose:
    """Return the pose in a file, the first one if there are several."""
    from brbrain.pose_files import load

    poses = load(file).poses
    if not poses:
        raise wrong_type("load-pose", "a file with a pose", file)
    return next(iter(poses.values()))


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
