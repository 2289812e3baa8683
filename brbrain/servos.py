"""The torque of a robot's servos: stiff, limp, and stopping all motion."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal, get_args

from brbrain.arguments import elements, flag, refused
from brbrain.brain import Brain
from brbrain.devices import Devices, Key
from brbrain.dynamixel import error_text
from brbrain.errors import BrError, ReplyError, StatusError
from brbrain.registers import find
from brbrain.robots import Robot as Description

TORQUE_ENABLE = find("torque enable")
GOAL_POSITION = find("goal position")
MOVING_SPEED = find("moving speed")
PRESENT_POSITION = find("present position")
ERROR = find("error")

TO_MOVING = 16
"""Registers from torque enable to moving."""

Policy = Literal["hold", "limp"]

INSISTENCE = 3
"""How often what must not be left undone is tried; our choice."""

Keys = Key | Iterable[Key]
"""Servos: one, or several of them."""


class Servos(Devices):
    """Servos by id or joint name."""

    def __init__(self, brain: Brain, description: Description | None = None) -> None:
        super().__init__(brain, description)
        self._stop_policy: Policy = "hold"
        self._closing_policy: Policy | None = None

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

    def servos(self) -> list[int]:
        """Return the ids of the servos that answer.

        They are looked for among what the description has; without one, among what the
        last scan found; without a scan, the robot is scanned, which takes 26 s.
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
            states = self._read(ids, TORQUE_ENABLE)
            self.hold([id for id in ids if not states[id]["torque enable"]])

    def limp(self, keys: Keys | None = None) -> None:
        """Take the torque of servos (or of all) away."""
        self._write([(id, TORQUE_ENABLE, [0]) for id in self._chosen(keys)])

    def hold(self, keys: Keys | None = None) -> None:
        """Let servos (or all) stand stiff where they are; wheels stop."""
        with self.brain.transaction():
            ids = self._chosen(keys)
            self._halt(ids)
            self._write([(id, TORQUE_ENABLE, [1]) for id in ids])

    def stop(self) -> None:
        """End the motion of the servos in use, as `stop_policy` says.

        "hold" leaves alone what stands still or is limp. Where it fails it is done
        again, and for each servo alone. Raises BrError if a servo that answers could
        not be stopped.
        """
        with self.brain.transaction():
            self._insist(self._stop)

    def _insist(self, action: Callable[[], None]) -> None:
        """Do something again, a few times, where a device or the CM-5 is not heard."""
        for _ in range(INSISTENCE - 1):
            try:
                return action()
            except StatusError:
                pass
            except ReplyError:
                self.brain.ping_cm5()  # raises if nobody is there
        return action()

    def _stop(self) -> None:
        if self._stop_policy == "limp":
            self._limp_all()
            return
        self._silent.clear()
        ids = self.servos_in_use()
        states: dict[int, dict[str, int]] = {}
        for _ in range(INSISTENCE):
            rest = [id for id in ids if id not in states]
            states |= self._read(rest, TORQUE_ENABLE, TO_MOVING, partly=True)
        moving = [id for id, state in states.items() if self._is_moving(id, state)]
        self._for_all(moving, self._halt)

    def _limp_all(self) -> None:
        self._silent.clear()
        self._for_all(self.servos_in_use(), self.limp)

    def _is_moving(self, id: int, state: Mapping[str, int]) -> bool:
        device = self._devices.get(id)  # gone if it was silent for a while
        turns = device is None or device.wheel
        return bool(state["torque enable"] and (state["moving"] or turns))

    def _for_all(
        self, ids: Sequence[int], action: Callable[[Sequence[int]], None]
    ) -> None:
        """Do something for all at once, or else for each: none may spare the others."""
        try:
            action(ids)
            return
        except StatusError as error:
            failed = error
        ids_left = list(ids)
        for id in ids:
            try:
                self._insist(partial(action, [id]))
                ids_left.remove(id)
            except StatusError as error:
                failed = error
        if ids_left:
            raise failed

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
        return [id for id in answering if self._devices[id].kind == "ax12"]

    def _demand_servos(self, ids: Sequence[int]) -> None:
        self._meet(ids)
        for id in ids:
            device = self._devices[id]
            if device.kind != "ax12":
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


def _demand_policy(name: str, policy: str) -> None:
    if policy not in get_args(Policy):
        raise refused(name, "hold or limp", policy)
