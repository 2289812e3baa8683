"""The torque of a robot's servos: stiff, limp, and stopping all motion."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from brbrain.brain import Brain
from brbrain.devices import Devices, Key
from brbrain.dynamixel import error_text
from brbrain.errors import BrError, StatusError
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
        return self._servos_among([*self._devices, *written])

    def torque(self, key: Key, on: bool) -> None:
        """Give a servo torque where it stands, or take it away."""
        if on:
            self.torque_on([key])
        else:
            self.limp([key])

    def torque_on(self, keys: Iterable[Key] | None = None) -> None:
        """Give torque to those servos (or of all) that have none, where they stand."""
        with self.brain.transaction():
            ids = self._chosen(keys)
            states = self._read(ids, TORQUE_ENABLE)
            self.hold([id for id in ids if not states[id]["torque enable"]])

    def limp(self, keys: Iterable[Key] | None = None) -> None:
        """Take the torque of servos (or of all) away."""
        self._write([(id, TORQUE_ENABLE, [0]) for id in self._chosen(keys)])

    def hold(self, keys: Iterable[Key] | None = None) -> None:
        """Let servos (or all) stand stiff where they are; wheels stop."""
        with self.brain.transaction():
            ids = self._chosen(keys)
            self._halt(ids)
            self._write([(id, TORQUE_ENABLE, [1]) for id in ids])

    def stop(self) -> None:
        """End the motion of the servos in use, as `stop_policy` says.

        "hold" leaves alone what stands still or is limp.
        """
        with self.brain.transaction():
            ids = self.servos_in_use()
            if self._stop_policy == "limp":
                self.limp(ids)
                return
            states = self._read(ids, TORQUE_ENABLE, TO_MOVING, partly=True)
            self._halt(
                [
                    id
                    for id, state in states.items()
                    if state["torque enable"]
                    and (state["moving"] or self._devices[id].wheel)
                ]
            )

    def led(self, key: Key, on: bool) -> None:
        """Switch the LED of a servo."""
        self.put_raw(key, "led", int(on))

    def _chosen(self, keys: Iterable[Key] | None) -> list[int]:
        if keys is None:
            return self.servos()
        ids = list(dict.fromkeys(map(self.id_of, keys)))
        self._demand_servos(ids)
        return ids

    def _servos_among(self, ids: Iterable[int]) -> list[int]:
        answering = self._answering(ids)
        return [id for id in answering if self._devices[id].kind == "ax12"]

    def _demand_servos(self, ids: Sequence[int]) -> None:
        self._meet(ids)
        for id in ids:
            device = self._devices[id]
            if device.kind != "ax12":
                raise BrError(f"id {id}: expected a servo, but it is an {device.model}")

    def _halt(self, ids: Sequence[int]) -> None:
        """Make the present position the goal, and the speed of wheels 0."""
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
        raise BrError(f"{name}: expected hold or limp, but received {policy}")
