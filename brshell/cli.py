"""The command ``brshell``: scripts, expressions, the prompt, and exit codes.

0 all went well, 1 an error in the program, 2 a wrong command line or a file that
cannot be read, 3 the robot or the link to it failed, 130 interrupted.
"""

from __future__ import annotations

import os
import sys

from brshell.options import (
    OPTIONS,
    SIM_OPTIONS,
    Options,
    UsageError,
    help_text,
    parse,
    read_options,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine
    from brshell.repl.session import Session
    from brshell.runtime.conditions import SchemeError

USAGE = """\
brshell [OPTION ...] [SCRIPT [ARGUMENT ...]]
brshell sim [OPTION ...]               a simulated robot for other programs
brshell flash FIRMWARE --port URL      load firmware into a CM-5
brshell PORT [BAUD] [-e|-i SCRIPT ...] as the original shell has it

A Scheme you can talk to a robot in. Without a script or an expression it prompts,
or runs what comes through a pipe. Without a port the robot is simulated."""
SIM_USAGE = "brshell sim [OPTION ...]\n\nServe a simulated robot until interrupted."

SUCCESS, FAILED, USAGE_ERROR, ROBOT_FAILED = 0, 1, 2, 3
INTERRUPTED = 130  # 128 + SIGINT, as shells count


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says and return the exit code."""
    _open_missing_streams()
    try:
        code = _command(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return code
    except UsageError as error:
        print(f"brshell: {error}", file=sys.stderr)
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Nobody reads what we print (| head): end without a word. What is left to be
        # written must go somewhere when Python flushes at its end.
        from brshell.runtime.ports import OUTPUT_CLOSED

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OUTPUT_CLOSED


def _open_missing_streams() -> None:
    """Put the null device where whoever started us left no stream (>&-)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _command(arguments: list[str]) -> int:
    if arguments[:1] == ["sim"]:
        return _simulate(arguments[1:])
    if arguments[:1] == ["flash"]:
        raise UsageError("flash: loading firmware into a CM-5 is not built yet")
    options = parse(arguments)
    if options.has("--help"):
        print(help_text(USAGE, OPTIONS))
    elif options.has("--version"):
        from brbrain import __version__

        print(f"brshell {__version__}")
    elif options.has("--list-ports"):
        _list_ports()
    else:
        return _run(options)
    return SUCCESS


def _simulate(arguments: list[str]) -> int:
    given, rest = read_options(arguments, SIM_OPTIONS)
    if rest:
        raise UsageError(f"sim: expected an option, but received {rest[0]}")
    if "--help" in given:
        print(help_text(SIM_USAGE, SIM_OPTIONS))
        return SUCCESS
    from brbrain.errors import BrError
    from brbrain.sim.server import serve_pty

    try:
        serve_pty(
            robot=given.get("--robot", ["humanoid"])[-1],
            bus="--bus" in given,
            faults=",".join(given.get("--faults", [])),
            speed=given.get("--speed", [1.0])[-1],
        )
    except BrError as error:
        raise UsageError(f"sim: {error}") from None
    return SUCCESS


def _list_ports() -> None:
    from brbrain.ports import list_ports

    ports = list_ports()
    for port in ports:
        print(f"{port.device}  {port.description}")
    if not ports:
        print("brshell: there are no serial ports", file=sys.stderr)


def _run(options: Options) -> int:
    """Make a machine and run in it what is asked for; leave the robot in order."""
    from brshell.machine import Machine

    scripts = [(path, _text_of(path)) for path in options.scripts]
    _check_robot(options.robot())
    machine = Machine(
        python=not options.has("--no-python"), robot_options=options.robot()
    )
    machine.command_line = [*(options.scripts or ["brshell"]), *options.arguments]
    try:
        return _run_in(machine, scripts, options)
    finally:
        machine.close()


def _run_in(machine: Machine, scripts: list[tuple[str, str]], options: Options) -> int:
    """Run expressions, scripts and what comes through a pipe; or prompt."""
    from brshell.repl.session import Session
    from brshell.runtime.conditions import SchemeError, SchemeExit

    session = Session(machine, colored=not options.has("--no-color"))
    prompting = options.interactive and sys.stdin.isatty()
    if prompting:  # what a script fails with can be looked at
        machine.units.keeps_values = True
    try:
        if options.has("--dump"):
            _show_stage(session, scripts, options)
        else:
            _run_programs(session, scripts, options)
    except SchemeExit as ending:
        return ending.code
    except SchemeError as error:
        (session.fail if prompting else session.show_error)(error)
        problem = machine.stop()
        if problem is not None:
            print(f"brshell: {problem}", file=sys.stderr)
        if not prompting:
            return _exit_code(error)
    if not prompting:
        return SUCCESS
    from brshell.repl.prompt import interact

    return interact(
        session, greet=not options.has("-q"), init=not options.has("--no-init")
    )


def _run_programs(
    session: Session, scripts: list[tuple[str, str]], options: Options
) -> None:
    for expression in options.expressions:
        session.print_values(session.run("-e", expression))
    for path, text in scripts:
        session.run(path, text, script=True)
    if options.interactive and not sys.stdin.isatty():
        session.run("stdin", _piped_text(), script=True)


def _show_stage(
    session: Session, scripts: list[tuple[str, str]], options: Options
) -> None:
    expressions = [("-e", expression) for expression in options.expressions]
    for name, text in expressions + scripts:
        session.print_stage(name, text, options.value("--dump"))


def _check_robot(robot: dict[str, Any]) -> None:
    """Raise UsageError for what no robot can be."""
    simulated = robot.get("url", "sim").startswith("sim")
    if not simulated and not robot.keys().isdisjoint(("fast", "speed")):
        raise UsageError(
            "expected a simulated robot with --fast or --speed, "
            f"but received --port {robot['url']}"
        )
    if "robot" in robot:
        from brbrain.errors import BrError
        from brbrain.robots import find_robot

        try:
            find_robot(robot["robot"])
        except BrError as error:
            raise UsageError(f"--{error}") from None


def _text_of(path: str) -> str:
    from brshell.files import text_of

    return text_of(path)


def _piped_text() -> str:
    from brshell.files import piped_text

    return piped_text()


def _exit_code(error: SchemeError) -> int:
    kind = getattr(error.payload, "kind", "error")
    if kind == "interrupt":
        return INTERRUPTED
    return ROBOT_FAILED if kind in ("link", "status", "register") else FAILED
