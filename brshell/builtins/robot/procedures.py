"""How a procedure of the robot is declared: once, with the types of its arguments.

    @procedure("move!")
    def move(robot: Robot, id: Id, degrees: Number, seconds: Number = None) -> float:
        '''Move a servo to an angle ...'''

The first parameter is what it works on: ``robot``, the current one unless ``'robot r``
ends the arguments, or ``robots``, all of the machine. The annotations of the others
name the converters of `convert`. Errors of brbrain become conditions.
"""

from __future__ import annotations

from brbrain.errors import BrError
from brshell.builtins.robot.convert import ARGUMENTS, to_scheme
from brshell.builtins.robot.failures import condition_of, point_out
from brshell.builtins.robot.robots import robot_of
from brshell.runtime.conditions import SchemeError, failure
from brshell.runtime.datums import symbol
from brshell.runtime.interrupts import current
from brshell.runtime.procedures import COLLECTS_REST, argument_count, name_builtin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    from brshell.builtins.robot.robots import Robots
    from brshell.machine import Machine

    F = TypeVar("F", bound=Callable[..., Any])

_OPTION = symbol("robot")


def procedure(
    name: str, *, waits: bool = False, options: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """Declare the function as the procedure of the robot with this name.

    Ctrl-C breaks off one that only ``waits``, at once; others get to a safe point.
    ``options`` are the words with which it takes further arguments.
    """

    def declare(function: F) -> F:
        function.robot_procedure = name, waits  # type: ignore[attr-defined]
        function.robot_options = options  # type: ignore[attr-defined]
        return function

    return declare


def bound(machine: Machine, values: Iterable[Any]) -> list[Any]:
    """Return the builtins that the procedures among some values are in a machine."""
    return [
        Caller(machine.robots, value).builtin()
        for value in values
        if hasattr(value, "robot_procedure")
    ]


class Caller:
    """Calls a procedure of the robot from Scheme."""

    def __init__(self, robots: Robots, function: Any) -> None:
        self._name, self._waits = function.robot_procedure
        self._robots = robots
        self._function = function
        code = function.__code__
        first, *names = code.co_varnames[: code.co_argcount]
        self._takes_robot = first == "robot"
        kinds = {
            parameter: ARGUMENTS[kind.removesuffix(" | None")]
            for parameter, kind in function.__annotations__.items()
            if parameter not in (first, "return")
        }
        self._converters = [kinds[name] for name in names]
        self._least = len(names) - len(function.__defaults__ or ())
        self._most: int | None = len(names)
        if code.co_flags & COLLECTS_REST:
            self._rest = kinds[code.co_varnames[code.co_argcount]]
            self._most = None

    def builtin(self) -> Callable[..., Any]:
        """Return the procedure as the language has it."""

        def call(*arguments: Any) -> Any:
            return self.call(list(arguments))

        call.__doc__ = self._function.__doc__
        call.declaration = self._function  # type: ignore[attr-defined]
        return name_builtin(call, self._name)

    def call(self, arguments: list[Any]) -> Any:
        """Convert the arguments, call, and convert the result."""
        activity = current.activity
        robot = None
        values: list[Any] = []
        with activity.waiting() if self._waits else activity.working():
            activity.check()
            try:
                if self._takes_robot and arguments[-2:-1] == [_OPTION]:
                    robot = robot_of(self._name, arguments.pop())
                    arguments.pop()
                self._check_count(len(arguments))
                if self._takes_robot and robot is None:
                    robot = self._robots.current()
                self._convert(robot, arguments, values)
                return to_scheme(self._function(robot or self._robots, *values))
            except SchemeError as error:
                if error.condition.who == self._name:
                    point_out(error.condition, arguments)
                raise
            except BrError as error:
                name, given = self._name, arguments
                raise condition_of(name, error, given, values, robot) from None
            finally:
                self._robots.progress.clear()

    def _convert(self, robot: Any, arguments: list[Any], values: list[Any]) -> None:
        """Append the values of the arguments; an error knows which one is wrong."""
        converters = list(self._converters)
        if self._most is None:
            converters += [self._rest] * (len(arguments) - len(converters))
        for convert, argument in zip(converters, arguments, strict=False):
            try:
                values.append(convert(self._name, argument, robot))
            except SchemeError as error:
                error.condition.argument = len(values)
                raise

    def _check_count(self, count: int) -> None:
        if count < self._least or (self._most is not None and count > self._most):
            expected = argument_count(self._least, self._most)
            message = f"expected {expected}, but received {count}"
            raise failure("arity", self._name, message)
