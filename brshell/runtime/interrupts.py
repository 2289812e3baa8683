"""Breaking programs off: Ctrl-C, and the end of background tasks.

A program ends at once wherever it is, but for work that has to be complete, such as
the exchange of packets with a robot: that goes on to its next safe point.
"""

from __future__ import annotations

import time
from _thread import _local as thread_local
from _thread import get_ident, interrupt_main, start_new_thread

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

PATIENCE = 0.03
"""Seconds in which work is to get to a safe point after Ctrl-C, so that all ends within
0.05; after that it is broken off. Our choice.
"""

IDLE, COMPUTING, WAITING, WORKING = "idle", "computing", "waiting", "working"


class Abandoned(BaseException):
    """Ends a program that was stopped: the user does not want to go on with it."""


class Activity:
    """What a thread is doing: IDLE, COMPUTING, WAITING or WORKING.

    Once it is ``told`` to end it raises ``ending``: after waiting, and after work or
    at a safe point in it. Whoever tells it may break off the rest.
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

    def check(self) -> None:
        """End if told to."""
        if self.told:
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

    It becomes KeyboardInterrupt, after work that is soon completed. Each of
    ``listeners`` is called at once, in the main thread, whatever goes on there;
    ``is_busy`` may tell of further work to complete. Where Ctrl-C does something else
    already, or outside of the main thread, nothing is changed.
    """

    def __init__(self, is_busy: Callable[[], bool] = lambda: False) -> None:
        self.listeners: list[Callable[[], None]] = []
        self._is_busy = is_busy
        self._activity = current.activity
        self._last = float("-inf")
        self._thread = 0
        self._pressed_again = False
        self._before: list[Any] = []

    def __enter__(self) -> None:
        before = signal.getsignal(signal.SIGINT)
        self._before.append(before)
        if before is signal.default_int_handler:
            try:
                signal.signal(signal.SIGINT, self._interrupt)
            except ValueError:  # not the main thread
                self._before[-1] = None
                return
            self._thread = get_ident()
            self._activity = current.activity
            self._activity.told = False
            self._last = float("-inf")

    def __exit__(self, *exception: object) -> None:
        before = self._before.pop()
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)

    @property
    def in_force(self) -> bool:
        """Whether Ctrl-C ends a program now."""
        return bool(self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        again, self._pressed_again = self._pressed_again, False
        if again and not self._activity.told:
            return  # the work has come to a safe point just now
        now = time.monotonic()
        forced = again or now - self._last < FORCE_SECONDS
        self._last = now
        self._end(self._activity.ending if again else KeyboardInterrupt, forced)

    def terminate(self, ending: BaseException) -> None:
        """End what the main thread does with an exception; work is completed first."""
        self._activity.ending = ending
        self._end(ending)

    def _end(
        self, ending: BaseException | type[BaseException], forced: bool = False
    ) -> None:
        for listener in self.listeners:
            listener()
        if not forced and (self._activity.doing == WORKING or self._is_busy()):
            self._activity.told = True
            start_new_thread(self._press_again, ())
        else:
            self._activity.told = False
            raise ending

    def _press_again(self) -> None:
        """Press Ctrl-C for the user when the work takes longer than our patience."""
        time.sleep(PATIENCE)
        if self._activity.told:
            self._pressed_again = True
            if hasattr(signal, "pthread_kill"):
                signal.pthread_kill(self._thread, signal.SIGINT)
            else:  # on Windows, where what waits in the system goes on waiting
                interrupt_main()


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
