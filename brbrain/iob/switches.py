"""Power and servos with their interlocks, alarms and control modes."""

from collections.abc import Callable
from enum import IntEnum
from math import isnan
from typing import Final

from brbrain.alarms import LOST, Alarm
from brbrain.arguments import flag, refused
from brbrain.device import Phase
from brbrain.errors import NotSupportedError
from brbrain.iob.base import ALL, AllJoints, Id
from brbrain.iob.errors import InterlockError
from brbrain.iob.gains import Gains

POWER_VOLTS: Final = 6.0
"""Volts at a servo from which it has power: the lowest that an AX-12 is made for."""

_CALIBRATED, _SERVO, _POWER = 1, 2, 4
_ALARM_SHIFT, _TEMPERATURE_SHIFT = 3, 24


class ControlMode(IntEnum):
    """How a joint is controlled, with the numbers of iob's JCM_ names."""

    FREE = 0
    POSITION = 1
    TORQUE = 2
    VELOCITY = 3


class Switches(Gains):
    """Two switches for each joint: power, and servo, which needs power."""

    def read_power_state(self, id: Id) -> bool:
        """Return whether a joint has power, by its switch or its voltage."""
        joint = self.joint_name(id)
        known = self.device.powered(joint)
        if known is not None:
            return known
        volts = self._measured(joint, "voltage")
        return not isnan(volts) and volts >= POWER_VOLTS

    def write_power_command(self, id: Id | AllJoints, on: bool) -> None:
        """Switch the power of a joint, or of all.

        Raises InterlockError to switch on while any servo is on. To switch off, the
        servos are switched off first. Raises NotSupportedError without such a switch.
        """
        joints = self._chosen(id)
        on = flag("on", on)
        if on and self.device.held:
            raise InterlockError(
                "power: expected all servos off, but "
                f"{', '.join(sorted(self.device.held))} is on"
            )
        if not on:
            self.device.powered(joints[0])
            for joint in joints:
                self._servo_off(joint)
        self.device.switch_power(on, joints)

    def read_power_command(self, id: Id) -> bool:
        """Return whether the power of a joint is to be on."""
        joint = self.joint_name(id)
        known = self.device.powered(joint)
        if known is None:
            raise self._refuse("power command", "its joints have no switch")
        return known

    def read_servo_state(self, id: Id) -> bool:
        """Return whether the servo of a joint is on."""
        return self.joint_name(id) in self.device.held

    def write_servo(self, id: Id | AllJoints, on: bool) -> None:
        """Switch the servo of a joint, or of ``ALL``, on where it stands, or off.

        Switched on, the gains rise from the least over the next cycles. Raises
        InterlockError without power, NotSupportedError for single joints of a device
        that switches all at once.
        """
        joints = self._chosen(id)
        if not flag("on", on):
            for joint in joints:
                self._commands.pop(joint, None)
            if set(joints) >= self.device.held:
                if self.device.phase is Phase.ACTIVE:
                    self.device.deactivate()
            else:
                self.device.release(joints)
            self._forget_ramps(joints)
            return
        for joint in joints:
            if self._lacks_power(joint):
                raise InterlockError(f"{joint}: expected power on, but it is off")
        fresh = [joint for joint in joints if joint not in self.device.held]
        for joint in fresh:
            self._commands.pop(joint, None)
        if not fresh:
            return
        with self._softened(fresh):
            if set(joints) == set(self._joints) and not self.device.held:
                self.device.activate()
            else:
                self.device.hold(fresh)

    def read_servo_alarm(self, id: Id) -> Alarm:
        """Return the alarms of a joint; lost ones have OTHER and EMERGENCY."""
        joint = self.joint_name(id)
        if joint in self._lost:
            return LOST
        raw = self._measured(joint, "alarm")
        return LOST if isnan(raw) else Alarm(int(raw))

    def read_control_mode(self, id: Id) -> ControlMode:
        """Return how a joint is controlled: free while its servo is off."""
        on = self.read_servo_state(id)
        return ControlMode.POSITION if on else ControlMode.FREE

    def write_control_mode(self, id: Id | AllJoints, mode: int) -> None:
        """Set how a joint, or all, is controlled: FREE is servo off, POSITION on.

        Raises NotSupportedError for the others.
        """
        self._chosen(id)
        if mode not in list(ControlMode):
            names = ", ".join(f"{each.value} ({each.name})" for each in ControlMode)
            raise refused("mode", names, mode)
        if mode in (ControlMode.TORQUE, ControlMode.VELOCITY):
            name = ControlMode(mode).name.lower()
            raise self._refuse("control mode", f"joints are not controlled by {name}")
        self.write_servo(id, mode == ControlMode.POSITION)

    def length_of_extra_servo_state(self, id: Id) -> int:
        """Return 1: the state of a joint is a word."""
        self.joint_name(id)
        return 1

    def read_extra_servo_state(self, id: Id) -> list[int]:
        """Return the state of a joint in a word, as RobotHardware of hrpsys has it.

        Bit 0 calibrated, 1 servo on, 2 power on, 3 to 18 alarms, 24 to 31 temperature
        in C; what is not supported is 0 in it.
        """
        joint = self.joint_name(id)
        word = _CALIBRATED if self.read_calib_state(joint) else 0
        word |= _SERVO if self.read_servo_state(joint) else 0
        word |= _POWER if self._or_zero(self.read_power_state, joint) else 0
        word |= int(self._or_zero(self.read_servo_alarm, joint)) << _ALARM_SHIFT
        degrees = self._or_zero(self.read_driver_temperature, joint)
        celsius = 0 if isnan(degrees) else min(max(round(degrees), 0), 0xFF)
        return [word | celsius << _TEMPERATURE_SHIFT]

    def _or_zero(self, read: Callable[[Id], float], joint: str) -> float:
        """Return what a reading is, 0 where it is not supported."""
        try:
            return read(joint)
        except NotSupportedError:
            return 0

    def _servo_off(self, joint: str) -> None:
        if joint in self.device.held:
            try:
                self.write_servo(joint, False)
            except NotSupportedError:
                self.write_servo(ALL, False)

    def _lacks_power(self, joint: str) -> bool:
        """Return whether a joint is known to have no power."""
        try:
            return not self.read_power_state(joint)
        except NotSupportedError:
            return False
