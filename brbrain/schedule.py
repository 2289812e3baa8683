"""Doing something at a fixed rate: on time, never late in bursts."""

import math

from brbrain.arguments import positive
from brbrain.clock import Clock


class Schedule:
    """Times at a fixed ``rate`` (a second) from now on, by the monotonic clock.

    What is too late for a time skips it: ``skipped`` counts those. ``lateness`` is how
    many seconds after its time the last one came.
    """

    def __init__(self, clock: Clock, rate: float) -> None:
        self.period = 1.0 / positive("rate", rate)
        self.skipped = 0
        self.lateness = 0.0
        self._clock = clock
        self._start = clock.now()
        self._number = -1

    def wait(self) -> int:
        """Wait for the next time; return its number, 0 for the first one (now)."""
        self._number += 1
        now = self._clock.now()
        passed = math.floor((now - self._start) / self.period)
        if passed > self._number:
            self.skipped += passed - self._number
            self._number = passed
        due = self._start + self._number * self.period
        if due > now:
            self._clock.sleep(due - now)
        self.lateness = max(0.0, self._clock.now() - due)
        return self._number
