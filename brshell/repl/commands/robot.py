"""Commands to see the robot, and to stop it."""

from __future__ import annotations

from brbrain.errors import BrError
from brshell.builtins.robot.convert import HIGHEST_ID, id_of
from brshell.builtins.robot.failures import condition_of
from brshell.reader.reader import read_all
from brshell.reader.source import Source
from brshell.repl.commands.declare import command
from brshell.repl.display.columns import draws_blocks, is_plain, terminal_width
from brshell.repl.display.servos import servo_table
from brshell.runtime.conditions import SchemeError
from brshell.runtime.interrupts import current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brbrain.robot import Robot
    from brshell.repl.session import Session


@command("servos", argument="[IDS]")
def servos(session: Session, argument: str) -> None:
    """Show position, load and temperature of servos; of all, or those named."""

    def states(robot: Robot) -> Any:
        ids = _ids(",servos", argument, robot)
        return ids or [], robot.servo_states(ids)

    named, found = _with_robot(session, ",servos", states)
    if found:
        lines = servo_table(found, terminal_width(), ascii=not draws_blocks())
        print("\n".join(lines))
    answered = [state.id for state in found]
    if silent := [str(id) for id in named if id not in answered]:
        print(f"no servo answers as {', '.join(silent)}")
    elif not found:
        print("no servo answers")


@command("watch", argument="[IDS]")
def watch(session: Session, argument: str) -> None:
    """Watch servos move, on the whole screen, until you press q."""
    from brshell.repl.watch import Watch

    ascii = not draws_blocks()
    watched = _with_robot(
        session,
        ",watch",
        lambda robot: Watch(robot, _ids(",watch", argument, robot)),
    )
    if is_plain():
        lines = watched.lines(terminal_width(), HIGHEST_ID, ascii=ascii)
        print("\n".join(lines))
        return
    from brshell.repl.editor.watch import show_watch

    show_watch(watched, session.machine.stop, ascii=ascii)


@command("stop", "panic")
def stop(session: Session, argument: str) -> None:
    """End all motion and all tasks at once, as (stop!) does."""
    session.panic()


def _ids(who: str, argument: str, robot: Robot) -> list[int] | None:
    """Return the ids or joints that are named, None if none are."""
    data = read_all(Source(who, argument))
    return [id_of(who, datum, robot) for datum, _ in data] or None


def _with_robot(session: Session, who: str, ask: Callable[[Robot], Any]) -> Any:
    """Return what the current robot is asked, as one of its procedures would.

    Raises SchemeError.
    """
    machine = session.machine
    robot = None

    def work() -> Any:
        nonlocal robot
        with current.activity.working():
            robot = machine.robots.current()
            return ask(robot)

    try:
        return machine.attend(work)
    except SchemeError:
        raise
    except BrError as error:
        raise condition_of(who, error, (), (), robot) from None
