"""How fast simulated time runs against the clock, and when a period is over."""

from collections.abc import Callable

from brbrain.arguments import hook, number
from brbrain.clock import Clock, WallClock

PAUSED = 0.0
"""The time scale at which simulated time stands still."""

FULL_SPEED = -1.0
"""The time scale at which one period follows the other without waiting."""

ROUNDING = 1e-9
"""Seconds that are no time: what sums of many periods are off by."""


def time_scale(value: float) -> float:
    """Return a time scale: all below 0 mean full speed. Raises ArgumentError."""
    return max(number("time scale", value), FULL_SPEED)


class TimeScale:
    """A time scale that can be watched: ``value`` is over 0, 0 (paused), or -1."""

    def __init__(self, value: float) -> None:
        self.value = value
        self._observers: list[Callable[[float], None]] = []

    def subscribe(self, observer: Callable[[float], None]) -> None:
        """Call ``observer`` with each new value from now on."""
        hook("observer", observer)
        self._observers.append(observer)

    def unsubscribe(self, observer: Callable[[float], None]) -> None:
        """Call it no more; one that was not subscribed does no harm."""
        if observer in self._observers:
            self._observers.remove(observer)

    def change(self, value: float) -> None:
        """Take a new value and tell it."""
        self.value = value
        for observer in list(self._observers):
            observer(value)


def transition(old: float, new: float) -> tuple[str, bool | None] | None:
    """Return which call of a hook tells of a change, and its ``full_speed``.

    None if there is none to tell: it goes on in real time, or stays as it is.
    """
    if new == old or (old > 0 and new > 0):
        return None
    if new > 0:
        return "entering_realtime", None
    return "leaving_realtime", new < 0


class Pace:
    """Measures out periods of simulated time on a clock.

    Deadlines follow each other without drift. If there was no time for some periods
    they are left out, and counted in ``overruns``: nothing comes in bursts.
    """

    def __init__(self, clock: Clock, period: float) -> None:
        self.overruns = 0
        self._clock = clock
        self._period = period
        self._left = 0.0
        self._then = clock.now()

    def wait(self, scale: float) -> float:
        """Return the seconds of the clock until a period is over; 0 if one is.

        At full speed a virtual clock jumps, so that a period takes as long as ever.
        ``scale`` is more or less than 0.
        """
        if scale < 0 and isinstance(self._clock, WallClock):
            self._then, self._left = self._clock.now(), 0.0
            return 0.0
        scale = abs(scale)
        now = self._clock.now()
        self._left -= (now - self._then) * scale
        self._then = now
        if self._left > ROUNDING:
            return self._left / scale
        self._next()
        return 0.0

    def rest(self) -> None:
        """Let no simulated time pass since the last call."""
        self._then = self._clock.now()

    def _next(self) -> None:
        """Begin a period; those that are over already are left out."""
        missed = int((ROUNDING - self._left) // self._period)
        self.overruns += missed
        self._left += (missed + 1) * self._period
