"""The torque of a robot's servos: stiff and limp."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from brbrain.arguments import elements, flag
from brbrain.devices import Devices, Key
from brbrain.dynamixel import error_text
from brbrain.errors import BrError, ReplyError, StatusError
from brbrain.registers import find

TORQUE_ENABLE = find("torque enable")
GOAL_POSITION = find("goal position")
MOVING_SPEED = find("moving speed")
PRESENT_POSITION = find("present position")
ERROR = find("error")

TO_MOVING = 16
"""Registers from torque enable to moving."""

INSISTENCE = 3
"""How often what must not be left undone is tried if a device is silent; our choice."""

PERSISTENCE = 10
"""How often it is tried if replies of the CM-5 get lost; our choice."""

Keys = Key | Iterable[Key]
"""Servos: one, or several of them."""


class Servos(Devices):
    """Servos by id or joint name."""

    def servos(self) -> list[int]:
        """Return the ids of the servos that answer.

        They are looked for among what the description has; without one, among what the
        last scan found; without a scan, the robot is scanned.
        """
        if self.description is not None:
            return self._servos_among(self.description.ids)
        return self._servos_among(self.scan() if self.scanned is None else self.scanned)

    def servos_in_use(self) -> list[int]:
        """Return the ids of the servos that were used before and answer."""
        written = [block.id for block in self.brain.write_format.blocks]
        return self._servos_among([*sorted(self._used), *written])

    def torque(self, key: Key, on: bool) -> None:
        """Give a servo torque where it stands, or take it away."""
        if flag("on", on):
            self.torque_on([key])
        else:
            self.limp([key])

    def torque_on(self, keys: Keys | None = None) -> None:
        """Give torque to those servos (or of all) that have none, where they stand."""
        with self.brain.transaction():
            ids = self._chosen(keys)
            self.let_go.difference_update(ids)
            states = self._read(ids, TORQUE_ENABLE)
            self.hold([id for id in ids if not states[id]["torque enable"]])

    def limp(self, keys: Keys | None = None) -> None:
        """Take the torque of servos (or of all) away; a motion of theirs ends."""
        ids = self._chosen(keys)
        self.let_go.update(ids)
        self._write([(id, TORQUE_ENABLE, [0]) for id in ids])

    def hold(self, keys: Keys | None = None) -> None:
        """Let servos (or all) stand stiff where they are; wheels stop."""
        with self.brain.transaction():
            ids = self._chosen(keys)
            self.let_go.difference_update(ids)
            self._halt(ids)
            self._write([(id, TORQUE_ENABLE, [1]) for id in ids])

    def _insist(self, action: Callable[[], None]) -> None:
        """Do something again, a few times, where a device or the CM-5 is not heard."""
        counters = self.brain.counters
        silences = 0
        for _ in range(PERSISTENCE - 1):
            received = counters.received
            try:
                return action()
            except StatusError:
                silences += 1
                if silences == INSISTENCE:
                    raise
            except ReplyError:
                with suppress(ReplyError):
                    self.brain.ping_cm5()
                if counters.received == received:
                    raise  # nobody is there
        return action()

    def led(self, key: Key, on: bool) -> None:
        """Switch the LED of a servo."""
        self.put_raw(key, "led", int(flag("on", on)))

    def _chosen(self, keys: Keys | None) -> list[int]:
        ids = self._ids(keys)
        if keys is not None:
            self._demand_servos(ids)
        return ids

    def _ids(self, keys: Keys | None) -> list[int]:
        """Return the ids that keys, or a single one, mean; None means all servos."""
        if keys is None:
            return self.servos()
        if isinstance(keys, int | str):
            keys = [keys]
        listed = elements("servos", "ids or names of joints", keys)
        return list(dict.fromkeys(map(self.id_of, listed)))

    def _servos_among(self, ids: Iterable[int]) -> list[int]:
        answering = self._answering(ids)
        return [id for id in answering if self._devices[id].servo]

    def _demand_servos(self, ids: Sequence[int]) -> None:
        self._meet(ids)
        for id in ids:
            device = self._devices[id]
            if not device.servo:
                raise BrError(
                    f"id {id}: expected a servo, but it is an {device.model}", device
                )

    def _halt(self, ids: Sequence[int]) -> None:
        """Make the present position the goal, and the speed of wheels 0."""
        self._meet(ids)
        joints = [id for id in ids if not self._devices[id].wheel]
        states = self._read(joints, PRESENT_POSITION)
        goals = {id: states[id]["present position"] for id in joints}
        self._write(
            [
                (id, GOAL_POSITION, [self._within_limits(id, goals[id])])
                if id in goals
                else (id, MOVING_SPEED, [0])
                for id in ids
            ]
        )

    def _within_limits(self, id: int, count: int) -> int:
        low, high = self._devices[id].limits
        return max(low, min(high, count))

    def _check_alarms(self, id: int, expected: str) -> None:
        """Raise StatusError, with the Dynamixel error byte, if there is an alarm."""
        error = self._read_one(id, ERROR)
        if error:
            raise StatusError(
                f"id {id}: expected {expected}, but received {error_text(error)}",
                error,
                (id,),
            )
