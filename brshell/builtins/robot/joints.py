"""What the robot is made of: its joints, as its description tells them."""

from __future__ import annotations

from brbrain.robots import DEGREES_PER_COUNT
from brshell.builtins.robot.convert import table
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.datums import FALSE, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brbrain.robots import Joint
    from brshell.builtins.robot.convert import Id, Number
    from brshell.machine import Machine


@procedure("robot-info")
def robot_info(robot: Robot) -> Any:
    """Return an association list of what the robot is made of.

    These are its name, the names of its joints, the ids of its sensors, and the mass
    (kg) and the center of mass (mm) of what no servo moves: torso or base.
    """
    description = robot.demand_description()
    names = [symbol(joint.name) for joint in description.joints]
    return table(
        [
            ("name", description.name),
            ("joints", list_from(names)),
            ("sensors", description.sensors),
            ("mass", description.mass),
            ("center", description.center),
        ]
    )


@procedure("joint-names")
def joint_names(robot: Robot) -> Any:
    """Return the list of the names of the robot's joints."""
    joints = robot.demand_description().joints
    return list_from([symbol(joint.name) for joint in joints])


@procedure("joint-info")
def joint_info(robot: Robot, id: Id) -> Any:
    """Return an association list of what is known about a joint.

    The parent is the joint that carries it, #f if the torso or base does. The origin
    says where its axis is, in the parent's frame, and the center where the center of
    mass is of what it moves, in its own; in mm, and the mass in kg. Limits are the
    angles that the build allows, in degrees from where the link is straight.
    """
    joint = _joint(robot, id)
    return table(
        [
            ("name", symbol(joint.name)),
            ("id", joint.id),
            ("parent", FALSE if joint.parent is None else symbol(joint.parent)),
            ("axis", symbol(joint.axis)),
            ("origin", joint.origin),
            ("center", joint.center),
            ("mass", joint.mass),
            ("limits", (joint.lowest, joint.highest)),
        ]
    )


@procedure("joint-limits")
def joint_limits(robot: Robot, id: Id) -> Any:
    """Return the lowest and highest degrees of a servo that the build allows."""
    return [count * DEGREES_PER_COUNT for count in _joint(robot, id).limits]


@procedure("joint-angle->degrees")
def joint_angle_to_degrees(robot: Robot, id: Id, angle: Number) -> float:
    """Return the degrees of a servo at an angle of its joint, in degrees as well.

    The joint's angle is 0 where the link is straight, and turns about its axis.
    """
    return _joint(robot, id).count(angle) * DEGREES_PER_COUNT


@procedure("degrees->joint-angle")
def degrees_to_joint_angle(robot: Robot, id: Id, degrees: Number) -> float:
    """Return the angle of a joint, in degrees, at so many degrees of its servo."""
    return _joint(robot, id).angle(degrees / DEGREES_PER_COUNT)


@procedure("mirror-joint")
def mirror_joint(robot: Robot, id: Id) -> Any:
    """Return the name of the same joint on the other side; a joint of neither stays."""
    description = robot.demand_description()
    return symbol(description.mirrored(_joint(robot, id)).name)


def _joint(robot: Robot, id: int) -> Joint:
    return robot.demand_description().joint(id)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
