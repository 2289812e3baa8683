"""How many packets a second go over the links."""

from __future__ import annotations

SPAN = 1.0
"""Seconds over which packets are counted."""


class PacketRate:
    """Tells the rate from the counts that it is shown now and then."""

    def __init__(self) -> None:
        self._rate = 0.0
        self._count = 0
        self._since: float | None = None

    def update(self, count: int, now: float) -> float:
        """Return the packets a second, given their number so far and the time in s."""
        if self._since is None or count < self._count:
            self._count, self._since = count, now
        elif now - self._since >= SPAN:
            self._rate = (count - self._count) / (now - self._since)
            self._count, self._since = count, now
        return self._rate
