"""The joints of Shadow's hand: their motors, sensors, limits and calibration.

The names are Shadow's: FF, MF, RF and LF are the fingers from first to little, TH the
thumb, WR the wrist. Joint 0 of a finger is its outer two joints, which one motor pulls.

Which motor pulls which joint, and what the sensors read, Shadow keeps in the settings
of each hand. The order of `MOTOR_JOINTS`, the linear calibration from `LOW_READING` to
`HIGH_READING`, and the ranges, which are rounded, are our guesses.
"""

from dataclasses import dataclass
from math import radians
from typing import Final

from brbrain.arguments import is_whole, refused
from brbrain.ethercat.palm_image import MOTORS

SENSOR_NAMES: Final = (
    *("FFJ1", "FFJ2", "FFJ3", "FFJ4"),
    *("MFJ1", "MFJ2", "MFJ3", "MFJ4"),
    *("RFJ1", "RFJ2", "RFJ3", "RFJ4"),
    *("LFJ1", "LFJ2", "LFJ3", "LFJ4", "LFJ5"),
    *("THJ1", "THJ2", "THJ3", "THJ4", "THJ5A", "THJ5B"),
    *("WRJ1A", "WRJ1B", "WRJ2"),
    *("ACCX", "ACCY", "ACCZ", "GYRX", "GYRY", "GYRZ"),
    *("AN0", "AN1", "AN2", "AN3"),
)
"""The sensors in the order of a palm's status, as in Shadow's protocol."""

ANALOG_NAMES: Final = SENSOR_NAMES[26:]
"""The sensors that are no joint's; they are read raw."""

LOW_READING, HIGH_READING = 500, 3500
"""What a joint's sensor reads at the ends of its range; of 12 bits. Our guess."""


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint that a motor moves, from ``low`` to ``high`` in degrees.

    Its angle is the sum of what its ``sensors`` tell, or, with ``mean``, their mean.
    """

    name: str
    low: float
    high: float
    sensors: tuple[str, ...]
    mean: bool = False

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of its range, in rad."""
        return radians(self.low), radians(self.high)


def _finger(name: str) -> list[Joint]:
    return [
        Joint(f"{name}J0", 0.0, 180.0, (f"{name}J1", f"{name}J2")),
        Joint(f"{name}J3", 0.0, 90.0, (f"{name}J3",)),
        Joint(f"{name}J4", -20.0, 20.0, (f"{name}J4",)),
    ]


MOTOR_JOINTS: Final = (
    *_finger("FF"),
    *_finger("MF"),
    *_finger("RF"),
    *_finger("LF"),
    Joint("LFJ5", 0.0, 45.0, ("LFJ5",)),
    Joint("THJ1", 0.0, 90.0, ("THJ1",)),
    Joint("THJ2", -40.0, 40.0, ("THJ2",)),
    Joint("THJ3", -15.0, 15.0, ("THJ3",)),
    Joint("THJ4", 0.0, 70.0, ("THJ4",)),
    Joint("THJ5", -60.0, 60.0, ("THJ5A", "THJ5B"), mean=True),
    Joint("WRJ1", -40.0, 28.0, ("WRJ1A", "WRJ1B"), mean=True),
    Joint("WRJ2", -28.0, 8.0, ("WRJ2",)),
)
"""The joint of each motor, by the motor's number."""

JOINT_NAMES: Final = tuple(joint.name for joint in MOTOR_JOINTS)

TACTILE_NAMES: Final = ("FF", "MF", "RF", "LF", "TH")
"""The fingers of the tactile sensors, in the order of a palm's status."""

_SENSOR_NUMBERS: Final = {name: number for number, name in enumerate(SENSOR_NAMES)}


def find_motor(key: int | str) -> int:
    """Return a motor's number, given it or its joint's name; else ArgumentError."""
    if isinstance(key, str) and key.upper() in JOINT_NAMES:
        return JOINT_NAMES.index(key.upper())
    if is_whole(key, 0, MOTORS - 1):
        return int(key)
    raise refused("motor", f"0 to {MOTORS - 1} or a joint such as FFJ3", key)


def find_sensor(key: int | str) -> int:
    """Return the number of a sensor, given it or its name; else ArgumentError."""
    if isinstance(key, str) and key.upper() in _SENSOR_NUMBERS:
        return _SENSOR_NUMBERS[key.upper()]
    if is_whole(key, 0, len(SENSOR_NAMES) - 1):
        return int(key)
    raise refused("sensor", f"0 to {len(SENSOR_NAMES) - 1} or such as FFJ3, ACCX", key)


def find_tactile(key: int | str) -> int:
    """Return the number of a tactile sensor, given it or its finger's name."""
    if isinstance(key, str) and key.upper() in TACTILE_NAMES:
        return TACTILE_NAMES.index(key.upper())
    if is_whole(key, 0, len(TACTILE_NAMES) - 1):
        return int(key)
    raise refused("tactile", f"0 to {len(TACTILE_NAMES) - 1} or such as FF, TH", key)


def sensor_ranges() -> dict[int, tuple[float, float]]:
    """Return the range in degrees of each joint's sensor, by its number.

    Sensors that are summed share the range of their joint; those of a mean have it.
    """
    ranges = {}
    for joint in MOTOR_JOINTS:
        share = 1 if joint.mean else len(joint.sensors)
        for name in joint.sensors:
            ranges[_SENSOR_NUMBERS[name]] = (joint.low / share, joint.high / share)
    return ranges


def joint_formula(joint: Joint) -> tuple[tuple[int, ...], float, float]:
    """Return sensors, scale and offset: rad = scale * (sum of readings) + offset."""
    low, high = joint.limits
    count = len(joint.sensors)
    scale = (high - low) / (HIGH_READING - LOW_READING) / count
    offset = low - scale * LOW_READING * count
    return tuple(_SENSOR_NUMBERS[name] for name in joint.sensors), scale, offset
