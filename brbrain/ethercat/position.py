"""Leads the joints of a palm to angles: the motors themselves know only demands.

A demand is proportional to what is missing, in the hand's own cycle. Shadow's hosts
have such a loop too, with settings for each hand; `GAIN` is our guess.
"""

from math import degrees, isnan
from typing import Final

from brbrain.ethercat.joints import MOTOR_JOINTS
from brbrain.ethercat.palm import Palm
from brbrain.ethercat.palm_image import MOTORS

GAIN: Final = degrees(0.1)
"""Share of a motor's PWM per rad: a tenth of it for one degree."""

_LIMITS = tuple(joint.limits for joint in MOTOR_JOINTS)


class PositionControl:
    """The angles that joints are led to, in rad, with a gain and a limit for each."""

    def __init__(self) -> None:
        self.leads: dict[int, float] = {}
        self.gains = [GAIN] * MOTORS
        self.limits = [1.0] * MOTORS

    def lead(self, motor: int, angle: float) -> float:
        """Lead a joint to an angle; return it, within the joint's limits."""
        low, high = _LIMITS[motor]
        clipped = min(max(angle, low), high)
        self.leads = {**self.leads, motor: clipped}
        return clipped

    def forget(self, motor: int | None = None) -> None:
        """Lead a joint no longer, or none at all."""
        kept = {} if motor is None else dict(self.leads)
        if motor is not None:
            kept.pop(motor, None)
        self.leads = kept

    def tune(self, motor: int, gain: float | None, limit: float | None) -> None:
        """Set a gain, in share per rad, and the most that is demanded, 0 to 1."""
        if gain is not None:
            self.gains[motor] = gain
        if limit is not None:
            self.limits[motor] = limit

    def command(self, palm: Palm) -> None:
        """Demand what brings the joints nearer; nothing while an angle is not known."""
        angles = palm.angles()
        for motor, goal in self.leads.items():
            missing = goal - angles[motor]
            limit = self.limits[motor]
            share = 0.0 if isnan(missing) else self.gains[motor] * missing
            palm.demand(motor, min(max(share, -limit), limit))
