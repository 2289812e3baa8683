"""Breaking programs off: Ctrl-C, and the end of background tasks.

A program ends at once wherever it is, but for work that has to be complete, such as
the exchange of packets with a robot: that goes on to its next safe point.
"""

from __future__ import annotations

import time
from _thread import _local as thread_local

from brshell.runtime.nudges import NUDGE, Nudges

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
    from types import FrameType
    from typing import Any
else:
    import _signal as signal  # module signal makes enumerations, which takes time

FORCE_SECONDS = 1.0
"""A second Ctrl-C within this time does not wait for a safe point."""

IDLE, COMPUTING, WAITING, WORKING = "idle", "computing", "waiting", "working"
STOPPING = "stopping"


class Abandoned(BaseException):
    """Ends a program that was stopped: the user does not want to go on with it."""


class Activity:
    """What a thread is doing: IDLE, COMPUTING, WAITING, WORKING or STOPPING.

    Once it is ``told`` to end it raises ``ending``: after waiting, and after work or
    at a safe point in it. Whoever tells it may break off the rest, but for STOPPING.
    """

    def __init__(self, ending: BaseException | type[BaseException]) -> None:
        self.ending = ending
        self.told = False
        self.doing = IDLE

    def computing(self) -> Stage:
        """Return a context manager in which a program runs."""
        return Stage(self, COMPUTING)

    def waiting(self) -> Stage:
        """Return a context manager in which time passes."""
        return Stage(self, WAITING)

    def working(self) -> Stage:
        """Return a context manager for what has to be completed."""
        return Stage(self, WORKING)

    def stopping(self) -> Stage:
        """Return a context manager for stopping robots, which nothing is to end."""
        return Stage(self, STOPPING)

    def check(self) -> None:
        """End if told to."""
        if self.told and self.doing != STOPPING:
            self.told = False
            raise self.ending


class Stage:
    """A part of an activity."""

    def __init__(self, activity: Activity, doing: str) -> None:
        self._activity = activity
        self._doing = doing
        self._before = IDLE

    def __enter__(self) -> None:
        self._before = self._activity.doing
        if self._before != STOPPING:  # of which all is a part
            self._activity.doing = self._doing

    def __exit__(self, *exception: object) -> None:
        self._activity.doing = self._before
        if self._before != WORKING:
            self._activity.check()


class _Current(thread_local):
    def __init__(self) -> None:
        self.activity = Activity(KeyboardInterrupt)


current = _Current()
"""The activity of the running thread."""


def safe_point() -> None:
    """End the running thread's activity here if it was told to."""
    current.activity.check()


class Interrupts:
    """Ctrl-C for the program that runs in ``with interrupts:``.

    It becomes KeyboardInterrupt, after work that is soon completed. While robots are
    stopped it does nothing; the second one within a second begins that anew. Each of
    ``listeners`` is called at once, in the main thread, whatever goes on there;
    ``is_busy`` tells whether packets are exchanged. Where Ctrl-C does something else
    already, or outside of the main thread, nothing is changed.
    """

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._is_busy = is_busy
        self._activity = current.activity
        self._last = float("-inf")
        self._nudges: Nudges | None = None
        # How to leave each ``with`` that was entered.
        self._leaving: list[Callable[[], None]] = []

    def __enter__(self) -> None:
        before = signal.getsignal(signal.SIGINT), signal.getsignal(NUDGE)
        self._leaving.append(lambda: None)
        try:
            if self._nudges is None:
                self._take(*before)
        except ValueError:  # not the main thread
            pass
        except BaseException:  # a signal has come at once
            self.__exit__()
            raise

    def __exit__(self, *exception: object) -> None:
        self._leaving.pop()()

    def _take(self, interrupt: Any, nudge: Any) -> None:
        signal.signal(NUDGE, self._nudged)
        self._leaving[-1] = lambda: self._leave(interrupt, nudge)
        self._activity = current.activity
        self._last = float("-inf")
        self._nudges = Nudges()
        if interrupt is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._interrupt)

    def _leave(self, interrupt: Any, nudge: Any) -> None:
        if interrupt is signal.default_int_handler:
            signal.signal(signal.SIGINT, interrupt)
        signal.signal(NUDGE, nudge)
        nudges, self._nudges = self._nudges, None
        if nudges is not None:
            nudges.close()

    @property
    def in_force(self) -> bool:
        """Whether Ctrl-C ends a program now."""
        return bool(self._leaving)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        forced = now - self._last < FORCE_SECONDS
        self._last = now
        self._tell_listeners()
        if self._activity.doing != STOPPING:
            self._end(KeyboardInterrupt, forced)
        elif forced and self._is_busy():
            raise KeyboardInterrupt  # whoever stops the robot begins anew

    def terminate(self, ending: BaseException) -> None:
        """End what the main thread does with an exception; work is completed first."""
        self._tell_listeners()
        self._activity.ending = ending
        self._end(ending)

    def _tell_listeners(self) -> None:
        for listener in self.listeners:
            listener()

    def _end(
        self, ending: BaseException | type[BaseException], forced: bool = False
    ) -> None:
        activity = self._activity
        activity.told = True
        if activity.doing == STOPPING:
            return
        if forced or not (activity.doing == WORKING or self._is_busy()):
            activity.told = False
            raise ending
        if self._nudges is not None:
            self._nudges.remind()

    def _nudged(self, number: int, frame: FrameType | None) -> None:
        """Break off work that takes longer than our patience."""
        self._activity.check()


class Terminations:
    """SIGTERM, SIGHUP and SIGQUIT while ``with terminations:`` lasts.

    Those that are ignored stay so.
    ``terminate`` is called with the exit code that shells count with: 128 and more.
    """

    def __init__(self, terminate: Callable[[int], None]) -> None:
        self._terminate = terminate
        self._taken: list[int] = []

    def __enter__(self) -> None:
        for name in ("SIGTERM", "SIGHUP", "SIGQUIT"):
            number = getattr(signal, name, None)  # Windows has only the first
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, self._handle)
                self._taken.append(number)

    def __exit__(self, *exception: object) -> None:
        while self._taken:
            signal.signal(self._taken.pop(), signal.SIG_DFL)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._terminate(128 + number)
