"""Gains of joints, and how they rise when a servo is switched on.

A servo that is switched on has the least gain at first, and each cycle brings one of
the joints a step nearer to its own, so nothing jerks even if the joint was pushed.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple

from brbrain.arguments import number, positive
from brbrain.errors import BrError
from brbrain.iob.base import Base, Id
from brbrain.iob.joints import Joints

RAMP_STEPS: Final = 6
"""Steps from the least gain to a joint's own; with an AX-12 each halves its compliance
slope. Our choice."""


class _Step(NamedTuple):
    """What a gain is to be next."""

    joint: str
    gain: float


class Gains(Joints, Base):
    """The P gain of a joint: the share of its full torque for each rad."""

    _ramp: deque[_Step]
    _goals: dict[str, float]

    def read_pgain(self, id: Id) -> float:
        """Return the P gain of a joint, in shares of full torque per rad."""
        joint = self.joint_name(id)
        if joint in self._goals:
            return self._goals[joint]
        return self.device.get_setting(f"{joint}/pgain")

    def write_pgain(self, id: Id, gain: float) -> float:
        """Set the P gain of a joint; return what it is, the nearest that it has."""
        joint = self.joint_name(id)
        taken = self.device.set_setting(f"{joint}/pgain", positive("gain", gain))
        self._forget_ramps([joint])
        return taken

    def read_dgain(self, id: Id) -> float:
        """Return the D gain of a joint, if it has one; an AX-12 has not."""
        return self.device.get_setting(f"{self.joint_name(id)}/dgain")

    def write_dgain(self, id: Id, gain: float) -> float:
        """Set the D gain of a joint, if it has one; an AX-12 has not."""
        return self.device.set_setting(f"{self.joint_name(id)}/dgain", gain)

    def read_torque_limit(self, id: Id) -> float:
        """Return the share of its torque that a joint may use; iob has no such."""
        return self.device.get_setting(f"{self.joint_name(id)}/torque-limit")

    def write_torque_limit(self, id: Id, share: float) -> float:
        """Set the share of its torque, 0 to 1, that a joint may use."""
        name = f"{self.joint_name(id)}/torque-limit"
        return self.device.set_setting(name, number("share", share, 0.0, 1.0))

    @contextmanager
    def _softened(self, joints: Sequence[str]) -> Iterator[None]:
        """Give joints the least gain while they are switched on, then let it rise."""
        soft = [joint for joint in joints if f"{joint}/pgain" in self.device.settings]
        goals = {joint: self.read_pgain(joint) for joint in soft}
        try:
            for joint in soft:
                low = self.device.settings[f"{joint}/pgain"].low
                self.device.set_setting(f"{joint}/pgain", low)
            yield
        except BaseException:
            with suppress(BrError):  # what cannot be reached keeps the least gain
                for joint, goal in goals.items():
                    self.device.set_setting(f"{joint}/pgain", goal)
            raise
        self._goals.update(goals)
        for step in range(1, RAMP_STEPS + 1):
            for joint, goal in goals.items():
                low = self.device.settings[f"{joint}/pgain"].low
                gain = low * (goal / low) ** (step / RAMP_STEPS)
                self._ramp.append(_Step(joint, gain))

    def _raise_a_gain(self) -> None:
        """Make the next step of a ramp: one joint in each cycle."""
        if not self._ramp:
            return
        joint, gain = self._ramp.popleft()
        self.device.set_setting(f"{joint}/pgain", gain)
        if all(step.joint != joint for step in self._ramp):
            self._goals.pop(joint, None)

    def _forget_ramps(self, joints: Sequence[str]) -> None:
        """Let gains rise no more; those that had not risen yet are set at once."""
        for joint in joints:
            goal = self._goals.pop(joint, None)
            if goal is not None and joint not in self.device.held:
                self.device.set_setting(f"{joint}/pgain", goal)
        self._ramp = deque(step for step in self._ramp if step.joint not in joints)
