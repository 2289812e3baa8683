"""The AX-12 servo: what its registers do to the motor, and the motor to them.

Sources: AX-12 manual, pages 15 to 19 and 26 to 27; ROBOTIS e-manual, AX-12A.
"""

import math
from collections.abc import Mapping

from brbrain.arguments import number
from brbrain.dynamixel import ErrorBits
from brbrain.registers import RAM_START_ADDRESS, Register, to_sign_magnitude
from brbrain.sim.device import NO_ERROR, Device, Surroundings
from brbrain.sim.models import SIZE, Model
from brbrain.sim.motor import COUNT, STEP, Motor

MAXIMUM = 1023
"""Of ten bits: position, speed, torque, load, punch."""

TURN = 360.0 / 300.0 * MAXIMUM
"""Position counts in a whole turn; those above 1023 cannot be measured."""

SPEED_UNIT = 114.0 / MAXIMUM * math.tau / 60.0
"""rad/s of one count of moving speed and present speed."""

OVERLOAD_TIME = 1.5
"""Seconds of full torque without motion until it is an overload (our guess)."""

STALLED_SPEED = 2.0 * COUNT
"""rad/s below which it does not move (our guess)."""

ALARM_LED_TIME = 2.0
"""Seconds that the LED goes on blinking when an error is over."""

BLINK_TIME = 0.5
"""Seconds of a blink, half of it lit (our guess)."""


class Servo(Device):
    """An AX-12. ``motor`` is its mechanical side."""

    def __init__(
        self, model: Model, id: int, surroundings: Surroundings, motor: Motor
    ) -> None:
        self.motor = motor
        self._stalled = 0.0
        self._overloaded = False
        self._alarm_until = -math.inf
        super().__init__(model, id, surroundings)

    @property
    def position(self) -> float:
        """Where the shaft is, in position counts; may be beyond a whole turn."""
        self.surroundings.catch_up()
        return self.motor.position

    @property
    def wheel(self) -> bool:
        """Whether it turns endlessly: both angle limits are 0."""
        return not (self._get("cw angle limit") or self._get("ccw angle limit"))

    @property
    def lit(self) -> bool:
        """Whether its LED is lit at the moment; it blinks on alarm."""
        self.surroundings.catch_up()
        time = self.surroundings.time
        if self.alarms() & self._get("alarm led") or time < self._alarm_until:
            return time % BLINK_TIME < BLINK_TIME / 2
        return bool(self._get("led"))

    def push(self, torque: float) -> None:
        """Let a torque in N.m act on the horn, counterclockwise; 0 ends it."""
        torque = number("torque", torque, unit="N.m")
        self.surroundings.catch_up()
        self.motor.push = torque

    def turn(self, position: float) -> None:
        """Turn the shaft by hand to a position in counts, or as far as it goes."""
        position = number("position", position)
        self.surroundings.catch_up()
        low, high = self.motor.stops
        self.motor.position, self.motor.speed = max(low, min(high, position)), 0.0
        self._drive()

    def power_up(self) -> None:
        """Switch on: torque is off, the goal is where the shaft is."""
        self._stalled, self._overloaded = 0.0, False
        super().power_up()
        self._put("goal position", self._reading())
        self.changed(range(RAM_START_ADDRESS, SIZE))

    def alarms(self) -> ErrorBits:
        """Return voltage, temperature and load errors."""
        error = super().alarms()
        if self.motor.temperature > self._get("highest limit temperature"):
            error |= ErrorBits.OVERHEATING
        if self._overloaded:
            error |= ErrorBits.OVERLOAD
        return error

    def refresh(self) -> None:
        """Measure position, speed, load, voltage and temperature."""
        super().refresh()
        motor = self.motor
        self._put("present position", self._reading())
        self._put("present speed", _signed(motor.speed / SPEED_UNIT))
        self._put("present load", _signed(motor.duty * MAXIMUM))
        self._put("present temperature", min(255, round(motor.temperature)))
        self._put("moving", int(self._moving()))

    def watch(self, seconds: float) -> None:
        """Warm up, and look after alarms, once in a while."""
        motor, voltage = self.motor, self.surroundings.voltage
        motor.warm(seconds, voltage)
        self._stalled = self._stalled + seconds if self._at_limit() else 0.0
        # A shutdown ends the load; the alarm stays until torque is given anew.
        shut_down = self._overloaded and motor.duty_limit == 0.0
        self._overloaded = shut_down or self._stalled >= OVERLOAD_TIME
        self.raised(self.alarms())

    def calm_time(self) -> float:
        """Return the seconds until `watch` may find something, if nothing moves."""
        limit = self._get("highest limit temperature")
        heat = self.motor.time_to(limit, self.surroundings.voltage)
        overload = OVERLOAD_TIME - self._stalled if self._at_limit() else math.inf
        return heat if self._overloaded else min(heat, overload)

    def raised(self, error: ErrorBits) -> None:
        """Blink and shut down as the alarm registers say."""
        if not error:
            return
        if error & self._get("alarm led"):
            self._alarm_until = self.surroundings.time + ALARM_LED_TIME
        if error & self._get("alarm shutdown"):
            # The e-manual and users: the torque limit is found to be 0.
            self._put("torque limit", 0)
            self.motor.duty_limit = 0.0

    def check_values(self, values: Mapping[str, int]) -> ErrorBits:
        """Refuse a goal outside of the angle limits; wheel mode knows no goal."""
        goal = values.get("goal position")
        low, high = self._get("cw angle limit"), self._get("ccw angle limit")
        if goal is None or self.wheel or low <= goal <= high:
            return NO_ERROR
        return ErrorBits.ANGLE_LIMIT

    def bounds(self, register: Register) -> tuple[int, int]:
        """Let the moving speed of a wheel have a direction in bit 10."""
        if register.name == "moving speed" and self.wheel:
            return 0, 2 * MAXIMUM + 1
        return super().bounds(register)

    def _open(self, start: int, end: int) -> bool:
        locked = (
            self.model.torque_locks and self.motor.driven and start < RAM_START_ADDRESS
        )
        return not locked and super()._open(start, end)

    def changed(self, addresses: range) -> None:
        """Set the motor to what the registers say."""
        self._revive(addresses)
        start = "moving speed" if self.wheel else "goal position"
        enabled = self._touched("torque enable", addresses)
        if self._touched(start, addresses) and self.model.goal_starts and not enabled:
            self._put("torque enable", 1)
        self._switch(bool(self._get("torque enable")), addresses)
        self._drive()

    def _revive(self, addresses: range) -> None:
        """End a shutdown when torque is given anew; a lasting cause starts another."""
        if self._touched("torque enable", addresses):
            self._overloaded, self._stalled = False, 0.0
            if self._get("torque enable") and not self._get("torque limit"):
                self._put("torque limit", self._get("max torque"))
        elif self._touched("torque limit", addresses) and self._get("torque limit"):
            self._overloaded, self._stalled = False, 0.0

    def _switch(self, driven: bool, addresses: range) -> None:
        """Switch torque on where the shaft is, or off.

        Without a new goal it holds: so do later servos of the maker (our guess here).
        """
        if driven and not self.motor.driven:
            self.motor.target = self.motor.position
            if not self._touched("goal position", addresses):
                self._put("goal position", self._reading())
        self.motor.driven = driven

    def _drive(self) -> None:
        motor = self.motor
        speed = self._get("moving speed")
        motor.duty_limit = self._get("torque limit") / MAXIMUM
        motor.margins = self._sides("cw compliance margin", "ccw compliance margin")
        slopes = self._sides("cw compliance slope", "ccw compliance slope")
        motor.slopes = _slope(slopes[0]), _slope(slopes[1])
        motor.punch = self._get("punch") / MAXIMUM
        motor.goal = float(self._get("goal position"))
        if self.wheel:
            motor.wheel_duty = _duty(speed)
        elif motor.wheel_duty is not None:
            motor.wheel_duty = None
            motor.position %= TURN
            motor.target = motor.position
        pace = (speed & MAXIMUM) * SPEED_UNIT / COUNT * STEP
        motor.target_speed = pace or None
        if self.wheel or not motor.driven:
            motor.goal = motor.target = motor.position

    def _sides(self, low: str, high: str) -> tuple[float, float]:
        return float(self._get(low)), float(self._get(high))

    def _reading(self) -> int:
        """Return the position as the potentiometer has it, 0 to 1023."""
        position = self.motor.position
        if self.wheel:
            position %= TURN
        return max(0, min(MAXIMUM, math.floor(position + 0.5)))

    def _at_limit(self) -> bool:
        motor = self.motor
        full = abs(motor.duty) >= motor.duty_limit > 0.0 and motor.driven
        return full and abs(motor.speed) < STALLED_SPEED

    def _moving(self) -> bool:
        """Return whether it moves by its own power, or is about to."""
        motor = self.motor
        turning = abs(motor.speed) >= SPEED_UNIT / 2
        return motor.driven and (turning or motor.target != motor.goal)


def _signed(value: float) -> int:
    """Return a rounded value as sign and magnitude of at most ten bits."""
    return to_sign_magnitude(max(-MAXIMUM, min(MAXIMUM, round(value))))


def _slope(register: float) -> float:
    """Return the counts of a compliance slope: the highest power of two in it.

    The servo tells only 2, 4, 8 ... 128 apart (ROBOTIS e-manual).
    """
    return float(max(2, 1 << (int(register).bit_length() - 1 if register else 0)))


def _duty(speed: int) -> float:
    """Return the duty of a wheel: 1024 and up are clockwise."""
    return speed / MAXIMUM if speed <= MAXIMUM else (MAXIMUM + 1 - speed) / MAXIMUM
