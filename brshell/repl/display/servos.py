"""Servos as a table: where they are, how hard they work, how warm they get."""

from __future__ import annotations

from brshell.repl.display.tables import Column, bar, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from brbrain.robot import ServoState

BAR = 8
"""Columns of a bar."""

FULL_TURN = 300.0
"""Degrees that a servo can turn as a joint."""

COLD, HOT = 20.0, 80.0
"""Degrees C at which a bar is empty and full. An AX-12 switches itself off at 85, as it
leaves the factory; the rest is our choice.
"""

HEADS = (
    Column("id", right=True),
    Column("joint", rank=3),
    Column("position", right=True),
    Column("", rank=4),
    Column("load", right=True),
    Column("", rank=4),
    Column("°C", right=True),
    Column("", rank=4),
    Column("V", right=True, rank=2),
    Column("state", rank=1),
)


def servo_table(
    states: Sequence[ServoState], width: int, *, ascii: bool = False
) -> list[str]:
    """Return the lines of a table of servos: bars of position, load, temperature."""

    def drawn(value: float, low: float, high: float) -> str:
        return bar(value, low, high, BAR, ascii=ascii)

    rows = [
        (
            str(state.id),
            state.name,
            f"{state.position:.1f}",
            drawn(state.position, 0.0, FULL_TURN),
            f"{state.load:.0%}",
            drawn(abs(state.load), 0.0, 1.0),
            f"{state.temperature:.0f}",
            drawn(state.temperature, COLD, HOT),
            f"{state.voltage:.1f}",
            state_text(state),
        )
        for state in states
    ]
    return table(HEADS, rows, width)


def state_text(state: ServoState) -> str:
    """Return the alarms of a servo, or whether it is limp; "" if all is well."""
    return state.alarms or ("" if state.torque else "limp")
