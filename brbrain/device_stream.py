"""Leading the joints of a device along a path, in the place of a robot's servos.

The poses of a sequence are of servos by id. On a device that is a robot they are its
servos; on any other one, the servo with id 1 is the first joint, and so on. A servo's
middle, 150 degrees, is 0 rad, unless the robot's description says otherwise.
"""

from collections.abc import Mapping, Sequence
from math import degrees, isnan, radians

from brbrain.clock import Clock
from brbrain.device import POSITION, Device, Phase, State
from brbrain.errors import ArgumentError, BrError, NotSupportedError
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import Register, find
from brbrain.robot_device import RobotDevice
from brbrain.robots import Joint
from brbrain.status import warn
from brbrain.trajectory import Stretch

MOVING_SPEED = find("moving speed")


class DeviceStream:
    """Leads joints of a device with the calls of `Stream`.

    The device is configured and activated if it is not; it stays active afterwards,
    and holds. What its limits clip is warned of once for each joint.
    """

    def __init__(self, device: Device, period: float) -> None:
        self.goals: dict[int, float] = {}
        self.positions: dict[int, float] = {}
        self._device = device
        self._period = period
        self._joints: dict[int, Joint] = {}
        self._clipped: set[int] = set()

    @property
    def clock(self) -> Clock:
        """The clock by which the device lives."""
        return self._device.clock

    def check(self, pose: Pose) -> None:
        """Refuse, before anything moves, what the device does not have."""
        self._open()
        for id in pose.ids:
            if id not in self._joints:
                there = f"{min(self._joints)} to {max(self._joints)}"
                raise ArgumentError(
                    f"id: expected a joint of {self._device.name}, {there}, "
                    f"but received {id}",
                    id,
                )
        for register in pose.registers:
            if register.writable and register not in (GOAL_POSITION, MOVING_SPEED):
                raise NotSupportedError(
                    f"{self._device.name}: it has no register {register}", register
                )

    def meet(self, ids: Sequence[int]) -> None:
        """Begin with the joints where they are, so that nothing jumps; switched on."""
        self._open()
        if self._device.phase is Phase.INACTIVE:
            self._device.activate()
        else:
            self._device.hold(self._device.joints)
        state = self._device.exchange()
        for id in ids:
            if id not in self.goals:
                self.goals[id] = self._count(id, state)
        self._look(state)

    def ahead(self, id: int) -> float:
        """Return the seconds from now for which a joint is to be led: a cycle."""
        return self._period

    def lead(self, goals: Mapping[int, float]) -> None:
        """Tell joints (that were met) where to be next, in counts; see where they are.

        Raises LinkError, after which the device is off, and PhaseError if a joint was
        switched off meanwhile.
        """
        if not goals:
            return
        commands = {
            self._signal(id): radians(self._joints[id].angle(goal))
            for id, goal in goals.items()
        }
        state = self._device.exchange(commands)
        self.goals.update(goals)
        self._tell_of_clipping(commands, state)
        self._look(state)

    def write(self, pose: Pose, register: Register) -> None:
        """Write nothing: `check` has refused what is no position."""

    def stretched(
        self,
        distances: Mapping[int, float],
        seconds: float,
        easings: Mapping[int, str],
    ) -> Stretch:
        """Return the seconds as they are: how fast a device can be, nobody knows."""
        return Stretch(seconds, 1.0, None)

    def stop(self) -> None:
        """Hold where the joints are, if the device can be reached."""
        if self._device.phase is not Phase.ACTIVE:
            return
        self._device.interrupt()
        self._device.exchange()

    def limp(self, ids: Sequence[int]) -> None:
        """Switch joints off."""
        self._device.release([self._joints[id].name for id in ids])

    def leave(self) -> None:
        """Leave the device active, holding the last goals."""

    def _open(self) -> None:
        """Configure the device if need be, and see which joints it has."""
        if self._device.phase is Phase.UNCONFIGURED:
            self._device.configure()
        if self._joints:
            return
        if isinstance(self._device, RobotDevice):
            self._joints = {joint.id: joint for joint in self._device.members}
        else:
            self._joints = {
                id: Joint(name, id) for id, name in enumerate(self._device.joints, 1)
            }
        if not self._joints:
            raise BrError(f"{self._device.name}: expected joints, but it has none")

    def _signal(self, id: int) -> str:
        return f"{self._joints[id].name}/{POSITION}"

    def _count(self, id: int, state: State) -> float:
        angle = state.values[self._device.index(self._signal(id))]
        return float(self._joints[id].count(degrees(angle)))

    def _look(self, state: State) -> None:
        for id in self.goals:
            angle = state.values[self._device.index(self._signal(id))]
            if not isnan(angle):
                count = round(self._joints[id].count(degrees(angle)))
                self.positions[id] = GOAL_POSITION.to_natural(count)

    def _tell_of_clipping(self, commands: Mapping[str, float], state: State) -> None:
        for id in self.goals.keys() - self._clipped:
            name = self._signal(id)
            if name not in commands:
                continue
            at = [signal.name for signal in self._device.commands].index(name)
            if abs(state.sent[at] - commands[name]) > radians(0.3):
                self._clipped.add(id)
                warn(
                    f"play: {self._joints[id].name} goes to {state.sent[at]:.3g} rad "
                    f"instead of {commands[name]:.3g}, which is beyond its limit"
                )
