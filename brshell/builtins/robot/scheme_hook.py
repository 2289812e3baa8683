"""Motion hooks of Scheme procedures, and the motion that a robot's hooks are shown."""

from __future__ import annotations

import sys
from math import isnan

from brbrain.motion import MotionEngine, MotionHook, robot_outputs
from brshell.builtins.robot.tasks import TaskStopped
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.datums import FALSE, boolean, cons, list_from, symbol
from brshell.runtime.dynamic import thread
from brshell.runtime.interrupts import current, safe_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from brbrain.motion import Frames, Pid, TimeScale, Trouble
    from brbrain.robot import Robot
    from brshell.builtins.robot.robots import Robots
    from brshell.builtins.robot.tasks import Task
    from brshell.machine import Machine

LOOK_SECONDS = 0.05
"""How often the task of a motion looks whether it is to end; our choice."""


class SchemeHook(MotionHook):
    """Calls Scheme procedures, by the names in `FUNCTIONS`; those not given do nothing.

    Each call is a task: Ctrl-C ends it, and then only ``stopping`` is still called. The
    parameters in force are those where the hook was made.
    """

    def __init__(
        self, machine: Machine, robot: Robot, name: str, procedures: Mapping[str, Any]
    ) -> None:
        super().__init__(name)
        self._machine = machine
        self._clock = robot.clock
        self._procedures = procedures
        self._parameters = thread.state.parameters
        self._ended = False  # a call was told to end, as the whole motion is

    def motion_starting(self) -> None:
        """Call ``starting``."""
        self._ended = False
        self._call("starting")

    def motion_stopping(self) -> None:
        """Call ``stopping``."""
        self._call("stopping")

    def entering_realtime(self, time_scale: TimeScale) -> None:
        """Call ``entering-realtime`` with the time scale, and again as it changes."""
        time_scale.unsubscribe(self._rescale)
        time_scale.subscribe(self._rescale)
        self._call("entering-realtime", time_scale.value)

    def leaving_realtime(self, full_speed: bool) -> None:
        """Call ``leaving-realtime`` with whether it goes on at full speed."""
        self._call("leaving-realtime", boolean(full_speed))

    def update_pids(self, pids: Mapping[int, Pid]) -> None:
        """Call ``pids`` with a list of lists (output slope punch margin)."""
        changes = [
            list_from([symbol(self.outputs[at]), *pid]) for at, pid in pids.items()
        ]
        self._call("pids", list_from(changes))

    def motion_updated(self, changed: Sequence[int], frames: Frames) -> None:
        """Call ``updated`` with the names of changed outputs, and all in a table."""
        names = [symbol(output) for output in self.outputs]
        values = [FALSE if isnan(value) else value for value in frames[-1]]
        table = list_from([cons(*pair) for pair in zip(names, values, strict=True)])
        self._call("updated", list_from([names[at] for at in changed]), table)

    def _rescale(self, value: float) -> None:
        self._call("time-scale", value)

    def _call(self, name: str, *arguments: Any) -> None:
        """Call a procedure, if it was given. Raises its SchemeError."""
        procedure = self._procedures.get(name)
        if procedure is None or (self._ended and name != "stopping"):
            return
        machine = self._machine
        errors: list[SchemeError] = []
        thread.state.parameters = self._parameters

        def work() -> None:
            try:
                machine.execute(lambda: (procedure, None, *arguments))
            except TaskStopped:
                self._ended = True
                raise
            except SchemeError as error:  # it ends no robot's motion, unlike in a task
                errors.append(error)

        title = f"motion hook {self.name}"
        machine.robots.start(title, self._clock, work).wait()
        for error in errors:
            raise error


FUNCTIONS = {
    "motion_check": "updated",
    "update_pids": "pids",
    "motion_starting": "starting",
    "motion_stopping": "stopping",
    "entering_realtime": "entering-realtime",
    "leaving_realtime": "leaving-realtime",
    "time_scale": "time-scale",
}
"""What the functions of a hook are called here, as options of make-motion-hook."""


class Motion:
    """The motion engine of a robot, and the task that ends it with the program."""

    def __init__(self, robots: Robots, robot: Robot) -> None:
        def report(trouble: Trouble) -> None:
            _report(robots, trouble)

        outputs = robot_outputs(robot)
        self.engine = MotionEngine(outputs, clock=robot.clock, report=report)
        self._robots = robots
        self._task: Task | None = None

    def start(self) -> Task:
        """Start it; return the task, which is that of before if it goes on."""
        engine = self.engine
        if self._task is None or not engine.running:
            engine.start()
            self._task = self._robots.start("motion", engine.clock, self._guard)
        return self._task

    def stop(self) -> None:
        """Stop it, and wait until its task has ended."""
        self.engine.stop()
        if self._task is not None:
            self._task.wait()

    def _guard(self) -> None:
        """Stop the engine when the task is stopped: after it no hook moves a robot."""
        engine = self.engine
        try:
            with current.activity.working():
                while engine.running:
                    engine.clock.sleep(LOOK_SECONDS)
                    safe_point()
        finally:
            engine.stop()


def _report(robots: Robots, trouble: Trouble) -> None:
    """Show an error of Scheme as such, and other trouble in a line."""
    error = trouble.error
    if not isinstance(error, SchemeError):
        function = FUNCTIONS.get(trouble.function, trouble.function)
        print(f"brshell: {trouble.text(function)}", file=sys.stderr)
        return
    if isinstance(error.payload, Condition) and error.payload.fact is None:
        error.payload.fact = f"the motion hook {trouble.hook.name} goes on"
    robots.show(error)
