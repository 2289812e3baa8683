"""What each register held when it was read last."""

from collections.abc import Iterable
from itertools import repeat
from typing import NamedTuple

from brbrain.clock import Clock
from brbrain.registers import Register


class CachedValue(NamedTuple):
    """A value read before; ``time`` and ``age`` are seconds of the link's clock."""

    raw: int
    natural: float
    time: float
    age: float


class Cache:
    """The latest value of each register of each device.

    Registers go by their names, so that one which both kinds of device have is the same
    under either's register object.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[tuple[int, str], tuple[int, float]] = {}

    def store(
        self,
        names: Iterable[tuple[int, str]],
        values: Iterable[int],
        failed: tuple[int, ...] = (),
    ) -> None:
        """Keep values by id and register name, except those of ``failed`` devices."""
        entries = zip(names, zip(values, repeat(self._clock.now())), strict=True)
        if failed:
            good = (entry for entry in entries if entry[0][0] not in failed)
            self._entries.update(good)
        else:
            self._entries.update(entries)

    def get(self, id: int, register: Register) -> CachedValue | None:
        """Return the latest value of a register, None if it was never read."""
        entry = self._entries.get((id, register.name))
        if entry is None:
            return None
        raw, time = entry
        age = self._clock.now() - time
        return CachedValue(raw, register.to_natural(raw), time, age)
