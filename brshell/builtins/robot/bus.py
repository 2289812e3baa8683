"""The bus: who is there, and how the robot is."""

from __future__ import annotations

from brshell.builtins.robot.convert import table
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.datums import list_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Count, Id, Name, Text
    from brshell.machine import Machine


@procedure("ping")
def ping(robot: Robot, id: Id) -> bool:
    """Return whether a device answers."""
    return robot.brain.ping(id)


@procedure("ping-status")
def ping_status(robot: Robot, id: Id) -> int:
    """Return the status of a ping: 0 if the device answered at once.

    See status->string.
    """
    return robot.brain.ping_status(id)


@procedure("ping-cm5")
def ping_cm5(robot: Robot) -> bool:
    """Return whether the CM-5 is well."""
    return robot.brain.ping_cm5()


@procedure("scan")
def scan(robot: Robot, max_id: Count = 253) -> list[int]:
    """Return a list of the ids that answer, from 0 to max-id.

    On a real bus each id that does not costs 0.1 s.
    """
    return robot.scan(max_id)


@procedure("scan-info")
def scan_info(robot: Robot, max_id: Count = 253) -> Any:
    """Scan; return an association list for each device that answers.

    It has id, model, firmware, voltage, temperature and alarms.
    """
    return list_from(
        [table(found._asdict().items()) for found in robot.scan_info(max_id)]
    )


@procedure("status->string")
def status_to_string(robots: Any, status: Count) -> str:
    """Return a status in words; "" if all went well."""
    from brbrain.status import status_text

    return status_text(status)


@procedure("verify-status")
def verify_status(robots: Any, status: Count, what: Text) -> bool:
    """Raise a status-error if a status is bad; what is the operation that had it.

    Retries alone are only warned of.
    """
    from brbrain.status import verify_status

    return verify_status(status, what)


@procedure("battery-volts")
def battery_volts(robot: Robot) -> float:
    """Return the volts of the battery, as the CM-5 measures them."""
    return robot.battery_volts()


@procedure("adc")
def adc(robot: Robot, channel: Name) -> int:
    """Return a reading of the CM-5, 0 to 255; the channel is pos, neg or therm."""
    return robot.adc(channel)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
