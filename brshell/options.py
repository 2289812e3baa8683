"""The command line: its options as a table, and what was asked for."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# (option, what its value is called or "" if it takes none, help)
Table = tuple[tuple[str, str, str], ...]

OPTIONS: Table = (
    ("-e", "EXPRESSION", "evaluate an expression and print its value; may be repeated"),
    ("-i", "", "prompt when the script or the expressions are done"),
    ("-q", "", "do not greet at the prompt"),
    ("--port", "URL", "the robot: a serial port, cm5:PORT, dxl:PORT, sim:NAME, ..."),
    ("--baud", "N", "bits per second of the serial port"),
    ("--timeout", "MS", "milliseconds to wait for an answer of the robot"),
    ("--robot", "NAME", "humanoid, arm or ids:1,2,...: simulate it, if without port"),
    ("--fast", "", "simulate on a virtual clock, without waiting"),
    ("--speed", "X", "simulate X times as fast as the wall clock"),
    ("--list-ports", "", "list the serial ports and end"),
    (
        "--dump",
        "STAGE",
        "show a program after a stage, not run: expand, core, python",
    ),
    ("--write-config", "", "write a file of settings with the defaults and end"),
    ("--no-init", "", "do not run init.scm before the first prompt"),
    ("--no-color", "", "do not colour anything"),
    ("--no-python", "", "keep Python out of reach of the program"),
    ("--version", "", "tell the version and end"),
    ("--help", "", "show this help and end"),
)
SIM_OPTIONS: Table = (
    ("--pty", "", "serve it on a pseudo-terminal (nothing else is offered yet)"),
    ("--robot", "NAME", "the robot: humanoid (if not given), arm or ids:1,2,..."),
    ("--bus", "", "a bare servo bus, as behind a USB2Dynamixel, without a CM-5"),
    ("--firmware", "NAME", "of the CM-5: brshell (if not given) or original"),
    ("--faults", "FAULTS", "what goes wrong, as (sim-fault! ...) has it"),
    ("--speed", "X", "live X times as fast as the wall clock"),
    ("--help", "", "show this help and end"),
)
FLASH_OPTIONS: Table = (
    ("--port", "URL", "the CM-5: a serial port, cm5:PORT; sim: is a rehearsal"),
    ("--baud", "N", "bits per second of its firmware, before and after (115200)"),
    ("--no-verify", "", "do not read the firmware back"),
    ("--fast", "", "rehearse on a virtual clock, without waiting"),
    ("--help", "", "show this help and end"),
)

_SHORT = {"-h": "--help", "-l": "--list-ports"}  # -l is of the original shell
_PORT_STARTS = ("/dev/", "sim:", "cm5:", "dxl:")


class UsageError(Exception):
    """The command line is not right; the message says how."""


class Options:
    """What the command line asks for."""

    def __init__(
        self, given: dict[str, list[Any]], scripts: list[str], arguments: list[str]
    ) -> None:
        self.given = given
        self.scripts = scripts
        self.arguments = arguments
        self.expressions: list[str] = given.get("-e", [])
        nothing_to_run = not scripts and not self.expressions
        self.interactive = nothing_to_run or "-i" in given

    def has(self, option: str) -> bool:
        """Tell whether an option was given."""
        return option in self.given

    def value(self, option: str) -> Any:
        """Return the last value given for an option, or None."""
        return self.given.get(option, [None])[-1]

    def robot(self) -> dict[str, Any]:
        """Return the arguments of brbrain.open that were given."""
        last = {option: values[-1] for option, values in self.given.items()}
        arguments = {
            name: last[f"--{name}"]
            for name in ("baud", "fast", "speed")
            if f"--{name}" in last
        }
        if "--port" in last:
            arguments["url"] = last["--port"]
        if "--robot" in last:
            arguments["robot"] = last["--robot"]
        if "--timeout" in last:
            arguments["timeout"] = last["--timeout"] / 1000
        return arguments


def parse(arguments: list[str]) -> Options:
    """Return what the command line asks for, or raise UsageError.

    After a script all is the script's. A port in its place is the form of the
    original shell: PORT [BAUD] [-e|-i SCRIPT ...].
    """
    given, rest = read_options(arguments, OPTIONS)
    if "--dump" in given and not (rest or "-e" in given):
        raise UsageError("--dump: expected a script or -e EXPRESSION to show")
    if rest and _is_port(rest[0]):
        return _original_form(given, rest)
    return Options(given, rest[:1], rest[1:])


def read_options(
    arguments: list[str], table: Table
) -> tuple[dict[str, list[Any]], list[str]]:
    """Return the values of the options given, and all that follows them."""
    takes = {option: value for option, value, _ in table}
    given: dict[str, list[Any]] = {}
    waiting = arguments[::-1]
    while waiting and waiting[-1].startswith("-") and waiting[-1] != "-":
        argument = waiting.pop()
        if argument == "--":
            break
        option, equals, value = argument.partition("=")
        option = _SHORT.get(option, option)
        if option not in takes:
            raise UsageError(f"expected an option, but received {option}")
        given.setdefault(option, []).append(
            _value_of(option, takes[option], value if equals else None, waiting)
        )
    return given, waiting[::-1]


def help_text(usage: str, table: Table) -> str:
    """Return the usage and a line for each option."""
    options = [(f"{option} {value}".rstrip(), help) for option, value, help in table]
    width = max(len(option) for option, _ in options)
    lines = [f"  {option:{width}}  {help}" for option, help in options]
    return "\n".join([usage, "", *lines])


def _value_of(option: str, expected: str, value: str | None, waiting: list[str]) -> Any:
    """Return the value after = or the next argument, or True if none is expected."""
    if not expected:
        if value is not None:
            raise UsageError(f"{option}: expected no value, but received {value}")
        return True
    if value is None:
        if not waiting:
            raise UsageError(f"{option}: expected {expected}, but nothing follows")
        value = waiting.pop()
    return _converted(option, value)


def _converted(option: str, value: str) -> Any:
    if option not in _VALUES:
        return value
    convert, expected = _VALUES[option]
    try:
        return convert(value)
    except ValueError:
        raise UsageError(
            f"{option}: expected {expected}, but received {value}"
        ) from None


def _number(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def _whole_number(text: str) -> int:
    number = int(text)
    if number <= 0:
        raise ValueError
    return number


def _stage(text: str) -> str:
    if text not in ("expand", "core", "python"):
        raise ValueError
    return text


# How a value that is not just text is read, and what it must be.
_VALUES: dict[str, tuple[Callable[[str], Any], str]] = {
    "--baud": (_whole_number, "a whole number above 0"),
    "--timeout": (_number, "a number above 0"),
    "--speed": (_number, "a number above 0"),
    "--dump": (_stage, "expand, core or python"),
}


def _is_port(text: str) -> bool:
    """Tell whether an argument names a port and not a script."""
    if text[:3].upper() == "COM" and text[3:].isdigit():
        return True
    return (text.startswith(_PORT_STARTS) or "://" in text) and not os.path.isfile(text)


def _original_form(given: dict[str, list[Any]], rest: list[str]) -> Options:
    port, *rest = rest
    given["--port"] = [port]
    if rest and rest[0].isdigit():
        given["--baud"] = [_converted("--baud", rest.pop(0))]
    if rest:
        mode, *scripts = rest
        if mode not in ("-e", "-i") or not scripts:
            raise UsageError(
                "after PORT [BAUD]: expected -e or -i and scripts, "
                f"but received {' '.join(rest)}"
            )
        if mode == "-i":
            given["-i"] = [True]
        return Options(given, scripts, [])
    return Options(given, [], [])
