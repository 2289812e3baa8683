"""Devices: hardware with named signals in SI units, exchanged with cycle by cycle."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from math import isfinite

from brshell.builtins.checks import elements_of, symbol_of
from brshell.builtins.robot.convert import number_of, table
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import FALSE, NIL, Pair, cons, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from brbrain.device import Device, Diagnosis
    from brbrain.robot import Robot
    from brbrain.robot_device import RobotDevice
    from brshell.builtins.robot.convert import ADevice, Datum, Id, Name, Value
    from brshell.machine import Machine


@procedure("device?")
def is_device(robots: Any, obj: Datum) -> bool:
    """Return whether the object is a device."""
    from brbrain.device import Device

    return isinstance(obj, Device)


@procedure("device-signals")
def device_signals(robots: Any, device: ADevice) -> Any:
    """Return what a configured device measures: a list for each signal.

    It is (name unit commanded? lowest highest), #f where nothing limits it.
    """
    return [
        [
            symbol(signal.name),
            signal.unit,
            signal.command,
            _known(signal.low),
            _known(signal.high),
        ]
        for signal in device.signals
    ]


@procedure("device-phase")
def device_phase(robots: Any, device: ADevice) -> Any:
    """Return where a device is in its life.

    It is unconfigured, inactive, active or fault.
    """
    return symbol(device.phase.value)


@procedure("device-configure!")
def device_configure(robots: Any, device: ADevice) -> None:
    """Open a device and read it once; nothing is switched on."""
    with _owned(device):
        device.configure()


@procedure("device-activate!")
def device_activate(robots: Any, device: ADevice) -> None:
    """Switch a device on; it holds what it measures, so nothing jumps."""
    with _owned(device):
        device.activate()


@procedure("device-deactivate!")
def device_deactivate(robots: Any, device: ADevice) -> None:
    """Switch a device off; it can still be read. Legs that stand on it fall."""
    with _owned(device):
        device.deactivate()


@procedure("device-cleanup!")
def device_cleanup(robots: Any, device: ADevice) -> None:
    """Switch a device off and close it; after a fault it can be configured again."""
    with _owned(device):
        device.cleanup()


@procedure("device-exchange")
def device_exchange(robots: Any, device: ADevice, commands: Datum = NIL) -> Any:
    """Send commands, read all signals and return them: one cycle.

    Both are association lists of signals and numbers, as ((left-knee/position . 0.5)).
    What is not named keeps its command; what is not known is #f.
    """
    with _owned(device):
        state = device.exchange(_commands(commands))
    names = [symbol(signal.name) for signal in device.signals]
    pairs = zip(names, state.values, strict=True)
    return list_from([cons(name, _known(value)) for name, value in pairs])


@procedure("device-value")
def device_value(robots: Any, device: ADevice, signal: Name) -> Any:
    """Return what a signal was in the last cycle, #f if that is not known."""
    return _known(device.value(signal))


@procedure("device-diagnostics")
def device_diagnostics(robots: Any, device: ADevice) -> Any:
    """Return how a device and its parts are: an association list for each.

    Its level is ok, warn, error or stale (nothing was read for a second).
    """
    return diagnoses(device.diagnostics())


@procedure("device-settings")
def device_settings(robots: Any, device: ADevice) -> Any:
    """Return what a configured device can be set to, as lists (name unit low high)."""
    return [
        [symbol(each.name), each.unit, _known(each.low), _known(each.high)]
        for each in device.settings.values()
    ]


@procedure("device-setting")
def device_setting(robots: Any, device: ADevice, name: Name) -> float:
    """Return what a setting of a device is, such as left-knee/pgain."""
    with _owned(device):
        return device.get_setting(name)


@procedure("device-set!")
def device_set(robots: Any, device: ADevice, name: Name, value: Value) -> float:
    """Set a setting of a device; return the nearest that it has, which it is now."""
    with _owned(device):
        return device.set_setting(name, value)


def diagnoses(found: Iterable[Diagnosis]) -> Any:
    """Return an association list for each diagnosis."""
    return list_from(
        [
            table(
                [
                    ("level", symbol(part.level.name.lower())),
                    ("name", part.name),
                    ("message", part.message),
                    *[
                        (key.replace(" ", "-"), FALSE if value is None else value)
                        for key, value in part.values.items()
                    ],
                ]
            )
            for part in found
        ]
    )


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    made: dict[tuple[Robot, tuple[int, ...]], RobotDevice] = {}

    @procedure("robot-device")
    def robot_device(robot: Robot, *joints: Id) -> RobotDevice:
        """Return the robot, or some of its joints, as a device.

        Its signals are position (rad), velocity (rad/s), load (-1 to 1), voltage and
        temperature (C) of each joint. The same joints are the same device.
        """
        from brbrain.robot_device import RobotDevice

        if (robot, joints) not in made:
            device = RobotDevice(robot, joints or None, sensors=() if joints else None)
            made[robot, joints] = device
            machine.robots.devices.append(device)
        return made[robot, joints]

    return bound(machine, [*globals().values(), robot_device])


@contextmanager
def _owned(device: Device) -> Iterator[None]:
    """Let this thread have a device for a while, if no other one uses it."""
    from brbrain.device import PhaseError

    try:
        yield
    finally:
        with suppress(PhaseError):
            device.hand_over()


def _commands(value: Any) -> dict[str, float]:
    """Return the commands in an association list."""
    who = "device-exchange"
    commands = {}
    for entry in elements_of(who, value):
        if not isinstance(entry, Pair):
            raise wrong_type(who, "pairs of a signal and a number", entry)
        commands[symbol_of(who, entry.car).name] = number_of(who, entry.cdr)
    return commands


def _known(value: float) -> Any:
    return value if isfinite(value) else FALSE
