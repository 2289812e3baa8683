"""A lock whose waiters take turns, in the time of a clock."""

from collections import deque
from threading import get_ident
from types import TracebackType

from brbrain.clock import Clock

POLL_SECONDS = 0.001
"""How often a waiting thread looks whether it is its turn; our choice."""


class TurnLock:
    """Re-entrant lock that passes from thread to thread in the order of asking.

    A plain lock lets a thread that calls in a tight loop starve the others. Waiting is
    sleeping on the clock, so that threads of a simulation take turns in its time too.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._depth = 0
        # The thread at the head holds the lock.
        self._queue: deque[int] = deque()

    def __enter__(self) -> None:
        me = get_ident()
        if not (self._queue and self._queue[0] == me):
            try:
                self._queue.append(me)
                while self._queue[0] != me:
                    self._clock.sleep(POLL_SECONDS)
            except BaseException:
                self._queue.remove(me)
                raise
        self._depth += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._depth -= 1
        if not self._depth:
            self._queue.popleft()
