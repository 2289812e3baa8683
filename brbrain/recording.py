"""Poses of a robot: taking them, and recording what a person shows it."""

from collections.abc import Callable, Iterable

from brbrain.arguments import hook, kind, positive
from brbrain.errors import StatusError
from brbrain.moves import Moves
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.registers import DEVICES, Register
from brbrain.schedule import Schedule, punctually
from brbrain.sequence import Sequence, Step
from brbrain.servos import MOVING_SPEED, PRESENT_POSITION, Keys
from brbrain.status import warn

DEFAULT_RATE = 10.0
"""Frames a second; our choice."""


class Recording(Moves):
    """Poses: capture and record them, read and write them."""

    def capture(
        self,
        keys: Keys | None = None,
        registers: Iterable[str | Register] = (GOAL_POSITION,),
        name: str = "",
    ) -> Pose:
        """Return the pose in which the robot is: all of its servos, or some.

        What stands for the goal position is the present position. A servo that does not
        answer is left out, and a warning names it; if none does, that is a StatusError.
        """
        ids = self._ids(keys)
        wanted = Pose(ids, registers, name=name)
        values = self._values(wanted, present=True)
        lost = ", ".join(str(id) for id in ids if id not in values)
        if lost and not values:
            raise StatusError(f"capture: id {lost}: expected an answer", 0, tuple(ids))
        if lost:
            warn(f"capture: id {lost} did not answer")
        return wanted.with_values(values, name)

    def read_pose(self, pose: Pose) -> None:
        """Give a pose the values that its registers have now."""
        kind("pose", pose, "a pose", "raw", "scatter")
        values = self._values(pose, present=False)
        silent = [id for id in pose.ids if id not in values]
        self._meet(silent)  # says which does not answer
        for id, raw in values.items():
            pose.put_all(id, raw)

    def write_pose(self, pose: Pose, seconds: float | None = None) -> float:
        """Write a pose; return the seconds that the way takes, about.

        With ``seconds`` the servos go there in that time, and a moving speed of the
        pose does not count; see `move_all`. Its other registers are written at once.
        """
        kind("pose", pose, "a pose", "raw", "scatter")
        if seconds is not None:
            seconds = positive("seconds", seconds)
        for id in pose.ids:
            self.device(id)
        goal = GOAL_POSITION in pose.registers
        timed = {GOAL_POSITION, MOVING_SPEED} if goal and seconds is not None else set()
        with self.brain.transaction():
            for register in pose.registers:
                if register.writable and register not in timed | {GOAL_POSITION}:
                    for id in pose.ids:
                        self.put_raw(id, register, pose.get_raw(id, register))
            if not goal:
                return 0.0
            return self.move_all({id: pose.get(id) for id in pose.ids}, seconds)

    def record(
        self,
        seconds: float,
        rate: float = DEFAULT_RATE,
        keys: Keys | None = None,
        on_frame: Callable[[int], None] | None = None,
    ) -> Sequence:
        """Return what a person makes the limp robot do for some seconds.

        Each frame is a step of a sequence with the time since the one before; joints go
        from one to the next evenly. The torque is left as it is. ``on_frame`` is called
        with the number of each frame.
        """
        seconds = positive("seconds", seconds)
        hook("on_frame", on_frame)
        ids = self._ids(keys)
        sequence = Sequence()
        schedule = Schedule(self.clock, rate)
        start = before = self.clock.now()
        with punctually():
            while self.clock.now() - start < seconds:
                frame = schedule.wait()
                now = self.clock.now()
                sequence.add(Step(self.capture(ids), now - before, easing="linear"))
                before = now
                self.tell_progress(frame + 1, round(seconds * rate) + 1, "record")
                if on_frame is not None:
                    on_frame(frame)
        return sequence

    def _values(self, pose: Pose, present: bool) -> dict[int, list[int]]:
        """Return the raw values of a pose's registers, of the ids that answer."""
        wanted = [
            PRESENT_POSITION if present and own is GOAL_POSITION else own
            for own in pose.registers
        ]
        table = DEVICES[pose.device]
        places = [table.index(own) for own in wanted]
        first = table[min(places)]
        count = max(places) - min(places) + 1
        answers = self._read(pose.ids, first, count, partly=True)
        return {
            id: [values[own.name] for own in wanted] for id, values in answers.items()
        }
