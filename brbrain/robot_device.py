"""A robot behind a CM-5, or a simulated one, as a `Device`."""

from collections.abc import Sequence
from math import degrees, inf, pi, radians

from brbrain.device import Device, DeviceFault, Policy, Signal
from brbrain.errors import LinkError, StatusError
from brbrain.pace import RATED_VOLTAGE
from brbrain.registers import find
from brbrain.robot import Robot
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

_PRESENT_SPEED = find("present speed")
_PRESENT_LOAD = find("present load")
_PRESENT_VOLTAGE = find("present voltage")
_RPM = 2.0 * pi / 60.0
"""Radians per second in one turn per minute."""
_TOP_SPEED = radians(top_speed(RATED_VOLTAGE) * DEGREES_PER_COUNT)
"""Radians per second of a servo without load."""


class RobotDevice(Device):
    """The joints of a robot: one write and one read on its CM-5 per cycle.

    Of each joint, "left-knee" or, without a description, "servo-13", there are signals
    such as "left-knee/position": see `MEASURED`. A position is also commanded, within
    what the robot's build allows; "load" is -1 to 1, a share of what the servo can do.
    Angles are as in the robot's description, else from the servo's middle, 150 degrees.

    What is returned was true just before the commands of the same cycle. The robot
    stays open when the device is cleaned up; it was opened by who made this. Its stop
    policy is the robot's. Servos that `Robot.limp` lets go meanwhile are a fault.
    """

    def __init__(self, robot: Robot, keys: Keys | None = None) -> None:
        super().__init__(robot.name, robot.brain.link.clock)
        self.robot = robot
        self.joints: tuple[Joint, ...] = ()
        self._keys = keys
        self._on = False

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
        servos = self.robot.servos() if self._keys is None else self._keys
        ids = [self.robot.device(key).id for key in _listed(servos)]
        self.joints = tuple(self._joint(id) for id in ids)
        if not self.joints:
            raise LinkError(f"{self.name}: expected servos, but none answers")
        return [signal for joint in self.joints for signal in _signals(joint)]

    def _enable(self, on: bool) -> None:
        ids = [joint.id for joint in self.joints]
        if on:
            self.robot.torque_on(ids)
        else:
            self.robot.limp(ids)
        self._on = on

    def _exchange(self, commands: Sequence[float] | None) -> Sequence[float]:
        reading = [(joint.id, PRESENT_POSITION, len(MEASURED)) for joint in self.joints]
        try:
            raw = self._send(commands, reading)
        except StatusError as error:
            raise LinkError(f"{self.name}: {error}") from error
        each = zip(self.joints, range(0, len(raw), len(MEASURED)), strict=True)
        return [
            value
            for joint, at in each
            for value in _natural(joint, raw[at : at + len(MEASURED)])
        ]

    def _send(
        self, commands: Sequence[float] | None, reading: Sequence[object]
    ) -> list[int]:
        """Return what is read; commands go out in the same exchange."""
        brain = self.robot.brain
        if commands is None:
            return brain.read_registers(reading)
        ids = [joint.id for joint in self.joints]
        if self._on and self.robot.let_go.intersection(ids):
            # A goal would make them stiff again.
            raise DeviceFault(f"{self.name}: servos were made limp meanwhile")
        goals = [(joint.id, GOAL_POSITION, 1) for joint in self.joints]
        counts = [
            _count(joint, angle)
            for joint, angle in zip(self.joints, commands, strict=True)
        ]
        return brain.exchange_registers(goals, counts, reading)

    def _joint(self, id: int) -> Joint:
        """Return the description of a servo, a plain one if there is none."""
        description = self.robot.description
        if description is not None and id in description.ids:
            return description.joint(id)
        return Joint(f"servo-{id}", id)


def _listed(keys: Keys) -> list[int | str]:
    return [keys] if isinstance(keys, int | str) else list(keys)


def _signals(joint: Joint) -> list[Signal]:
    """Return the signals of a joint in the order of `MEASURED`."""
    ends = sorted(radians(joint.angle(count)) for count in joint.limits)
    signals = []
    for what, unit in MEASURED:
        command = what == "position"
        low, high = ends if command else (-inf, inf)
        if what == "velocity":
            low, high = -_TOP_SPEED, _TOP_SPEED
        signals.append(Signal(f"{joint.name}/{what}", unit, command, low, high))
    return signals


def _natural(joint: Joint, raw: Sequence[int]) -> list[float]:
    """Return what raw values of `MEASURED` are in its units: here, and only here."""
    position, speed, load, voltage, temperature = raw
    return [
        radians(joint.angle(position)),
        joint.sign * _PRESENT_SPEED.to_natural(speed) * _RPM,
        joint.sign * _PRESENT_LOAD.to_natural(load),
        _PRESENT_VOLTAGE.to_natural(voltage),
        float(temperature),
    ]


def _count(joint: Joint, angle: float) -> int:
    """Return the position count at an angle in radians, within the joint's limits."""
    low, high = joint.limits
    return min(max(round(joint.count(degrees(angle))), low), high)
