"""The cable between the host and the controller, and how a controller waits."""

from collections import deque
from collections.abc import Generator
from typing import NamedTuple

from brbrain.sim.bus import Arrival


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


class Line:
    """Bytes under way in both directions.

    ``byte_time`` is the seconds that a byte takes, 0 for none. While not ``connected``
    all bytes get lost.
    """

    def __init__(self, byte_time: float) -> None:
        self.byte_time = byte_time
        self.connected = True
        self._to_controller: deque[Arrival] = deque()
        self._to_host: deque[Arrival] = deque()

    def from_host(self, data: bytes, time: float) -> None:
        """Take bytes that the host writes at ``time``."""
        self._carry(self._to_controller, data, time)

    def to_host(self, data: bytes, time: float) -> None:
        """Take bytes that the controller sends at ``time``."""
        self._carry(self._to_host, data, time)

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

    def _carry(self, queue: deque[Arrival], data: bytes, time: float) -> None:
        if not self.connected:
            return
        if queue:
            time = max(time, queue[-1].time)
        for number, byte in enumerate(data, start=1):
            queue.append(Arrival(time + number * self.byte_time, byte))


def _take(queue: deque[Arrival], time: float) -> bytes:
    taken = bytearray()
    while queue and queue[0].time <= time:
        taken.append(queue.popleft().byte)
    return bytes(taken)
