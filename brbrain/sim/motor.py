"""The motor, gears and position control of one AX-12: a DC motor with a limited duty.

Position is in counts of 300/1023 degree, speed in rad/s at the horn, counterclockwise
positive; duty is the share of the battery voltage at the motor, -1 to 1.
"""

import math
from dataclasses import dataclass

COUNT = math.radians(300.0 / 1023.0)
"""One position count in radians (AX-12 manual, page 16)."""

STEP = 0.001
"""Seconds between two states of a motor."""

RATED_VOLTAGE = 12.0
STALL_TORQUE = 1.5
"""N.m at the rated voltage (ROBOTIS e-manual, AX-12A)."""

NO_LOAD_SPEED = 59.0 * math.tau / 60.0
"""rad/s at the rated voltage (ROBOTIS e-manual, AX-12A)."""

WINDING = 8.0
"""Ohm: 12 V over the stall current of 1.5 A (ROBOTIS e-manual, AX-12A)."""

# No measured set for the AX-12 is published: the rest is our guess, near the values
# others use for servos of this size.
INERTIA = 0.004
"""kg m2 at the horn: the gears' and, roughly, the load's (our guess)."""

FRICTION = 0.05
"""N.m of dry friction in the gears (our guess)."""

SPEED_LOST = FRICTION * STEP / INERTIA
"""rad/s that friction takes in a step."""

STICTION = SPEED_LOST + 1e-4
"""rad/s that friction stops: a little more, so that a creeping motor comes to rest."""

LIMP_DAMPING = 0.02
"""N.m s/rad of a motor that is not driven (our guess)."""

HEATING = 4.0
"""Degrees C above the surroundings for each watt in the winding (our guess)."""

HEAT_TIME = 300.0
"""Time constant of warming and cooling in seconds (our guess)."""

AMBIENT = 25.0
"""Degrees C around the robot (our guess)."""


@dataclass(slots=True)
class Motor:
    """What the registers make of one servo, and how it stands.

    ``driven`` is torque on; ``duty_limit`` the torque limit from 0 to 1. In wheel mode
    the duty is ``wheel_duty``. In joint mode the ``target`` moves to the ``goal`` at
    ``target_speed`` counts a step (None: at once) and the shaft is drawn to the target:
    not at all within the margin, then by the punch and more with the distance, fully
    at ``margin + slope`` counts. The two sides are clockwise and counterclockwise.
    Unless it seeks a goal, the target is to be the goal.
    """

    position: float = 511.5
    speed: float = 0.0
    duty: float = 0.0
    temperature: float = AMBIENT
    driven: bool = False
    duty_limit: float = 1.0
    wheel_duty: float | None = None
    goal: float = 511.5
    target: float = 511.5
    target_speed: float | None = None
    margins: tuple[float, float] = (1.0, 1.0)
    slopes: tuple[float, float] = (32.0, 32.0)
    punch: float = 32.0 / 1023.0
    stops: tuple[float, float] = (-math.inf, math.inf)
    """The positions at which the robot's build stops it."""
    push: float = 0.0
    """N.m from outside, for instance a hand."""
    gravity: float = 0.0
    """N.m of the weight that hangs on the horn."""

    def run(self, steps: int, voltage: float) -> bool:
        """Go ``steps`` of time on; False if it is at rest, until an input changes."""
        powered = self.driven and voltage > 0.0
        strength = STALL_TORQUE * voltage / RATED_VOLTAGE
        damping = STALL_TORQUE / NO_LOAD_SPEED if powered else LIMP_DAMPING
        load = self.push + self.gravity
        for _ in range(steps):
            self.duty = self._drive() if powered else 0.0
            turned = self._turn(strength * self.duty + load, damping)
            if not turned and self.target == self.goal:
                return False
        return True

    def _drive(self) -> float:
        """Return the duty, moving the target on."""
        if self.wheel_duty is not None:
            return max(-self.duty_limit, min(self.duty_limit, self.wheel_duty))
        if self.target != self.goal:
            self._advance()
        error = self.target - self.position
        low_margin, high_margin = self.margins
        if error > high_margin:
            wanted = (error - high_margin) / self.slopes[1]
            return min(self.duty_limit, self.punch + (1.0 - self.punch) * wanted)
        if error < -low_margin:
            wanted = (error + low_margin) / self.slopes[0]
            return max(-self.duty_limit, (1.0 - self.punch) * wanted - self.punch)
        return 0.0

    def _advance(self) -> None:
        """Move the target on, not so far ahead that the duty is more than full."""
        if self.target_speed is None:
            self.target = self.goal
        elif self.goal > self.target:
            lead = self.position + self.margins[1] + self.slopes[1]
            ahead = min(self.goal, self.target + self.target_speed, lead)
            self.target = max(self.target, ahead)
        else:
            lead = self.position - self.margins[0] - self.slopes[0]
            ahead = max(self.goal, self.target - self.target_speed, lead)
            self.target = min(self.target, ahead)

    def _turn(self, torque: float, damping: float) -> bool:
        """Turn for a step; False if friction holds it."""
        speed = self.speed + (torque - damping * self.speed) * (STEP / INERTIA)
        if speed > STICTION:
            self.speed = speed - SPEED_LOST
        elif speed < -STICTION:
            self.speed = speed + SPEED_LOST
        else:
            self.speed = 0.0
            return False
        position = self.position + self.speed * (STEP / COUNT)
        low, high = self.stops
        if low <= position <= high:
            self.position = position
            return True
        return self._hit(low if position < low else high)

    def _hit(self, stop: float) -> bool:
        """Come to rest at a mechanical stop; False if it is there already."""
        before, self.position, self.speed = self.position, stop, 0.0
        return before != stop

    def warm(self, seconds: float, voltage: float) -> None:
        """Warm or cool for ``seconds`` at the present duty."""
        final = self.final_temperature(voltage)
        rest = math.exp(-seconds / HEAT_TIME)
        self.temperature = final + (self.temperature - final) * rest

    def final_temperature(self, voltage: float) -> float:
        """Return the temperature that the present duty leads to."""
        return AMBIENT + HEATING * (self.duty * voltage) ** 2 / WINDING

    def time_to(self, temperature: float, voltage: float) -> float:
        """Return the seconds until it has that temperature; infinite if never."""
        final = self.final_temperature(voltage)
        share = (temperature - final) / (self.temperature - final or 1.0)
        return -HEAT_TIME * math.log(share) if 0.0 < share < 1.0 else math.inf

    def current(self, voltage: float) -> float:
        """Return the battery current in A: that of the stalled winding, at most."""
        return abs(self.duty) * voltage / WINDING
