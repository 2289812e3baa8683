"""The modes of a servo: joint, wheel, and shut down."""

from functools import partial

from brbrain.brain import Brain
from brbrain.devices import Key, check_goal
from brbrain.registers import find
from brbrain.robots import Robot as Description
from brbrain.servos import MOVING_SPEED, PRESENT_POSITION, TORQUE_ENABLE, Servos

CW_ANGLE_LIMIT = find("cw angle limit")
CCW_ANGLE_LIMIT = find("ccw angle limit")
MAX_TORQUE = find("max torque")
TORQUE_LIMIT = find("torque limit")


class Modes(Servos):
    """Changing the mode of servos.

    The angle limits, which make the mode, are in the EEPROM: they outlast power off.
    """

    def __init__(self, brain: Brain, description: Description | None = None) -> None:
        super().__init__(brain, description)
        # Angle limits and moving speed of what `wheel` has made wheels.
        self._joints: dict[int, tuple[int, int, int]] = {}

    @property
    def wheels(self) -> list[int]:
        """The ids that `wheel` has made wheels."""
        return list(self._joints)

    def wheel(self, key: Key, rpm: float) -> None:
        """Let a servo turn endlessly, counterclockwise if ``rpm`` is positive.

        Its angle limits are kept for `joint`. A wheel regulates power and not speed:
        ``rpm`` (-114 to 114) is nominal, and more than it reaches.
        """
        MOVING_SPEED.validate_natural(rpm)  # before anything is sent
        id = self.id_of(key)
        with self.brain.transaction():
            self._demand_servos([id])
            speed = self._own(id, MOVING_SPEED).validate_natural(rpm)
            device = self._devices[id]
            if not device.wheel:
                before = self._read_one(id, MOVING_SPEED)
                self._joints[id] = (*device.limits, before)
                self._set_limits(id, 0, 0)
            self._write([(id, MOVING_SPEED, [speed])])
            self._write([(id, TORQUE_ENABLE, [1])])

    def joint(self, key: Key) -> None:
        """Let a wheel go to angles again, and hold it where it is.

        It gets the angle limits and moving speed back that it had before `wheel`; if
        those are not known, all the degrees that there are.
        """
        id = self.id_of(key)
        with self.brain.transaction():
            self._demand_servos([id])
            # What an attempt that failed has left undone is done now.
            if self._devices[id].wheel or id in self._joints:
                low, high, speed = self._joints.get(id, (0, self._full(id), 0))
                for step in (
                    partial(self._write, [(id, MOVING_SPEED, [0])]),
                    partial(self._set_limits, id, low, high),
                    partial(self._write, [(id, MOVING_SPEED, [speed])]),
                    partial(self.hold, [id]),
                ):
                    self._insist(step)
            self._joints.pop(id, None)

    def recover_servo(self, key: Key) -> None:
        """Give a servo that has shut itself down its torque back, where it stands.

        Raises StatusError, with the Dynamixel error byte, if the cause is still there;
        RegisterError, changing nothing, if it stands outside of its angle limits.
        """
        id = self.id_of(key)
        with self.brain.transaction():
            self._demand_servos([id])
            device = self._devices[id]
            if not device.wheel:
                own = self._own(id, PRESENT_POSITION)
                count = self._read_one(id, own)
                check_goal(device, count, round(own.to_natural(count), 1))
            self._halt([id])
            self._write([(id, TORQUE_LIMIT, [self._read_one(id, MAX_TORQUE)])])
            self._write([(id, TORQUE_ENABLE, [1])])
            self._check_alarms(id, "the cause of the shutdown to be over")

    def _full(self, id: int) -> int:
        """Return the counterclockwise limit of a servo as it leaves the factory."""
        return self._own(id, CCW_ANGLE_LIMIT).maximum or 0

    def _set_limits(self, id: int, low: int, high: int) -> None:
        """Write the angle limits, without torque: some servos are locked with it."""
        self._write([(id, TORQUE_ENABLE, [0])])
        self._write_eeprom(id, CW_ANGLE_LIMIT, [low, high])
        self._meet([id])
