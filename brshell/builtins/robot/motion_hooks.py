"""Motion hooks: outputs in radians, shown to many, period by period."""

from __future__ import annotations

from brshell.builtins.checks import text_of
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import bad_value, failure, wrong_type
from brshell.runtime.datums import FALSE, Symbol, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.motion import MotionEngine, MotionHook
    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import (
        ADevice,
        Count,
        Datum,
        Id,
        Number,
        Text,
    )
    from brshell.builtins.robot.scheme_hook import Motion
    from brshell.builtins.robot.tasks import Task
    from brshell.machine import Machine

# The name, and those of scheme_hook.FUNCTIONS, which is imported when it is needed.
_OPTIONS = (
    "name",
    "updated",
    "pids",
    "starting",
    "stopping",
    "entering-realtime",
    "leaving-realtime",
    "time-scale",
)


@procedure("motion-hook?")
def is_motion_hook(robots: Any, obj: Datum) -> bool:
    """Return whether the object is a motion hook."""
    from brbrain.motion import MotionHook

    return isinstance(obj, MotionHook)


@procedure("make-log-hook")
def make_log_hook(robots: Any, file: Text) -> MotionHook:
    """Return a motion hook that writes into a file which outputs change.

    Each line is a list of the simulated seconds and of lists (output value). The file
    is begun anew when the motion starts.
    """
    from brbrain.motion import LogHook

    return LogHook(file)


@procedure("make-robot-hook")
def make_robot_hook(robot: Robot) -> MotionHook:
    """Return a motion hook that sends outputs to the servos of the robot.

    They are goal positions; PIDs go to the compliance registers. The newest frame is
    sent when the link is free, so that it holds no other hook up.
    """
    from brbrain.motion import RobotHook

    return RobotHook(robot)


@procedure("make-device-hook")
def make_device_hook(robot: Robot, device: ADevice | None = None) -> MotionHook:
    """Return a motion hook that also reads a device, or the robot, in each period.

    Its servos get torque when the motion starts, and are limp when it has stopped.
    """
    from brbrain.motion import DeviceHook
    from brbrain.robot_device import RobotDevice

    return DeviceHook(RobotDevice(robot) if device is None else device)


@procedure("make-scene-hook")
def make_scene_hook(robot: Robot) -> MotionHook:
    """Return a motion hook that turns the joints of a simulated robot as by hand."""
    from brbrain.motion import SceneHook

    return SceneHook(robot)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    motions: dict[Robot, Motion] = {}

    def motion_of(robot: Robot) -> Motion:
        """Return the motion of a robot, which has one from the first use on."""
        from brshell.builtins.robot.scheme_hook import Motion

        if robot not in motions:
            motions[robot] = Motion(machine.robots, robot)
        return motions[robot]

    def engine_of(robot: Robot) -> MotionEngine:
        return motion_of(robot).engine

    @procedure("make-motion-hook", options=_OPTIONS)
    def make_motion_hook(robot: Robot, *options: Datum) -> MotionHook:
        """Return a motion hook that calls procedures.

        Options are names and procedures. 'updated is called every period, with a list
        of the outputs that changed, at first all, then often none, and an association
        list of all outputs with their radians, #f if nobody has set them. 'pids gets a
        list of lists (output slope punch margin). 'starting and 'stopping have no
        arguments. 'entering-realtime gets the time scale, 'leaving-realtime whether it
        goes on at full speed, and 'time-scale each new scale. 'name is a text to call
        it by.
        """
        from brshell.builtins.robot.scheme_hook import SchemeHook

        procedures = _procedures(options)
        name = procedures.pop("name", "procedures")
        return SchemeHook(machine, robot, name, procedures)

    @procedure("add-motion-hook!")
    def add_motion_hook(robot: Robot, hook: Datum) -> None:
        """Show a hook the outputs too, after the others; at once if motion goes on."""
        engine_of(robot).add_hook(_hook_of("add-motion-hook!", hook))

    @procedure("remove-motion-hook!", waits=True)
    def remove_motion_hook(robot: Robot, hook: Datum) -> None:
        """Stop a hook and show it nothing more."""
        engine_of(robot).remove_hook(_hook_of("remove-motion-hook!", hook))

    @procedure("motion-hooks")
    def motion_hooks(robot: Robot) -> Any:
        """Return a list of the hooks in the order in which they are called."""
        return list_from(list(engine_of(robot).hooks))

    @procedure("motion-start")
    def motion_start(robot: Robot) -> Task:
        """Start the hooks, and go on in the background; return the task."""
        return motion_of(robot).start()

    @procedure("motion-stop", waits=True)
    def motion_stop(robot: Robot) -> None:
        """Stop the hooks; nothing is shown to them any more."""
        motion_of(robot).stop()

    @procedure("motion-step", waits=True)
    def motion_step(robot: Robot, periods: Count = 1) -> None:
        """Let so many periods (or one) pass now; mostly while motion is paused."""
        engine_of(robot).step(periods)

    @procedure("motion-time")
    def motion_time(robot: Robot) -> float:
        """Return the simulated seconds of all periods so far, of 0.032 seconds each."""
        return engine_of(robot).time

    @procedure("set-time-scale!")
    def set_time_scale(robot: Robot, scale: Number) -> None:
        """Let simulated time run so many times as fast.

        0 is a pause, and a negative number is full speed: no period is waited for.
        """
        engine_of(robot).set_time_scale(scale)

    @procedure("time-scale")
    def time_scale(robot: Robot) -> float:
        """Return how many times as fast simulated time runs; see set-time-scale!."""
        return engine_of(robot).time_scale

    @procedure("motion-pause")
    def motion_pause(robot: Robot) -> None:
        """Let simulated time stand still, but for motion-step, till set-time-scale!."""
        engine_of(robot).pause()

    @procedure("motion-full-speed")
    def motion_full_speed(robot: Robot) -> None:
        """Let one period follow the other without waiting."""
        engine_of(robot).full_speed()

    @procedure("motion-outputs")
    def motion_outputs(robot: Robot) -> Any:
        """Return the list of the names of all outputs: the joints, or servo-1 ..."""
        return list_from([symbol(name) for name in engine_of(robot).outputs])

    @procedure("motion-output")
    def motion_output(robot: Robot, id: Id) -> Any:
        """Return the value of an output in radians, #f if nobody has set it."""
        engine = engine_of(robot)
        value = engine.output(_output("motion-output", engine, robot, id))
        return value if value == value else FALSE

    @procedure("set-output!")
    def set_output(robot: Robot, id: Id, radians: Number) -> None:
        """Set the output of a joint, from where its link is straight, as joint-info."""
        engine = engine_of(robot)
        engine.set_output(_output("set-output!", engine, robot, id), radians)

    @procedure("update-pid!")
    def update_pid(
        robot: Robot, id: Id, slope: Number, punch: Number, margin: Number
    ) -> None:
        """Change how the servo of an output goes to its goal, with the next period.

        The raw values of its registers: compliance slope (0 to 254; 0 takes the torque
        away), punch (0 to 1023) and compliance margin (0 to 254).
        """
        engine = engine_of(robot)
        name = _output("update-pid!", engine, robot, id)
        engine.update_pids({name: (slope, punch, margin)})

    return bound(machine, [*globals().values(), *locals().values()])


def _procedures(options: tuple[Any, ...]) -> dict[str, Any]:
    """Return the procedures of options by name, and the name as a text."""
    who = "make-motion-hook"
    if len(options) % 2:
        message = "expected a name and a value for each option, but received"
        raise failure("arity", who, message, options[-1])
    found: dict[str, Any] = {}
    for name, value in zip(options[::2], options[1::2], strict=True):
        if not isinstance(name, Symbol) or name.name not in _OPTIONS:
            raise bad_value(who, f"one of the options {', '.join(_OPTIONS)}", name)
        if name.name == "name":
            value = value.name if isinstance(value, Symbol) else text_of(who, value)
        elif not callable(value):
            raise wrong_type(who, "a procedure", value)
        found[name.name] = value
    return found


def _hook_of(who: str, value: Any) -> MotionHook:
    from brbrain.motion import MotionHook

    if not isinstance(value, MotionHook):
        raise wrong_type(who, "a motion hook", value)
    return value


def _output(who: str, engine: MotionEngine, robot: Robot, id: int) -> str:
    """Return the name of the output that is a servo."""
    description = robot.description
    name = f"servo-{id}"
    if description is not None and id in description.ids:
        name = description.joint(id).name
    if name not in engine.outputs:
        raise bad_value(who, "a joint of the robot", id)
    return name
