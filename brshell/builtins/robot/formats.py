"""Formats, as class BRBrain has them: what one packet reads or writes.

A format is a list of blocks: device, first register, number of registers. Reading and
writing by a format is the fastest way to talk to many devices.
"""

from __future__ import annotations

from brshell.builtins.robot.convert import block_of, value_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.datums import (
    FALSE,
    NIL,
    Pair,
    Values,
    Vector,
    list_from,
    symbol,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from brbrain.formats import Format
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Datum, Id, Register
    from brshell.machine import Machine


@procedure("set-read-format!")
def set_read_format(robot: Robot, *blocks: Datum) -> int:
    """Say what to read, and return the status.

    Each block is a list of id, first register and number of registers; or all of them
    follow one another, not in lists.
    """
    return robot.brain.set_read_format(_blocks("set-read-format!", blocks, robot))


@procedure("set-write-format!")
def set_write_format(robot: Robot, *blocks: Datum) -> int:
    """Say what to write, and return the status. Blocks as for set-read-format!."""
    return robot.brain.set_write_format(_blocks("set-write-format!", blocks, robot))


@procedure("read-format")
def read_format(robot: Robot) -> Any:
    """Return what is read: a list of blocks (id register number)."""
    return _listed(robot.brain.read_format)


@procedure("write-format")
def write_format(robot: Robot) -> Any:
    """Return what is written: a list of blocks (id register number)."""
    return _listed(robot.brain.write_format)


@procedure("read-raw")
def read_raw(robot: Robot) -> Vector:
    """Return a vector of the raw values of the read format, and last the status."""
    return Vector(list(robot.brain.read_raw()))


@procedure("read-natural")
def read_natural(robot: Robot) -> Vector:
    """Return a vector of the values of the read format, and last the status.

    They are in natural units: degrees, rpm, volts, degrees C.
    """
    return Vector(list(robot.brain.read_natural()))


@procedure("write-raw!")
def write_raw(robot: Robot, *values: Datum) -> int:
    """Write raw values in the order of the write format, and return the status.

    They may also be in one list or vector. All devices take them at the same moment.
    """
    # brbrain checks that they are integers.
    return robot.brain.write_raw(_numbers("write-raw!", values))  # type: ignore[arg-type]


@procedure("write-natural!")
def write_natural(robot: Robot, *values: Datum) -> int:
    """Write values in natural units in the order of the write format; see write-raw!"""
    return robot.brain.write_natural(_numbers("write-natural!", values))


@procedure("cached")
def cached(robot: Robot, id: Id, register: Register) -> Values:
    """Return what a register held when it was read last, and how long ago.

    Two values: in its natural unit, and seconds; both are #f if it was never read.
    """
    found = robot.cached(id, register)
    return Values((FALSE, FALSE) if found is None else (found.natural, found.age))


def _blocks(who: str, data: Sequence[Any], robot: Robot) -> list[Any]:
    if data and not isinstance(data[0], Pair):
        data = [list_from(data[at : at + 3]) for at in range(0, len(data), 3)]
    return [block_of(who, block, robot) for block in data]


def _listed(format: Format) -> Any:
    return list_from(
        [
            list_from([id, symbol(start.symbol), number])
            for id, start, number in format.blocks
        ]
    )


def _numbers(who: str, values: Sequence[Any]) -> list[float]:
    if len(values) == 1 and isinstance(values[0], Vector):
        values = values[0].items
    elif len(values) == 1 and (values[0] is NIL or isinstance(values[0], Pair)):
        values = list(values[0] if isinstance(values[0], Pair) else ())
    return [value_of(who, value) for value in values]


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
