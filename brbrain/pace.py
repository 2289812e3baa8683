"""How fast a servo is to turn in order to be there in time; angles in counts."""

import math

SPEED_UNIT = 114 / 1023 * 360 / 60 / (300 / 1023)
"""Counts a second of one unit of moving speed (AX-12 manual, page 17)."""

FASTEST, SLOWEST = 1023, 1
"""Values of moving speed; 0 sets no limit."""

NO_LOAD_SPEED = 59 * 360 / 60 / (300 / 1023)
"""Counts a second without load at 12 V (ROBOTIS e-manual, AX-12A)."""

RATED_VOLTAGE = 12.0


def pace(distance: float, seconds: float) -> int:
    """Return the moving speed with which a way takes about so many seconds.

    Its steps are of 0.67 degrees a second, so that slow ways are not exact.
    """
    wanted = distance / seconds / SPEED_UNIT
    return max(SLOWEST, min(FASTEST, math.floor(wanted + 0.5)))


def duration(distance: float, speed: int, volts: float) -> float:
    """Return the seconds of a way at a moving speed, at least: without load."""
    top = NO_LOAD_SPEED * volts / RATED_VOLTAGE
    return distance / min(top, abs(speed) * SPEED_UNIT or top)
