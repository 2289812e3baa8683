"""The settings of a robot's servos as a device has them: gains, limits, lights.

The P gain of a servo is the share of its full torque for each radian that it is from
its goal; its register says instead over which angle, the compliance slope, the torque
rises to all of it. A slope is one of seven.
"""

from collections.abc import Mapping, Sequence
from math import log, pi, radians
from typing import Final

from brbrain.device_settings import Setting
from brbrain.registers import Register, find
from brbrain.robot import Robot
from brbrain.robots import Joint

SLOPES: Final = (2, 4, 8, 16, 32, 64, 128)
"""The compliance slopes of an AX-12, in counts of its position."""

COUNT: Final = radians(300 / 1023)
"""The angle of one count of a servo's position."""

FULL: Final = 1023
_RPM: Final = 114 / 1023 * 2 * pi / 60
"""The rad/s of one count of moving speed."""

MARGIN, SLOPE = find("cw compliance margin"), find("cw compliance slope")
PUNCH, SPEED = find("punch"), find("moving speed")
TORQUE_LIMIT, LED = find("torque limit"), find("led")


def gain_of(slope: int) -> float:
    """Return the P gain, 1/rad, of a compliance slope in counts."""
    return 1.0 / (slope * COUNT)


GAINS: Final = tuple(map(gain_of, SLOPES))

SERVO_SETTINGS: Final = (
    Setting("pgain", "1/rad", GAINS[-1], GAINS[0]),
    Setting("margin", "rad", 0.0, 254 * COUNT),
    Setting("punch", "", 0.0, 1.0),
    Setting("torque-limit", "", 0.0, 1.0),
    Setting("speed", "rad/s", 0.0, FULL * _RPM),
    Setting("led", "bool", 0.0, 1.0),
)
"""What each servo can be set to. A speed of 0 is no limit, as the servo has it."""


def settings_of(joints: Sequence[Joint]) -> list[Setting]:
    """Return the settings of all joints, such as "left-knee/pgain"."""
    return [
        Setting(f"{joint.name}/{each.name}", each.unit, each.low, each.high)
        for joint in joints
        for each in SERVO_SETTINGS
    ]


def read_setting(robot: Robot, id: int, what: str) -> float:
    """Return a setting of a servo. Raises StatusError if it does not answer."""
    raw: Sequence[int]
    match what:
        case "pgain":
            raw = robot.brain.read_registers([(id, SLOPE, 2)])
            return gain_of(max(_level(each) for each in raw))
        case "margin":
            raw = robot.brain.read_registers([(id, MARGIN, 2)])
            return max(raw) * COUNT
        case "punch":
            return robot.brain.read_registers([(id, PUNCH, 1)])[0] / FULL
        case "torque-limit":
            return robot.brain.read_registers([(id, TORQUE_LIMIT, 1)])[0] / FULL
        case "speed":
            return abs(robot.brain.read_registers([(id, SPEED, 1)])[0]) * _RPM
    return float(robot.brain.read_registers([(id, LED, 1)])[0])


def block_of(
    id: int, what: str, value: float
) -> tuple[tuple[int, Register, int], list[int]]:
    """Return what to write for a setting of a servo, the nearest that it has."""
    match what:
        case "pgain":
            slope = min(SLOPES, key=lambda each: abs(log(gain_of(each) / value)))
            return (id, SLOPE, 2), [slope, slope]
        case "margin":
            counts = round(value / COUNT)
            return (id, MARGIN, 2), [counts, counts]
        case "punch":
            return (id, PUNCH, 1), [round(value * FULL)]
        case "torque-limit":
            return (id, TORQUE_LIMIT, 1), [round(value * FULL)]
        case "speed":
            return (id, SPEED, 1), [round(value / _RPM)]
    return (id, LED, 1), [int(value)]


def write_settings(robot: Robot, values: Mapping[tuple[int, str], float]) -> None:
    """Write settings of servos, those of one kind for all servos at once."""
    kinds = dict.fromkeys(what for _, what in values)
    for kind in kinds:
        chosen = [
            block_of(id, what, value)
            for (id, what), value in values.items()
            if what == kind
        ]
        blocks = [block for block, _ in chosen]
        raw = [each for _, raws in chosen for each in raws]
        robot.brain.write_registers(blocks, raw)


def _level(raw: int) -> int:
    """Return the slope that a servo makes of a register: the power of 2 below it."""
    return max([slope for slope in SLOPES if slope <= raw], default=SLOPES[0])
