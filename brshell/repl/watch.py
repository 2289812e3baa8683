"""Joints as they move: what is read again and again, and the table of it."""

from __future__ import annotations

from brbrain.errors import BrError
from brshell.repl.display.columns import cut
from brshell.repl.display.servos import state_text
from brshell.repl.display.tables import Column, sparkline, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from brbrain.robot import Robot, ServoState

KEPT = 24
"""Looks of which the sparklines tell; our choice."""

LEAST_SPAN = 30.0
"""Degrees that fill a sparkline at least, so that standing still looks like that;
our choice.
"""

HEADS = (
    Column("id", right=True),
    Column("joint", rank=3),
    Column("goal", right=True, rank=1),
    Column("position", right=True),
    Column("", rank=4),
    Column("load", right=True),
    Column("", rank=5),
    Column("°C", right=True),
    Column("V", right=True, rank=2),
    Column("state"),
)


class Watch:
    """Servos of a robot over time. ``problem`` is why the last look failed, or ""."""

    def __init__(self, robot: Robot, ids: Sequence[int] | None = None) -> None:
        """Look for the first time; raise BrError if that fails."""
        self.robot = robot
        self.problem = ""
        self._states: dict[int, ServoState] = {}
        # Each past is replaced as a whole: another thread may be showing it.
        self._pasts: dict[int, tuple[ServoState, ...]] = {}
        self._take(robot.servo_states(ids))
        self._ids = list(self._states) if ids is None else list(ids)

    def look(self) -> None:
        """Read the servos; that they cannot be read is shown and no error."""
        try:
            self._take(self.robot.servo_states(self._ids))
        except BrError as error:
            self.problem = str(error)
        else:
            self.problem = ""

    def _take(self, states: Sequence[ServoState]) -> None:
        self._states = {state.id: state for state in states}
        for state in states:
            past = self._pasts.get(state.id, ())
            self._pasts[state.id] = (*past[1 - KEPT :], state)

    def lines(self, width: int, height: int, *, ascii: bool = False) -> list[str]:
        """Return what is to be shown on so many columns and lines."""
        rows = [self._row(id, ascii) for id in self._ids]
        first, *servos = table(HEADS, rows, width)
        room = max(1, height - 2)
        if len(servos) > room:
            more = len(servos) - room + 1
            servos[room - 1 :] = [f"... {more} more"]
        return [first, *servos, cut(self.problem or self._summary(), width)]

    def _summary(self) -> str:
        counters = self.robot.brain.counters
        return f"{self.robot.name}: {counters.sent} packets, {counters.errors} errors"

    def _row(self, id: int, ascii: bool) -> Sequence[str]:
        past = self._pasts.get(id, ())
        if id not in self._states:
            name = past[-1].name if past else ""
            return (str(id), name, *[""] * (len(HEADS) - 3), "no answer")
        state = past[-1]
        positions = [one.position for one in past]
        middle = (min(positions) + max(positions)) / 2
        span = max(LEAST_SPAN, max(positions) - min(positions)) / 2
        loads = [abs(one.load) for one in past]
        return (
            str(id),
            state.name,
            f"{state.goal:.1f}",
            f"{state.position:.1f}",
            sparkline(positions, middle - span, middle + span, ascii=ascii),
            f"{state.load:.0%}",
            sparkline(loads[-KEPT // 2 :], 0.0, 1.0, ascii=ascii),
            f"{state.temperature:.0f}",
            f"{state.voltage:.1f}",
            state_text(state),
        )
