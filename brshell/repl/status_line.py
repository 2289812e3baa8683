"""The state of the robot in a line, for the bottom of the screen.

All of it is known already: no robot is opened for it, nothing is asked, and no lock is
waited for.
"""

from __future__ import annotations

import time
from contextlib import suppress

from brbrain.errors import BrError
from brshell.repl.display.columns import columns, cut, terminal_width
from brshell.repl.display.values import id_ranges
from brshell.runtime.datums import FALSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from brbrain.robot import Robot
    from brshell.builtins.robot.robots import Robots
    from brshell.repl.session import Session

    Fragments = list[tuple[str, str]]
    # How soon it gives way on a narrow terminal (0 never), its style, and its text.
    Part = tuple[int, str, str]

GAP = "  "
NORMAL, WARNING = "", "class:status.warning"

LONGEST_NAME = 24
"""Columns for the name of a port; our choice, as the others here."""

HOT = 70.0
"""Degrees C from which the temperature is a warning."""


def status_line(session: Session, width: int | None = None) -> Fragments:
    """Return the line as (style, text), no wider than ``width`` columns.

    On a narrow terminal what matters least is left out.
    """
    robots = session.machine.robots
    robot = robots.current.value
    parts = [(0, NORMAL, "no robot yet")]
    if robot is not FALSE:
        sent = sum(one.brain.counters.sent for one in robots.opened)
        rate = session.packet_rate.update(sent, time.monotonic())
        parts = list(_parts(robots, robot, rate))
    parts = _fitting(parts, width or terminal_width())
    fragments: Fragments = []
    for _, style, text in parts:
        if fragments:
            fragments.append((NORMAL, GAP))
        fragments.append((style, text))
    return fragments


def _parts(robots: Robots, robot: Robot, rate: float) -> Iterator[Part]:
    yield _link(robot)
    if robot.known:
        yield 5, NORMAL, f"ids {id_ranges(robot.known)}"
    with suppress(BrError):  # if the CM-5 has not answered yet
        yield 4, NORMAL, f"{robot.brain.volts():.1f} V"
    warmest = _warmest(robot)
    if warmest is not None:
        yield 2, WARNING if warmest >= HOT else NORMAL, f"{warmest:.0f} °C"
    yield 6, NORMAL, f"{rate:.0f} packets/s"
    errors = robot.brain.counters.errors
    yield 1 if errors else 7, WARNING if errors else NORMAL, _count(errors, "error")
    tasks = len(robots.tasks())
    if tasks:
        yield 3, NORMAL, _count(tasks, "task")


def _link(robot: Robot) -> Part:
    name = cut(robot.name, LONGEST_NAME)
    if robot.closed:
        return 0, NORMAL, f"{name} closed"
    if not robot.brain.link.is_open:
        return 0, WARNING, f"{name} lost"
    return 0, NORMAL, name


def _warmest(robot: Robot) -> float | None:
    """Return the highest of the temperatures that were read last, if any were."""
    cached = (robot.brain.cached(id, "present temperature") for id in robot.known)
    return max((value.natural for value in cached if value is not None), default=None)


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _fitting(parts: list[Part], width: int) -> list[Part]:
    """Return the parts that have room, in their order."""
    parts = list(parts)
    while len(parts) > 1 and columns(GAP.join(part[2] for part in parts)) > width:
        parts.remove(max(parts, key=lambda part: part[0]))
    return [(rank, style, cut(text, width)) for rank, style, text in parts]
