"""What can be wrong with a joint, in the bits of hrpsys' iob."""

from enum import IntFlag


class Alarm(IntFlag):
    """Alarms of a servo: iob's SS_ bits by their names."""

    OVER_VOLTAGE = 0x001
    OVER_LOAD = 0x002
    OVER_VELOCITY = 0x004
    OVER_CURRENT = 0x008
    OVER_HEAT = 0x010
    TORQUE_LIMIT = 0x020
    VELOCITY_LIMIT = 0x040
    FORWARD_LIMIT = 0x080
    REVERSE_LIMIT = 0x100
    POSITION_ERROR = 0x200
    ENCODER_ERROR = 0x400
    OTHER = 0x800
    EMERGENCY = 0x8000


LOST = Alarm.OTHER | Alarm.EMERGENCY
"""The alarms of a joint that does not answer any more."""


def alarm_names(alarms: int) -> list[str]:
    """Return the names of alarms as users write them, such as "over-load"."""
    return [(bit.name or "").lower().replace("_", "-") for bit in Alarm if alarms & bit]
