"""MotionEngine: shows the outputs of a robot to all hooks, period by period."""

import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from math import isnan, nan
from types import TracebackType
from typing import Any

from brbrain.arguments import (
    elements,
    hook,
    kind,
    number,
    positive,
    refused,
    text,
    whole,
)
from brbrain.clock import Clock, VirtualClock, WallClock
from brbrain.errors import ArgumentError, BrError
from brbrain.motion.hook import Frames, MotionHook, Pid
from brbrain.motion.seat import BLOCKED_SECONDS, Seat, Trouble
from brbrain.motion.time_scale import FULL_SPEED, PAUSED, Pace, time_scale
from brbrain.names import hint
from brbrain.status import warn

PERIOD = 0.032
"""Simulated seconds of a period: four frames of 8 ms, as Tekkotsu has on an AIBO."""

PATIENCE = 0.5
"""The share of a period that all hooks may take before the next in line; our choice."""

LOOK_SECONDS = 0.1
"""Longest real time without a look whether a hook blocks or the time scale changed."""


def tell(trouble: Trouble) -> None:
    """Warn of the trouble that a hook has; see `brbrain.status.warn`."""
    warn(str(trouble))


class MotionEngine:
    """Decouples who sets outputs from the hooks that carry them on.

        engine = MotionEngine(["left-knee", "right-knee"])
        engine.add_hook(LogHook("log.txt"))
        with engine:
            engine.set_output("left-knee", 0.5)

    Every ``period`` of simulated time each hook is shown all outputs, in the order in
    which the hooks were added: as a rule one has returned before the next is called.
    One that takes too long is overtaken: it is shown the newest frame when it is done.
    ``frames`` is how many there are in a period. ``report`` is called with `Trouble`: a
    hook that raises, at once, and one that blocks, within a second. Outputs that nobody
    has set are NaN. Any thread may call. Raises ArgumentError.
    """

    def __init__(
        self,
        outputs: Iterable[str],
        period: float = PERIOD,
        clock: Clock | None = None,
        *,
        frames: int = 1,
        report: Callable[[Trouble], None] = tell,
    ) -> None:
        names = elements("outputs", "the names of the outputs", outputs)
        self.outputs = tuple(text("output", name) for name in names)
        if len(set(self.outputs)) < len(self.outputs) or not self.outputs:
            raise refused("outputs", "different names, one or more", names)
        self.period = positive("period", period)
        self.frames = whole("frames", frames, 1)
        self.clock: Clock = WallClock() if clock is None else clock
        kind("clock", self.clock, "a clock", "now", "sleep", "start", "lock")
        hook("report", report)
        self._report = report
        self._index = {name: at for at, name in enumerate(self.outputs)}
        self._frames: Frames = ((nan,) * len(self.outputs),) * frames
        self._pids: dict[int, Pid] = {}
        self._new_pids: dict[int, Pid] = {}
        self._seats: list[Seat] = []
        self._scale = 1.0
        self._verbose = 0
        self._run: object = None  # one for each time that it is started
        self._lock = self.clock.lock()
        self._turn = self.clock.lock()
        self._pace = Pace(self.clock, self.period)
        # In seconds of the clock; but the patience with hooks is one in real time.
        speed = self.clock.speed if isinstance(self.clock, WallClock) else 1.0
        self._patience, self._look = BLOCKED_SECONDS * speed, LOOK_SECONDS * speed
        self.periods = 0

    def __enter__(self) -> "MotionEngine":
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def running(self) -> bool:
        """Whether it was started, and not stopped since."""
        return self._run is not None

    @property
    def time(self) -> float:
        """The simulated seconds of all periods so far."""
        return self.periods * self.period

    @property
    def overruns(self) -> int:
        """How many periods were left out since there was no time for them."""
        return self._pace.overruns

    @property
    def hooks(self) -> tuple[MotionHook, ...]:
        """The hooks in the order in which they are called."""
        return tuple(seat.hook for seat in self._seats)

    @property
    def dropped(self) -> Mapping[str, int]:
        """How many frames each hook was not shown, by its name."""
        return {seat.hook.name: seat.dropped for seat in self._seats}

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context manager: what is set in it comes with the same frame."""
        return self._lock

    def index(self, name: str) -> int:
        """Return the index of an output; ArgumentError if there is none."""
        if isinstance(name, str) and name in self._index:
            return self._index[name]
        near = hint(name, self.outputs) if isinstance(name, str) else ""
        raise refused("output", f"one of {', '.join(self.outputs)}{near}", name)

    def output(self, name: str) -> float:
        """Return the value of an output, NaN if it was not set."""
        return self._frames[-1][self.index(name)]

    def set_output(self, name: str, value: float) -> None:
        """Set an output in all frames from the next period on; NaN leaves it free."""
        at, value = self.index(name), _value(value)
        with self._lock:
            self._frames = tuple(
                (*frame[:at], value, *frame[at + 1 :]) for frame in self._frames
            )

    def set_frame(self, frames: Sequence[Any]) -> None:
        """Set all outputs: one frame, or as many as a period has, oldest first.

        After the next period the outputs stay as the last frame has them.
        """
        given = elements("frame", "values of all outputs", frames)
        if given and not isinstance(given[0], Iterable):
            given = [given] * self.frames
        taken = tuple(
            tuple(map(_value, elements("frame", "values of all outputs", frame)))
            for frame in given
        )
        size = self.frames, len(self.outputs)
        if len(taken) != size[0] or any(len(frame) != size[1] for frame in taken):
            raise refused("frame", f"{size[0]} times {size[1]} values", frames)
        with self._lock:
            self._frames = taken

    def update_pids(self, pids: Mapping[str, Sequence[float]]) -> None:
        """Change how outputs go to their goals; hooks get it with the next frame.

        Each value is (slope, punch, margin): see `Pid`.
        """
        if not isinstance(pids, Mapping):
            raise refused("pids", "PIDs by the names of outputs", pids)
        found = {self.index(name): _pid(pid) for name, pid in pids.items()}
        with self._lock:
            self._pids |= found
            self._new_pids |= found

    def add_hook(self, hook: MotionHook) -> None:
        """Have a hook called too, after the others; at once if the motion goes on."""
        kind("hook", hook, "a motion hook", "motion_check", "motion_starting")
        with self._lock:
            if hook in self.hooks:
                raise ArgumentError(f"hook: {hook.name} was added before", hook)
            hook.outputs, hook.period = self.outputs, self.period
            hook.verbose = self._verbose
            seat = Seat(hook, self.clock, self._report)
            self._seats = [*self._seats, seat]
            if self.running:
                seat.start(self._scale, self._pids)

    def remove_hook(self, hook: MotionHook) -> None:
        """Stop a hook and call it no more."""
        with self._lock:
            seat = next((seat for seat in self._seats if seat.hook is hook), None)
            if seat is None:
                raise refused("hook", "a motion hook that was added", hook)
            self._seats = [other for other in self._seats if other is not seat]
            seat.stop()
        self._leave([seat])

    def start(self) -> None:
        """Start all hooks, and time; it goes on in the background until `stop`."""
        if self._begin():
            run = self._run
            self.clock.start(lambda: self._go_on(run), "motion")

    def run(self) -> None:
        """Start, and go on in this thread until another, or a hook, calls `stop`."""
        self._begin()
        try:
            self._go_on(self._run)
        finally:
            self.stop()

    def stop(self) -> None:
        """Stop all hooks, first leaving real time; wait for those that do not block."""
        with self._lock:
            if not self.running:
                return
            self._run = None
            seats = self._seats
            for seat in seats:
                seat.stop()
        self._leave(seats)

    def step(self, periods: int = 1) -> None:
        """Let so many periods pass now, while simulated time is paused or not."""
        for _ in range(whole("periods", periods, 0)):
            if not self.running:
                raise BrError("step: expected a motion that was started")
            self._period(self.clock.now() + self._patience)

    @property
    def time_scale(self) -> float:
        """How many times as fast simulated time runs: 0 paused, -1 at full speed."""
        return self._scale

    def set_time_scale(self, value: float) -> None:
        """Let simulated time run ``value`` times as fast, pause (0), or not wait (< 0).

        At full speed each period waits for all hooks to be done with the one before; on
        a virtual clock it takes its time, which passes without waiting.
        """
        value = time_scale(value)
        with self._lock:
            old, self._scale = self._scale, value
            if value != old and self.running:
                for seat in self._seats:
                    seat.change_scale(value)

    def pause(self) -> None:
        """Let simulated time stand still, until `set_time_scale`; see also `step`."""
        self.set_time_scale(PAUSED)

    def full_speed(self) -> None:
        """Let one period follow the other without waiting."""
        self.set_time_scale(FULL_SPEED)

    @property
    def verbose(self) -> int:
        """How much hooks are to tell of what they do; 0 is nothing."""
        return self._verbose

    @verbose.setter
    def verbose(self, level: int) -> None:
        self._verbose = whole("verbose", level, 0)
        for each in self.hooks:
            each.verbose = level

    def is_connected(self) -> bool:
        """Return whether any of the hooks has its hardware, or may still find it."""
        return any(_is_connected(hook) for hook in self.hooks)

    def monitor(self) -> list[Trouble]:
        """Return which hooks block, in which call, and for how long."""
        return [trouble for seat in self._seats if (trouble := seat.trouble())]

    def _begin(self) -> bool:
        """Start the hooks; return False if they were."""
        with self._lock:
            if self.running:
                return False
            self._run = object()
            self._pace = Pace(self.clock, self.period)
            for seat in self._seats:
                seat.start(self._scale, self._pids)
            if isinstance(self.clock, VirtualClock):
                run, name = self._run, "motion watch"
                threading.Thread(
                    target=self._watch, args=(run,), name=name, daemon=True
                ).start()
            return True

    def _watch(self, run: object) -> None:
        """Look in real time: virtual time stands still while a hook computes."""
        while self._run is run:
            time.sleep(LOOK_SECONDS)
            for seat in self._seats:
                seat.watch()

    def _go_on(self, run: object) -> None:
        """Let periods pass as the time scale says."""
        while self._run is run:
            scale = self._scale
            if scale == PAUSED:
                self._pace.rest()
                wait = self._look
            else:
                wait = self._pace.wait(scale)
            if wait > 0:
                self.clock.sleep(min(wait, self._look))
            else:
                share = PATIENCE * self.period / scale if scale > 0 else self._patience
                self._period(self.clock.now() + min(share, self._patience))
            for seat in self._seats:
                seat.watch()

    def _period(self, until: float) -> None:
        """Show the frames to all hooks in turn, waiting for each until some time."""
        with self._turn:
            with self._lock:
                frames, pids, seats = self._frames, self._new_pids, self._seats
                self._frames = (frames[-1],) * self.frames
                self._new_pids = {}
                time = self.time
                self.periods += 1
            for seat in seats:
                busy = seat.busy_seconds > 0 and self._scale > 0
                seat.show(time, frames, pids)
                if not busy:
                    seat.wait(until - self.clock.now() - seat.busy_seconds)

    def _leave(self, seats: Iterable[Seat]) -> None:
        """Wait until stopped hooks have come to rest, or block."""
        until = self.clock.now() + self._patience + self._look
        for seat in seats:
            seat.wait(until - self.clock.now())
            seat.watch()


def _is_connected(hook: MotionHook) -> bool:
    with suppress(Exception):  # whatever it is, it is no connection
        return hook.is_connected()
    return False


def _value(value: Any) -> float:
    """Return the value of an output; ArgumentError for what is no number."""
    if isinstance(value, float) and isnan(value):
        return value
    return number("output", value)


def _pid(values: Sequence[float]) -> Pid:
    """Return a PID triple; ArgumentError for what is none."""
    given = elements("pid", "slope, punch and margin", values)
    if len(given) != len(Pid._fields):
        raise refused("pid", "slope, punch and margin", values)
    limits = {"slope": 254, "punch": 1023, "margin": 254}
    return Pid(
        *(
            number(name, value, 0, limits[name])
            for name, value in zip(Pid._fields, given, strict=True)
        )
    )
