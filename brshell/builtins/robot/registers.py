"""Single registers, in natural units or raw."""

from __future__ import annotations

from brshell.builtins.robot.convert import table
from brshell.builtins.robot.procedures import bound, procedure
from brshell.builtins.robot.register_names import register_names
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import FALSE, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Count, Id, Name, Register, Value
    from brshell.machine import Machine

# The registers under BRBrain's own names, AX12_GOAL_POSITION and so on.
PARAMETERS = register_names()


@procedure("get")
def get(robot: Robot, id: Id, register: Register) -> float:
    """Return what a register of a device holds, in its natural unit."""
    return robot.get(id, register)


@procedure("get-raw")
def get_raw(robot: Robot, id: Id, register: Register) -> int:
    """Return what a register of a device holds, as the device has it."""
    return robot.get_raw(id, register)


@procedure("put!")
def put(robot: Robot, id: Id, register: Register, value: Value) -> None:
    """Write a register of a device, in its natural unit; #t and #f are 1 and 0."""
    robot.put(id, register, value)


@procedure("put-raw!")
def put_raw(robot: Robot, id: Id, register: Register, value: Count) -> None:
    """Write a register of a device, as the device has it."""
    robot.put_raw(id, register, value)


@procedure("get-all")
def get_all(robot: Robot, id: Id) -> Any:
    """Return an association list of all registers of a device, in natural units.

    This takes the message of a remote control that an AX-S1 may have.
    """
    found = robot.get_all(id)
    return table((register.symbol, value) for register, value in found.items())


@procedure("register-info")
def register_info(robots: Any, register: Register) -> Any:
    """Return an association list of what is known about a register.

    Minimum and maximum are raw, and #f where nothing can be written.
    """
    limits = (
        FALSE if limit is None else limit
        for limit in (register.minimum, register.maximum)
    )
    minimum, maximum = limits
    return table(
        [
            ("name", symbol(register.symbol)),
            ("device", symbol(register.device)),
            ("address", register.address),
            ("width", register.width),
            ("access", symbol("read-write" if register.writable else "read-only")),
            ("area", symbol(register.area)),
            ("minimum", minimum),
            ("maximum", maximum),
            ("unit", register.unit),
            ("note", register.note),
        ]
    )


@procedure("registers")
def registers(robots: Any, device: Name) -> Any:
    """Return a list of the names of all registers of a kind of device: ax12, axs1."""
    from brbrain.registers import DEVICES

    if device not in DEVICES:
        raise bad_value("registers", "ax12 or axs1", symbol(device))
    return list_from([symbol(register.symbol) for register in DEVICES[device]])


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
