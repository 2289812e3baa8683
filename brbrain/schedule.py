"""Doing something at a fixed rate: on time, never late in bursts."""

import math
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from brbrain.arguments import positive
from brbrain.clock import Clock

SWITCH_INTERVAL = 0.0005
"""Seconds after which another thread that computes gives way, while one must be on
time. Python's 5 ms are a sixth of a cycle at 30 Hz. That a tenth of it is enough was
measured; shorter intervals cost more than they give."""

_punctual = 0
_usual_interval = 0.0
_counting = threading.Lock()


@contextmanager
def punctually() -> Iterator[None]:
    """Let threads that compute not keep others from being on time, meanwhile."""
    global _punctual, _usual_interval
    with _counting:
        if not _punctual:
            _usual_interval = sys.getswitchinterval()
            sys.setswitchinterval(min(_usual_interval, SWITCH_INTERVAL))
        _punctual += 1
    try:
        yield
    finally:
        with _counting:
            _punctual -= 1
            if not _punctual:
                sys.setswitchinterval(_usual_interval)


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
        self.begin()

    def begin(self) -> None:
        """Count from now on; what time has passed skips nothing."""
        self._start = self._clock.now()
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
