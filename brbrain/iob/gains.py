"""Gains of joints, and how they rise when a servo is switched on.

A servo that is switched on has the least gain at first, which rises in steps to its
own over the next cycles, so nothing jerks even if the joint was pushed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from brbrain.arguments import number, positive
from brbrain.errors import BrError
from brbrain.iob.base import Id
from brbrain.iob.joints import Joints

RAMP_STEPS: Final = 6
"""Steps from the least gain to a joint's own; with an AX-12 each halves its compliance
slope. Our choice."""

RAMP_EVERY: Final = 5
"""Cycles from one step to the next; our choice."""


@dataclass(slots=True)
class _Ramp:
    """A gain on its way from the least to its own."""

    low: float
    goal: float
    cycles: int = 0

    @property
    def gain(self) -> float:
        """What the gain is to be now."""
        step = min(self.cycles // RAMP_EVERY, RAMP_STEPS)
        return float(self.low * (self.goal / self.low) ** (step / RAMP_STEPS))

    @property
    def ended(self) -> bool:
        """Whether it has come to its own."""
        return self.cycles >= RAMP_EVERY * RAMP_STEPS


class Gains(Joints):
    """The P gain of a joint: the share of its full torque for each rad."""

    _ramps: dict[str, _Ramp]

    def read_pgain(self, id: Id) -> float:
        """Return the P gain of a joint, in shares of full torque per rad."""
        joint = self.joint_name(id)
        if joint in self._ramps:
            return self._ramps[joint].goal
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
        settings = self.device.settings
        ramps = {
            joint: _Ramp(settings[f"{joint}/pgain"].low, self.read_pgain(joint))
            for joint in joints
            if f"{joint}/pgain" in settings
        }
        try:
            self._set_gains({joint: ramp.low for joint, ramp in ramps.items()})
            yield
        except BaseException:
            with suppress(BrError):  # what cannot be reached keeps the least gain
                self._set_gains({joint: ramp.goal for joint, ramp in ramps.items()})
            raise
        self._ramps.update(ramps)

    def _raise_gains(self) -> None:
        """Let gains rise by a cycle."""
        due = {}
        for joint, ramp in list(self._ramps.items()):
            ramp.cycles += 1
            if ramp.cycles % RAMP_EVERY == 0:
                due[joint] = ramp.gain
            if ramp.ended:
                del self._ramps[joint]
        if due:
            self._set_gains(due)

    def _forget_ramps(self, joints: Sequence[str]) -> None:
        """Let gains rise no more; those that had not risen yet are set at once."""
        goals = {}
        for joint in joints:
            ramp = self._ramps.pop(joint, None)
            if ramp is not None and joint not in self.device.held:
                goals[joint] = ramp.goal
        if goals:
            self._set_gains(goals)

    def _set_gains(self, gains: dict[str, float]) -> None:
        self.device.set_settings(
            {f"{joint}/pgain": gain for joint, gain in gains.items()}
        )
