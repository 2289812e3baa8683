"""What all parts of the interface share: the device, and joints by number or name."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final

from brbrain.arguments import elements, is_whole, number, positive, refused
from brbrain.device import Device, Phase, PhaseError
from brbrain.errors import NotSupportedError


class AllJoints:
    """All joints at once; an object of its own, so no number is taken for it."""

    def __repr__(self) -> str:
        return "ALL"


ALL: Final = AllJoints()
"""iob's JID_ALL."""

Id = int | str
"""A joint: its number, in the order of the device's positions, or its name."""


class Base:
    """The device behind the interface, and what was set beside it."""

    def __init__(self, device: Device) -> None:
        if not isinstance(device, Device):
            raise refused("device", "a Device", device)
        self.device = device
        self._joints: tuple[str, ...] = ()
        self._commands: dict[str, float] = {}
        self._offsets: dict[str, float] = {}
        self._lost: frozenset[str] = frozenset()

    def joint_name(self, id: Id) -> str:
        """Return the name of a joint. Raises ArgumentError for one there is not."""
        if isinstance(id, str) and id in self._joints:
            return id
        if is_whole(id, 0, len(self._joints) - 1):
            return self._joints[int(id)]
        expected = f"a joint from 0 to {len(self._joints) - 1}, or its name"
        raise refused("id", expected if self._joints else "iob to be open", id)

    def _chosen(self, id: Id | AllJoints) -> list[str]:
        """Return the names of a joint, or of all."""
        if isinstance(id, AllJoints):
            return list(self._joints)
        return [self.joint_name(id)]

    def _signal(self, id: Id, what: str) -> str:
        """Return the name of a joint's signal; NotSupportedError if it has none."""
        name = f"{self.joint_name(id)}/{what}"
        if not self._has(name):
            raise NotSupportedError(f"{self.device.name}: it has no {what}", name)
        return name

    def _has(self, signal: str) -> bool:
        return signal in self.device.signal_names

    def _measured(self, id: Id, what: str) -> float:
        return self.device.value(self._signal(id, what))

    def _of_all(self, read: Callable[[Id], float]) -> list[float]:
        """Return what ``read`` returns for each joint."""
        return [read(id) for id in range(len(self._joints))]

    def _one_each(self, name: str, values: Any) -> list[float]:
        """Return a number for each joint; ArgumentError if it is not that."""
        listed = elements(name, f"{len(self._joints)} numbers", values)
        if len(listed) != len(self._joints):
            raise refused(name, f"{len(self._joints)} numbers", values)
        return [number(name, value) for value in listed]

    def _demand_open(self) -> None:
        if self.device.phase is Phase.UNCONFIGURED:
            raise PhaseError(f"{self.device.name}: expected iob open, but it is closed")

    def _demand_servo(self, joints: Sequence[str]) -> None:
        for joint in joints:
            if joint not in self.device.held:
                raise PhaseError(f"{joint}: expected its servo on, but it is off")

    def _refuse(self, what: str, why: str) -> NotSupportedError:
        return NotSupportedError(f"{self.device.name}: {what}: {why}")


def limit(name: str, value: float) -> float:
    """Return a limit above 0; infinity is none."""
    return inf if value == inf else positive(name, value)
