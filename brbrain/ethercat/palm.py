"""One palm as the host sees it: commands are packed, states unpacked, every cycle.

A state is kept as it came and decoded when somebody asks. What the cycle writes is
replaced and never changed, so any thread may read it without keeping the cycle waiting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from struct import unpack_from
from typing import Final

from brbrain.clock import Clock
from brbrain.ethercat.can_bridge import NO_MESSAGE, CanMessage, unpack_message
from brbrain.ethercat.joints import ANALOG_NAMES, MOTOR_JOINTS, joint_formula
from brbrain.ethercat.palm_image import (
    COMMAND,
    FULL_PWM,
    HALF,
    MOTORS,
    PRESSURE_AND_TEMPERATURE,
    SENSORS,
    STATUS,
    TACTILE_WORDS,
    TACTILES,
    EdcCommand,
    MotorData,
    MotorDemand,
)
from brbrain.ethercat.polling import Polling

PUBLISH_EVERY: Final = 10
"""Valid cycles from one publication to the next: 100 Hz at 1 kHz, as SR06 has it."""

_ECHO = STATUS.offset["edc_command"]
_SENSORS = STATUS.offset["sensors"]
_TYPE_AND_HALF = STATUS.offset["motor_data_type"]
_ARRIVED = STATUS.offset["motor_data_arrived"]
_MOTOR_DATA = STATUS.offset["motor_data"]
_TACTILE_VALID = STATUS.offset["tactile_data_valid"]
_TACTILES = STATUS.offset["tactiles"]
_IDLE = STATUS.offset["idle_time"]
_FORMULAS = tuple(joint_formula(joint) for joint in MOTOR_JOINTS)
_FIRST_ANALOG = SENSORS - len(ANALOG_NAMES)
_NO_DEMANDS = (0,) * MOTORS


@dataclass(frozen=True, slots=True)
class Tactile:
    """What a fingertip tells: raw pressure and raw temperature."""

    pressure: int
    temperature: int


@dataclass(frozen=True, slots=True)
class Publication:
    """What is published every tenth valid cycle; a tactile that is absent is None."""

    number: int
    stamp: float
    tactiles: tuple[Tactile | None, ...]
    analog: tuple[int, ...]
    state: bytes


class Motor:
    """What one motor told last, by `MotorData`; nothing until it came."""

    def __init__(self) -> None:
        self.torque: int | None = None
        self.data: dict[int, int] = {}
        self.slow: dict[int, int] = {}
        self.good = self.bad = self.missing = 0
        self.last_bad = self.last_missing = False


class Palm:
    """The palm's cyclic data.

    `pack_command` and `unpack_state` are the two halves of a cycle. ``zero_buffers``
    counts statuses that the palm had not written, of ``cycles``; they change nothing.
    """

    publish_every = PUBLISH_EVERY

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.polling = Polling(clock)
        self.demands: list[int] = [0] * MOTORS
        self.motors = [Motor() for _ in range(MOTORS)]
        self.cycles = self.valid_cycles = self.zero_buffers = 0
        self.minimum_idle: int | None = None
        self.publication: Publication | None = None
        self.acknowledgement: CanMessage | None = None
        self.channels = EdcCommand.SENSOR_DATA
        self.state: bytes | None = None
        self.stamp = nan
        self._outgoing: CanMessage | None = None
        self._awaited: CanMessage | None = None

    def pack_command(
        self, buffer: bytearray | memoryview, halt: bool, reset: bool
    ) -> None:
        """Write the command: no demands at all with ``halt``.

        ``reset`` forgets the counts of bad and missing data. A CAN message goes out
        once; until it is acknowledged or given up, the cycles carry nothing else.
        """
        if reset:
            self.forget_errors()
        message, self._outgoing = self._outgoing, None
        direct = self._awaited is not None
        data, odd = self.polling.next()
        COMMAND.struct.pack_into(
            buffer,
            0,
            EdcCommand.CAN_DIRECT_MODE if direct else self.channels,
            data,
            odd,
            MotorDemand.PWM,
            *(_NO_DEMANDS if halt or direct else self.demands),
            PRESSURE_AND_TEMPERATURE,
        )
        buffer[COMMAND.size :] = NO_MESSAGE if message is None else message.pack()

    def unpack_state(self, this: bytes, previous: bytes | None) -> bool:
        """Take a state; False if it is none that a palm can have.

        A zero buffer is not a fault: it is counted, and ``previous`` stays the state.
        """
        self.cycles += 1
        (echo,) = unpack_from("<I", this, _ECHO)
        if echo == EdcCommand.INVALID:
            self.zero_buffers += 1
            self.state = previous
            return True
        data, half = unpack_from("<Ih", this, _TYPE_AND_HALF)
        if echo > EdcCommand.CAN_DIRECT_MODE or data > MotorData.D_TERM:
            return False
        if half not in (0, 1):
            return False
        self._take_idle(this)
        if echo == EdcCommand.CAN_DIRECT_MODE:
            self._take_message(unpack_message(this, STATUS.size))
            return True
        if echo != EdcCommand.SENSOR_DATA:
            self.state = (
                this  # channel numbers instead of readings, asked for by a test
            )
            return True
        self.valid_cycles += 1
        self.state, self.stamp = this, self.clock.now()
        if data != MotorData.INVALID:
            self._take_motors(this, data, half)
        if self.valid_cycles % self.publish_every == 0:
            self.publish(this, self.valid_cycles // self.publish_every, self.stamp)
        return True

    def demand(self, motor: int, share: float) -> None:
        """Set the demand of a motor, -1 to 1 of the most that it can be asked for."""
        self.demands[motor] = round(share * FULL_PWM)

    def post(self, message: CanMessage) -> None:
        """Send a CAN message with the next cycle; see ``acknowledgement``."""
        self._outgoing = self._awaited = message
        self.acknowledgement = None

    def give_up(self) -> None:
        """Wait no longer for the acknowledgement of a message."""
        self._outgoing = self._awaited = None

    def reinitialize(self) -> None:
        """Ask the motors' boards anew for all that was known once."""
        self.polling.restart()
        for motor in self.motors:
            motor.slow = {}

    def forget_errors(self) -> None:
        """Begin to count bad and missing data at zero."""
        for motor in self.motors:
            motor.good = motor.bad = motor.missing = 0
            motor.last_bad = motor.last_missing = False

    def sensor(self, number: int) -> int | None:
        """Return what a sensor read, raw; None before the first state."""
        state = self.state
        if state is None:
            return None
        return int(unpack_from("<H", state, _SENSORS + 2 * number)[0])

    def angles(self) -> list[float]:
        """Return the angles of all motors' joints in rad, NaN if nothing came yet."""
        state = self.state
        if state is None:
            return [nan] * MOTORS
        readings = unpack_from(f"<{SENSORS}H", state, _SENSORS)
        return [
            scale * sum([readings[number] for number in numbers]) + offset
            for numbers, scale, offset in _FORMULAS
        ]

    def publish(self, state: bytes, number: int, stamp: float) -> None:
        """Publish what a state tells of fingertips and analog inputs."""
        (valid,) = unpack_from("<H", state, _TACTILE_VALID)
        words = unpack_from(f"<{TACTILES * TACTILE_WORDS}H", state, _TACTILES)
        tactiles = tuple(
            Tactile(words[at], words[at + 1]) if valid & 1 << finger else None
            for finger, at in enumerate(range(0, len(words), TACTILE_WORDS))
        )
        analog = unpack_from(
            f"<{len(ANALOG_NAMES)}H", state, _SENSORS + 2 * _FIRST_ANALOG
        )
        self.publication = Publication(number, stamp, tactiles, analog, state)

    @property
    def zero_share(self) -> float:
        """The share of zero buffers, in percent of all cycles."""
        return 100.0 * self.zero_buffers / self.cycles if self.cycles else 0.0

    @property
    def idle_time(self) -> int | None:
        """Microseconds that the palm waited for the last frame; None if not known."""
        state = self.state
        return None if state is None else int(unpack_from("<H", state, _IDLE)[0])

    def _take_message(self, message: CanMessage | None) -> None:
        """Keep the acknowledgement that is waited for; any other message is dropped."""
        awaited = self._awaited
        if message is None or awaited is None or not message.acknowledges(awaited):
            return
        self.acknowledgement, self._awaited = message, None

    def _take_idle(self, this: bytes) -> None:
        (idle,) = unpack_from("<H", this, _IDLE)
        if self.minimum_idle is None or idle < self.minimum_idle:
            self.minimum_idle = idle

    def _take_motors(self, this: bytes, data: int, half: int) -> None:
        """Keep what half of the motors told, as far as it arrived and is not bad."""
        arrived, errors = unpack_from("<II", this, _ARRIVED)
        words: Sequence[int] = unpack_from("<" + "hH" * HALF, this, _MOTOR_DATA)
        slow = data == MotorData.SLOW
        for place in range(HALF):
            number = 2 * place + half
            motor = self.motors[number]
            bit = 1 << number
            motor.last_missing = not arrived & bit
            motor.last_bad = bool(errors & bit)
            if motor.last_missing:
                motor.missing += 1
            elif motor.last_bad:
                motor.bad += 1
            else:
                motor.good += 1
                first, second = words[2 * place], words[2 * place + 1]
                if slow:
                    motor.slow[first] = second
                else:
                    motor.torque = first
                    motor.data[data] = second
