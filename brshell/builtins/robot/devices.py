"""The AX-S1 sensor module, LEDs, and setting devices up."""

from __future__ import annotations

from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import FALSE, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brbrain.sensors import Sides
    from brshell.builtins.robot.convert import Count, Flag, Id, Name, Number
    from brshell.machine import Machine


@procedure("distance")
def distance(robot: Robot, id: Id, side: Name | None = None) -> Any:
    """Return how much infrared light comes back from left, ahead and right.

    A list of three; or that of one side: left, center, right. 0 is nothing near, 255
    is 5 cm or nearer. It is no length: it depends on the surface too.
    """
    return _one_or_all("distance", robot.distance(id), side)


@procedure("luminosity")
def luminosity(robot: Robot, id: Id, side: Name | None = None) -> Any:
    """Return how bright it is left, ahead and right, 0 to 255; or on one side."""
    return _one_or_all("luminosity", robot.luminosity(id), side)


def _one_or_all(who: str, sides: Sides, side: str | None) -> Any:
    if side is None:
        return sides
    if side not in sides._fields:
        raise bad_value(who, "left, center or right", symbol(side))
    return getattr(sides, side)


@procedure("sound-count")
def sound_count(robot: Robot, id: Id) -> int:
    """Return how many claps were heard since the last call.

    A series is counted when it has been quiet for 0.8 s.
    """
    return robot.sound_count(id)


@procedure("beep!")
def beep(robot: Robot, id: Id, note: Count, seconds: Number = 0.3) -> None:
    """Play a note, 0 (the lowest) to 51, for 0.3 to 5 seconds."""
    robot.beep(id, note, seconds)


@procedure("melody!")
def melody(robot: Robot, id: Id, number: Count) -> None:
    """Play one of the melodies, 0 to 26."""
    robot.melody(id, number)


@procedure("remocon-send!")
def remocon_send(robot: Robot, id: Id, value: Count) -> None:
    """Send a number, 0 to 65535, as an infrared remote control does."""
    robot.remocon_send(id, value)


@procedure("remocon-receive")
def remocon_receive(robot: Robot, id: Id) -> Any:
    """Return the number that a remote control sent, once; #f if none came."""
    received = robot.remocon_receive(id)
    return FALSE if received is None else received


@procedure("led!")
def led(robot: Robot, id: Id, on: Flag) -> None:
    """Switch the LED of a servo."""
    robot.led(id, on)


@procedure("change-id!")
def change_id(robot: Robot, old: Id, new: Count) -> None:
    """Give a device another id, which no device may have yet."""
    robot.change_id(old, new)


@procedure("change-baud!")
def change_baud(robot: Robot, id: Id, bits_per_second: Count) -> None:
    """Let a device on the bare servo bus talk at another speed; see `link-baud!`.

    It is put back if it does not answer then. Behind a CM-5 all devices have to talk at
    1000000 bps.
    """
    robot.change_baud(id, bits_per_second)


@procedure("tune-bus!")
def tune_bus(robot: Robot) -> list[int]:
    """Let all devices answer sooner, and return the ids of those that were changed.

    Their return delay time becomes 20 us; it is put back where answers fail then.
    """
    return robot.tune_bus()


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
