"""hrpsys' iob: joints and sensors of any device by number, in SI units.

The procedures are those of the table of brbrain.iob.functions. Each returns a value, or
the symbol not-supported; an id that there is not is an error.
"""

from __future__ import annotations

from contextlib import suppress

from brshell.builtins.robot.convert import to_scheme
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value, failure
from brshell.runtime.datums import FALSE, Symbol, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.iob import Interface
    from brbrain.iob.functions import Function
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Datum, Joint, Number
    from brshell.machine import Machine

# The procedures that are not called as the function is, with hyphens.
NAMES = {
    "close_iob": "iob-close",
    "lock_iob": "iob-lock",
    "unlock_iob": "iob-unlock",
    "read_lock_owner": "iob-lock-owner",
    "read_iob_frame": "iob-frame",
    "number_of_substeps": "number-of-substeps",
    "wait_for_iob_signal": "iob-wait-signal",
    "set_signal_period": "iob-set-signal-period!",
    "get_signal_period": "iob-signal-period",
    "reset_body": "iob-reset-body",
    "initializeJointAngle": "initialize-joint-angle",
}

# What parameters are, by their names in the table; others are any value.
_KINDS = {"id": "Joint", "number": "Number", "on": "Flag", "period": "Number"}

_OPTIONS = ("error-limit", "velocity-limit", "acceleration-limit")
_WAITS = ("wait_for_iob_signal",)
_NOT_SUPPORTED = symbol("not-supported")
_MODES = ("free", "position", "torque", "velocity")


def scheme_name(function: str) -> str:
    """Return what a function of iob is called in Scheme."""
    return NAMES.get(function, function.replace("_", "-"))


class Iob:
    """The interface of a machine, None until it is opened, and how calls ended."""

    def __init__(self) -> None:
        self.interface: Interface | None = None
        self.status = "ok"

    def call(self, name: str, *arguments: Any) -> Any:
        """Call a function by its name."""
        from brbrain.device import PhaseError
        from brbrain.errors import ArgumentError, NotSupportedError

        if self.interface is None:
            raise failure("value", scheme_name(name), "expected (iob-open) before")
        self.status = "error"
        try:
            value = getattr(self.interface, name)(*arguments)
        except NotSupportedError:
            self.status = "not-supported"
            return _NOT_SUPPORTED
        except ArgumentError:
            self.status = "bad-id"
            raise
        finally:
            with suppress(PhaseError):
                self.interface.device.hand_over()
        self.status = "ok"
        if name == "read_lock_owner" and value is None:
            return FALSE
        return _result(value)


def _result(value: Any) -> Any:
    """Return what a function returned, alarms and modes as symbols, unknowns as #f."""
    from brbrain.alarms import Alarm, alarm_names
    from brbrain.iob import ControlMode

    if isinstance(value, Alarm):
        return list_from([symbol(name) for name in alarm_names(value)])
    if isinstance(value, ControlMode):
        return symbol(value.name.lower())
    if isinstance(value, (list, tuple)):
        return list_from([_result(each) for each in value])
    if value != value:
        return FALSE
    return to_scheme(value)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    from brbrain.iob.functions import FUNCTIONS

    iob = Iob()

    @procedure("iob-open", options=_OPTIONS)
    def iob_open(robot: Robot, *device: Datum) -> None:
        """Open a device, or else the robot, for the procedures of iob; servos are off.

        Options are numbers: 'error-limit, in rad, is how far a joint may be from its
        command, 'velocity-limit, in rad/s, and 'acceleration-limit, in rad/s^2, how
        fast commands may change. Beyond them all servos go off.
        """
        from brbrain.device import Device
        from brbrain.iob import Interface
        from brbrain.robot_device import RobotDevice

        rest = list(device)
        if rest and isinstance(rest[0], Device):
            chosen = rest.pop(0)
        else:
            chosen = RobotDevice(robot, sensors=None)
            machine.robots.devices.append(chosen)
        interface = Interface(chosen, **_limits(rest))
        if iob.interface is not None:
            iob.interface.close_iob()
        iob.interface = None
        interface.open_iob()
        chosen.hand_over()
        iob.interface = interface
        iob.status = "ok"

    @procedure("iob-status")
    def iob_status(robots: Any) -> Any:
        """Return how the last procedure of iob ended.

        ok, not-supported, bad-id, or error: iob's TRUE, FALSE and E_ID, and the rest.
        """
        return symbol(iob.status)

    @procedure("read-actual-load")
    def read_actual_load(robots: Any, id: Joint) -> Any:
        """Return how hard a joint works, -1 to 1 of what it can; iob has no such."""
        return iob.call("read_actual_load", id)

    @procedure("read-torque-limit")
    def read_torque_limit(robots: Any, id: Joint) -> Any:
        """Return the share of its torque that a joint may use; iob has no such."""
        return iob.call("read_torque_limit", id)

    @procedure("write-torque-limit")
    def write_torque_limit(robots: Any, id: Joint, share: Number) -> Any:
        """Set the share of its torque, 0 to 1, that a joint may use."""
        return iob.call("write_torque_limit", id, share)

    table = [
        _procedure(iob, function)
        for function in FUNCTIONS.values()
        if function.name != "open_iob"
    ]
    return bound(machine, [*table, *globals().values(), *locals().values()])


def _procedure(iob: Iob, function: Function) -> Any:
    """Return the procedure that calls a function of the table."""
    names = list(function.parameters)
    name = scheme_name(function.name)

    def call(robots: Any, *arguments: Any) -> Any:
        values = list(arguments)
        if "mode" in names:
            values[names.index("mode")] = _mode(name, values[names.index("mode")])
        if "period" in names and values[0] == int(values[0]):
            values[0] = int(values[0])
        return iob.call(function.name, *values)

    space: dict[str, Any] = {"call": call}
    typed = ", ".join(f"{each}: {_KINDS.get(each, 'AnyValue')}" for each in names)
    untyped = ", ".join(names)
    # Its parameters are what help and completion show.
    exec(f"def declared(robots, {typed}): return call(robots, {untyped})", space)
    declared = space["declared"]
    declared.__doc__ = function.what
    return procedure(name, waits=function.name in _WAITS)(declared)


def _mode(who: str, value: Any) -> int:
    """Return the number of a control mode that is named."""
    if value not in _MODES:
        expected = f"one of {', '.join(_MODES)}"
        raise bad_value(
            who, expected, symbol(value) if isinstance(value, str) else value
        )
    return _MODES.index(value)


def _limits(rest: list[Any]) -> dict[str, Any]:
    """Return the limits among the arguments of iob-open."""
    who = "iob-open"
    if len(rest) % 2:
        raise failure("arity", who, "expected a device, or a value for each option")
    limits = {}
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        if not isinstance(name, Symbol) or name.name not in _OPTIONS:
            raise bad_value(who, f"one of the options {', '.join(_OPTIONS)}", name)
        kept = "servo-error-limit" if name.name == "error-limit" else name.name
        limits[kept.replace("-", "_")] = value
    return limits
