"""What the boards of the simulated motors tell, by the kind that they are asked for.

All figures but the torque, PWM and flags are our guesses, fixed or near it.
"""

from collections.abc import Callable, Sequence
from typing import Final

from brbrain.ethercat.palm_image import FULL_PWM, MOTORS, SLOW_DATA, MotorData
from brbrain.ethercat.sim.fingers import BLOCKED_TORQUE, Fingers

NO_DEMAND: Final = 0x0400

REST_CURRENT, BLOCKED_CURRENT = 50, 500  # mA
VOLTAGE = 24_000  # mV
TEMPERATURE = 30 * 256  # degrees C, in 256ths
MIDDLE = 2048  # of the strain gauges
SLOW_VALUES = {"revision": 1, "gear ratio": 131, "control frequency": 5000}


class MotorBoards:
    """Answers for all motors; ``flags`` are up beside those that the state brings."""

    def __init__(self, fingers: Fingers) -> None:
        self.fingers = fingers
        self.flags: dict[int, int] = {}
        self._messages = 0
        self._slow = [0] * MOTORS
        self._answers: dict[int, Callable[[int, int], int]] = {
            MotorData.STRAIN_GAUGE_LEFT: lambda motor, torque: MIDDLE + torque // 2,
            MotorData.STRAIN_GAUGE_RIGHT: lambda motor, torque: MIDDLE - torque // 2,
            MotorData.PWM: self._pwm,
            MotorData.FLAGS: self._flags,
            MotorData.CURRENT: self._current,
            MotorData.VOLTAGE: lambda motor, torque: VOLTAGE,
            MotorData.TEMPERATURE: lambda motor, torque: TEMPERATURE,
            MotorData.CAN_RECEIVED: lambda motor, torque: self._messages,
            MotorData.CAN_TRANSMITTED: lambda motor, torque: self._messages,
        }

    def packets(self, motors: Sequence[int], data: int) -> list[int]:
        """Return two words for each motor: torque and what was asked for."""
        self._messages = self._messages + 1 & 0xFFFF
        words: list[int] = []
        if data == MotorData.SLOW:
            for motor in motors:
                words += self._next_slow(motor)
            return words
        torque_of = self.fingers.torque
        answer = self._answers.get(data)
        for motor in motors:
            torque = torque_of(motor)
            words.append(torque & 0xFFFF)
            words.append(answer(motor, torque) & 0xFFFF if answer else 0)
        return words

    def _pwm(self, motor: int, torque: int) -> int:
        return round(self.fingers.shares[motor] * FULL_PWM)

    def _flags(self, motor: int, torque: int) -> int:
        starved = NO_DEMAND if self.fingers.starved() else 0
        return self.flags.get(motor, 0) | starved

    def _current(self, motor: int, torque: int) -> int:
        more = BLOCKED_CURRENT - REST_CURRENT
        return REST_CURRENT + more * abs(torque) // BLOCKED_TORQUE

    def _next_slow(self, motor: int) -> tuple[int, int]:
        """Return the number and the value of the next of the slow data."""
        number = self._slow[motor] = self._slow[motor] % len(SLOW_DATA) + 1
        if SLOW_DATA[number] == "serial number, low":
            return number, motor + 1
        return number, SLOW_VALUES.get(SLOW_DATA[number], 0)
