"""Where a hook sits: what is to be called there, in a thread of its own."""

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import NamedTuple

from brbrain.clock import Clock, VirtualClock
from brbrain.motion.hook import Frames, MotionHook, Pid
from brbrain.motion.time_scale import TimeScale, transition

BLOCKED_SECONDS = 0.5
"""Real seconds after which a call is told to block: so it is told within a second.
On a virtual clock they are virtual, but real if it stands still: a hook computes."""


class Trouble(NamedTuple):
    """What went wrong in a call of a hook: an error, or how long it blocks already."""

    hook: MotionHook
    function: str
    error: Exception | None
    seconds: float

    def __str__(self) -> str:
        return self.text(self.function)

    def text(self, function: str) -> str:
        """Return it in words, with a name for the function."""
        where = f"motion hook {self.hook.name}: {function}"
        if self.error is None:
            return f"{where} has not returned for {self.seconds:.1f} s"
        return f"{where} raised {type(self.error).__name__}: {self.error}"


class _Check(NamedTuple):
    """A frame to show, its time, and the PIDs that go with it."""

    time: float
    frames: Frames
    pids: Mapping[int, Pid]


_Call = Callable[[], None] | _Check


class _Doing(NamedTuple):
    """The call under way, when it began by the clock, and in real time."""

    function: str
    start: float
    real: float


class Seat:
    """Calls one hook of an engine, whose calls it takes and does one after the other.

    A frame that could not be shown before the next one comes is dropped; its PIDs are
    told with that one. All other calls are made, in order. ``report`` gets the trouble
    that there is; calls go on after it.
    """

    def __init__(
        self, hook: MotionHook, clock: Clock, report: Callable[[Trouble], None]
    ) -> None:
        self.hook = hook
        self.dropped = 0
        self._clock = clock
        self._report = report
        self._scale = TimeScale(0.0)
        self._asked = 0.0  # the scale when all calls are made
        self._open = False
        self._owed: dict[int, Pid] = {}
        self._queue: deque[tuple[str, _Call]] = deque()
        self._mutex = threading.Lock()  # never held while anything waits
        self._thread: threading.Thread | None = None
        self._doing: _Doing | None = None
        self._told: str | None = None  # the function whose error was told
        self._blocked: str | None = None  # the function that was told to block

    def start(self, scale: float, pids: Mapping[int, Pid]) -> None:
        """Have the motion start; frames are shown from now on, with ``pids`` first."""
        self._open, self._asked, self._owed = True, scale, dict(pids)
        self._put("motion_starting", self._begin)
        self._put_scale("entering_realtime" if scale > 0 else "leaving_realtime", scale)

    def stop(self) -> None:
        """Have the motion stop; no frame is shown after that."""
        if self._open:
            self._open = False
            self._put("leaving_realtime", lambda: self.hook.leaving_realtime(False))
            self._put("motion_stopping", self.hook.motion_stopping)

    def change_scale(self, scale: float) -> None:
        """Tell the hook of another time scale, as far as that is its business."""
        told = transition(self._asked, scale)
        self._asked = scale
        self._put_scale(told[0] if told else "time_scale", scale)

    def show(self, time: float, frames: Frames, pids: Mapping[int, Pid]) -> None:
        """Show the frames of a period; the PIDs come first, if there are any."""
        with self._mutex:
            if not self._open:
                return
            pids, self._owed = {**self._owed, **pids}, {}
            if self._queue and isinstance(self._queue[-1][1], _Check):
                _, old = self._queue.pop()
                assert isinstance(old, _Check)
                pids = {**old.pids, **pids}
                self.dropped += 1
        self._put("motion_check", _Check(time, frames, pids))

    def wait(self, seconds: float) -> None:
        """Wait until all calls are made, but not for ever, nor for oneself."""
        thread = self._thread
        if thread is not None and not self.is_current and seconds > 0:
            thread.join(seconds)

    @property
    def is_current(self) -> bool:
        """Whether it is the hook that asks."""
        return self._thread is threading.current_thread()

    @property
    def busy_seconds(self) -> float:
        """How long the call that is under way takes already; 0 if there is none."""
        doing = self._doing
        return self._clock.now() - doing.start if doing else 0.0

    def trouble(self) -> Trouble | None:
        """Return which call blocks, if one does."""
        doing = self._doing
        seconds = 0.0 if doing is None else self._seconds(doing)
        if doing is None or seconds < BLOCKED_SECONDS:
            return None
        return Trouble(self.hook, doing.function, None, seconds)

    def watch(self) -> None:
        """Tell of a call that blocks, but not again until such a call does not."""
        with self._mutex:
            trouble = self.trouble()
            if trouble is None or self._blocked == trouble.function:
                return
            self._blocked = trouble.function
        self._report(trouble)

    def _seconds(self, doing: _Doing) -> float:
        """Return how long a call takes already, as `BLOCKED_SECONDS` counts."""
        passed = self._clock.now() - doing.start
        if isinstance(self._clock, VirtualClock) and passed > 0:
            return passed
        return time.monotonic() - doing.real

    def _begin(self) -> None:
        self.hook.first_check = True
        self.hook.motion_starting()

    def _put_scale(self, function: str, scale: float) -> None:
        """Have the hook told of a time scale, and those who watch it."""
        self._put("time_scale", lambda: self._scale.change(scale))
        if function == "entering_realtime":
            self._put(function, lambda: self.hook.entering_realtime(self._scale))
        elif function == "leaving_realtime":
            self._put(function, lambda: self.hook.leaving_realtime(scale < 0))

    def _put(self, function: str, call: _Call) -> None:
        """Have a call made, after those before it."""
        with self._mutex:
            self._queue.append((function, call))
            if self._thread is None:
                name = f"motion hook {self.hook.name}"
                self._thread = self._clock.start(self._work, name)

    def _work(self) -> None:
        """Make the calls that are to be made; then end."""
        while True:
            with self._mutex:
                if not self._queue:
                    self._thread = None
                    return
                function, call = self._queue.popleft()
            if isinstance(call, _Check):
                self._check(call)
            else:
                self._make(function, call)

    def _check(self, check: _Check) -> None:
        hook = self.hook
        hook.time = check.time
        if check.pids:
            self._make("update_pids", lambda: hook.update_pids(check.pids))
        self._make("motion_check", lambda: hook.motion_check(check.frames))

    def _make(self, function: str, call: Callable[[], None]) -> None:
        """Make a call; tell of an error, but not again until such a call is well."""
        doing = _Doing(function, self._clock.now(), time.monotonic())
        self._doing = doing
        try:
            call()
        except Exception as error:
            if self._told != function:
                self._told = function
                self._report(Trouble(self.hook, function, error, 0.0))
        else:
            if self._told == function:
                self._told = None
        finally:
            if self._blocked == function and self._seconds(doing) < BLOCKED_SECONDS:
                self._blocked = None
            self._doing = None
