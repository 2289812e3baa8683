"""Going to angles, in a time."""

from collections.abc import Mapping

from brbrain.arguments import number, positive, refused
from brbrain.brain import Brain
from brbrain.devices import Key, check_goal
from brbrain.errors import ArgumentError, StatusError
from brbrain.pace import duration, pace
from brbrain.registers import Register, find
from brbrain.robots import Robot as Description
from brbrain.servos import GOAL_POSITION, MOVING_SPEED, Servos
from brbrain.status import warn

TO_VOLTAGE = 7
"""Registers from goal position to present voltage."""

POLL_PERIOD = 0.05
"""Seconds between two looks whether the servos still move; our choice."""

STILL_LOOKS = 2
"""Looks without motion, one after the other, that make it stand still; our choice."""

TOLERANCE = 1.1
"""How much longer than wanted a move may take without a warning; our choice."""


class Moves(Servos):
    """Moving servos; angles are in degrees, 0 to 300, with 150 in the middle.

    Those of an MX are 0 to 360, with 180 in the middle.
    """

    def __init__(self, brain: Brain, description: Description | None = None) -> None:
        super().__init__(brain, description)
        # What the moving speeds were before a move with a time set them.
        self._speeds: dict[int, int] = {}

    def move(self, key: Key, degrees: float, seconds: float | None = None) -> float:
        """Move a servo to an angle; return the seconds that it will take, about.

        With ``seconds`` its moving speed is set so that it takes that long, or as near
        to that as it can; if it takes longer a warning says so. Without, it goes at the
        speed that it had before. Refused is what lies outside of the angle limits, and
        any goal for a wheel. It does not wait: see `wait_until_still`.
        """
        return self.move_all({self.id_of(key): degrees}, seconds)

    def move_all(
        self, goals: Mapping[Key, float], seconds: float | None = None
    ) -> float:
        """Move servos to angles, starting at the same moment; see `move`."""
        if seconds is not None:
            seconds = positive("seconds", seconds)
        wanted = self._by_id(goals)
        if not self.brain.bare:  # where servos may be of other kinds than the AX-12
            for degrees in wanted.values():
                GOAL_POSITION.validate_natural(degrees)
        with self.brain.transaction():
            self._demand_servos(list(wanted))
            counts = {
                id: self._own(id, GOAL_POSITION).validate_natural(degrees)
                for id, degrees in wanted.items()
            }
            for id, count in counts.items():
                check_goal(self._devices[id], count, wanted[id])
            return self._go(counts, seconds)

    def wait_until_still(self, timeout: float = 10.0) -> bool:
        """Wait until no servo in use moves any more; return False after ``timeout`` s.

        Wheels do not count: they turn for ever.
        """
        deadline = self.clock.now() + number("timeout", timeout, 0.0)
        ids = [id for id in self.servos_in_use() if not self._devices[id].wheel]
        looks = 0
        while True:
            states = self._read(ids, "moving")
            moving = any(state["moving"] for state in states.values())
            looks = 0 if moving else looks + 1
            if looks == STILL_LOOKS:
                return True
            if self.clock.now() >= deadline:
                return False
            self.clock.sleep(POLL_PERIOD)

    def _put(self, key: Key, found: Register, raw: int, natural: float | None) -> None:
        super()._put(key, found, raw, natural)
        if found.name == MOVING_SPEED.name:
            self._speeds.pop(self.id_of(key), None)

    def _by_id(self, goals: Mapping[Key, float]) -> dict[int, float]:
        """Return goals by the ids of the servos, each of which may have one."""
        if not isinstance(goals, Mapping):
            raise refused("goals", "angles by ids or names of joints", goals)
        found: dict[int, float] = {}
        for key, degrees in goals.items():
            id = self.id_of(key)
            if id in found:
                raise ArgumentError(
                    f"goals: expected each servo once, but received id {id} twice", key
                )
            found[id] = degrees
        return found

    def _go(self, counts: Mapping[int, int], seconds: float | None) -> float:
        states = self._read(list(counts), GOAL_POSITION, TO_VOLTAGE)
        writes, times = [], [0.0]
        for id, count in counts.items():
            state = states[id]
            self._check_torque(id, state)
            # In counts of an AX-12, as `pace` has them.
            count_size = self._own(id, GOAL_POSITION).to_natural(1)
            way = abs(count - state["present position"]) * count_size
            distance = way / GOAL_POSITION.to_natural(1)
            volts = find("present voltage").to_natural(state["present voltage"])
            speed, values = state["moving speed"], [count]
            if seconds is not None:
                self._speeds.setdefault(id, speed)
                rpm = MOVING_SPEED.to_natural(pace(distance, seconds))
                speed = self._own(id, MOVING_SPEED).to_raw(rpm)
                values = [count, speed]
            elif id in self._speeds:
                speed = self._speeds.pop(id)
                values = [count, speed]
            writes.append((id, GOAL_POSITION, values))
            times.append(duration(distance, speed, volts))
        if seconds is not None and max(times) > TOLERANCE * seconds:
            warn(
                f"move: expected {seconds:g} s to be enough, "
                f"but it takes {max(times):.2g} s"
            )
        self._write(writes)
        return max(times)

    def _check_torque(self, id: int, state: Mapping[str, int]) -> None:
        """Raise StatusError for a servo that has shut itself down."""
        if state["torque limit"] == 0:
            self._check_alarms(id, "a servo with torque")
            raise StatusError(
                f"id {id}: expected a servo with torque, but its torque limit is 0",
                0,
                (id,),
            )
