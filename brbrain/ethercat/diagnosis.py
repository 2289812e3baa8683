"""How a palm and its motors are, in the levels of ROS' diagnostics.

Shadow has OK, WARN and ERROR; STALE is a matter of age, and set here.
"""

from collections.abc import Iterable
from dataclasses import replace
from math import isnan
from typing import Final

from brbrain.device import STALE_SECONDS, Diagnosis, Level
from brbrain.ethercat.joints import JOINT_NAMES
from brbrain.ethercat.master import Slave
from brbrain.ethercat.palm import Motor, Palm
from brbrain.ethercat.palm_image import SLOW_DATA, MotorData

FLAGS: Final = {
    0x0001: "current choke, bit 6",
    0x0002: "current choke, bit 7",
    0x0004: "current choke, bit 8",
    0x0008: "current choke, bit 9",
    0x0010: "writing its EEPROM",
    0x0020: "checksum of the last settings was wrong",
    0x0040: "last setting was out of range",
    0x0080: "jiggling",
    0x0200: "motor number is invalid",
    0x0400: "no demand for 20 ms",
    0x0800: "left strain gauge at fault",
    0x1000: "right strain gauge at fault",
    0x2000: "fault of the H-bridge",
    0x4000: "checksum of its EEPROM is wrong",
    0x8000: "over temperature",
}
"""What the bits of a motor's flags mean, as in Shadow's protocol."""

SERIOUS: Final = 0x0200 | 0x0400 | 0x0800 | 0x1000 | 0x2000 | 0x4000 | 0x8000
"""The flags with which a motor is switched off."""

NO_DEMAND: Final = 0x0400

_FIGURES: Final = (
    (MotorData.CURRENT, "current, A", 0.001),
    (MotorData.VOLTAGE, "voltage, V", 0.001),
    (MotorData.TEMPERATURE, "temperature, C", 1 / 256),
    (MotorData.PWM, "PWM", 1),
    (MotorData.CAN_RECEIVED, "CAN received", 1),
    (MotorData.CAN_TRANSMITTED, "CAN transmitted", 1),
    (MotorData.CAN_ERRORS, "CAN errors", 1),
)


def flag_names(flags: int) -> list[str]:
    """Return the names of the flags that are up."""
    return [name for bit, name in FLAGS.items() if flags & bit]


def worst(diagnoses: Iterable[Diagnosis]) -> Level:
    """Return the highest level: OK, WARN, ERROR, STALE."""
    return max((each.level for each in diagnoses), default=Level.OK)


def diagnose(
    palm: Palm,
    slave: Slave,
    number: int,
    why_halted: str,
    now: float,
    stale_seconds: float = STALE_SECONDS,
) -> list[Diagnosis]:
    """Return how a palm is, and then each of its motors."""
    found = [_palm(palm, slave, number, why_halted)]
    found += [
        _motor(name, motor, bool(why_halted))
        for name, motor in zip(JOINT_NAMES, palm.motors, strict=True)
    ]
    if isnan(palm.stamp) or now - palm.stamp > stale_seconds:
        return [replace(each, level=Level.STALE) for each in found]
    return found


def _palm(palm: Palm, slave: Slave, number: int, why_halted: str) -> Diagnosis:
    level, message = Level.OK, "OK"
    if why_halted:
        level, message = Level.WARN, f"halted: {why_halted}"
    figures = {
        "position": slave.position,
        "product": slave.product,
        "serial": slave.serial,
        "revision": slave.revision,
        "cycles": palm.cycles,
        "zero buffers": palm.zero_buffers,
        "zero buffers, %": round(palm.zero_share, 3),
        "idle time, us": palm.idle_time,
        "minimum idle time, us": palm.minimum_idle,
    }
    return Diagnosis(level, f"palm {number}", message, figures)


def _motor(name: str, motor: Motor, halted: bool) -> Diagnosis:
    """Return how a motor is: serious flags are errors, others and bad data warn."""
    flags = motor.data.get(MotorData.FLAGS, 0)
    if halted:
        flags &= ~NO_DEMAND  # it is not meant to have any
    level, message = Level.OK, "OK"
    if motor.torque is None and not motor.slow:
        level, message = Level.ERROR, "motor error: nothing came from it"
    elif motor.last_missing:
        level, message = Level.ERROR, "motor error: its CAN data does not arrive"
    elif flags & SERIOUS:
        level, message = Level.ERROR, "motor error: " + ", ".join(flag_names(flags))
    elif motor.last_bad:
        level, message = Level.WARN, "bad CAN data"
    elif flags:
        level, message = Level.WARN, ", ".join(flag_names(flags))
    return Diagnosis(level, f"motor {name}", message, _motor_figures(motor))


def _motor_figures(motor: Motor) -> dict[str, object]:
    figures: dict[str, object] = {
        "good": motor.good,
        "bad": motor.bad,
        "missing": motor.missing,
    }
    for data, name, scale in _FIGURES:
        if data in motor.data:
            raw = motor.data[data]
            figures[name] = raw if scale == 1 else round(raw * scale, 3)
    for number, name in SLOW_DATA.items():
        if number in motor.slow:
            figures[name] = motor.slow[number]
    return figures
