"""Devices: any hardware with one life and one cycle, its signals in SI units."""

from __future__ import annotations

from brshell.builtins.robot.convert import any_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import (
    FALSE,
    TRUE,
    Pair,
    String,
    Symbol,
    cons,
    list_from,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.device import Device, State
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import ADevice, AnyValue, Datum, Ids
    from brshell.machine import Machine


class ControlledDevice:
    """A device among what is stopped and closed with the robots."""

    def __init__(self, device: Device) -> None:
        self._device = device

    @property
    def name(self) -> str:
        """The device's name."""
        return self._device.name

    @property
    def closed(self) -> bool:
        """Whether it is not configured."""
        return not self._device.signals

    def stop(self, limp: bool) -> None:
        """Have it forget its commands: the robot or hand itself is stopped, too."""
        self._device.interrupt(limp)

    def close(self) -> None:
        """Have it forget its commands; what it is of closes by itself."""
        self._device.interrupt(limp=True)


def controlled(machine: Machine, device: Device) -> Device:
    """Return a device that is stopped when the machine's robots are."""
    machine.robots.controlled.append(ControlledDevice(device))
    return device


@procedure("device?")
def is_device(robots: Any, obj: Datum) -> bool:
    """Return whether the object is a device."""
    from brbrain.device import Device

    return isinstance(obj, Device)


@procedure("device-phase")
def device_phase(robots: Any, device: ADevice) -> Any:
    """Return where a device is in its life.

    unconfigured, inactive (it is read), active (it is commanded) or fault.
    """
    return symbol(device.phase.value)


@procedure("device-signals")
def device_signals(robots: Any, device: ADevice) -> Any:
    """Return a list of lists (name unit commanded?) of all signals of a device."""
    return list_from(
        [
            list_from(
                [
                    symbol(signal.name),
                    String(signal.unit),
                    TRUE if signal.command else FALSE,
                ]
            )
            for signal in device.signals
        ]
    )


@procedure("device-configure!", waits=True)
def device_configure(robots: Any, device: ADevice) -> Any:
    """Open a device and read it once; return its values, a list of (signal . value)."""
    return _values(device, device.configure())


@procedure("device-activate!", waits=True)
def device_activate(robots: Any, device: ADevice) -> Any:
    """Switch a device on, holding what is measured; return its values."""
    return _values(device, device.activate())


@procedure("device-deactivate!", waits=True)
def device_deactivate(robots: Any, device: ADevice) -> None:
    """Switch a device off; a robot that stands on its legs falls."""
    device.deactivate()


@procedure("device-cleanup!", waits=True)
def device_cleanup(robots: Any, device: ADevice) -> None:
    """Switch a device off and close it; what it is of stays open."""
    device.cleanup()


@procedure("device-exchange")
def device_exchange(robots: Any, device: ADevice, commands: Datum = None) -> Any:
    """Send commands to a device and read it: one cycle; return its values.

    Commands are a list of (signal . value). What is beyond the limits is clipped; what
    is not named keeps its command. A value that nobody knows is #f.
    """
    return _values(device, device.exchange(_commands(commands)))


@procedure("device-value")
def device_value(robots: Any, device: ADevice, signal: AnyValue) -> Any:
    """Return the last value of a signal, in its unit; #f if nobody knows it."""
    value = device.value(signal)
    return value if value == value else FALSE


@procedure("device-setting")
def device_setting(robots: Any, device: ADevice, name: AnyValue) -> float:
    """Return what a setting of a device is, such as left-knee/pgain."""
    return device.get_setting(name)


@procedure("device-set!")
def device_set(robots: Any, device: ADevice, name: AnyValue, value: AnyValue) -> float:
    """Set a setting of a device; return the nearest that it has, which it is now."""
    return device.set_setting(name, value)


@procedure("device-settings")
def device_settings(robots: Any, device: ADevice) -> Any:
    """Return a list of lists (name unit low high) of what a device can be set to."""
    return list_from(
        [
            list_from([symbol(each.name), String(each.unit), each.low, each.high])
            for each in device.settings.values()
        ]
    )


@procedure("device-diagnostics")
def device_diagnostics(robots: Any, device: ADevice) -> Any:
    """Return a list of lists (level name message figures): how a device's parts are.

    The levels are ok, warn, error and stale.
    """
    return diagnoses(device.diagnostics())


def diagnoses(found: Any) -> Any:
    """Return diagnoses as lists (level name message figures)."""
    return list_from(
        [
            list_from(
                [
                    symbol(each.level.name.lower()),
                    String(each.name),
                    String(each.message),
                    list_from(
                        [
                            cons(symbol(name.replace(" ", "-")), _figure(value))
                            for name, value in each.values.items()
                        ]
                    ),
                ]
            )
            for each in found
        ]
    )


def _figure(value: Any) -> Any:
    if value is None:
        return FALSE
    return String(value) if isinstance(value, str) else value


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""

    @procedure("robot-device")
    def robot_device(robot: Robot, servos: Ids | None = None) -> Device:
        """Return the robot, or some servos of it, as a device.

        Its signals are left-knee/position in rad and others: see docs/devices.md.
        """
        from brbrain.robot_device import RobotDevice

        return controlled(machine, RobotDevice(robot, servos))

    return bound(machine, [*globals().values(), *locals().values()])


def _commands(value: Any) -> dict[str, float] | None:
    """Return commands by signal of a list of pairs."""
    if value is None:
        return None
    who, wanted = "device-exchange", {}
    from brshell.builtins.checks import elements_of

    for pair in elements_of(who, value):
        if not isinstance(pair, Pair) or not isinstance(pair.car, Symbol):
            raise wrong_type(who, "pairs of a signal and a value", pair)
        wanted[pair.car.name] = any_of(who, pair.cdr)
    return wanted


def _values(device: Device, state: State) -> Any:
    return list_from(
        [
            cons(symbol(signal.name), value if value == value else FALSE)
            for signal, value in zip(device.signals, state.values, strict=True)
        ]
    )
