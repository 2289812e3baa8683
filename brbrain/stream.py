"""Leading servos along a path: where to be at the end of every cycle, and are they.

One packet tells all servos their next goals and how fast to go there, and one reads
where they are and whether they have torque.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

from brbrain.devices import check_goal
from brbrain.errors import BrError, StatusError
from brbrain.pace import FASTEST, RATED_VOLTAGE, SPEED_UNIT
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import find
from brbrain.robot import Robot
from brbrain.trajectory import Stretch, stretch, top_speed

LOST_AFTER = 3
"""Cycles without an answer, one after the other, that make a servo lost; our choice."""

FROM_SLOPE = find("cw compliance slope")
TO_VOLTAGE = 9
"""Registers from the compliance slopes to present voltage."""

MOVING_SPEED = find("moving speed")
TORQUE_LIMIT = find("torque limit")
PRESENT_POSITION = find("present position")
PRESENT_VOLTAGE = find("present voltage")


class LetGo(BrError):
    """Servos that are being led were made limp meanwhile: ``ids``."""

    def __init__(self, ids: Iterable[int]) -> None:
        self.ids = sorted(ids)
        super().__init__(f"id {', '.join(map(str, self.ids))} was made limp")


class Stream:
    """Leads servos of a robot, with cycles of ``period`` seconds.

    ``goals`` are where they were told to be last, in counts by id, and ``positions``
    where they were, in degrees. ``volts`` is the lowest voltage that one had at first.
    """

    def __init__(self, robot: Robot, period: float) -> None:
        self.goals: dict[int, float] = {}
        self.positions: dict[int, float] = {}
        self.volts = RATED_VOLTAGE
        self._delay = 0.0  # the seconds that it takes to tell all: they start together
        self._slopes: dict[int, int] = {}
        self._robot = robot
        self._period = period
        self._speeds: dict[int, int] = {}  # what the moving speeds were before
        self._misses: dict[int, int] = {}

    def check(self, poses: Iterable[Pose]) -> None:
        """Refuse what the servos would refuse."""
        for pose in poses:
            for id in pose.ids:
                device = self._robot.device(id)
                if GOAL_POSITION in pose.registers:
                    check_goal(device, pose.get_raw(id), pose.get(id))

    def write_others(self, pose: Pose) -> None:
        """Write what else a pose says: it does not change with time."""
        timed = {GOAL_POSITION, MOVING_SPEED} if GOAL_POSITION in pose.registers else ()
        for register in pose.registers:
            if register.writable and register not in timed:
                blocks = [(id, register, 1) for id in pose.ids]
                values = [pose.get_raw(id, register) for id in pose.ids]
                self._robot.brain.write_registers(blocks, values)

    def stretch(
        self,
        distances: Mapping[int, float],
        seconds: float,
        easings: Mapping[int, str],
    ) -> Stretch:
        """Return the time in which the servos can go their ways, in counts."""
        return stretch(distances, seconds, easings, self.volts)

    def meet(self, ids: Sequence[int]) -> None:
        """Begin with servos where they are, so that nothing jumps; with torque."""
        new = [id for id in ids if id not in self.goals]
        if not new:
            return
        self._robot.brain.negotiate()
        self._robot.torque_on(new)
        blocks = [(id, FROM_SLOPE, TO_VOLTAGE) for id in new]
        values = self._robot.brain.read_registers(blocks)
        for at, id in enumerate(new):
            found = values[TO_VOLTAGE * at : TO_VOLTAGE * (at + 1)]
            slopes, speed, position, voltage = found[:2], found[3], found[5], found[8]
            self._slopes[id] = max(slopes)
            self._speeds[id], self.goals[id] = speed, float(position)
            self.volts = min(self.volts, PRESENT_VOLTAGE.to_natural(voltage))
        # The first exchange tells the CM-5 the formats, which takes a while.
        self.lead({id: self.goals[id] for id in ids})

    def ahead(self, id: int) -> float:
        """Return the seconds from now for which a servo is to be led.

        What it is told takes effect after a while, is to be reached a cycle later, and
        a servo follows its goal: it takes the distance of its compliance slope to turn
        with full speed (AX-12 manual, page 18).
        """
        lag = self._slopes[id] / top_speed(self.volts)
        return self._delay + self._period + lag

    def lead(self, goals: Mapping[int, float]) -> None:
        """Tell servos (that were met) where to be next, in counts; see where they are.

        Raises StatusError for a servo that has not answered `LOST_AFTER` times, and for
        one that has shut down for overload; `LetGo` if one was made limp, since a new
        goal would make it stiff.
        """
        if gone := self._robot.let_go.intersection(goals):
            raise LetGo(gone)
        values = []
        for id, goal in goals.items():
            values += [math.floor(goal + 0.5), self._speed_to(id, goal)]
        self.goals.update(goals)
        found = self._exchange(list(goals), values)
        for at, id in enumerate(goals if found else ()):
            limit, position = found[2 * at : 2 * at + 2]
            if limit == 0:
                raise StatusError(f"id {id} has shut down for overload", 0, (id,))
            self.positions[id] = PRESENT_POSITION.to_natural(position)

    def leave(self) -> None:
        """Give the servos back the moving speeds that they had before."""
        blocks = [(id, MOVING_SPEED, 1) for id in self._speeds]
        if blocks:
            self._robot.brain.write_registers(blocks, list(self._speeds.values()))

    def stop(self) -> None:
        """End all motion as the stop policy of the robot says."""
        self._robot.stop()

    def let_go(self, ids: Iterable[int]) -> None:
        """Make servos limp once more: the last goals may have made them stiff again."""
        self._robot.limp(list(ids))

    def _speed_to(self, id: int, goal: float) -> int:
        """Return the moving speed with which a servo is there after a cycle.

        It is rounded up: who is a little early waits, who is late falls behind.
        """
        distance = abs(goal - self.goals[id])
        return min(FASTEST, math.ceil(distance / self._period / SPEED_UNIT) + 1)

    def _exchange(self, ids: list[int], values: list[int]) -> list[int]:
        """Write and read; return what was read, nothing if anything went wrong."""
        if not ids:
            return []
        brain, clock = self._robot.brain, self._robot.clock
        before = clock.now()
        goals = [(id, GOAL_POSITION, 2) for id in ids]
        states = [(id, TORQUE_LIMIT, 2) for id in ids]
        try:
            found = brain.exchange_registers(goals, values, states)
        except StatusError as error:
            self._miss(error, error.failed or ids)
            return []
        finally:
            self._delay = clock.now() - before
        self._misses.clear()
        return found

    def _miss(self, error: StatusError, ids: Iterable[int]) -> None:
        """Count a cycle without an answer; enough of them are an error."""
        self._misses = {id: self._misses.get(id, 0) + 1 for id in ids}
        lost = [id for id, count in self._misses.items() if count >= LOST_AFTER]
        if lost:
            names = ", ".join(map(str, lost))
            raise StatusError(
                f"id {names} does not answer any more", error.status, tuple(lost)
            )
