"""The link to a robot: connecting, its state, and the packets on it."""

from __future__ import annotations

import sys

from brshell.builtins.declare import builtin
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import Bytevector, String, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Bytes, Count, Flag, Number, Text
    from brshell.builtins.robot.robots import Robots
    from brshell.machine import Machine


@procedure("connect")
def connect(robots: Robots, url: Text | None = None) -> Robot:
    """Open a robot, make it the current one, and return it.

    Without a URL it is the one that the command line names, or else a simulated one.
    URLs are sim:humanoid, sim:arm, sim:ids:1,2,100, cm5:/dev/ttyUSB0 or just the port,
    socket://host:port, rfc2217://host:port.
    """
    return robots.connect(url)


@procedure("disconnect")
def disconnect(robot: Robot) -> None:
    """Close the link to the robot. Wheels become joints again; the others hold."""
    robot.close()


@procedure("reconnect")
def reconnect(robot: Robot) -> None:
    """Open a lost or closed link again. An adapter is found under a new name too."""
    robot.reconnect()


@builtin("list-ports")
def list_ports() -> Any:
    """Return a list of the serial ports: name and description of each."""
    from brbrain.ports import list_ports

    return list_from(
        [
            list_from([String(port.device), String(port.description)])
            for port in list_ports()
        ]
    )


@procedure("link-status")
def link_status(robot: Robot) -> str:
    """Return the state of the link and what has happened on it, in words."""
    return robot.brain.link_status()


@procedure("recover")
def recover(robot: Robot) -> None:
    """Wait half a second and forget what comes in, after trouble on the link."""
    robot.brain.recover()


@procedure("set-timeout!")
def set_timeout(robot: Robot, milliseconds: Number) -> None:
    """Set how long to wait for a reply, beyond what the command itself takes."""
    if not 0 < milliseconds < float("inf"):
        raise bad_value("set-timeout!", "more than 0 milliseconds", milliseconds)
    robot.brain.timeout = milliseconds / 1000


@procedure("timeout")
def timeout(robot: Robot) -> float:
    """Return how many milliseconds a reply may take."""
    return robot.brain.timeout * 1000


@procedure("capabilities")
def capabilities(robot: Robot) -> Any:
    """Return what the CM-5 can do beyond the original protocol, as a list of symbols.

    They are sync-write, write-read, bus and baud; see docs/protocol.md. A CM-5 with the
    original firmware can nothing of it, and is deaf for half a second when it is asked.
    """
    found = robot.brain.negotiate()
    names = [(one.name or "").lower().replace("_", "-") for one in found]
    return list_from([symbol(name) for name in names])


@procedure("link-baud!")
def link_baud(robot: Robot, bps: Count) -> None:
    """Let the link to the CM-5 go at another speed, 115200 to 1000000 bits a second.

    The CM-5 must be able to: (capabilities) has baud. If the wires are not, the link
    has its old speed again, and there is an error. On the bare servo bus, which takes
    any speed, it is that of the devices to talk to.
    """
    robot.brain.change_link_baud(bps)


@procedure("pass-through")
def pass_through(robot: Robot, bytes: Bytes, size: Count = 0) -> Any:
    """Send bytes as they are on the servo bus; return at most size bytes heard then.

    The CM-5 must be able to: (capabilities) has bus. Nothing is checked.
    """
    return Bytevector(bytearray(robot.brain.pass_through(bytes, size)))


@procedure("trace-packets")
def trace_packets(robot: Robot, on: Flag) -> None:
    """Show every packet, in words and in bytes, as an error would be shown; or not."""
    robot.brain.on_packet = _show_packet if on else None


_WAYS = {"sent": "host -> CM-5", "received": "CM-5 -> host"}


def _show_packet(direction: str, data: bytes, words: str) -> None:
    way = _WAYS[direction]
    octets = f"  ({data.hex(' ').upper()})" if data else ""
    print(f"{way}: {words}{octets}", file=sys.stderr)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return [machine.robots.current, *bound(machine, globals().values())]
