"""The robots of a machine: the current one, all that were opened, and their tasks."""

from __future__ import annotations

import sys
from _thread import allocate_lock, start_new_thread
from contextlib import contextmanager, suppress

from brbrain.errors import BrError
from brshell.builtins.robot.progress import Progress
from brshell.builtins.robot.tasks import Task
from brshell.runtime.conditions import SchemeError, wrong_type
from brshell.runtime.datums import FALSE
from brshell.runtime.interrupts import STOPPING, current, safe_point
from brshell.runtime.parameters import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Protocol

    from brbrain.clock import Clock
    from brbrain.robot import Robot
    from brbrain.stopping import Policy

    # (stop policy, closing policy or None for the same)
    Policies = tuple[Policy, Policy | None]

    class Stoppable(Protocol):
        """What is stopped and closed as robots are: a device, a hand."""

        name: str

        def stop(self) -> None:
            """End all motion, from any thread."""
            ...

        def finish(self) -> None:
            """Stop it and close it."""
            ...

        def hand_over(self) -> None:
            """Let another thread use it."""
            ...


# The options that a robot which is named by a URL has, too.
OF_SIMULATED = ("timeout", "fast", "speed", "faults")
OF_REAL = ("timeout", "baud")

PATIENCE = 2.0
"""Seconds in which a robot is to stop before the user is told; our choice."""


class Robots:
    """Opens robots and closes them again.

    ``options`` are those of brbrain.open; ``policies`` tell what robots do on a stop
    and when they are closed; ``report`` shows the error that ends a task.
    """

    def __init__(
        self,
        options: dict[str, Any],
        policies: Policies,
        report: Callable[[SchemeError], None],
    ) -> None:
        self._options = options
        self._policies = policies
        self._show = report
        self.opened: list[Robot] = []
        self.devices: list[Stoppable] = []
        self.progress = Progress()
        self._tasks: list[Task] = []
        self.current = CurrentRobot(self)

    def open(self, url: str | None = None) -> Robot:
        """Open a robot: that of the options, or of a URL. Raises BrError.

        All simulated robots of a machine live on one clock.
        """
        from brbrain.opening import open as open_robot

        options = self._options
        if url is not None:
            simulated = url.partition(":")[0] == "sim"
            kept = OF_SIMULATED if simulated else OF_REAL
            options = {name: options[name] for name in kept if name in options}
            options["url"] = url
        robot = open_robot(**options, clock=self._clock())
        robot.brain.on_idle = safe_point
        robot.on_progress = self.progress
        robot.stop_policy, robot.closing_policy = self._policies
        self.opened.append(robot)
        return robot

    def connect(self, url: str | None) -> Robot:
        """Open a robot and make it the current one."""
        robot = self.current.value = self.open(url)
        return robot

    def busy(self) -> bool:
        """Return whether this thread is exchanging packets with a robot."""
        return any(robot.brain.busy for robot in self.opened)

    def start(self, name: str, clock: Clock, work: Callable[[], Any]) -> Task:
        """Run ``work`` in the background."""
        self._forget_ended()
        task = Task(name, clock, work, self._report)
        self._tasks.append(task)
        return task

    def show(self, error: SchemeError) -> None:
        """Show an error that ends nothing."""
        self._show(error)

    def tasks(self) -> list[Task]:
        """Return the tasks that run and have not been told to stop."""
        self._forget_ended()
        return [task for task in self._tasks if task.state == "running"]

    def _forget_ended(self) -> None:
        self._tasks = [task for task in self._tasks if task.state != "ended"]

    def stop_tasks(self) -> None:
        """Tell all tasks to end, but for the one that asks for it."""
        for task in list(self._tasks):  # in a signal handler too
            if not task.is_current:
                task.stop()

    def stop(self) -> str | None:
        """Stop all tasks and robots; return what went wrong with that, if anything."""
        with current.activity.stopping():
            self._end_tasks()
            return self._stop_robots()

    def close(self) -> str | None:
        """Stop all tasks and close all robots; return what went wrong with that."""
        with current.activity.working():
            self._end_tasks()
            last_first = list(reversed(self.devices))
            problem = _for_all(last_first, lambda device: device.finish())
            return _for_all(self.opened, lambda robot: robot.close()) or problem

    def _end_tasks(self) -> None:
        """Have all tasks end: none may move a robot after it is stopped."""
        self.stop_tasks()
        for task in self._tasks:
            task.finish()

    def _stop_robots(self) -> str | None:
        # First the devices: a frame of theirs would set a robot in motion again.
        problem = _for_all(self.devices, _stop_device)
        robots = [robot for robot in self.opened if not robot.closed]
        return _for_all(robots, lambda robot: robot.stop()) or problem

    def _report(self, error: SchemeError) -> None:
        """Stop the robots, which a task that has failed controls no more; show it."""
        with current.activity.stopping():
            problem = self._stop_robots()
        self._show(error)
        if problem is not None:
            print(f"brshell: {problem}", file=sys.stderr)

    @property
    def stop_policy(self) -> Policy:
        """What robots do on a stop."""
        return self._policies[0]

    def virtual_clock(self) -> Clock | None:
        """Return the clock on which everything simulated lives, None for real time."""
        from brbrain.clock import VirtualClock

        clock = self.current().clock
        return clock if isinstance(clock, VirtualClock) else None

    def _clock(self) -> Clock | None:
        """Return the clock that simulated robots have already."""
        clocks = [robot.clock for robot in self.opened if robot.sim is not None]
        return clocks[0] if clocks else None


def _stop_device(device: Stoppable) -> None:
    """Stop a device, which any thread may use then."""
    try:
        device.stop()
    finally:
        with suppress(BrError):
            device.hand_over()


def _for_all(robots: list[Any], stop: Callable[[Any], None]) -> str | None:
    """Stop or close robots or devices; return what went wrong with one of them."""
    problems = [problem for robot in robots if (problem := _insist(robot, stop))]
    return problems[-1] if problems else None


def _insist(robot: Any, stop: Callable[[Any], None]) -> str | None:
    """Stop or close a robot; return what went wrong.

    If it is what a program ends with, it begins anew when Ctrl-C breaks it off.
    """
    for last in (False, True):
        try:
            with _told_of(robot):
                stop(robot)
            break
        except BrError as error:
            return f"{robot.name} could not be stopped: {error}"
        except KeyboardInterrupt:
            if current.activity.doing != STOPPING:
                raise
            if last:
                return f"{robot.name} could not be stopped: interrupted"
    return None


@contextmanager
def _told_of(robot: Robot | Stoppable) -> Iterator[None]:
    """Say why it takes long when a robot does not stop soon."""
    done = allocate_lock()
    done.acquire()

    def tell() -> None:
        if not done.acquire(timeout=PATIENCE):
            text = f"{robot.name} does not say that it has stopped: still trying"
            with suppress(OSError):  # nobody may be there to read it
                print(text, file=sys.stderr, flush=True)

    try:
        start_new_thread(tell, ())
        yield
    finally:
        done.release()


class CurrentRobot(Parameter):
    """The parameter ``current-robot``. When asked for, it opens a robot if need be.

    Until then ``value`` is #f.
    """

    __slots__ = ("_robots",)
    scheme_names, direct = ("current-robot",), True  # as name_builtin has it

    def __init__(self, robots: Robots) -> None:
        super().__init__(
            FALSE,
            checked_robot,
            help="Return the robot that procedures use; it is opened if need be.",
        )
        self._robots = robots

    def __call__(self) -> Any:
        """Return the robot in force."""
        robot = super().__call__()
        if robot is FALSE:
            robot = self.value = self._robots.open()
        return robot

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name to print; nothing is opened for that."""
        return "parameter current-robot", []


def checked_robot(value: Any) -> Any:
    """Return the value if it is a robot."""
    return robot_of("current-robot", value)


def robot_of(who: str, value: Any) -> Robot:
    """Return the value if it is a robot; raise SchemeError if it is not."""
    from brbrain.robot import Robot

    if isinstance(value, Robot):
        return value
    raise wrong_type(who, "a robot", value)
