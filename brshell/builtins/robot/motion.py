"""Motion: angles, torque, wheels. Angles are in degrees, 0 to 300, middle 150."""

from __future__ import annotations

from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.datums import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brshell.builtins.robot.convert import Flag, Goals, Id, Ids, Name, Number
    from brshell.machine import Machine


@procedure("move!")
def move(robot: Robot, id: Id, degrees: Number, seconds: Number | None = None) -> float:
    """Move a servo to an angle; return the seconds that it will take, about.

    With seconds its speed is set so that it takes that long. It does not wait for the
    end: see wait-until-still.
    """
    return robot.move(id, degrees, seconds)


@procedure("move-all!")
def move_all(robot: Robot, goals: Goals, seconds: Number | None = None) -> float:
    """Move servos, starting at the same moment; goals are lists (id degrees).

    With seconds all of them take that long. See move!.
    """
    return robot.move_all(goals, seconds)


@procedure("wait-until-still")
def wait_until_still(robot: Robot, timeout: Number = 10.0) -> bool:
    """Wait until the servos that are in use stand still, wheels apart.

    Return #f if they do not within timeout seconds (10).
    """
    return robot.wait_until_still(timeout)


@procedure("torque!")
def torque(robot: Robot, id: Id, on: Flag) -> None:
    """Give a servo torque where it stands, or take it away."""
    robot.torque(id, on)


@procedure("torque-on!")
def torque_on(robot: Robot, ids: Ids | None = None) -> None:
    """Give torque to the servos that have none, where they stand.

    To all of the robot, or those in a list.
    """
    robot.torque_on(ids)


@procedure("limp!")
def limp(robot: Robot, ids: Ids | None = None) -> None:
    """Take the torque of all servos away, or of those in a list."""
    robot.limp(ids)


@procedure("hold!")
def hold(robot: Robot, ids: Ids | None = None) -> None:
    """Make all servos, or those in a list, stand stiff where they are; wheels stop."""
    robot.hold(ids)


@procedure("stop-policy")
def stop_policy(robot: Robot) -> Any:
    """Return what stop! does: hold (keep the position) or limp (no torque)."""
    return symbol(robot.stop_policy)


@procedure("set-stop-policy!")
def set_stop_policy(robot: Robot, policy: Name) -> None:
    """Set what stop! does, and Ctrl-C and an error: hold or limp.

    With limp the servos also go limp at the end of the program, unless the user's
    settings have another closing policy.
    """
    robot.stop_policy = policy  # type: ignore[assignment]  # checked there


@procedure("wheel!")
def wheel(robot: Robot, id: Id, rpm: Number) -> None:
    """Let a servo turn endlessly, counterclockwise if rpm is positive (-114 to 114).

    A wheel regulates power and not speed, so that rpm is only nominal. Its angle limits
    are kept for joint!.
    """
    robot.wheel(id, rpm)


@procedure("joint!")
def joint(robot: Robot, id: Id) -> None:
    """Let a wheel go to angles again, with the limits that it had; hold it."""
    robot.joint(id)


@procedure("recover-servo!")
def recover_servo(robot: Robot, id: Id) -> None:
    """Give a servo that has shut itself down its torque back, where it stands."""
    robot.recover_servo(id)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""

    @procedure("stop!")
    def stop(robot: Robot) -> None:
        """End all motion of the servos in use, as the stop policy says, and all tasks.

        A task that calls it goes on. It is also done on Ctrl-C and when a script ends
        with an error.
        """
        machine.robots.stop_tasks()
        robot.stop()

    return bound(machine, [*globals().values(), stop])
