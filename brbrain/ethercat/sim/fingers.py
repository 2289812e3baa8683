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
    """

    def __init__(self, now: float) -> None:
        self.angles = [min(max(0.0, joint.low), joint.high) for joint in MOTOR_JOINTS]
        self.shares = [0.0] * MOTORS
        self.demanded = [-inf] * MOTORS
        self.blocked = [False] * MOTORS
        self.object_at = inf
        self._now = now

    def demand(self, motor: int, share: float, now: float) -> None:
        """Take a demand, -1 to 1."""
        self.shares[motor] = share
        self.demanded[motor] = now

    def stop(self) -> None:
        """Ask no motor for anything."""
        self.shares = [0.0] * MOTORS

    def move(self, now: float) -> None:
        """Let all joints turn until now."""
        began, self._now = self._now, now
        for motor, share in enumerate(self.shares):
            until = min(now, self.demanded[motor] + DEMAND_SECONDS)
            if now > until:
                self.shares[motor] = 0.0
            if share and until > began:
                self._turn(motor, share * FULL_SPEED * (until - began))

    def starved(self, motor: int) -> bool:
        """Return whether a motor has had no demand for too long."""
        return self._now - self.demanded[motor] > DEMAND_SECONDS

    def torque(self, motor: int) -> int:
        """Return the torque that a motor measures, raw."""
        full = BLOCKED_TORQUE if self.blocked[motor] else FREE_TORQUE
        return round(full * self.shares[motor])

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
            high = max(min(high, self.object_at), joint.low)
            high = max(high, before) if before > high else high
        after = min(max(before + by, joint.low), high)
        self.angles[motor] = after
        self.blocked[motor] = after != before + by
