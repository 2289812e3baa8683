"""The weight of a robot's links as torque on its servos; torso or base held still."""

from collections.abc import Sequence

from brbrain.kinematics import Kinematics
from brbrain.robots import Robot

GRAVITY = 9.81
"""m/s2"""


class Gravity:
    """The weight on the joints of a robot."""

    def __init__(self, robot: Robot) -> None:
        self._kinematics = Kinematics(robot)
        self.absent = not any(joint.mass for joint in robot.joints)

    def torques(self, counts: Sequence[float]) -> list[float]:
        """Return N.m on each servo, counterclockwise positive, at position counts."""
        joints, parents = self._kinematics.joints, self._kinematics.parents
        frames = self._kinematics.frames(counts)
        # Of what each joint carries: the mass, and mass times x and y.
        carried = []
        for joint, frame in zip(joints, frames, strict=True):
            x, y, _ = frame.point(*joint.center)
            carried.append((joint.mass, joint.mass * x, joint.mass * y))
        torques = [0.0] * len(joints)
        for number in reversed(range(len(joints))):
            joint, parent = joints[number], parents[number]
            (place_x, place_y, _), axes = frames[number]
            mass, x, y = carried[number]
            axis_x, axis_y, _ = axes["xyz".index(joint.axis)]
            # axis . (lever x weight), with the weight along -z
            torque = axis_y * (x - mass * place_x) - axis_x * (y - mass * place_y)
            torques[number] = joint.sign * GRAVITY * torque
            if parent is not None:
                rest_mass, rest_x, rest_y = carried[parent]
                carried[parent] = rest_mass + mass, rest_x + x, rest_y + y
        return torques
