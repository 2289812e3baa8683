"""What the boards of the simulated motors tell, by the kind that they are asked for.

All figures but the torque, PWM and flags are our guesses, fixed or near it.
"""

from typing import Final

from brbrain.ethercat.palm_image import FULL_PWM, MOTORS, SLOW_DATA, MotorData
from brbrain.ethercat.sim.fingers import BLOCKED_TORQUE, Fingers

NO_DEMAND: Final = 0x0400

REST_CURRENT, BLOCKED_CURRENT = 50, 500  # mA
VOLTAGE = 24_000  # mV
TEMPERATURE = 30 * 256  # degrees C, in 256ths
MIDDLE_STRAIN = 2048
SLOW_VALUES = {"revision": 1, "gear ratio": 131, "control frequency": 5000}


class MotorBoards:
    """Answers for all motors; ``flags`` are up beside those that the state brings."""

    def __init__(self, fingers: Fingers) -> None:
        self.fingers = fingers
        self.flags: dict[int, int] = {}
        self._messages = [0] * MOTORS
        self._slow = [0] * MOTORS

    def packet(self, motor: int, data: int) -> tuple[int, int]:
        """Return the two words of a motor: torque and what was asked for."""
        self._messages[motor] = self._messages[motor] + 1 & 0xFFFF
        if data == MotorData.SLOW:
            return self._next_slow(motor)
        torque = self.fingers.torque(motor)
        return torque & 0xFFFF, self._asked(motor, data, torque) & 0xFFFF

    def _asked(self, motor: int, data: int, torque: int) -> int:
        match data:
            case MotorData.STRAIN_GAUGE_LEFT:
                return MIDDLE_STRAIN + torque // 2
            case MotorData.STRAIN_GAUGE_RIGHT:
                return MIDDLE_STRAIN - torque // 2
            case MotorData.PWM:
                return round(self.fingers.shares[motor] * FULL_PWM)
            case MotorData.FLAGS:
                starved = NO_DEMAND if self.fingers.starved(motor) else 0
                return self.flags.get(motor, 0) | starved
            case MotorData.CURRENT:
                more = BLOCKED_CURRENT - REST_CURRENT
                return REST_CURRENT + more * abs(torque) // BLOCKED_TORQUE
            case MotorData.VOLTAGE:
                return VOLTAGE
            case MotorData.TEMPERATURE:
                return TEMPERATURE
            case MotorData.CAN_RECEIVED | MotorData.CAN_TRANSMITTED:
                return self._messages[motor]
        return 0

    def _next_slow(self, motor: int) -> tuple[int, int]:
        """Return the number and the value of the next of the slow data."""
        self._slow[motor] = self._slow[motor] % len(SLOW_DATA) + 1
        number = self._slow[motor]
        if SLOW_DATA[number] == "serial number, low":
            return number, motor + 1
        return number, SLOW_VALUES.get(SLOW_DATA[number], 0)
