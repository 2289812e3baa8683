"""A lock that threads hold in turns."""

import threading
from collections import deque

LOOK_UP_SECONDS = 0.05
"""Longest time that a signal waits for a thread in line; our choice."""


class TurnLock:
    """Re-entrant lock that passes from thread to thread in the order of asking.

    With a plain lock, a thread that calls in a tight loop starves the others: it takes
    the lock again before they have woken up. Here its owner hands it to the next.
    """

    def __init__(self) -> None:
        self._mutex = threading.Lock()
        self._owner: int | None = None
        self._depth = 0
        # Who waits, and the gate that each one waits at.
        self._line: deque[tuple[int, threading.Lock]] = deque()

    def __enter__(self) -> None:
        me = threading.get_ident()
        if self._owner != me:
            gate = threading.Lock()
            try:
                if not self._take(me, gate):
                    # A signal that came just before would wait with us: look up.
                    while not gate.acquire(timeout=LOOK_UP_SECONDS):
                        pass
            except BaseException:  # a signal handler's, such as KeyboardInterrupt
                self._leave(me, gate)
                raise
        self._depth += 1

    def __exit__(self, *exception: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            with self._mutex:
                self._hand_on()

    def _take(self, me: int, gate: threading.Lock) -> bool:
        """Become the owner, or else stand in line and close the gate."""
        with self._mutex:
            if self._owner is None:
                self._owner = me
                return True
            gate.acquire()
            self._line.append((me, gate))
            return False

    def _leave(self, me: int, gate: threading.Lock) -> None:
        with self._mutex:
            if self._owner == me:
                self._hand_on()
            elif (me, gate) in self._line:
                self._line.remove((me, gate))

    def _hand_on(self) -> None:
        if self._line:
            self._owner, gate = self._line.popleft()
            gate.release()
        else:
            self._owner = None
