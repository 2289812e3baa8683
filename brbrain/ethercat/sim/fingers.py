"""How the joints of the simulated hand move, and what its fingertips feel.

A motor turns its joint with a speed that is proportional to the demand, and stops by
itself after 20 ms without one. There is neither mass nor gravity. Speed, torques and
pressures are our guesses: a real hand was never measured.
"""

from math import inf
from typing import Final

from brbrain.ethercat.joints import JOINT_NAMES, MOTOR_JOINTS, TACTILE_NAMES
from brbrain.ethercat.palm_image import DEMAND_SECONDS, MOTORS

FULL_SPEED: Final = 180.0
"""Degrees per second at the full demand."""

FREE_TORQUE, BLOCKED_TORQUE = 200, 1000
"""Raw torque at the full demand of a joint that turns, and of one that cannot."""

FREE_PRESSURE, TOUCH_PRESSURE = 100, 1000
"""Raw pressure of a fingertip that touches nothing, and what the full demand adds."""

_CLOSING = {
    finger: JOINT_NAMES.index("THJ4" if finger == "TH" else f"{finger}J3")
    for finger in TACTILE_NAMES
}
"""The joint that closes each finger."""


class Fingers:
    """The joints, in degrees by motor. An object in the hand stops those that close.

    ``object_at`` is the angle at which fingers meet it, infinity for no object.
    ``changes`` counts what may have changed angles, torques or pressures.
    """

    def __init__(self, now: float) -> None:
        self.angles = [min(max(0.0, joint.low), joint.high) for joint in MOTOR_JOINTS]
        self.shares = [0.0] * MOTORS
        self.blocked = [False] * MOTORS
        self.object_at = inf
        self.changes = 0
        self._demanded = -inf
        self._now = now

    def demand(self, shares: list[float], now: float) -> None:
        """Take the demands of all motors, -1 to 1."""
        self.shares = shares
        self._demanded = now
        self.changes += 1

    def renew(self, now: float) -> None:
        """Take the demands of before once more."""
        self._demanded = now

    def stop(self) -> None:
        """Ask no motor for anything."""
        self.shares = [0.0] * MOTORS
        self.changes += 1

    def move(self, now: float) -> None:
        """Let all joints turn until now."""
        began, self._now = self._now, now
        if not any(self.shares):
            return
        until = min(now, self._demanded + DEMAND_SECONDS)
        if until > began:
            for motor, share in enumerate(self.shares):
                if share:
                    self._turn(motor, share * FULL_SPEED * (until - began))
        if now > until:
            self.shares = [0.0] * MOTORS
        self.changes += 1

    def starved(self) -> bool:
        """Return whether there have been no demands for too long."""
        return self._now - self._demanded > DEMAND_SECONDS

    def torque(self, motor: int) -> int:
        """Return the torque that a motor measures, raw."""
        share = self.shares[motor]
        if not share:
            return 0
        return round((BLOCKED_TORQUE if self.blocked[motor] else FREE_TORQUE) * share)

    def pressure(self, finger: int) -> int:
        """Return the pressure on a fingertip, raw."""
        motor = _CLOSING[TACTILE_NAMES[finger]]
        touching = self.blocked[motor] and self.angles[motor] >= self.object_at
        push = max(0.0, self.shares[motor]) if touching else 0.0
        return round(FREE_PRESSURE + TOUCH_PRESSURE * push)

    def _turn(self, motor: int, by: float) -> None:
        joint = MOTOR_JOINTS[motor]
        before = self.angles[motor]
        high = joint.high
        if motor in _CLOSING.values():
            high = max(before, min(high, max(self.object_at, joint.low)))
        after = min(max(before + by, joint.low), high)
        self.angles[motor] = after
        self.blocked[motor] = after != before + by
