"""The command ``brshell flash``: firmware into a CM-5, real or simulated."""

from __future__ import annotations

import sys

from brshell.options import FLASH_OPTIONS, UsageError, help_text, read_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot

USAGE = """\
brshell flash FILE [OPTION ...]

Load a raw image or Intel HEX into the CM-5 and read it back. It tells when to press
MODE and START. Without a port it is a rehearsal with a simulated CM-5."""


def flash(arguments: list[str]) -> bool:
    """Do what the command line says; return whether all went well.

    Raises UsageError for a wrong command line or file; what else fails is shown.
    """
    given, file = _parsed(arguments)
    if "--help" in given:
        print(help_text(USAGE, FLASH_OPTIONS))
        return True
    from brbrain.errors import BrError
    from brbrain.firmware import load_firmware

    try:
        load_firmware(file)
    except BrError as error:
        raise UsageError(f"flash: {error}") from None
    try:
        print(_load(file, given))
    except BrError as error:
        print(f"brshell: flash: {error}", file=sys.stderr)
        return False
    return True


def _parsed(arguments: list[str]) -> tuple[dict[str, list[Any]], str]:
    """Return the options, before or behind the file, and the file."""
    given, rest = read_options(arguments, FLASH_OPTIONS)
    behind, more = read_options(rest[1:], FLASH_OPTIONS)
    given |= behind
    if more:
        raise UsageError(f"flash: expected one file, but received {more[0]} too")
    if not rest and "--help" not in given:
        raise UsageError("flash: expected a file of firmware, but received none")
    return given, "".join(rest[:1])


def _load(file: str, given: dict[str, list[Any]]) -> str:
    """Load the file into the CM-5 of the robot that is asked for; tell of it."""
    from brshell.builtins.robot.firmware import load_into
    from brshell.builtins.robot.progress import Progress

    robot = _open(given)
    robot.on_progress = progress = Progress()
    try:
        size = load_into(robot, file, "--no-verify" not in given)
    finally:
        progress.clear()
        robot.close()
    simulated = "simulated " if robot.sim is not None else ""
    return f"{file}: {size} bytes are in the {simulated}CM-5, and it answers"


def _open(given: dict[str, list[Any]]) -> Robot:
    """Open the robot; raise UsageError if there can be none, LinkError if it fails."""
    from brbrain.errors import BrError, LinkError
    from brbrain.opening import open as open_robot

    url, baud = (given.get(option, [None])[-1] for option in ("--port", "--baud"))
    try:
        return open_robot(url, baud=baud, fast="--fast" in given)
    except LinkError:
        raise
    except BrError as error:
        raise UsageError(f"flash: {error}") from None
