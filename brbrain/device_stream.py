"""Leading the joints of any device along a path, as `Stream` leads servos.

A sequence counts as servos do; here, and only here, its counts become radians.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import degrees, inf, isclose, isfinite, radians

from brbrain.arguments import refused
from brbrain.device import Device, Phase, PhaseError, State
from brbrain.errors import NotSupportedError
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import find
from brbrain.robot_device import RobotDevice
from brbrain.robots import DEGREES_PER_COUNT, Joint
from brbrain.robots import Robot as Description
from brbrain.status import warn
from brbrain.trajectory import Stretch, find_easing

MOVING_SPEED = find("moving speed")


class DeviceStream:
    """Leads joints of a device, one exchange for each cycle of ``period`` seconds.

    An id means the joint that ``description`` gives it, "servo-1" and so on without
    one; on a device that is no robot and has no such joint, id 1 is its first joint, 2
    the second. A joint is commanded by "left-knee/position" in radians. ``goals`` are
    where joints were told to be last, in counts by id, and ``positions`` where they
    were, in degrees of a servo. What the device clips is told once for each joint.

    The device is configured and activated if it is not yet, and stays active: it holds.
    """

    def __init__(
        self, device: Device, period: float, description: Description | None = None
    ) -> None:
        self.goals: dict[int, float] = {}
        self.positions: dict[int, float] = {}
        self._device = device
        self._period = period
        self._description = description
        self._joints: dict[int, Joint] = {}
        self._at: dict[int, int] = {}  # where the command is in what is sent
        self._clipped: set[int] = set()
        self._delay = 0.0

    def check(self, poses: Iterable[Pose]) -> None:
        """Refuse joints that the device does not have, and all that is no position.

        Raises PhaseError if it is in a fault, or owned by another thread.
        """
        device = self._device
        if device.phase is Phase.FAULT:
            raise PhaseError(f"{device.name}: it is in a fault; clean it up first")
        if device.phase is Phase.UNCONFIGURED:
            device.configure()
        try:
            for pose in poses:
                self._check(pose)
        except BaseException:
            self._hand_over()
            raise

    def write_others(self, pose: Pose) -> None:
        """Write nothing: a pose that says more than positions was refused."""

    def stretch(
        self,
        distances: Mapping[int, float],
        seconds: float,
        easings: Mapping[int, str],
    ) -> Stretch:
        """Return the time in which the joints can go their ways, in counts.

        How fast a joint is says the limit of its signal "velocity", if it has one.
        """
        slowest, needed = None, seconds
        for id, distance in distances.items():
            peak = find_easing(easings[id]).peak
            least = peak * abs(distance) / self._top_speed(id)
            if least > needed:
                slowest, needed = id, least
        return Stretch(needed, needed / seconds if seconds else inf, slowest)

    def meet(self, ids: Sequence[int]) -> None:
        """Begin with joints where they are held already, so that nothing jumps."""
        device = self._device
        if device.phase is Phase.INACTIVE:
            device.activate()
        state = device.exchange()
        for id in ids:
            if id not in self.goals:
                self.goals[id] = self._count(id, self._sent(id, state))

    def ahead(self, id: int) -> float:
        """Return the seconds from now for which a joint is to be led."""
        return self._delay + self._period

    def lead(self, goals: Mapping[int, float]) -> None:
        """Tell joints (that were met) where to be next, in counts; see where they are.

        Raises LinkError or DeviceFault if the device cannot go on.
        """
        angles = {
            id: radians(self._joints[id].angle(goal)) for id, goal in goals.items()
        }
        device, before = self._device, self._device.clock.now()
        state = device.exchange({self._name(id): angles[id] for id in angles})
        self._delay = device.clock.now() - before
        self.goals.update(goals)
        if state.stale:
            return
        for id, angle in angles.items():
            self._tell_clipped(id, angle, self._sent(id, state))
            measured = state.values[device.index(self._name(id))]
            if isfinite(measured):
                self.positions[id] = self._count(id, measured) * DEGREES_PER_COUNT

    def leave(self) -> None:
        """Leave the device active, to whoever uses it next."""
        self._hand_over()

    def stop(self) -> None:
        """End all motion as the stop policy of the device says."""
        try:
            self._device.stop()
        finally:
            self._hand_over()

    def let_go(self, ids: Iterable[int]) -> None:
        """Do nothing: joints of a device are not let go one by one."""

    def _hand_over(self) -> None:
        with suppress(PhaseError):  # it is another thread's already
            self._device.hand_over()

    def _check(self, pose: Pose) -> None:
        for register in pose.registers:
            if register.writable and register not in (GOAL_POSITION, MOVING_SPEED):
                message = f"{self._device.name}: it plays positions, no {register}"
                raise NotSupportedError(message, register)
        for id in pose.ids:
            self._learn(id)

    def _learn(self, id: int) -> None:
        """Find the joint with an id; ArgumentError if the device does not have it."""
        joint = Joint(f"servo-{id}", id)
        if self._description is not None and id in self._description.ids:
            joint = self._description.joint(id)
        known = [(signal.name, signal.unit) for signal in self._device.commands]
        if (f"{joint.name}/position", "rad") not in known:
            joint = self._by_number(id, joint)
        position = (f"{joint.name}/position", "rad")
        if position not in known:
            raise refused("joint", f"a joint of {self._device.name}", joint.name)
        self._joints[id], self._at[id] = joint, known.index(position)

    def _by_number(self, id: int, joint: Joint) -> Joint:
        """Return the joint with a number, counted from 1, of what is no robot."""
        joints = self._device.joints
        if isinstance(self._device, RobotDevice) or not 1 <= id <= len(joints):
            return joint
        return Joint(joints[id - 1], id)

    def _name(self, id: int) -> str:
        """Return the signal that is the position of a joint."""
        return f"{self._joints[id].name}/position"

    def _count(self, id: int, angle: float) -> float:
        return self._joints[id].count(degrees(angle))

    def _sent(self, id: int, state: State) -> float:
        """Return what a joint was told, in radians."""
        return state.sent[self._at[id]]

    def _top_speed(self, id: int) -> float:
        """Return the counts a second of a joint, at most."""
        name = f"{self._joints[id].name}/velocity"
        for signal in self._device.signals:
            if signal.name == name:
                return degrees(signal.high) / DEGREES_PER_COUNT
        return inf

    def _tell_clipped(self, id: int, wanted: float, sent: float) -> None:
        if id not in self._clipped and not isclose(wanted, sent, abs_tol=1e-9):
            self._clipped.add(id)
            name = self._joints[id].name
            warn(f"play: {name} goes to {sent:.3g} rad, not to {wanted:.3g}: its limit")
