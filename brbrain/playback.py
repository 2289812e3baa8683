"""Playing sequences on a robot, at a fixed rate and under control all the time.

In each cycle one packet tells all servos where to be at the end of the cycle and how
fast to go there, and one reads where they are and whether they have torque.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from brbrain.devices import check_goal
from brbrain.errors import BrError, StatusError
from brbrain.pace import FASTEST, SPEED_UNIT
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import Register, find
from brbrain.robot import Robot
from brbrain.schedule import Schedule
from brbrain.sequence import Sequence, Step
from brbrain.status import warn
from brbrain.trajectory import between, stretch

DEFAULT_RATE = 30.0
"""Cycles a second: as many as 18 servos behind a CM-5 at 115200 bps can do."""

LOST_AFTER = 3
"""Cycles without an answer, one after the other, that make a servo lost; our choice."""

MOVING_SPEED = find("moving speed")
TORQUE_LIMIT = find("torque limit")

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
    policy of the robot says. Raises BrError, before anything moves, for what the
    servos would refuse.
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
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        if not isinstance(repeat, int) or isinstance(repeat, bool) or repeat < 1:
            raise BrError(f"repeat: expected 1 or more, but received {repeat!r}")
        self.robot = robot
        self.sequence = sequence.copy()
        self.speed = speed
        self._rate = rate
        self._left = repeat
        self._easing = easing
        self._decide = decide
        self._safe = safe
        self._on_progress = on_progress
        self._state = PLAYING
        self._exit: Step | None = None
        self._goals: dict[int, float] = {}  # where each servo is told to be, in counts
        self._speeds: dict[int, int] = {}  # what the moving speeds were before
        self._positions: dict[int, float] = {}
        self._misses: dict[int, int] = {}
        # Servos begin to move when all have been told: that takes so many seconds.
        self._delay = 0.0
        self._frames = self._index = 0
        self._time = self._total = 0.0
        self._schedule = Schedule(robot.clock, rate)

    @property
    def speed(self) -> float:
        """How many times as fast as the sequence says; it may change while playing."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        number = isinstance(speed, int | float) and not isinstance(speed, bool)
        if not number or not 0.0 < speed < math.inf:
            raise BrError(f"speed: expected more than 0, but received {speed!r}")
        self._speed = speed

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(
            self._state,
            self._index,
            self._time,
            self._total,
            dict(self._positions),
            self._frames,
            self._schedule.skipped,
        )

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
        self._check()
        self._schedule = Schedule(self.robot.clock, self._rate)
        try:
            self._play()
        except BaseException:
            self._state = FAILED
            self.robot.stop()
            raise
        finally:
            self._restore_speeds()
        return self.progress

    # Steps

    def _check(self) -> None:
        """Refuse what the servos would refuse."""
        exit = [] if self._exit is None else [self._exit]
        for step in [*self.sequence, *exit]:
            pose = self._pose(step)
            for id in pose.ids:
                device = self.robot.device(id)
                if GOAL_POSITION in pose.registers:
                    check_goal(device, pose.get_raw(id))

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
            self.robot.stop()
        else:
            self._state = ENDED
        self._report()

    def _next(self, index: int) -> int | None:
        if self._state == STOPPED:
            return None
        if self._decide is not None:
            chosen = self._decide(index, self.progress)
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
        self._write_others(pose)
        ids = pose.ids if GOAL_POSITION in pose.registers else ()
        self._meet(ids)
        starts = {id: self._goals[id] for id in ids}
        ends = {id: float(pose.get_raw(id)) for id in ids}
        easings = {id: self._easing or step.easing_of(id) for id in ids}
        seconds = self._seconds(step, starts, ends, easings)
        self._total = seconds + step.pause / self.speed
        self._time = 0.0
        last = None
        while self._state != STOPPED or step is self._exit:
            number = self._schedule.wait()
            if last is not None and self._state == PLAYING:
                self._time += (number - last) * self._schedule.period * self.speed
            last = number
            if self._time >= self._total:
                return
            self._frame(starts, ends, easings, seconds)

    def _frame(
        self,
        starts: Mapping[int, float],
        ends: Mapping[int, float],
        easings: Mapping[int, str],
        seconds: float,
    ) -> None:
        """Send the servos to where they are to be one cycle from now, and look."""
        ahead = 0.0
        if self._state == PLAYING:
            ahead = (self._schedule.period + self._delay) * self.speed
        part = min(1.0, (self._time + ahead) / seconds) if seconds else 1.0
        goals = {id: between(starts[id], ends[id], part, easings[id]) for id in starts}
        self._exchange(goals)
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
        volts = self.robot.get(next(iter(starts)), "present voltage")
        found = stretch(distances, step.time / self.speed, easings, volts)
        if found.slowest is None:
            return step.time
        warn(
            f"play: step {self._index} takes {found.seconds:.2g} s instead of "
            f"{step.time / self.speed:.2g}: id {found.slowest} is not faster"
        )
        return found.seconds * self.speed

    # Servos

    def _pose(self, step: Step) -> Pose:
        return (
            self.sequence.poses[step.pose] if isinstance(step.pose, str) else step.pose
        )

    def _meet(self, ids: tuple[int, ...]) -> None:
        """Begin with servos where they are: nothing jumps."""
        new = [id for id in ids if id not in self._goals]
        if not new:
            return
        self.robot.torque_on(new)
        brain = self.robot.brain
        values = brain.read_registers([(id, GOAL_POSITION, 4) for id in new])
        for at, id in enumerate(new):
            _, speed, _, position = values[4 * at : 4 * at + 4]
            self._speeds[id], self._goals[id] = speed, float(position)

    def _write_others(self, pose: Pose) -> None:
        """Write what else a pose says: it does not change with time."""
        timed = {GOAL_POSITION, MOVING_SPEED} if GOAL_POSITION in pose.registers else ()
        for register in pose.registers:
            if register.writable and register not in timed:
                self._write_one(pose, register)

    def _write_one(self, pose: Pose, register: Register) -> None:
        blocks = [(id, register, 1) for id in pose.ids]
        values = [pose.get_raw(id, register) for id in pose.ids]
        self.robot.brain.write_registers(blocks, values)

    def _exchange(self, goals: Mapping[int, float]) -> None:
        """Write goals and speeds, read positions; one packet each way, each time."""
        if not goals:
            return
        values = []
        for id, goal in goals.items():
            count = math.floor(goal + 0.5)
            values += [count, self._speed_to(id, goal)]
            self._goals[id] = goal
        brain = self.robot.brain
        try:
            before = self.robot.clock.now()
            brain.write_registers([(id, GOAL_POSITION, 2) for id in goals], values)
            self._delay = self.robot.clock.now() - before
            found = brain.read_registers([(id, TORQUE_LIMIT, 2) for id in goals])
        except StatusError as error:
            self._missed(error, goals)
            return
        self._misses.clear()
        position = find("present position")
        for at, id in enumerate(goals):
            if found[2 * at] == 0:
                raise StatusError(
                    f"play: step {self._index}: id {id} has shut down for overload",
                    0,
                    (id,),
                )
            self._positions[id] = position.to_natural(found[2 * at + 1])

    def _speed_to(self, id: int, goal: float) -> int:
        """Return the moving speed with which a servo is there after a cycle.

        It is rounded up: who is a little early waits, who is late falls behind.
        """
        distance = abs(goal - self._goals[id])
        needed = math.ceil(distance / self._schedule.period / SPEED_UNIT) + 1
        return min(FASTEST, needed)

    def _missed(self, error: StatusError, goals: Mapping[int, float]) -> None:
        """Count a cycle without an answer; enough of them are an error."""
        for id in error.failed or goals:
            self._misses[id] = self._misses.get(id, 0) + 1
        lost = [id for id, count in self._misses.items() if count >= LOST_AFTER]
        if lost:
            ids = ", ".join(map(str, lost))
            raise StatusError(
                f"play: step {self._index}: id {ids} does not answer any more",
                error.status,
                tuple(lost),
            )

    def _restore_speeds(self) -> None:
        blocks = [(id, MOVING_SPEED, 1) for id in self._speeds]
        if blocks and self._state in (ENDED, STOPPED):
            self.robot.brain.write_registers(blocks, list(self._speeds.values()))

    def _report(self) -> None:
        if self._on_progress is not None:
            self._on_progress(self.progress)
