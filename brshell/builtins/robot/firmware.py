"""The firmware of the CM-5."""

from __future__ import annotations

import sys
from functools import partial

from brshell.builtins.robot.procedures import bound, procedure
from brshell.builtins.robot.progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Flag, Text
    from brshell.machine import Machine


@procedure("flash-cm5", waits=True)
def flash_cm5(robot: Robot, file: Text, verify: Flag = True) -> int:
    """Load a file of firmware into the CM-5; return the number of its bytes.

    The file is a raw image or Intel HEX. The robot is stopped before; then servos hold
    their last goals: support the robot or make it limp. It tells when to press MODE and
    START. With verify, as always unless it is #f, the firmware is read back. If
    anything goes wrong, it tells the state of the CM-5 and how to go on.
    """
    return load_into(robot, file, verify)


def load_into(robot: Robot, file: str, verify: bool) -> int:
    """Load a file into the CM-5 of a robot, and tell the user on standard error.

    Raises BrError.
    """
    from brbrain.firmware import load_firmware
    from brbrain.flash import flash_cm5

    tell = partial(_tell, robot)
    image = load_firmware(file)
    if robot.sim is not None:
        tell("a rehearsal: the CM-5 is simulated, and presses its buttons itself")
    return flash_cm5(
        robot, image, verify=verify, tell=tell, ask=lambda _, words: tell(words)
    )


def _tell(robot: Robot, words: str) -> None:
    """Show words, on a line that has no bar."""
    if isinstance(robot.on_progress, Progress):
        robot.on_progress.clear()
    print(f"flash: {words}", file=sys.stderr, flush=True)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
