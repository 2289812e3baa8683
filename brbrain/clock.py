"""Time as the robot sees it: the wall clock, or a virtual one for simulation."""

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Protocol

from brbrain.arguments import number, positive
from brbrain.errors import BrError
from brbrain.turns import TurnLock

SIGNAL_PERIOD = 0.02
"""Real seconds between two looks of a waiting main thread for signals."""

LONGEST_SLEEP = 1e9
"""Real seconds, 30 years: Python refuses to sleep for thousands of years."""


class Clock(Protocol):
    """A source of time in seconds; the origin is arbitrary."""

    def now(self) -> float:
        """Return the time in seconds; it never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait; zero or a negative number only lets others run."""
        ...

    def start(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Run ``target`` in a thread that shares this clock."""
        ...

    def lock(self) -> AbstractContextManager[object]:
        """Return a re-entrant lock that may be held while its owner sleeps."""
        ...


class WallClock:
    """Monotonic real time, ``speed`` times as fast; speed 1 for a real robot."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = positive("speed", speed)

    def now(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic() * self.speed

    def sleep(self, seconds: float) -> None:
        """Wait in real time; no longer than `LONGEST_SLEEP`."""
        time.sleep(min(_duration(seconds) / self.speed, LONGEST_SLEEP))

    def start(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Run ``target`` in a daemon thread."""
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        return thread

    def lock(self) -> AbstractContextManager[object]:
        """Return a lock that waiting threads get in the order of asking."""
        return TurnLock()


def _duration(seconds: float) -> float:
    """Return how long to sleep, 0 or more; raise ArgumentError for what is no time."""
    return seconds if seconds == inf else max(0.0, number("seconds", seconds))


class VirtualClock:
    """Time that stands still while a thread runs and jumps when all of them wait.

    Of the threads that share the clock exactly one runs at a time. It goes on until it
    sleeps, joins another, waits for a `lock` or ends; then the earliest sleeper runs,
    at the time it asked for (of equals, the first to ask). So the same program does the
    same things in the same order every time, and as fast as it computes. A thread that
    waits in any other way than these keeps time from passing.
    """

    def __init__(self) -> None:
        self._now = 0.0
        self._order = count()
        self._sleepers: list[tuple[float, int, _Turn]] = []
        # An interrupted sleeper changes the queue while another thread runs.
        self._mutex = threading.Lock()

    def now(self) -> float:
        """Return the virtual time in seconds; it starts at 0."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let all run that is due in the next ``seconds``; then go on at that time."""
        turn = _Turn()
        self._wake(turn, _duration(seconds))
        self._wait(turn)

    def start(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Make a daemon thread that runs ``target`` when its starter next waits."""
        thread = _VirtualThread(self, target, name)
        thread.start()
        return thread

    def lock(self) -> AbstractContextManager[object]:
        """Return a re-entrant lock; who waits for it lets others run."""
        return _VirtualLock(self)

    def _wake(self, turn: "_Turn", delay: float = 0.0) -> None:
        with self._mutex:
            heappush(self._sleepers, (self._now + delay, next(self._order), turn))

    def _wait(self, turn: "_Turn") -> None:
        """Let others run until it is the turn of the calling thread.

        An exception here can only be that of a signal handler, in the main thread. The
        baton is elsewhere then, so take the next turn before it goes on.
        """
        if not self._pass_on():
            raise BrError("virtual clock: expected a thread that can run, but all wait")
        try:
            turn.wait()
        except BaseException:
            if not turn.given:
                self._wake(turn)
                turn.wait()
            raise

    def _pass_on(self) -> bool:
        """Give the turn to the earliest sleeper; False if there is none."""
        with self._mutex:
            while self._sleepers:
                due, _, turn = heappop(self._sleepers)
                if not turn.given:  # else woken before, by another cause
                    self._now = max(self._now, due)
                    turn.give()
                    return True
        return False


class _Turn:
    """The right of one waiting thread to run, given once."""

    def __init__(self) -> None:
        self.given = False
        self._gate = threading.Lock()
        self._gate.acquire()

    def give(self) -> None:
        self.given = True
        self._gate.release()

    def wait(self) -> None:
        # Only the main thread runs signal handlers, but the signal itself may go to
        # another one and not wake it: so it looks now and then.
        main = threading.current_thread() is threading.main_thread()
        while not self._gate.acquire(timeout=SIGNAL_PERIOD if main else -1):
            pass


class _VirtualThread(threading.Thread):
    """A thread that takes its turns, and is joined in virtual time."""

    def __init__(
        self, clock: VirtualClock, target: Callable[[], None], name: str
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._clock = clock
        self._work = target
        self._first = _Turn()
        self._joiners: list[_Turn] = []
        self._ended = False

    def start(self) -> None:
        self._clock._wake(self._first)
        super().start()

    def run(self) -> None:
        self._first.wait()
        try:
            self._work()
        finally:
            self._ended = True
            for turn in self._joiners:
                self._clock._wake(turn)
            self._clock._pass_on()

    def join(self, timeout: float | None = None) -> None:
        if not self._ended:
            turn = _Turn()
            self._joiners.append(turn)
            if timeout is not None:
                self._clock._wake(turn, max(0.0, timeout))
            self._clock._wait(turn)
        if self._ended:
            super().join()


class _VirtualLock:
    """A re-entrant lock, handed to the next in line by who releases it."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._owner: int | None = None
        self._depth = 0
        self._line: list[tuple[int, _Turn]] = []

    def __enter__(self) -> None:
        me = threading.get_ident()
        if self._owner not in (None, me):
            self._queue(me)
        self._owner = me
        self._depth += 1

    def __exit__(self, *exception: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._hand_on()

    def _queue(self, me: int) -> None:
        turn = _Turn()
        self._line.append((me, turn))
        try:
            self._clock._wait(turn)
        except BaseException:
            if self._owner == me:
                self._hand_on()
            else:
                self._line.remove((me, turn))
            raise

    def _hand_on(self) -> None:
        if not self._line:
            self._owner = None
            return
        self._owner, turn = self._line.pop(0)
        self._clock._wake(turn)
