"""The cable between the host and the controller, and how a controller waits."""

from collections import deque
from collections.abc import Generator
from typing import NamedTuple

from brbrain.sim.bus import BITS, Arrival


class Wait(NamedTuple):
    """What a controller waits for: a time (None: for ever), or bytes of the host."""

    until: float | None
    listening: bool


class Wake(NamedTuple):
    """What it gets: the time it is, and all bytes that have come (none: time is up)."""

    time: float
    data: bytes


Program = Generator[Wait, Wake, None]
"""A controller's program. It yields what it waits for; time passes nowhere else."""


DEFAULT_BAUD = 115_200
"""Bits per second when the robot is switched on."""

TOLERANCE = 0.03
"""By how much two sides' speeds may differ (our guess, as for the modules)."""

GARBAGE = 0
"""What a byte of another speed arrives as (our guess: a framing error is a break)."""


class Line:
    """Bytes under way in both directions.

    Unless ``paced``, they take no time. While not ``connected`` all bytes get lost.
    ``host_baud`` is the host's speed in bits per second, None for one that always has
    the controller's, which is ``baud``.
    """

    def __init__(self, paced: bool) -> None:
        self.baud = DEFAULT_BAUD
        self.host_baud: int | None = None
        self.connected = True
        self._paced = paced
        self._to_controller: deque[Arrival] = deque()
        self._to_host: deque[Arrival] = deque()

    def from_host(self, data: bytes, time: float) -> None:
        """Take bytes that the host writes at ``time``."""
        self._carry(self._to_controller, data, time, self.host_baud or self.baud)

    def to_host(self, data: bytes, time: float) -> None:
        """Take bytes that the controller sends at ``time``."""
        self._carry(self._to_host, data, time, self.baud)

    def next_for_controller(self) -> float | None:
        """Return when the next byte from the host arrives, None if there is none."""
        return self._to_controller[0].time if self._to_controller else None

    def next_for_host(self) -> float | None:
        """Return when the next byte for the host arrives, None if there is none."""
        return self._to_host[0].time if self._to_host else None

    def take_for_controller(self, time: float) -> bytes:
        """Return and remove what has arrived at the controller by ``time``."""
        return _take(self._to_controller, time)

    def take_for_host(self, time: float) -> bytes:
        """Return and remove what has arrived at the host by ``time``."""
        return _take(self._to_host, time)

    def overflows(self, room: int, time: float) -> bool:
        """Lose what has arrived at the controller beyond ``room`` bytes; was there any?

        To be asked when the controller begins to listen.
        """
        arrived = sum(arrival.time <= time for arrival in self._to_controller)
        for _ in range(room, arrived):
            del self._to_controller[room]
        return arrived > room

    def clear(self) -> None:
        """Lose all that is under way."""
        self._to_controller.clear()
        self._to_host.clear()

    def _carry(
        self, queue: deque[Arrival], data: bytes, time: float, baud: int
    ) -> None:
        if not self.connected:
            return
        if queue:
            time = max(time, queue[-1].time)
        if abs((self.host_baud or self.baud) / self.baud - 1.0) > TOLERANCE:
            data = bytes([GARBAGE]) * len(data)
        byte_time = BITS / baud if self._paced else 0.0
        for number, byte in enumerate(data, start=1):
            queue.append(Arrival(time + number * byte_time, byte))


def _take(queue: deque[Arrival], time: float) -> bytes:
    taken = bytearray()
    while queue and queue[0].time <= time:
        taken.append(queue.popleft().byte)
    return bytes(taken)
