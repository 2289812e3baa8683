"""Bringing a robot to rest: round after round, until every servo in use says so."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal, get_args

from brbrain.arguments import refused
from brbrain.brain import Brain
from brbrain.devices import Write
from brbrain.errors import BrError, ReplyError, StatusError
from brbrain.modes import Modes
from brbrain.robots import Robot as Description
from brbrain.servos import GOAL_POSITION, MOVING_SPEED, TO_MOVING, TORQUE_ENABLE
from brbrain.status import StatusBits

Policy = Literal["hold", "limp"]

ROUNDS = 12
"""How often the servos in use are looked at and stopped, at most; our choice."""

SILENT_ROUNDS = 5
"""How often servos are asked while nothing moves and they do not answer; our choice."""

SILENCE = 3.0
"""Seconds after which a robot that has said nothing at all is given up; our choice."""

PAUSE = 0.05
"""Seconds until servos that were stopped are looked at again; our choice."""

NEAR = 10
"""Counts, 3 degrees, at which a servo rests that still says it moves; our choice."""

FRESH = 0.25
"""Seconds for which a position that was read is one to stop at; our choice."""


class Stopping(Modes):
    """Stopping all motion, and leaving a robot in order."""

    def __init__(self, brain: Brain, description: Description | None = None) -> None:
        super().__init__(brain, description)
        self._stop_policy: Policy = "hold"
        self._closing_policy: Policy | None = None
        # A stop was begun and has not come to its end.
        self._stop_due = False

    @property
    def stop_policy(self) -> Policy:
        """What `stop` does: "hold" the present position, or go "limp"."""
        return self._stop_policy

    @stop_policy.setter
    def stop_policy(self, policy: Policy) -> None:
        _demand_policy("stop policy", policy)
        self._stop_policy = policy

    @property
    def closing_policy(self) -> Policy:
        """What closing the robot does, as `stop_policy` if nothing else was set.

        "hold" lets servos go on to their goals and hold them.
        """
        return self._closing_policy or self._stop_policy

    @closing_policy.setter
    def closing_policy(self, policy: Policy | None) -> None:
        if policy is not None:
            _demand_policy("closing policy", policy)
        self._closing_policy = policy

    def stop(self) -> None:
        """End the motion of the servos in use, as `stop_policy` says; wheels first.

        "hold" leaves alone what stands still or is limp. It is done again until each
        servo has said that it rests. Raises BrError if one does not, or if one that
        was used does not answer any more: then `close` tries once more.
        """
        with self.brain.transaction():
            self._stop_due = True
            self._bring_to_rest(self._stop_policy)
            self._stop_due = False

    def _leave_in_order(self) -> None:
        """Bring what is left of a stop to its end; wheels become joints again.

        One servo that fails does not keep the others from it. Raises BrError.
        """
        failed: BrError | None = None
        steps: list[Callable[[], None]] = [
            partial(self._insist, partial(self.joint, id)) for id in self.wheels
        ]
        if self._stop_due:
            steps.insert(0, self.stop)
        if self.closing_policy == "limp":
            steps.append(partial(self._bring_to_rest, "limp"))
        for step in steps:
            try:
                step()
            except BrError as error:
                failed = error
                if not self.brain.link.is_open:
                    break
        if failed is not None:
            raise failed

    def _bring_to_rest(self, policy: Policy) -> None:
        counters = self.brain.counters
        received, start = counters.received, self.clock.now()
        goals: dict[int, int] = {}
        self._halt_known_wheels()
        self._silent.clear()
        restless = {*self.servos_in_use(), *self._used}
        silent_rounds = 0
        for number in range(ROUNDS):
            try:
                moving = self._stop_moving(restless, policy, goals)
            except (StatusError, ReplyError):
                tried = number or self.clock.now() - start > SILENCE
                if tried and counters.received == received:
                    raise  # nobody is there
                continue
            if not restless:
                return
            silent_rounds = 0 if moving else silent_rounds + 1
            if silent_rounds == SILENT_ROUNDS:
                break
            self.clock.sleep(PAUSE)
        raise _not_at_rest(restless)

    def _halt_known_wheels(self) -> None:
        """Stop wheels without asking first; whether it worked is seen later."""
        wheels = [id for id, device in self._devices.items() if device.wheel]
        with suppress(StatusError, ReplyError):
            self._write([(id, MOVING_SPEED, [0]) for id in wheels])

    def _stop_moving(
        self, restless: set[int], policy: Policy, goals: dict[int, int]
    ) -> bool:
        """Stop those of the servos that move; those that do not are restless no more.

        ``goals`` are the positions in which servos were stopped before; they are kept
        up to date. Returns whether any of them moved.
        """
        self._silent.clear()
        ids = self._servos_among(sorted(restless))
        start = self.clock.now()
        states = self._read(ids, TORQUE_ENABLE, TO_MOVING, partly=True)
        writes: list[Write] = []
        for id, state in states.items():
            write = self._stopping_write(id, state, policy, goals)
            if write is None:
                restless.remove(id)
            else:
                writes.append(write)
        self._write_to_each(writes)
        if self.clock.now() - start > FRESH:
            goals.clear()  # positions of long ago, to which servos go back
        return bool(writes)

    def _stopping_write(
        self, id: int, state: Mapping[str, int], policy: Policy, goals: dict[int, int]
    ) -> Write | None:
        """Return what stops a servo in this state, None if it is at rest."""
        if not state["torque enable"]:
            return None
        if policy == "limp":
            return id, TORQUE_ENABLE, [0]
        if self._devices[id].wheel:
            return (id, MOVING_SPEED, [0]) if state["moving speed"] else None
        position = self._within_limits(id, state["present position"])
        goal = goals.get(id, -1)
        held = state["goal position"] == goal and abs(position - goal) <= NEAR
        if held or not state["moving"]:
            return None
        goals[id] = position
        return id, GOAL_POSITION, [position]

    def _write_to_each(self, writes: Sequence[Write]) -> None:
        """Write to all at once, or else to each: none may spare the others."""
        try:
            self._write(writes)
        except StatusError:
            for write in writes:
                with suppress(StatusError):
                    self._write([write])


def _not_at_rest(ids: Iterable[int]) -> StatusError:
    """Return the error about servos that have not said that they rest."""
    failed = tuple(sorted(ids))
    return StatusError(
        f"id {', '.join(map(str, failed))}: expected a servo at rest, "
        "but received no answer that says so",
        StatusBits.DYNAMIXEL_TIMEOUT,
        failed,
    )


def _demand_policy(name: str, policy: str) -> None:
    if policy not in get_args(Policy):
        raise refused(name, "hold or limp", policy)
