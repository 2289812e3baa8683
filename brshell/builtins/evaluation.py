"""Programs that run programs: load, eval, exit and the command line."""

from __future__ import annotations

from brshell.builtins.declare import builtin, control
from brshell.expander.standard import R5RS
from brshell.reader.files import read_source
from brshell.runtime.conditions import SchemeExit, bad_value, wrong_type
from brshell.runtime.datums import FALSE, NIL, TRUE, String, list_from
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from brshell.expander.environment import Environment
    from brshell.machine import Machine


# What these use of stdlib/scheme/control.scm.
NEEDS = ("%rewind",)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures that belong to one machine."""

    @control("load")
    def load(filename: Any, environment: Any = None) -> Any:
        """Run the program in a file, in the environment given. R7RS 6.14."""
        if not isinstance(filename, String):
            raise wrong_type("load", "a file name", filename)
        source = read_source(filename.text, "load")
        unit = machine.compile(source, _environment(machine, "load", environment))
        return (unit.function(), None)

    @control("eval")
    def evaluate(expression: Any, environment: Any = None) -> Any:
        """Evaluate an expression in an environment. R7RS 6.12."""
        where = _environment(machine, "eval", environment)
        return (machine.compile_datum(expression, where).function(), None)

    @builtin("interaction-environment")
    def interaction_environment() -> Environment:
        """Return the environment of the prompt and of scripts. R7RS 6.12."""
        return machine.environment

    @builtin("environment")
    def environment(*sets: Any) -> Environment:
        """Return an environment with what these import sets bind. R7RS 6.12."""
        return machine.translator.imported(list(sets))

    @builtin("scheme-report-environment")
    def scheme_report_environment(version: Any) -> Environment:
        """Return the environment of the R5RS library; the version is 5 or 7."""
        _check_version("scheme-report-environment", version)
        return machine.translator.imported([R5RS])

    @builtin("null-environment")
    def null_environment(version: Any) -> Environment:
        """Return the environment of the syntax of R5RS; the version is 5 or 7."""
        _check_version("null-environment", version)
        return machine.translator.syntax_only()

    @control("exit")
    def leave(code: Any = TRUE) -> Any:
        """Run the afters in force and end the program. R7RS 6.14.

        #t or no argument is success, #f failure, an integer the exit code.
        """
        status = _exit_code(code)

        def end() -> NoReturn:
            raise SchemeExit(status)

        return (machine.namespace["%rewind"], None, NIL, end)

    @builtin("emergency-exit")
    def emergency_exit(code: Any = TRUE) -> Any:
        """End the program at once; no afters are run. R7RS 6.14."""
        thread.state.winds = NIL
        raise SchemeExit(_exit_code(code))

    @builtin("command-line")
    def command_line() -> Any:
        """Return the list of the script's name and its arguments. R7RS 6.14."""
        return list_from([String(word) for word in machine.command_line])

    return [
        load,
        evaluate,
        interaction_environment,
        environment,
        scheme_report_environment,
        null_environment,
        leave,
        emergency_exit,
        command_line,
    ]


def _environment(machine: Machine, who: str, environment: Any) -> Environment:
    if environment is None:
        return machine.environment
    if not hasattr(environment, "bindings"):
        raise wrong_type(who, "an environment", environment)
    return environment  # type: ignore[no-any-return]


def _check_version(who: str, version: Any) -> None:
    if version not in (5, 7):
        raise bad_value(who, "5 or 7", version)


def _exit_code(code: Any) -> int:
    if code is TRUE:
        return 0
    if code is FALSE:
        return 1
    return code & 0xFF if type(code) is int else 1
