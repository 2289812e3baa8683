"""A palm as a `Device`: its joints are led to angles, whatever its motors are told.

Its cycle runs by itself; an exchange here waits for the next one. What Shadow gives no
units for stays raw, in "adc".
"""

from collections.abc import Sequence
from math import nan
from typing import Final

from brbrain.alarms import LOST, Alarm
from brbrain.device import POSITION, Device, DeviceFault, Diagnosis, Signal
from brbrain.device_settings import Setting
from brbrain.errors import LinkError
from brbrain.ethercat.diagnosis import NO_DEMAND, SERIOUS
from brbrain.ethercat.joints import (
    ANALOG_NAMES,
    JOINT_NAMES,
    MOTOR_JOINTS,
    TACTILE_NAMES,
)
from brbrain.ethercat.palm import Motor, Palm
from brbrain.ethercat.palm_image import FULL_PWM, MotorData
from brbrain.ethercat.position import GAIN
from brbrain.ethercat.process import HandProcess
from brbrain.ethercat.thread import HandThread

FIRST_SECONDS: Final = 1.0
"""Time in which all motors have to tell of themselves first; our choice."""

MEASURED: Final = (
    ("position", "rad"),
    ("load", ""),
    ("current", "A"),
    ("voltage", "V"),
    ("temperature", "C"),
    ("alarm", ""),
)
"""What is known of each joint; the load is the share of PWM that drives its motor."""

GAIN_RANGE: Final = (GAIN / 64, GAIN * 4)
"""The gains that a joint's control may have, in 1/rad; our choice."""

_OVER_TEMPERATURE, _CHOKE = 0x8000, 0x000F


AnyHand = HandProcess | HandThread
"""A hand whose cycle runs by itself."""

_FIRST: Final = (
    MotorData.PWM,
    MotorData.FLAGS,
    MotorData.CURRENT,
    MotorData.VOLTAGE,
    MotorData.TEMPERATURE,
)


class EthercatDevice(Device):
    """A palm of a hand that has started; the hand stays open when this is cleaned up.

    Of each joint there are signals such as "FFJ3/position", see `MEASURED`; of each
    fingertip "FF/pressure", and "palm/ACCX" and others of the palm, all raw.
    """

    def __init__(self, hand: AnyHand, palm: int = 0) -> None:
        super().__init__("hand" if palm == 0 else f"hand {palm}", hand.clock)
        self.hand = hand
        self.number = palm
        self._led: tuple[float, ...] = ()
        self._valid = 0
        self._driving = False
        self._gains: dict[str, list[float]] = {}

    @property
    def place(self) -> str:
        """Where the hand is."""
        return str(getattr(self.hand, "where", "sim")) + f" palm {self.number}"

    def _open(self) -> Sequence[Signal]:
        self.hand.palm(self.number)
        self._wait_for_all()
        self._gains = {name: [GAIN, 1.0] for name in JOINT_NAMES}
        signals = []
        for joint in MOTOR_JOINTS:
            low, high = joint.limits
            signals.append(Signal(f"{joint.name}/{POSITION}", "rad", True, low, high))
            signals += [
                Signal(f"{joint.name}/{what}", unit) for what, unit in MEASURED[1:]
            ]
        signals += [Signal(f"{name}/pressure", "adc") for name in TACTILE_NAMES]
        signals += [Signal(f"palm/{name}", "adc") for name in ANALOG_NAMES]
        return [*signals, Signal("power/voltage", "V"), Signal("power/current", "A")]

    def _list_settings(self) -> Sequence[Setting]:
        low, high = GAIN_RANGE
        found = []
        for name in JOINT_NAMES:
            found.append(Setting(f"{name}/pgain", "1/rad", low, high))
            found.append(Setting(f"{name}/torque-limit", "", 0.0, 1.0))
        return found

    def _get(self, setting: str) -> float:
        joint, _, what = setting.rpartition("/")
        return self._gains[joint][what == "torque-limit"]

    def _set(self, setting: str, value: float) -> None:
        joint, _, what = setting.rpartition("/")
        limits = what == "torque-limit"
        if limits:
            self.hand.tune(joint, limit=value, palm=self.number)
        else:
            self.hand.tune(joint, gain=value, palm=self.number)
        self._gains[joint][limits] = value

    def _enable(self, on: bool) -> None:
        self._led = ()
        self._driving = on
        if on:
            self.hand.reset()
            self.hand.exchange()
        else:
            self.hand.halt(f"{self.name} is off")

    def _switch(self, joints: Sequence[str], on: bool) -> None:
        if not self._driving:
            self._enable(True)
        self._led = ()  # what is held is led again with the next exchange
        if not on:
            for joint in joints:
                self.hand.set_demand(joint, 0.0, self.number)

    def _exchange(self, commands: Sequence[float] | None) -> Sequence[float] | None:
        if commands is not None and commands != self._led and self.held:
            wanted: dict[int | str, float] = {
                name: angle
                for name, angle in zip(JOINT_NAMES, commands, strict=True)
                if name in self.held
            }
            self.hand.lead_all(wanted, self.number)
            self._led = tuple(commands)
        counter = self.hand.exchange()
        if counter != self.hand.expected_counter or self.hand.recovering:
            raise LinkError(f"{self.name}: {self.hand.why_halted or 'exchange lost'}")
        if self._driving and self.hand.why_halted:
            raise DeviceFault(f"{self.name}: halted: {self.hand.why_halted}")
        palm = self.hand.palm(self.number)
        valid, self._valid = self._valid, palm.valid_cycles
        return None if valid == palm.valid_cycles else self._values(palm)

    def _close(self) -> None:
        self._led = ()

    def _diagnoses(self) -> list[Diagnosis]:
        return self.hand.diagnostics()

    def _wait_for_all(self) -> None:
        """Wait until all motors have told of themselves, as far as they do."""
        deadline = self.clock.now() + FIRST_SECONDS
        while self.clock.now() < deadline:
            self.hand.exchange()
            palm = self.hand.palm(self.number)
            if palm.publication is not None and all(
                data in motor.data for motor in palm.motors for data in _FIRST
            ):
                return

    def _values(self, palm: Palm) -> list[float]:
        """Return the values of all signals, NaN for what never came."""
        values: list[float] = []
        amperes = 0.0
        for name, angle, motor in zip(
            JOINT_NAMES, palm.angles(), palm.motors, strict=True
        ):
            current = _scaled(motor, MotorData.CURRENT, 0.001)
            amperes += current
            values += [
                angle,
                _signed(motor, MotorData.PWM) / FULL_PWM,
                current,
                _scaled(motor, MotorData.VOLTAGE, 0.001),
                _scaled(motor, MotorData.TEMPERATURE, 1 / 256),
                float(alarm_of(motor, name in self.held)),
            ]
        values += _pressures(palm)
        volts = [_scaled(motor, MotorData.VOLTAGE, 0.001) for motor in palm.motors]
        return [*values, max(volts), amperes]


def alarm_of(motor: Motor, held: bool) -> Alarm:
    """Return the alarms that a motor's flags mean; without its data it is lost."""
    if motor.last_missing or motor.torque is None:
        return LOST
    flags = motor.data.get(MotorData.FLAGS, 0)
    if not held:
        flags &= ~NO_DEMAND
    found = Alarm(0)
    if flags & _OVER_TEMPERATURE:
        found |= Alarm.OVER_HEAT
    if flags & _CHOKE:
        found |= Alarm.TORQUE_LIMIT
    if flags & SERIOUS & ~_OVER_TEMPERATURE:
        found |= Alarm.OTHER
    return found


def _scaled(motor: Motor, data: MotorData, scale: float) -> float:
    raw = motor.data.get(data)
    return nan if raw is None else raw * scale


def _signed(motor: Motor, data: MotorData) -> float:
    raw = motor.data.get(data)
    if raw is None:
        return nan
    return raw - 0x10000 if raw & 0x8000 else raw


def _pressures(palm: Palm) -> list[float]:
    """Return what was published of fingertips and palm, NaN for what is not there."""
    published = palm.publication
    if published is None:
        return [nan] * (len(TACTILE_NAMES) + len(ANALOG_NAMES))
    tips = [
        nan if tactile is None else float(tactile.pressure)
        for tactile in published.tactiles
    ]
    return [*tips, *map(float, published.analog)]
