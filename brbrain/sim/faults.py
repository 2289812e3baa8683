"""Faults that a test or a lesson switches on by name."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from brbrain.arguments import number, refused, text, whole
from brbrain.errors import ArgumentError
from brbrain.names import hint


class Kind(NamedTuple):
    """A fault there is: what its value means, the usual value, and the highest."""

    meaning: str
    usual: float | None
    highest: float


_CHANCE = 0.2
_DELAY = 0.12

KINDS: Mapping[str, Kind] = {
    "noise": Kind("chance that stray bytes come before a servo's reply", _CHANCE, 1.0),
    "lost": Kind("chance that a servo's reply does not come", _CHANCE, 1.0),
    "corrupt": Kind("chance that a servo's reply has a wrong checksum", _CHANCE, 1.0),
    "late": Kind("seconds by which servos' replies are late", _DELAY, 60.0),
    "dead": Kind("id of a module that does not hear anything", None, 253.0),
    "echo": Kind("chance that the adapter gives back what is sent", 1.0, 1.0),
    "link-noise": Kind("chance of stray bytes from the CM-5", _CHANCE, 1.0),
    "link-lost": Kind("chance that bytes from the CM-5 are lost", _CHANCE, 1.0),
    "link-corrupt": Kind("chance that a byte from the CM-5 is wrong", _CHANCE, 1.0),
    "link-late": Kind("seconds by which the CM-5's bytes are late", _DELAY, 60.0),
    "unplugged": Kind("seconds until the adapter is unplugged", 0.0, 1e9),
}
"""All faults. "echo" and "unplugged" are of the adapter, "link-..." of the cable
between CM-5 and host, the others of the servo bus."""

_FRAMING = {"": 4, "link-": 1}
"""Bytes at the front of a reply by which its length is known: they stay right."""


@dataclass
class _Fault:
    name: str
    value: float
    left: float
    """How many more times it strikes."""
    since: float


class Faults:
    """The faults that are on. The same seed gives the same faults.

    ``now`` lets all happen until now and returns the seconds since the beginning.
    """

    def __init__(self, now: Callable[[], float], seed: int = 0) -> None:
        self._now = now
        self._random = random.Random(seed)
        self._on: list[_Fault] = []

    def on(
        self, name: str, value: float | None = None, times: int | None = None
    ) -> None:
        """Switch a fault on, for ever or until it has struck ``times`` times.

        ``value`` is a chance from 0 to 1, seconds, or an id; see `KINDS`. More than
        one module can be dead. Raises BrError.
        """
        kind = _kind(name)
        if value is None:
            value = kind.usual
        if value is None or not _is_number(value, kind.highest):
            expected = f"{kind.meaning}, 0 to {kind.highest:g}"
            raise refused(name, expected, value)
        left = inf if times is None else whole("times", times, 0)
        if name != "dead":
            self.off(name)
        self._on.append(_Fault(name, value, left, self._now()))

    def off(self, name: str | None = None) -> None:
        """Switch a fault off, or all of them. Raises BrError for an unknown name."""
        if name is not None:
            _kind(name)
        self._now()  # what is before happens with the fault
        self._on = [fault for fault in self._on if name not in (None, fault.name)]

    def active(self) -> list[tuple[str, float]]:
        """Return the names and values of the faults that are on."""
        return [(fault.name, fault.value) for fault in self._on]

    def dead(self, id: int) -> bool:
        """Return whether the module with that id is dead."""
        return any(fault.name == "dead" and fault.value == id for fault in self._on)

    def unplugged(self) -> bool:
        """Return whether the adapter is out."""
        now = self._now()
        return any(
            fault.name == "unplugged" and now >= fault.since + fault.value
            for fault in self._on
        )

    def strikes(self, name: str) -> bool:
        """Return whether a fault of chance strikes this time."""
        fault = self._ready(name)
        if fault is None or self._random.random() >= fault.value:
            return False
        fault.left -= 1
        return True

    def distort(self, data: bytes, where: str = "") -> bytes:
        """Return what arrives of a reply; ``where`` is "" or "link-"."""
        if self.strikes(where + "lost"):
            return b""
        if self.strikes(where + "corrupt"):
            data = self._corrupt(data, _FRAMING[where])
        if self.strikes(where + "noise"):
            data = self._random.randbytes(self._random.randrange(1, 9)) + data
        return data

    def _corrupt(self, data: bytes, first: int) -> bytes:
        if len(data) <= first:
            return data
        at = self._random.randrange(first, len(data))
        wrong = data[at] ^ self._random.randrange(1, 256)
        return data[:at] + bytes((wrong,)) + data[at + 1 :]

    def lateness(self, where: str = "") -> float:
        """Return the seconds by which a reply is late."""
        fault = self._ready(where + "late")
        if fault is None:
            return 0.0
        fault.left -= 1
        return fault.value

    def _ready(self, name: str) -> _Fault | None:
        for fault in self._on:
            if fault.name == name and fault.left > 0:
                return fault
        return None


def parse_faults(faults: str) -> list[tuple[str, float | None]]:
    """Return the faults named in "noise,lost=0.5,dead=3", each with its value.

    Raises BrError.
    """
    return [_parse(part) for part in text("faults", faults).split(",") if part.strip()]


def _parse(part: str) -> tuple[str, float | None]:
    name, equals, value = part.strip().partition("=")
    _kind(name)
    try:
        return name, float(value) if equals else None
    except ValueError:
        raise refused(name, "a number", value) from None


def _is_number(value: object, highest: float) -> bool:
    try:
        return number("value", value, 0.0, highest) >= 0.0
    except ArgumentError:
        return False


def _kind(name: str) -> Kind:
    if text("fault", name) not in KINDS:
        raise refused("fault", f"one of {', '.join(KINDS)}{hint(name, KINDS)}", name)
    return KINDS[name]
