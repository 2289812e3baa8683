"""Time, as the robot has it, and what happens in the background."""

from __future__ import annotations

from brshell.builtins.robot.procedures import bound, procedure
from brshell.builtins.robot.tasks import Task
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import list_from
from brshell.runtime.interrupts import safe_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.clock import Clock
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Datum, Number
    from brshell.builtins.robot.robots import Robots
    from brshell.machine import Machine


@procedure("sleep", waits=True)
def sleep(robot: Robot, seconds: Number) -> None:
    """Wait so many seconds; a simulated robot may have its own time."""
    if not 0 <= seconds < float("inf"):
        raise bad_value("sleep", "0 seconds or more", seconds)
    robot.clock.sleep(seconds)


@procedure("now")
def now(robot: Robot) -> float:
    """Return the time in seconds, from some moment on."""
    return robot.clock.now()


@procedure("task-wait", waits=True)
def task_wait(robots: Robots, task: Datum) -> Any:
    """Wait until a task has ended, and return its value."""
    return _task_of("task-wait", task).wait()


@procedure("task-stop")
def task_stop(robots: Robots, task: Datum) -> None:
    """Have a task end. What it is doing with the robot is completed."""
    _task_of("task-stop", task).stop()


@procedure("tasks")
def tasks(robots: Robots) -> Any:
    """Return a list of the tasks that run."""
    return list_from(robots.tasks())


def _task_of(who: str, value: Any) -> Task:
    if not isinstance(value, Task):
        raise wrong_type(who, "a task", value)
    return value


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""

    @procedure("%every")
    def every(robot: Robot, seconds: Number, thunk: Datum) -> Task:
        """Call a procedure every so many seconds in the background; return the task.

        The first time is now. It ends with task-stop, with an error, which is shown,
        with Ctrl-C, and with the program.
        """
        if not 0 < seconds < float("inf"):
            raise bad_value("every", "more than 0 seconds", seconds)
        if not callable(thunk):
            raise wrong_type("every", "a procedure", thunk)

        def work() -> None:
            _repeat(machine, robot.clock, seconds, thunk)

        return machine.robots.start(f"every {seconds:g} s", robot.clock, work)

    return bound(machine, [*globals().values(), every])


def _repeat(machine: Machine, clock: Clock, seconds: float, thunk: Any) -> None:
    due = clock.now()
    while True:
        machine.execute(thunk)
        due = max(due + seconds, clock.now())
        clock.sleep(due - clock.now())
        safe_point()
