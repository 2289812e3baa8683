"""LinkHook: the base of hooks that send frames over a link, and never wait for it."""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress

from brbrain.clock import Clock
from brbrain.errors import BrError
from brbrain.motion.hook import Frame, Frames, MotionHook, Pid

FAILURES = 20
"""Failures in a row after which a link is not connected; so has Tekkotsu for servos."""

CLOSING_SECONDS = 0.4
"""Longest wait for what is under way when the motion stops; our choice."""


class LinkHook(MotionHook):
    """Hands frames over to a thread that sends the newest one, once a period.

    What fails is tried again in the next period, and raised at the next check, so that
    the engine tells it. A subclass fills in the methods with an underscore, which that
    thread alone calls; they may raise BrError.
    """

    def __init__(self, clock: Clock, name: str) -> None:
        super().__init__(name)
        self.clock = clock
        self.sent = 0
        self._mutex = threading.Lock()  # never held while anything waits
        self._newest: Frame | None = None
        self._pids: dict[int, Pid] = {}
        self._error: BrError | None = None
        self._failures = 0
        self._opened = self._leaving = False
        self._thread: threading.Thread | None = None

    def _open(self) -> None:
        """Find out what is there."""

    def _send(self, frame: Frame | None, pids: Mapping[int, Pid]) -> None:
        """Send a frame, None if there is no new one, and the PIDs that go with it."""
        raise NotImplementedError

    def _close(self) -> None:
        """Leave it in order."""

    def motion_starting(self) -> None:
        """Begin to send."""
        self._leaving = False
        self._failures = 0
        if self._thread is None:
            self._thread = self.clock.start(self._work, f"sender of {self.name}")

    def motion_stopping(self) -> None:
        """Send what was handed over last, and end."""
        self._leaving = True
        if self._thread is not None:
            self._thread.join(CLOSING_SECONDS)

    def update_pids(self, pids: Mapping[int, Pid]) -> None:
        """Hand over PIDs, which are sent before the frame that follows."""
        with self._mutex:
            self._pids |= pids

    def motion_updated(self, changed: Sequence[int], frames: Frames) -> None:
        """Hand over the last frame, if anything changed in it."""
        with self._mutex:
            if changed:
                self._newest = frames[-1]
            error, self._error = self._error, None
        if error is not None:
            raise error

    def is_connected(self) -> bool:
        """Return whether not all of the last attempts failed."""
        return self._failures < FAILURES

    def _work(self) -> None:
        due = self.clock.now()
        try:
            while True:
                leaving = self._leaving
                self._try_to_send()
                if leaving:
                    return
                due = max(due + self.period, self.clock.now())
                self.clock.sleep(due - self.clock.now())
        finally:
            if self._opened:
                self._opened = False
                with suppress(BrError):  # it may be out of reach
                    self._close()
            self._thread = None

    def _try_to_send(self) -> None:
        with self._mutex:
            frame, self._newest = self._newest, None
            pids, self._pids = self._pids, {}
        try:
            if not self._opened:
                self._open()
                self._opened = True
            self._send(frame, pids)
        except BrError as error:
            self._give_back(frame, pids, error)
        else:
            self._failures = 0
            self.sent += frame is not None

    def _give_back(
        self, frame: Frame | None, pids: Mapping[int, Pid], error: BrError
    ) -> None:
        """Have it sent again, but for what is newer by now."""
        with self._mutex:
            self._newest = self._newest or frame
            self._pids = {**pids, **self._pids}
            self._error = error
            self._failures += 1
