"""Where the links of a robot are: forward kinematics from position counts."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from brbrain.robots import Point, Robot

Axes = tuple[Point, Point, Point]
"""A rotation: where the x, y and z axes of a turned frame point."""


class Frame(NamedTuple):
    """A link's own frame, seen from the torso or base; the place is in m."""

    place: Point
    axes: Axes

    def point(self, x: float, y: float, z: float) -> Point:
        """Return where a point is that is given in this frame in mm."""
        (px, py, pz), (u, v, w) = self
        x, y, z = x / 1000.0, y / 1000.0, z / 1000.0
        return (
            px + x * u[0] + y * v[0] + z * w[0],
            py + x * u[1] + y * v[1] + z * w[1],
            pz + x * u[2] + y * v[2] + z * w[2],
        )

    def turned(self, place: Point, axis: str, angle: float) -> "Frame":
        """Return this frame put at a place and turned about its own axis (rad)."""
        cosine, sine = math.cos(angle), math.sin(angle)
        x, y, z = self.axes
        if axis == "x":
            return Frame(
                place, (x, _mix(cosine, y, sine, z), _mix(-sine, y, cosine, z))
            )
        if axis == "y":
            return Frame(
                place, (_mix(cosine, x, -sine, z), y, _mix(sine, x, cosine, z))
            )
        return Frame(place, (_mix(cosine, x, sine, y), _mix(-sine, x, cosine, y), z))


TORSO = Frame((0.0, 0.0, 0.0), ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))


class Kinematics:
    """The chain of a robot's links, in the order of its joints."""

    def __init__(self, robot: Robot) -> None:
        names = [joint.name for joint in robot.joints]
        self.joints = robot.joints
        self.parents = [
            None if joint.parent is None else names.index(joint.parent)
            for joint in robot.joints
        ]
        """For each joint the number of the one that carries it, which comes before."""

    def frames(self, counts: Sequence[float]) -> list[Frame]:
        """Return the frame of each joint's link, its origin on the joint's axis."""
        frames: list[Frame] = []
        for joint, parent, count in zip(self.joints, self.parents, counts, strict=True):
            base = TORSO if parent is None else frames[parent]
            place = base.point(*joint.origin)
            angle = math.radians(joint.angle(count))
            frames.append(base.turned(place, joint.axis, angle))
        return frames


def _mix(a: float, u: Point, b: float, v: Point) -> Point:
    return a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]
