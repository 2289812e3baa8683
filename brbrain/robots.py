"""The robots we know: their joints, ids, mirror pairs and masses, as data.

Frames are x forward, y left, z up. The humanoid is the Bioloid "type A"; its lengths,
leg signs and masses are collected from public models of it, checked against the pose
in which it stands. The arm is our own design.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from brbrain.arguments import refused, text
from brbrain.dynamixel import MAX_ID
from brbrain.errors import ArgumentError
from brbrain.names import hint

Point = tuple[float, float, float]
Axis = Literal["x", "y", "z"]

DEGREES_PER_COUNT = 300.0 / 1023.0
CENTER = 511.5
"""The position count of 150 degrees, half way."""

FIRST_SENSOR_ID = 100
"""In a list of ids, those from here on are AX-S1 (100 is its factory id)."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A servo in a robot, and the link that its horn carries.

    The joint's angle about ``axis`` is ``sign`` times the servo's angle from ``zero``
    (a position count). ``origin`` is where the axis is in the parent link's frame and
    ``center`` the link's center of mass in its own, both in mm; ``mass`` is in kg.
    ``parent`` is the joint that carries this one, None for the torso or base.
    ``lowest`` and ``highest`` are the angles that the robot's build allows, in degrees.
    """

    name: str
    id: int
    parent: str | None = None
    axis: Axis = "z"
    origin: Point = (0.0, 0.0, 0.0)
    zero: float = CENTER
    sign: int = 1
    lowest: float = -150.0
    highest: float = 150.0
    mass: float = 0.0
    center: Point = (0.0, 0.0, 0.0)

    @property
    def limits(self) -> tuple[int, int]:
        """The lowest and highest position count that the build allows."""
        ends = sorted(self.count(angle) for angle in (self.lowest, self.highest))
        return max(0, round(ends[0])), min(1023, round(ends[1]))

    def angle(self, count: float) -> float:
        """Return the joint's angle in degrees at a position count."""
        return self.sign * (count - self.zero) * DEGREES_PER_COUNT

    def count(self, angle: float) -> float:
        """Return the position count at a joint angle in degrees."""
        return self.zero + self.sign * angle / DEGREES_PER_COUNT


@dataclass(frozen=True, slots=True)
class Robot:
    """What a robot is made of. ``home`` is its pose at rest, in position counts.

    ``mass`` (kg) and ``center`` (mm) are those of what no servo moves: torso or base.
    """

    name: str
    joints: tuple[Joint, ...]
    sensors: tuple[int, ...] = ()
    """Ids of its AX-S1."""
    home: Mapping[int, int] = field(default_factory=dict)
    mass: float = 0.0
    center: Point = (0.0, 0.0, 0.0)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the servos."""
        return tuple(joint.id for joint in self.joints)

    def joint(self, key: str | int) -> Joint:
        """Return the joint with that name or id; ArgumentError if there is none."""
        for joint in self.joints:
            if key in (joint.name, joint.id) and not isinstance(key, bool):
                return joint
        names = [joint.name for joint in self.joints]
        similar = hint(key, names) if isinstance(key, str) else ""
        raise ArgumentError(
            f"joint: expected one of {', '.join(names)}{similar}, but received {key!r}",
            key,
        )

    def mirrored(self, joint: Joint) -> Joint:
        """Return the same joint of the other side, or the joint itself.

        A mirrored pose has 1023 - count there.
        """
        side, _, rest = joint.name.partition("-")
        other = {"left": "right", "right": "left"}.get(side)
        return self.joint(f"{other}-{rest}") if other else joint


# The right side, ids odd; the left side mirrors it. A servo is 54.6 g and counts to the
# link that carries its body. The arms' zeros and signs, and the signs of all yaw and
# roll joints, are our guess; so the arms have the limits of their servos only.
_RIGHT = (
    Joint("right-shoulder-pitch", 1, None, "y", (0, -32, 0), 205, -1, -240, 60,
          0.0659, (0, -30, 0)),
    Joint("right-shoulder-roll", 3, "right-shoulder-pitch", "x", (0, -44, -14),
          CENTER, -1, -150, 150, 0.0692, (0, -50, 0)),
    Joint("right-elbow", 5, "right-shoulder-roll", "x", (0, -67.5, 0),
          CENTER, -1, -150, 150, 0.0172, (0, -60, 0)),
    Joint("right-hip-yaw", 7, None, "z", (0, -38.5, -65.5), 358, 1, -45, 45,
          0.0546, (0, 0, -50)),
    Joint("right-hip-roll", 9, "right-hip-yaw", "x", (0, 0, -50),
          CENTER, 1, -46, 46, 0.0546, (0, 0, 0)),
    Joint("right-hip-pitch", 11, "right-hip-roll", "y", (0, 0, 0),
          CENTER, 1, -115, 23, 0.0546, (14.5, 0, -60)),
    Joint("right-knee", 13, "right-hip-pitch", "y", (14.5, 0, -75),
          CENTER, -1, 0, 115, 0.0546, (-14.5, 0, -60)),
    Joint("right-ankle-pitch", 15, "right-knee", "y", (-14.5, 0, -71),
          CENTER, -1, -115, 23, 0.0546, (0, 0, 0)),
    Joint("right-ankle-roll", 17, "right-ankle-pitch", "x", (0, 0, 0),
          CENTER, 1, -46, 46, 0.049, (0, -9.5, -30)),
)  # fmt: skip

# A box of 0.40 kg with controller and battery, 4 servos, 50 g of frame, and the head of
# 37 g. Where its center is, half way from shoulders to hips, is our guess.
_TORSO_MASS, _TORSO_CENTER = 0.7054, (0.0, 0.0, -30.0)

_HUMANOID_HOME = (
    235, 788, 279, 744, 462, 561, 358, 666, 507, 516, 341, 682, 240, 783, 647, 376,
    507, 516,
)  # fmt: skip
"""The public standing pose ("Balance") of the stock motion file, ids 1 to 18."""

_ARM = (
    Joint("base", 1, None, "z", (0, 0, 40), mass=0.0546, center=(0, 0, 20)),
    Joint("shoulder", 2, "base", "y", (0, 0, 30), lowest=-100, highest=100,
          mass=0.07, center=(0, 0, 65)),
    Joint("elbow", 3, "shoulder", "y", (0, 0, 75), lowest=-120, highest=120,
          mass=0.07, center=(0, 0, 65)),
    Joint("wrist", 4, "elbow", "y", (0, 0, 75), lowest=-110, highest=110,
          mass=0.06, center=(0, 0, 40)),
    Joint("gripper", 5, "wrist", "x", (0, 15, 50), lowest=-45, highest=10,
          mass=0.02, center=(0, 0, 30)),
)  # fmt: skip

_ARM_HOME = {1: 512, 2: 341, 3: 812, 4: 682, 5: 512}
"""Folded over its base."""


def find_robot(spec: str) -> Robot:
    """Return "humanoid", "arm", or a plain list of ids as "ids:1,2,100".

    In a list the ids from 100 on are AX-S1. Raises ArgumentError.
    """
    kind, _, rest = text("robot", spec).partition(":")
    if kind == "ids" and rest:
        return _plain(spec, rest)
    if spec not in ROBOTS:
        expected = f"{', '.join(ROBOTS)} or ids:1,2,100{hint(spec, ROBOTS)}"
        raise refused("robot", expected, spec)
    return ROBOTS[spec]


def _plain(spec: str, listed: str) -> Robot:
    parts = listed.split(",")
    if not all(part.strip().isdecimal() for part in parts):
        raise refused("robot", "numbers in ids:1,2,100", spec)
    ids = [int(part) for part in parts]
    if max(ids) > MAX_ID or len(set(ids)) < len(ids):
        raise refused("robot", f"different ids from 0 to {MAX_ID}", spec)
    servos = tuple(id for id in ids if id < FIRST_SENSOR_ID)
    joints = tuple(Joint(f"servo-{id}", id) for id in servos)
    return Robot(spec, joints, tuple(id for id in ids if id >= FIRST_SENSOR_ID))


def _left(joint: Joint) -> Joint:
    """Return a right joint's mirror image: position counts c become 1023 - c."""
    turned = joint.axis != "y"  # mirroring left and right turns x and z rotations round
    return replace(
        joint,
        name=joint.name.replace("right", "left"),
        id=joint.id + 1,
        parent=joint.parent and joint.parent.replace("right", "left"),
        origin=_mirror(joint.origin),
        zero=1023 - joint.zero,
        sign=joint.sign if turned else -joint.sign,
        lowest=-joint.highest if turned else joint.lowest,
        highest=-joint.lowest if turned else joint.highest,
        center=_mirror(joint.center),
    )


def _mirror(point: Point) -> Point:
    return point[0], -point[1], point[2]


ROBOTS: Mapping[str, Robot] = {
    "humanoid": Robot(
        "humanoid",
        tuple(joint for right in _RIGHT for joint in (right, _left(right))),
        (FIRST_SENSOR_ID,),
        dict(enumerate(_HUMANOID_HOME, start=1)),
        _TORSO_MASS,
        _TORSO_CENTER,
    ),
    "arm": Robot("arm", _ARM, (), _ARM_HOME),
}
