"""Shadow's palm in software: what is behind the slave controller of a simulated hand.

It takes a command in every frame and has a status for the next one, so all comes back
one cycle late. Vendor and revision are our guess; 6 is the product that SR06 drives.
"""

from collections.abc import Sequence
from math import inf

from brbrain.clock import Clock, WallClock
from brbrain.ethercat.can_bridge import NO_MESSAGE, unpack_message
from brbrain.ethercat.joints import (
    ANALOG_NAMES,
    HIGH_READING,
    LOW_READING,
    MOTOR_JOINTS,
    SENSOR_NAMES,
)
from brbrain.ethercat.palm_image import (
    AREAS,
    COMMAND,
    FULL_PWM,
    HALF,
    INPUT_SIZE,
    MOTORS,
    SENSORS,
    STATUS,
    TACTILE_WORDS,
    TACTILES,
    EdcCommand,
    MotorDemand,
)
from brbrain.ethercat.sii import Identity
from brbrain.ethercat.sim.can_boards import CanBoards
from brbrain.ethercat.sim.fingers import Fingers
from brbrain.ethercat.sim.motor_data import MotorBoards

VENDOR, PRODUCT, REVISION = 0x0530, 6, 1

IDLE_TIME = 500
"""Microseconds that the palm waits for a frame at 1 kHz; our guess."""

RESTING = (2048, 2048, 2448, 2048, 2048, 2048, 0, 0, 0, 0)
"""Raw readings of accelerometer, gyroscope and analog inputs at rest; our guess."""

FINGER_TEMPERATURE = 300
"""Raw temperature of a fingertip; our guess."""

_INVALID_DATA = 0xFFFF
_FULL_TORQUE = 0x7FFF


class SimulatedPalm:
    """A palm with 20 motors, 36 sensors, 5 fingertips and two CAN buses.

    ``zero_every`` status is never written, 0 for none; motors in ``bad`` send damaged
    data, those in ``silent`` none; the next ``invalid`` statuses make no sense.
    """

    areas = AREAS

    def __init__(self, clock: Clock | None = None, serial: int = 1) -> None:
        self.identity = Identity("Shadow palm", VENDOR, PRODUCT, REVISION, serial)
        self.clock: Clock = clock or WallClock()
        self.fingers = Fingers(self.clock.now())
        self.boards = CanBoards()
        self.motors = MotorBoards(self.fingers)
        self.clear_faults()
        self._exchanges = 0
        self._channels = tuple(range(SENSORS))

    def clear_faults(self) -> None:
        """Be as it should."""
        self.zero_every = self.invalid = 0
        self.idle_time = IDLE_TIME
        self.bad: set[int] = set()
        self.silent: set[int] = set()
        self.motors.flags = {}
        self.fingers.object_at = inf
        self.boards.lost = self.boards.wrong_reads = 0
        self.boards.silent = self.boards.deaf = False

    def exchange(self, outputs: bytes) -> bytes:
        """Take a command, and return the status that answers it."""
        self._exchanges += 1
        now = self.clock.now()
        self.fingers.move(now)
        command, data, half, kind, *rest = COMMAND.struct.unpack_from(outputs)
        if self.zero_every and self._exchanges % self.zero_every == 0:
            return bytes(INPUT_SIZE)
        if command == EdcCommand.INVALID:
            return bytes(INPUT_SIZE)
        answer = NO_MESSAGE
        if command == EdcCommand.CAN_DIRECT_MODE:
            answer = self._bridge(outputs)
        else:
            self._drive(kind, rest[:MOTORS], now)
        return self._status(command, data, half) + answer

    def stop(self) -> None:
        """Stop all motors."""
        self.fingers.move(self.clock.now())
        self.fingers.stop()

    def _bridge(self, outputs: bytes) -> bytes:
        """Pass a message to the boards; return the answer, or no message."""
        message = unpack_message(outputs, COMMAND.size)
        answer = None if message is None else self.boards.receive(message)
        return NO_MESSAGE if answer is None else answer.pack()

    def _drive(self, kind: int, demands: Sequence[int], now: float) -> None:
        """Hand demands to the motors; boards that are booting drive nothing."""
        full = {MotorDemand.PWM: FULL_PWM, MotorDemand.TORQUE: _FULL_TORQUE}.get(
            MotorDemand(kind) if kind in list(MotorDemand) else MotorDemand.INVALID
        )
        if full is None:
            return
        for motor, demand in enumerate(demands):
            if not self.boards.booting[motor]:
                share = min(max(demand / full, -1.0), 1.0)
                self.fingers.demand(motor, share, now)

    def _status(self, command: int, data: int, half: int) -> bytes:
        if self.invalid:
            self.invalid -= 1
            data = _INVALID_DATA
        chosen = [2 * place + half & 0x1F for place in range(HALF)]
        arrived = errors = 0
        words: list[int] = []
        for motor in chosen:
            present = motor < MOTORS and not self.boards.booting[motor]
            if present and motor not in self.silent:
                arrived |= 1 << motor
                errors |= (motor in self.bad) << motor
                words += self.motors.packet(motor, data)
            else:
                words += (0, 0)
        return STATUS.struct.pack(
            command,
            *self._readings(command),
            0,
            data,
            half,
            arrived,
            errors,
            *words,
            0,
            (1 << TACTILES) - 1,
            *self._tactiles(),
            self.idle_time,
        )

    def _readings(self, command: int) -> Sequence[int]:
        """Return what the sensors read, or instead which each of them is."""
        if command in (
            EdcCommand.SENSOR_CHANNEL_NUMBERS,
            EdcCommand.SENSOR_ADC_CHANNEL_CS,
        ):
            return self._channels
        readings = [0] * SENSORS
        for joint, angle in zip(MOTOR_JOINTS, self.fingers.angles, strict=True):
            share = (angle - joint.low) / (joint.high - joint.low)
            raw = round(LOW_READING + share * (HIGH_READING - LOW_READING))
            for name in joint.sensors:
                readings[_NUMBERS[name]] = raw
        readings[SENSORS - len(ANALOG_NAMES) :] = RESTING
        return readings

    def _tactiles(self) -> list[int]:
        words: list[int] = []
        for finger in range(TACTILES):
            words += [self.fingers.pressure(finger), FINGER_TEMPERATURE]
            words += [0] * (TACTILE_WORDS - 2)
        return words


_NUMBERS = {name: number for number, name in enumerate(SENSOR_NAMES)}
