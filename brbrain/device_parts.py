"""What devices and those who use them speak of: signals, states, phases, diagnoses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from math import inf
from typing import Literal

from brbrain.errors import BrError, LinkError

POSITION = "position"
"""What the signal is called by which a joint is commanded: "left-knee/position"."""

STALE_SECONDS = 1.0
"""Age from which a state is stale in `Device.diagnostics`; our choice."""


Policy = Literal["hold", "limp"]
"""What stopping a device does: stay where it is, or be switched off."""


class Phase(Enum):
    """Where a device is in its life."""

    UNCONFIGURED = "unconfigured"
    INACTIVE = "inactive"
    ACTIVE = "active"
    FAULT = "fault"


class Level(IntEnum):
    """How well something is, with the numbers of ROS' diagnostic messages."""

    OK = 0
    WARN = 1
    ERROR = 2
    STALE = 3


class PhaseError(BrError):
    """The device is in another phase, or is owned by another thread."""


class DeviceFault(BrError):
    """The device itself reports that it cannot go on."""


class JointsLost(LinkError):
    """An exchange was lost because ``joints`` did not answer."""

    def __init__(self, message: str, joints: Sequence[str]) -> None:
        super().__init__(message)
        self.joints = tuple(joints)


@dataclass(frozen=True, slots=True)
class Signal:
    """Something that a device measures, such as "lknee/position" in "rad".

    With ``command`` it can be commanded too, from ``low`` to ``high``. The first
    command on activation is ``start``, or, if that is None, what is measured: it holds.
    """

    name: str
    unit: str
    command: bool = False
    low: float = -inf
    high: float = inf
    start: float | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A snapshot of all signals; it never changes, so any thread may keep it.

    ``values`` are in the order of `Device.signals`, NaN where nothing is known;
    ``sent`` are the commands as they left, after clipping, in the order of
    `Device.commands`, and empty unless the device is active. ``stamp`` is the time of
    measurement in seconds of the device's clock, ``cycle`` the number of the exchange
    that measured it. It is ``stale`` if the last exchange was lost.
    """

    values: tuple[float, ...]
    sent: tuple[float, ...]
    stamp: float
    cycle: int
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """How one part of a device is: a level, a message, and figures."""

    level: Level
    name: str
    message: str
    values: Mapping[str, object] = field(default_factory=dict)
