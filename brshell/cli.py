"""The command ``brshell``: scripts, expressions, the prompt, and exit codes.

0 all went well, 1 an error in the program (a name that is not known, a value that a
register does not take), 2 a wrong command line or a file that cannot be read, 3 the
robot or the link to it failed (a port is lost, a device is silent or reports an error),
130 interrupted (Ctrl-C), 129, 131 and 143 ended by a hang-up (SIGHUP), by Ctrl-\\
(SIGQUIT) or by SIGTERM.
"""

from __future__ import annotations

import errno
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
    from collections.abc import Callable
    from typing import Any

    from brshell.config import Settings
    from brshell.machine import Machine
    from brshell.repl.session import Session
    from brshell.runtime.conditions import SchemeError

USAGE = """\
brshell [OPTION ...] [SCRIPT [ARGUMENT ...]]   (the script - is standard input)
brshell sim [OPTION ...]               a simulated robot for other programs
brshell flash FILE [OPTION ...]        firmware into a CM-5
brshell PORT [BAUD] [-e|-i SCRIPT ...] as the original shell has it

A Scheme you can talk to a robot in. Without a script or an expression it prompts,
or runs what comes through a pipe. Without a port the robot is simulated."""
SIM_USAGE = "brshell sim [OPTION ...]\n\nServe a simulated robot until interrupted."

SUCCESS, FAILED, USAGE_ERROR, ROBOT_FAILED = 0, 1, 2, 3
HUNG_UP, INTERRUPTED = 129, 130  # 128 + SIGHUP or SIGINT, as shells count


def run() -> int:
    """Do what the command line says, as a program that then ends.

    After Ctrl-C a further one has nothing more to end, and changes no exit code.
    """
    code = main()
    if code == INTERRUPTED:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return code


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
    except BrokenPipeError:  # nobody reads what we print (| head): not a word more
        from brshell.runtime.ports import OUTPUT_CLOSED

        _discard_output()
        return OUTPUT_CLOSED
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        _discard_output()
        return HUNG_UP


def _discard_output() -> None:
    """Let what is left to be written go somewhere when Python flushes at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if stream.isatty() or stream is sys.stdout:
            os.dup2(nowhere, stream.fileno())


def _open_missing_streams() -> None:
    """Put the null device where whoever started us left no stream (>&-)."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115


def _command(arguments: list[str]) -> int:
    if arguments[:1] == ["sim"]:
        return _simulate(arguments[1:])
    if arguments[:1] == ["flash"]:
        return _flash(arguments[1:])
    options = parse(arguments)
    if options.has("--help"):
        print(help_text(USAGE, OPTIONS))
    elif options.has("--version"):
        from brbrain import __version__

        print(f"brshell {__version__}")
    elif options.has("--list-ports"):
        _list_ports()
    elif options.has("--write-config"):
        from brshell.config import write_settings

        print(write_settings())
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
            firmware=given.get("--firmware", ["brshell"])[-1],
        )
    except BrError as error:
        raise UsageError(f"sim: {error}") from None
    return SUCCESS


def _flash(arguments: list[str]) -> int:
    """Load firmware; a signal that ends us is to leave word of the CM-5's state."""
    from brshell.flashing import flash
    from brshell.runtime.conditions import Terminated
    from brshell.runtime.interrupts import Terminations

    def terminate(code: int) -> None:
        raise Terminated(code)

    try:
        with Terminations(terminate):
            return SUCCESS if flash(arguments) else ROBOT_FAILED
    except Terminated as ending:
        return ending.code


def _list_ports() -> None:
    from brbrain.ports import list_ports

    ports = list_ports()
    for port in ports:
        print(f"{port.device}  {port.description}")
    if not ports:
        print("brshell: there are no serial ports", file=sys.stderr)


def _run(options: Options) -> int:
    """Make a machine and run in it what is asked for; leave the robot in order."""
    from brshell.config import robot_options, robot_policies
    from brshell.machine import Machine
    from brshell.runtime.conditions import Terminated
    from brshell.runtime.interrupts import Terminations

    scripts = [(path, _text_of(path)) for path in options.scripts]
    settings = _settings(options)
    robot = robot_options(options.robot(), settings)
    _check_robot(robot)
    machine = Machine(
        python=not options.has("--no-python"),
        robot_options=robot,
        robot_policies=robot_policies(settings),
    )
    machine.command_line = [*(options.scripts or ["brshell"]), *options.arguments]
    try:
        with Terminations(machine.terminate):
            return _run_safely(machine, scripts, options, settings)
    except Terminated as ending:
        return ending.code


def _run_safely(
    machine: Machine,
    scripts: list[tuple[str, str]],
    options: Options,
    settings: Settings,
) -> int:
    """Run what is asked for; whatever happens, nothing goes on moving after it.

    A signal may come before stopping has begun: hence the second attempt, in place,
    since between an exception and a call no signal is handled.
    """
    try:
        code = _run_in(machine, scripts, options, settings)
        problem = machine.close()
        if problem is None:
            return code
        print(f"brshell: {problem}", file=sys.stderr)
        return code or ROBOT_FAILED
    except BaseException:
        try:
            _leave(machine)
        except BaseException:
            _leave(machine)
            raise
        raise


def _leave(machine: Machine) -> None:
    """Stop and close the robots, of which no signal is to keep us."""
    from brshell.runtime.interrupts import current

    with current.activity.stopping():
        machine.stop()
        problem = machine.close()
    if problem is not None:
        print(f"brshell: {problem}", file=sys.stderr)


def _settings(options: Options) -> Settings:
    """Return the user's settings; at the prompt a wrong file is only reported."""
    from brshell.config import defaults, read_settings

    try:
        settings = read_settings()
    except UsageError as error:
        if not _prompts(options):
            raise
        print(f"brshell: {error}", file=sys.stderr)
        settings = defaults()
    if options.has("--no-color"):
        settings["colors"] = False
    return settings


def _prompts(options: Options) -> bool:
    return options.interactive and sys.stdin.isatty()


def _run_in(
    machine: Machine,
    scripts: list[tuple[str, str]],
    options: Options,
    settings: Settings,
) -> int:
    """Run expressions, scripts and what comes through a pipe; or prompt."""
    from brshell.repl.session import Session
    from brshell.runtime.conditions import SchemeError, SchemeExit, Terminated

    session = Session(machine, colored=settings["colors"])
    prompting = _prompts(options)
    if prompting:  # what a script fails with can be looked at
        machine.units.keeps_values = True
    try:
        if options.has("--dump"):
            _show_stage(session, scripts, options)
        else:
            _run_programs(session, scripts, options)
    except Terminated:
        raise
    except SchemeExit as ending:
        return ending.code
    except SchemeError as error:
        _stop_and_show(
            session, error, session.fail if prompting else session.show_error
        )
        if not prompting:
            return _exit_code(error)
    if not prompting:
        return SUCCESS
    from brshell.repl.prompt import interact

    return interact(
        session,
        greet=not options.has("-q"),
        init=not options.has("--no-init"),
        settings=settings,
    )


def _stop_and_show(
    session: Session, error: SchemeError, show: Callable[[SchemeError], None]
) -> None:
    """Stop the robots and show an error: at once, if it is that they are not there."""
    lost = getattr(error.payload, "kind", "error") == "link"
    if lost:
        show(error)
    problem = session.machine.stop()
    if not lost:
        show(error)
    if problem is not None:
        print(f"brshell: {problem}", file=sys.stderr)


def _run_programs(
    session: Session, scripts: list[tuple[str, str]], options: Options
) -> None:
    from brshell.files import STANDARD_INPUT

    for expression in options.expressions:
        session.print_values(session.run("-e", expression))
    for path, text in scripts:
        name = "stdin" if path == STANDARD_INPUT else path
        session.run(name, text, script=True)
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
    if simulated and "baud" in robot:
        raise UsageError(
            f"--baud: expected a serial port, but received {robot.get('url', 'none')}"
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
    return ROBOT_FAILED if kind in ("link", "status") else FAILED
