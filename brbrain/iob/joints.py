"""Angles, velocities and torques of joints, and what is known of each."""

from collections.abc import Sequence
from math import isnan

from brbrain.arguments import number
from brbrain.device import POSITION
from brbrain.iob.base import Base, Id

_NO_TORQUE = "load is a share of what a servo can do; no torque in Nm is known"


class Joints(Base):
    """The joints by number, in the order of the device's position commands."""

    def number_of_joints(self) -> int:
        """Return how many joints there are."""
        return len(self._joints)

    def set_number_of_joints(self, number: int) -> None:
        """Not supported: a device tells what it has."""
        raise self._refuse("number of joints", "a device tells what it has")

    def read_actual_angle(self, id: Id) -> float:
        """Return the angle that was measured in the last cycle, and its offset."""
        joint = self.joint_name(id)
        return self._measured(joint, POSITION) + self._offsets.get(joint, 0.0)

    def read_actual_angles(self) -> list[float]:
        """Return the angles of all joints, in rad."""
        return self._of_all(self.read_actual_angle)

    def read_angle_offset(self, id: Id) -> float:
        """Return what is added to the measured angle of a joint, in rad."""
        return self._offsets.get(self.joint_name(id), 0.0)

    def write_angle_offset(self, id: Id, offset: float) -> None:
        """Set what is added to the measured angle of a joint, in rad.

        Commands are of the same angle: the joint does not move by it.
        """
        joint = self.joint_name(id)
        before = self.read_command_angle(joint) - self._offsets.get(joint, 0.0)
        waiting = joint in self._commands
        self._offsets[joint] = number("offset", offset)
        if waiting:
            self._commands[joint] = before + self._offsets[joint]

    def read_command_angle(self, id: Id) -> float:
        """Return the angle to send next, or what was sent last, in rad.

        With the servo off it is what is measured: that would be commanded first.
        """
        joint = self.joint_name(id)
        if joint in self._commands:
            return self._commands[joint]
        state = self.device.state
        if joint not in self.device.held or not state.sent:
            return self.read_actual_angle(joint)
        return state.sent[self._sent_index(joint)] + self._offsets.get(joint, 0.0)

    def read_command_angles(self) -> list[float]:
        """Return the command angles of all joints, in rad."""
        return self._of_all(self.read_command_angle)

    def write_command_angle(self, id: Id, angle: float) -> None:
        """Say where a joint shall be, in rad; it is sent with the next cycle."""
        joint = self.joint_name(id)
        angle = number("angle", angle)
        self._demand_servo([joint])
        self._commands[joint] = angle

    def write_command_angles(self, angles: Sequence[float]) -> None:
        """Say where all joints shall be, in rad: one angle each, or none is taken."""
        checked = self._one_each("angles", angles)
        self._demand_servo(self._joints)
        self._commands = dict(zip(self._joints, checked, strict=True))

    def read_actual_velocity(self, id: Id) -> float:
        """Return how fast a joint turns, in rad/s."""
        return self._measured(id, "velocity")

    def read_actual_velocities(self) -> list[float]:
        """Return how fast all joints turn, in rad/s."""
        return self._of_all(self.read_actual_velocity)

    def read_command_velocity(self, id: Id) -> float:
        """Return how fast a joint may go to its command, in rad/s; 0 is no limit."""
        return self.device.get_setting(f"{self.joint_name(id)}/speed")

    def write_command_velocity(self, id: Id, velocity: float) -> float:
        """Set how fast a joint may go to its command, in rad/s; return what it is."""
        velocity = number("velocity", velocity, 0.0, unit="rad/s")
        return self.device.set_setting(f"{self.joint_name(id)}/speed", velocity)

    def read_command_velocities(self) -> list[float]:
        """Return how fast the joints may go to their commands, in rad/s."""
        return self._of_all(self.read_command_velocity)

    def write_command_velocities(self, velocities: Sequence[float]) -> None:
        """Set how fast the joints may go: one velocity each, or none is taken."""
        checked = self._one_each("velocities", velocities)
        for velocity in checked:
            number("velocity", velocity, 0.0, unit="rad/s")
        for id, velocity in enumerate(checked):
            self.write_command_velocity(id, velocity)

    def read_actual_load(self, id: Id) -> float:
        """Return how hard a joint works, -1 to 1; iob has no such function."""
        return self._measured(id, "load")

    def read_actual_torques(self) -> list[float]:
        """Return the torques of all joints in Nm, if the device knows any."""
        return self._of_all(lambda id: self._measured(id, "torque"))

    def read_command_torque(self, id: Id) -> float:
        """Not supported: no device here is commanded in Nm."""
        self.joint_name(id)
        raise self._refuse("torque command", _NO_TORQUE)

    def write_command_torque(self, id: Id, torque: float) -> None:
        """Not supported; see `Gains.write_torque_limit`."""
        self.joint_name(id)
        raise self._refuse("torque command", _NO_TORQUE)

    def read_command_torques(self) -> list[float]:
        """Not supported: no device here is commanded in Nm."""
        raise self._refuse("torque command", _NO_TORQUE)

    def write_command_torques(self, torques: Sequence[float]) -> None:
        """Not supported; see `Gains.write_torque_limit`."""
        raise self._refuse("torque command", _NO_TORQUE)

    def read_driver_temperature(self, id: Id) -> float:
        """Return the temperature inside a servo, in degrees C."""
        return self._measured(id, "temperature")

    def read_calib_state(self, id: Id) -> bool:
        """Return whether the angle of a joint is known: whether it was measured."""
        return not isnan(self.read_actual_angle(id))

    def initializeJointAngle(self, name: str, option: str = "") -> None:
        """Not supported: the joints here know their angles without moving."""
        if name != "all":
            self.joint_name(name)
        raise self._refuse("joint angles", "they are known without moving")

    def _sent_index(self, joint: str) -> int:
        name = f"{joint}/{POSITION}"
        return [signal.name for signal in self.device.commands].index(name)
