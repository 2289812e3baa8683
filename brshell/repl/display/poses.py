"""Poses and sequences as small tables."""

from __future__ import annotations

from brshell.repl.display.tables import Column, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brbrain.pose import Pose
    from brbrain.sequence import Sequence as PoseSequence
    from brbrain.sequence import Step

MOST_ROWS = 24
"""Rows that are shown of a long table."""


def pose_table(pose: Pose, joints: Mapping[int, str], width: int) -> list[str]:
    """Return the lines of a table of a pose: a row for each id, named if it can be."""
    heads = [Column("id", right=True), Column("joint", rank=1)]
    heads += [Column(register.symbol, right=True) for register in pose.registers]
    heads = [head for head in heads if head.title != "joint" or joints]
    rows = []
    for id in pose.ids[:MOST_ROWS]:
        name = [joints.get(id, "")] if joints else []
        values = [f"{pose.get(id, register):.4g}" for register in pose.registers]
        rows.append([str(id), *name, *values])
    return table(heads, rows, width) + _rest(pose.ids)


STEP_HEADS = (
    Column("step", right=True),
    Column("pose"),
    Column("servos", right=True, rank=3),
    Column("seconds", right=True),
    Column("pause", right=True, rank=1),
    Column("easing", rank=2),
)


def sequence_table(sequence: PoseSequence, width: int) -> list[str]:
    """Return the lines of a table of a sequence: a row for each step."""
    steps = list(sequence)
    rows = [
        [
            str(at),
            _name(step, sequence.pose(at)),
            str(len(sequence.pose(at).ids)),
            f"{step.time:.6g}",
            f"{step.pause:.6g}" if step.pause else "",
            step.easing if isinstance(step.easing, str) else "several",
        ]
        for at, step in enumerate(steps[:MOST_ROWS])
    ]
    return table(STEP_HEADS, rows, width) + _rest(steps) if steps else []


def _name(step: Step, pose: Pose) -> str:
    return step.label or (step.pose if isinstance(step.pose, str) else pose.name)


def _rest(rows: Sequence[object]) -> list[str]:
    """Return the line that tells how many rows are not shown, if there are any."""
    left = len(rows) - MOST_ROWS
    return [f"... and {left} more"] if left > 0 else []
