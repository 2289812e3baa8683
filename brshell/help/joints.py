"""The joints of the robot: which servo each is, and how far it moves."""

from __future__ import annotations

from brbrain.opening import described
from brshell.help.entry import Entry
from brshell.runtime.datums import FALSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brbrain.robots import Joint, Robot
    from brshell.machine import Machine


def description(machine: Machine) -> Robot | None:
    """Return what is known of the robot that programs use; it is not opened for that.

    None if its joints have no names.
    """
    robot = machine.robots.current.value
    if robot is not FALSE:
        return robot.description  # type: ignore[no-any-return]
    return described(**machine.robot_options)


def ids(machine: Machine) -> list[int]:
    """Return the ids of the last scan, or else those that the robot is made of."""
    robot = machine.robots.current.value
    if robot is not FALSE and robot.scanned is not None:
        return list(robot.scanned)
    known = description(machine)
    return [] if known is None else sorted((*known.ids, *known.sensors))


def joint_names(machine: Machine) -> dict[int, str]:
    """Return the names of the joints of the robot, by id; none if they have none."""
    robot = description(machine)
    return {} if robot is None else {joint.id: joint.name for joint in robot.joints}


def joint_entries(machine: Machine) -> dict[str, Entry]:
    """Return the entries of the joints of the robot, by name."""
    robot = description(machine)
    if robot is None:
        return {}
    return {joint.name: _entry(robot, joint) for joint in robot.joints}


def _entry(robot: Robot, joint: Joint) -> Entry:
    low, high = joint.limits
    degrees = [count * 300 / 1023 for count in (low, high)]
    text = (
        f"Servo {joint.id} of the {robot.name}; it can go from {degrees[0]:.0f} to "
        f"{degrees[1]:.0f} degrees."
    )
    family = f"Joints of the {robot.name}"
    return Entry(joint.name, "joint", f"'{joint.name}", text, family)
