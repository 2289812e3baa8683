"""A robot as a `Device`: behind a CM-5, on the bare servo bus, or simulated."""

from collections.abc import Mapping, Sequence
from math import degrees, inf, pi, radians

from brbrain.alarms import Alarm
from brbrain.device import Device, DeviceFault, JointsLost, Policy, Signal
from brbrain.device_settings import Setting
from brbrain.dynamixel import ErrorBits
from brbrain.errors import LinkError, NotSupportedError, StatusError
from brbrain.pace import RATED_VOLTAGE
from brbrain.registers import Register, find
from brbrain.robot import Robot
from brbrain.robot_settings import read_setting, settings_of, write_settings
from brbrain.robots import DEGREES_PER_COUNT, Joint
from brbrain.servos import GOAL_POSITION, PRESENT_POSITION, Keys
from brbrain.trajectory import top_speed

MEASURED = (
    ("position", "rad"),
    ("velocity", "rad/s"),
    ("load", ""),
    ("voltage", "V"),
    ("temperature", "C"),
)
"""What is measured of each joint, in the order of a servo's registers, and its unit."""

ALARM = ("alarm", "")
"""The `Alarm` bits of a joint; they come from the register at the end."""

SENSED = (
    *(f"infrared-{side}" for side in ("left", "center", "right")),
    *(f"light-{side}" for side in ("left", "center", "right")),
    *(f"obstacle-{side}" for side in ("left", "center", "right")),
    *(f"bright-{side}" for side in ("left", "center", "right")),
    "sound",
)
"""What is sensed by an AX-S1: readings as shares of 255, and what they mean as bits."""

_ALARMS = (
    (ErrorBits.INPUT_VOLTAGE, Alarm.OVER_VOLTAGE),
    (ErrorBits.OVERHEATING, Alarm.OVER_HEAT),
    (ErrorBits.OVERLOAD, Alarm.OVER_LOAD),
    (ErrorBits.RANGE | ErrorBits.CHECKSUM | ErrorBits.INSTRUCTION, Alarm.OTHER),
)
"""The bits of a servo's error byte and the alarms that they are.

The voltage bit is up for too little, too, for which iob has no bit.
"""

_PRESENT_SPEED = find("present speed")
_PRESENT_LOAD = find("present load")
_PRESENT_VOLTAGE = find("present voltage")
_LEFT_INFRARED = find("left ir sensor data")
_RPM = 2.0 * pi / 60.0
"""Radians per second in one turn per minute."""
_TOP_SPEED = radians(top_speed(RATED_VOLTAGE) * DEGREES_PER_COUNT)
"""Radians per second of a servo without load."""

_TO_ERROR = 10
"""Registers from the present position to the error byte, which is the last."""

_TO_SOUND = 9
"""Registers of an AX-S1 from its left infrared sensor to its sound data."""

_BATTERY, _THERMISTOR = "power/voltage", "power/thermistor"
"""What a CM-5 measures; nobody knows what its thermistor means in degrees."""


class RobotDevice(Device):
    """The joints of a robot: one write and one read on its CM-5 per cycle.

    Of each joint, "left-knee" or, without a description, "servo-13", there are signals
    such as "left-knee/position": see `MEASURED`. A position is also commanded, within
    what the robot's build allows; "load" is -1 to 1, a share of what the servo can do.
    Angles are as in the robot's description, else from the servo's middle, 150 degrees.
    With ``alarms`` there is "left-knee/alarm" too: with a CM-5 it costs eleven bytes a
    joint in each cycle, on the bare bus nothing. ``sensors`` are ids of AX-S1 modules,
    None for all, for signals as in `SENSED`, such as "sensor-100/sound".

    What is returned was true just before the commands of the same cycle. The robot
    stays open when the device is cleaned up; it was opened by who made this. Its stop
    policy is the robot's. Servos that `Robot.limp` lets go meanwhile are a fault.
    """

    def __init__(
        self,
        robot: Robot,
        keys: Keys | None = None,
        alarms: bool = True,
        sensors: Sequence[int] | None = (),
    ) -> None:
        super().__init__(robot.name, robot.brain.link.clock)
        self.robot = robot
        self.members: tuple[Joint, ...] = ()
        self.alarms = alarms
        self.sensors: tuple[int, ...] = ()
        self._wanted_sensors = sensors
        self._keys = keys
        self._battery = False
        self._ids: dict[str, int] = {}
        self._driven: set[int] = set()

    @property
    def place(self) -> str:
        """The link; each program that simulates a robot has one of its own."""
        name = self.robot.brain.link.name
        if self.robot.sim is None:
            return name
        from os import getpid

        return f"{name} of process {getpid()}"

    @property
    def stop_policy(self) -> Policy:
        """What `stop` does: what the robot does."""
        return self.robot.stop_policy

    @stop_policy.setter
    def stop_policy(self, policy: Policy) -> None:
        self.robot.stop_policy = policy

    def stop(self) -> None:
        """End all motion as `stop_policy` says; a closed robot has done so."""
        if not self.robot.closed:
            super().stop()

    def finish(self) -> None:
        """Stop it; what becomes of the servos is up to closing the robot."""
        self.stop()

    def _open(self) -> Sequence[Signal]:
        self.robot.brain.negotiate()
        servos = self.robot.servos() if self._keys is None else self._keys
        ids = [self.robot.device(key).id for key in _listed(servos)]
        self.members = tuple(self._joint(id) for id in ids)
        if not self.members:
            raise LinkError(f"{self.name}: expected servos, but none answers")
        self._ids = {joint.name: joint.id for joint in self.members}
        signals = [
            signal for joint in self.members for signal in _signals(joint, self.alarms)
        ]
        sensors = self._wanted_sensors
        self.sensors = tuple(
            self.robot.sensor_modules() if sensors is None else sensors
        )
        for id in self.sensors:
            signals += _sensed(self.robot.device(id).id)
        self._battery = self._has_battery()
        if self._battery:
            signals += [Signal(_BATTERY, "V"), Signal(_THERMISTOR, "adc")]
        return signals

    def _list_settings(self) -> Sequence[Setting]:
        return settings_of(self.members)

    def _get(self, setting: str) -> float:
        joint, _, what = setting.rpartition("/")
        return read_setting(self.robot, self._ids[joint], what)

    def _set_all(self, values: Mapping[str, float]) -> None:
        wanted = {}
        for setting, value in values.items():
            joint, _, what = setting.rpartition("/")
            wanted[self._ids[joint], what] = value
        write_settings(self.robot, wanted)

    def _enable(self, on: bool) -> None:
        self._switch(list(self._ids), on)

    def _switch(self, joints: Sequence[str], on: bool) -> None:
        ids = [self._ids[joint] for joint in joints]
        if on:
            self.robot.torque_on(ids)
            self._driven.update(ids)
        else:
            self._driven.difference_update(ids)
            self.robot.limp(ids)

    def _exchange(self, commands: Sequence[float] | None) -> Sequence[float]:
        size = _TO_ERROR if self.alarms else len(MEASURED)
        reading: list[object] = [
            (joint.id, PRESENT_POSITION, size) for joint in self.members
        ]
        reading += [(id, _LEFT_INFRARED, _TO_SOUND) for id in self.sensors]
        try:
            raw = self._send(commands, reading)
        except StatusError as error:
            raise self._lost(error) from error
        values: list[float] = []
        at = 0
        for joint in self.members:
            values += _natural(joint, raw[at : at + size], self.alarms)
            at += size
        for _ in self.sensors:
            values += _sense(raw[at : at + _TO_SOUND])
            at += _TO_SOUND
        if self._battery:
            brain = self.robot.brain
            values += [brain.volts(), float(brain.adc("therm"))]
        return values

    def _send(
        self, commands: Sequence[float] | None, reading: Sequence[object]
    ) -> list[int]:
        """Return what is read; commands go out in the same exchange.

        A servo that is off gets none: a goal would switch it on.
        """
        goals: list[tuple[int, Register, int]] = []
        counts: list[int] = []
        if commands and self._driven & self.robot.let_go:
            # A goal would make them stiff again.
            raise DeviceFault(f"{self.name}: servos were made limp meanwhile")
        for joint, angle in zip(self.members, commands or (), strict=False):
            if joint.name in self.held:
                goals.append((joint.id, GOAL_POSITION, 1))
                counts.append(_count(joint, angle))
        return self._transfer(goals, counts, reading)

    def _transfer(
        self,
        goals: Sequence[tuple[int, Register, int]],
        counts: Sequence[int],
        reading: Sequence[object],
    ) -> list[int]:
        """Write and read registers; StatusError for servos that do not answer."""
        brain = self.robot.brain
        if not goals:
            return brain.read_registers(reading)
        return brain.exchange_registers(goals, counts, reading)

    def _lost(self, error: StatusError) -> LinkError:
        """Return the error of an exchange that failed, with the joints if known."""
        names = [joint.name for joint in self.members if joint.id in error.failed]
        return JointsLost(f"{self.name}: {error}", names)

    def _has_battery(self) -> bool:
        """Return whether there is a CM-5 that measures its battery."""
        try:
            self.robot.brain.volts()
        except NotSupportedError:
            return False
        return True

    def _joint(self, id: int) -> Joint:
        """Return the description of a servo, a plain one if there is none."""
        description = self.robot.description
        if description is not None and id in description.ids:
            return description.joint(id)
        return Joint(f"servo-{id}", id)


def _listed(keys: Keys) -> list[int | str]:
    return [keys] if isinstance(keys, int | str) else list(keys)


def _signals(joint: Joint, alarms: bool) -> list[Signal]:
    """Return the signals of a joint in the order of `MEASURED`."""
    ends = sorted(radians(joint.angle(count)) for count in joint.limits)
    signals = []
    for what, unit in (*MEASURED, ALARM) if alarms else MEASURED:
        command = what == "position"
        low, high = ends if command else (-inf, inf)
        if what == "velocity":
            low, high = -_TOP_SPEED, _TOP_SPEED
        signals.append(Signal(f"{joint.name}/{what}", unit, command, low, high))
    return signals


def _sensed(id: int) -> list[Signal]:
    """Return the signals of an AX-S1."""
    return [
        Signal(
            f"sensor-{id}/{what}",
            "bool" if what.startswith(("obstacle", "bright")) else "",
        )
        for what in SENSED
    ]


def _natural(joint: Joint, raw: Sequence[int], alarms: bool) -> list[float]:
    """Return what raw values of `MEASURED` are in its units: here, and only here."""
    position, speed, load, voltage, temperature = raw[: len(MEASURED)]
    angle = radians(joint.angle(position))
    values = [
        angle,
        joint.sign * _PRESENT_SPEED.to_natural(speed) * _RPM,
        joint.sign * _PRESENT_LOAD.to_natural(load),
        _PRESENT_VOLTAGE.to_natural(voltage),
        float(temperature),
    ]
    if alarms:
        values.append(float(alarm_of(raw[-1], angle)))
    return values


def alarm_of(error: int, angle: float) -> Alarm:
    """Return the alarms that a servo's error byte means where the joint is, in rad."""
    found = Alarm(0)
    for bits, alarm in _ALARMS:
        if error & bits:
            found |= alarm
    if error & ErrorBits.ANGLE_LIMIT:
        found |= Alarm.FORWARD_LIMIT if angle >= 0.0 else Alarm.REVERSE_LIMIT
    return found


def _sense(raw: Sequence[int]) -> list[float]:
    """Return what an AX-S1 senses, in the order of `SENSED`."""
    *readings, obstacles, brightness, sound = raw
    shares = [reading / 255 for reading in readings]
    bits = [
        float(flags >> side & 1)
        for flags in (obstacles, brightness)
        for side in range(3)
    ]
    return [*shares, *bits, sound / 255]


def _count(joint: Joint, angle: float) -> int:
    """Return the position count at an angle in radians, within the joint's limits."""
    low, high = joint.limits
    return min(max(round(joint.count(degrees(angle))), low), high)
