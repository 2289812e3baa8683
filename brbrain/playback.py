"""Playing sequences on robots and devices, at a fixed rate and always under control.

Each step of a sequence is a path from where the servos are to a pose; `Stream` or
`DeviceStream` leads them along it, a cycle at a time.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

from brbrain.arguments import positive, refused, whole
from brbrain.device import Device
from brbrain.device_stream import DeviceStream
from brbrain.errors import BrError, StatusError
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.robot import Robot
from brbrain.schedule import Schedule, punctually
from brbrain.sequence import Sequence, Step
from brbrain.status import warn
from brbrain.stream import LetGo, Stream
from brbrain.trajectory import between, find_easing

DEFAULT_RATE = 30.0
"""Cycles a second: as many as 18 servos behind a CM-5 at 115200 bps can do."""


PLAYING, PAUSED, ENDED, STOPPED, FAILED = (
    "playing",
    "paused",
    "ended",
    "stopped",
    "failed",
)


class Progress(NamedTuple):
    """How far a playback is.

    ``state`` is playing, paused, ended, stopped or failed; ``step`` is the index of the
    step that is played, or was last; ``time`` the seconds in it, of ``total``.
    ``positions`` are the servos' present positions in degrees by id, ``frames`` the
    cycles so far and ``skipped`` those that there was no time for.
    """

    state: str
    step: int
    time: float
    total: float
    positions: Mapping[int, float]
    frames: int
    skipped: int


Decide = Callable[[int, Progress], int | None]
"""Says what comes after the step with an index: the index of another, None to end."""


class Playback:
    """Plays ``sequence`` on ``robot``; nothing moves before `run`.

    It runs at ``rate`` cycles a second, ``speed`` times as fast as the sequence says,
    ``repeat`` times. ``easing`` is the way of going instead of that of the steps.
    After each step ``decide`` says which one comes next, if it is given. If ``safe``,
    a step for which a servo is not fast enough takes longer, and a warning says so.
    ``on_progress`` is called after every cycle. Other threads may pause and stop it.

    A servo that does not answer any more, or has shut down for overload, ends the
    playback with StatusError; then all servos of the sequence are stopped as the stop
    policy of the robot says. One that is made limp ends it; the others hold then.
    Raises BrError, before anything moves, for what the servos would refuse.

    With ``on``, a device, that moves instead: the joints that the robot's description
    gives the ids, "servo-1" and so on without one. See `DeviceStream`.
    """

    def __init__(
        self,
        robot: Robot,
        sequence: Sequence,
        *,
        rate: float = DEFAULT_RATE,
        speed: float = 1.0,
        repeat: int = 1,
        easing: str | None = None,
        decide: Decide | None = None,
        safe: bool = True,
        on: Device | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.robot = robot
        self.sequence = sequence.copy()
        self.speed = speed
        self._rate = rate
        self._left = whole("repeat", repeat, 1)
        if easing is not None:
            find_easing(easing)
        self._easing = easing
        self._decide = decide
        self._safe = safe
        self._on_progress = on_progress
        self._state = PLAYING
        self._exit: Step | None = None
        self._frames = self._index = 0
        self._time = self._total = self._carried = 0.0
        self._number: int | None = None  # of the last cycle, None at a new beginning
        if on is not None and not isinstance(on, Device):
            raise refused("on", "a device", on)
        self.clock = robot.clock if on is None else on.clock
        self._schedule = Schedule(self.clock, rate)
        period = self._schedule.period
        self._stream: Stream | DeviceStream = (
            Stream(robot, period)
            if on is None
            else DeviceStream(on, period, robot.description)
        )

    @property
    def speed(self) -> float:
        """How many times as fast as the sequence says; it may change while playing."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = positive("speed", speed)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(
            self._state,
            self._index,
            self._time,
            self._total,
            dict(self._stream.positions),
            self._frames,
            self._schedule.skipped,
        )

    @property
    def lateness(self) -> float:
        """By how many seconds the last cycle began too late."""
        return self._schedule.lateness

    def pause(self) -> None:
        """Hold the motion where it is, until `resume`."""
        if self._state == PLAYING:
            self._state = PAUSED

    def resume(self) -> None:
        """Go on after `pause`."""
        if self._state == PAUSED:
            self._state = PLAYING

    def stop(self, exit: Step | None = None) -> None:
        """End it: at once, or with a last step to a pose in which the robot is safe."""
        if self._state in (PLAYING, PAUSED):
            self._exit = exit
            self._state = STOPPED

    def run(self) -> Progress:
        """Play to the end, and return how that was."""
        exit = [] if self._exit is None else [self._exit]
        self._stream.check(self._pose(step) for step in [*self.sequence, *exit])
        try:
            with punctually():
                self._play()
            self._stream.leave()
        except LetGo as error:
            self._stream.let_go(error.ids)
            self._state = STOPPED
            self._report()
        except StatusError as error:
            self._fail()
            message = f"play: step {self._index}: {error}"
            raise StatusError(message, error.status, error.failed) from None
        except BaseException:
            self._fail()
            raise
        return self.progress

    def _fail(self) -> None:
        self._state = FAILED
        with suppress(BrError):  # what went wrong first is what matters
            self._stream.stop()

    # Steps

    def _play(self) -> None:
        index: int | None = 0 if len(self.sequence) else None
        while index is not None:
            self._index = index
            self._go(self.sequence[index])
            index = self._next(index)
        if self._state == STOPPED and self._exit is not None:
            self._state = PLAYING
            self._go(self._exit)
            self._state = STOPPED
        elif self._state == STOPPED:
            self._stream.stop()
        else:
            self._state = ENDED
        self._report()

    def _next(self, index: int) -> int | None:
        if self._state == STOPPED:
            return None
        if self._decide is not None:
            chosen = self._decide(index, self.progress)
            self._number = None  # it may have taken its time
            if chosen is not None:
                self.sequence[chosen]  # is there one?
            return chosen
        if index + 1 < len(self.sequence):
            return index + 1
        self._left -= 1
        return 0 if self._left else None

    def _go(self, step: Step) -> None:
        """Go to the pose of a step and stay there for its pause."""
        pose = self._pose(step)
        self._stream.write_others(pose)
        ids = pose.ids if GOAL_POSITION in pose.registers else ()
        if any(id not in self._stream.goals for id in ids):
            self._stream.meet(ids)
            self._number = None  # the time which that takes does not count
        starts = {id: self._stream.goals[id] for id in ids}
        ends = {id: float(pose.get_raw(id)) for id in ids}
        easings = {id: self._easing or step.easing_of(id) for id in ids}
        seconds = self._seconds(step, starts, ends, easings)
        self._total = seconds + step.pause
        self._time, self._carried = self._carried, 0.0
        if self._number is None:
            self._schedule.begin()
            self._number, self._time = self._schedule.wait(), 0.0
        while self._state != STOPPED or step is self._exit:
            self._frame(starts, ends, easings, seconds)
            self._advance()
            if self._time >= self._total:
                # What a cycle is over is part of the next step. A step that is shorter
                # than a cycle takes one.
                over = self._time - self._total
                self._carried = min(over, self._schedule.period * self.speed)
                return

    def _advance(self) -> None:
        """Wait for the next cycle, and be farther in the step, if it is not paused."""
        number = self._schedule.wait()
        if self._state == PLAYING and self._number is not None:
            cycles = number - self._number
            self._time += cycles * self._schedule.period * self.speed
        self._number = number

    def _frame(
        self,
        starts: Mapping[int, float],
        ends: Mapping[int, float],
        easings: Mapping[int, str],
        seconds: float,
    ) -> None:
        """Send the servos to where they are to be soon, and look."""
        goals = {}
        for id, start in starts.items():
            ahead = self._stream.ahead(id) * self.speed
            time = self._time + (ahead if self._state == PLAYING else 0.0)
            part = min(1.0, time / seconds) if seconds else 1.0
            goals[id] = between(start, ends[id], part, easings[id])
        self._stream.lead(goals)
        self._frames += 1
        self._report()

    def _seconds(
        self,
        step: Step,
        starts: Mapping[int, float],
        ends: Mapping[int, float],
        easings: Mapping[int, str],
    ) -> float:
        """Return the seconds of motion, longer than asked for if that is not safe."""
        if not self._safe or not starts:
            return step.time
        distances = {id: ends[id] - starts[id] for id in starts}
        wanted = step.time / self.speed
        found = self._stream.stretch(distances, wanted, easings)
        if found.slowest is None:
            return step.time
        warn(
            f"play: step {self._index} takes {found.seconds:.2g} s instead of "
            f"{wanted:.2g}: id {found.slowest} is not faster"
        )
        return found.seconds * self.speed

    # Poses

    def _pose(self, step: Step) -> Pose:
        return (
            self.sequence.poses[step.pose] if isinstance(step.pose, str) else step.pose
        )

    def _report(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self.progress)
