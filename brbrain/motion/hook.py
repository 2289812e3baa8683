"""MotionHook: what is shown the whole output frame, every period of simulated time.

The names and the order of the calls are those of Tekkotsu's class MotionHook.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from brbrain.arguments import text
from brbrain.motion.time_scale import TimeScale

Frame = tuple[float, ...]
"""The values of all outputs at one moment; NaN for one that nobody has set."""

Frames = tuple[Frame, ...]
"""The frames of one period, one or more, the newest last."""


class Pid(NamedTuple):
    """How an output goes to its goal, in what Tekkotsu gives an AX-12 for P, I and D.

    They are raw values of its registers: compliance slope (0: no torque at all), punch
    and compliance margin. An AX-12 has no I and D.
    """

    slope: float
    punch: float
    margin: float


class MotionHook:
    """The base of all hooks: override what you need; what is here does nothing else.

    The calls come in this order, each in a thread of the hook's own, one at a time::

        motion_starting
        (entering_realtime | leaving_realtime)
        ((update_pids)? motion_check)*
        leaving_realtime
        motion_stopping

    Override `motion_updated` to get what changed, or `motion_check` to get all. The
    engine that it is added to tells it the names of the ``outputs``, the ``period`` in
    simulated seconds, the ``verbose`` level, and with each check its ``time``.
    """

    def __init__(self, name: str = "") -> None:
        self.name = text("name", name) or type(self).__name__
        self.outputs: tuple[str, ...] = ()
        self.period = 0.0
        self.time = 0.0
        self.verbose = 0
        self.first_check = True
        self.last_outputs: Frame = ()

    def describe(self) -> tuple[str, list[tuple[str, object]]]:
        """Return the name and the parts with which a shell shows it."""
        return f"motion-hook {self.name}", []

    def motion_starting(self) -> None:
        """Get ready: the motion starts, or has started before the hook was added."""

    def motion_stopping(self) -> None:
        """Come to rest: the motion stops, or the hook is removed."""

    def entering_realtime(self, time_scale: TimeScale) -> None:
        """Note that simulated time runs, ``time_scale.value`` times as fast as ours.

        It can be subscribed to, to follow changes.
        """

    def leaving_realtime(self, full_speed: bool) -> None:
        """Note that there is no telling when the next check comes.

        Either as soon as can be, or much later, if at all: a pause, or the end.
        """

    def update_pids(self, pids: Mapping[int, Pid]) -> None:
        """Take changed values by output index; the frame of the same moment follows."""

    def motion_check(self, frames: Frames) -> None:
        """Take the frames of a period: find what changed, and call `motion_updated`.

        If that raises, ``last_outputs`` stay, and the changes are told again.
        """
        last = None if self.first_check else self.last_outputs
        self.motion_updated(changed(frames, last), frames)
        self.last_outputs = frames[-1]
        self.first_check = False

    def motion_updated(self, changed: Sequence[int], frames: Frames) -> None:
        """Take the indices of the outputs that changed, which may be none."""

    def is_connected(self) -> bool:
        """Return whether the hardware is there; True while it is not known."""
        return True


def changed(frames: Frames, last: Frame | None) -> tuple[int, ...]:
    """Return the indices of outputs that differ from ``last`` in any of the frames.

    All have changed if there is no ``last``. NaN is the same as NaN.
    """
    indices = range(len(frames[-1]))
    if last is None:
        return tuple(indices)
    return tuple(
        at for at in indices if any(not _same(frame[at], last[at]) for frame in frames)
    )


def _same(one: float, other: float) -> bool:
    return one == other or (one != one and other != other)
