"""Shadow's palm in software: what is behind the slave controller of a simulated hand.

It takes a command in every frame and has a status for the next one, so all comes back
one cycle late. Vendor and revision are our guess; 6 is the product that SR06 drives.
"""

from math import inf
from struct import Struct, unpack

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
    PRESSURE_AND_TEMPERATURE,
    SENSORS,
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
_FULL = {int(MotorDemand.PWM): FULL_PWM, int(MotorDemand.TORQUE): 0x7FFF}
"""The most that can be demanded, by what it is."""
_NOT_WRITTEN = bytes(INPUT_SIZE)
_HALVES = tuple(sum(1 << motor for motor in range(odd, MOTORS, 2)) for odd in (0, 1))
"""The bits of the motors with even numbers, and of those with odd ones."""

# A command's head, and the parts of a status between the echo and the idle time.
_COMMAND_HEAD = Struct("<IIhI")
_DEMANDS = slice(COMMAND.offset["motor_data"], COMMAND.offset["tactile_data_type"])
_SENSORS = Struct(f"<{SENSORS + 1}H")
_MOTORS = Struct("<IhII" + f"{2 * HALF}H")
_TACTILES = Struct(f"<IH{TACTILES * TACTILE_WORDS}H")
_CHANNELS = _SENSORS.pack(*range(SENSORS), 0)
_CHANNEL_COMMANDS = (
    EdcCommand.SENSOR_CHANNEL_NUMBERS,
    EdcCommand.SENSOR_ADC_CHANNEL_CS,
)


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
        self._demands = b""
        self._known = -1
        self._parts = b"", b""

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
        command, data, half, kind = _COMMAND_HEAD.unpack_from(outputs)
        if self.zero_every and self._exchanges % self.zero_every == 0:
            return _NOT_WRITTEN
        if command == EdcCommand.INVALID:
            return _NOT_WRITTEN
        answer = NO_MESSAGE
        if command == EdcCommand.CAN_DIRECT_MODE:
            answer = self._bridge(outputs)
        else:
            self._drive(kind, outputs[_DEMANDS], now)
        return self._status(command, data, half) + answer

    def stop(self) -> None:
        """Stop all motors."""
        self.fingers.move(self.clock.now())
        self.fingers.stop()
        self._demands = b""

    def _bridge(self, outputs: bytes) -> bytes:
        """Pass a message to the boards; return the answer, or no message."""
        message = unpack_message(outputs, COMMAND.size)
        answer = None if message is None else self.boards.receive(message)
        self._demands = b""  # a board may boot now
        return NO_MESSAGE if answer is None else answer.pack()

    def _drive(self, kind: int, demands: bytes, now: float) -> None:
        """Hand demands to the motors; boards that are booting drive nothing."""
        full = _FULL.get(kind)
        if full is None:
            return
        if demands == self._demands and not self.fingers.starved():
            self.fingers.renew(now)
            return
        self._demands = demands
        shares = [
            0.0 if booting else min(max(demand / full, -1.0), 1.0)
            for demand, booting in zip(
                unpack(f"<{MOTORS}h", demands), self.boards.booting, strict=True
            )
        ]
        self.fingers.demand(shares, now)

    def _status(self, command: int, data: int, half: int) -> bytes:
        if self.invalid:
            self.invalid -= 1
            data = _INVALID_DATA
        motors = range(half & 1, MOTORS, 2)
        arrived, errors = _HALVES[half & 1], 0
        words = self.motors.packets(motors, data)
        if self.silent or self.bad or any(self.boards.booting):
            for place, motor in enumerate(motors):
                if motor in self.silent or self.boards.booting[motor]:
                    arrived &= ~(1 << motor)
                    words[2 * place : 2 * place + 2] = (0, 0)
                elif motor in self.bad:
                    errors |= 1 << motor
        readings, tactiles = self._sensed()
        if command in _CHANNEL_COMMANDS:
            readings = _CHANNELS
        return b"".join(
            (
                command.to_bytes(4, "little"),
                readings,
                _MOTORS.pack(data, half, arrived, errors, *words),
                tactiles,
                self.idle_time.to_bytes(2, "little"),
            )
        )

    def _sensed(self) -> tuple[bytes, bytes]:
        """Return the parts of a status that tell of joints and of fingertips."""
        if self.fingers.changes != self._known:
            self._known = self.fingers.changes
            self._parts = self._readings(), self._tactiles()
        return self._parts

    def _readings(self) -> bytes:
        """Return what the sensors read."""
        readings = [0] * (SENSORS + 1)
        for joint, angle in zip(MOTOR_JOINTS, self.fingers.angles, strict=True):
            share = (angle - joint.low) / (joint.high - joint.low)
            raw = round(LOW_READING + share * (HIGH_READING - LOW_READING))
            for name in joint.sensors:
                readings[_NUMBERS[name]] = raw
        readings[SENSORS - len(ANALOG_NAMES) : SENSORS] = RESTING
        return _SENSORS.pack(*readings)

    def _tactiles(self) -> bytes:
        """Return what the fingertips feel: all of them are there."""
        words: list[int] = []
        for finger in range(TACTILES):
            words += [self.fingers.pressure(finger), FINGER_TEMPERATURE]
            words += [0] * (TACTILE_WORDS - 2)
        return _TACTILES.pack(PRESSURE_AND_TEMPERATURE, (1 << TACTILES) - 1, *words)


_NUMBERS = {name: number for number, name in enumerate(SENSOR_NAMES)}
