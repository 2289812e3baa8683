"""From documents to moves, where the documents have the ids of servos."""

from collections.abc import Iterable, Mapping

from brbrain.errors import BrError
from brbrain.motionfiles import binary, mtn, mtnx, pypose
from brbrain.motionfiles.pages import MOST_STEPS, Move, Part, moves_of
from brbrain.status import warn

DEGREES_PER_STEP = 300 / 1024
"""Of R+ Motion 2, whose middle is 512; so its files say 0.29, 0.59, 0.88 degrees."""

SHORTEST_TIME = 9
"""In binary pages, 1/128 s: the editor's shortest step. A byte below it has begun anew
at 256, as the longest steps take more."""

Frames = list[tuple[float, dict[int, int]]]
"""Times in seconds, counts by id."""


def mtn_parts(document: mtn.Document, file: str) -> list[Part]:
    """Return the pages of RoboPlus Motion; servos that are not enabled are left alone.

    Times are divided by the page's speed, pauses are not: so does the firmware.
    """
    ids = [id for id, enabled in enumerate(document.enable) if enabled]
    return [
        Part(
            number,
            page.name,
            tuple(_mtn_moves(page, ids, f"{file}: page {number}")),
            page.next,
            page.exit,
            page.repeat,
        )
        for number, page in enumerate(document.pages, 1)
    ]


def _mtn_moves(page: mtn.Page, ids: list[int], place: str) -> list[Move]:
    if page.steps and page.speed <= 0:
        raise BrError(f"{place}: expected a speed above 0, but received {page.speed}")
    return [
        Move(
            {id: step.positions[id] for id in ids},
            step.time / page.speed,
            step.pause,
        )
        for step in page.steps
    ]


def binary_parts(document: binary.Document, file: str) -> list[Part]:
    """Return the pages of a controller's memory, except page 0; see `mtn_parts`."""
    speeded = [
        str(number)
        for number, page in enumerate(document.pages)
        if page.in_use and page.schedule != binary.TIMED
    ]
    if speeded:
        warn(
            f"{file}: the steps of pages {', '.join(speeded)} have speeds "
            "instead of times: taken for times"
        )
    return [
        Part(
            number,
            page.name,
            tuple(_binary_moves(page, f"{file}: page {number}")),
            page.next,
            page.exit,
            page.repeat,
        )
        for number, page in enumerate(document.pages)
        if number
    ]


def _binary_moves(page: binary.Page, place: str) -> list[Move]:
    if page.in_use and not page.speed:
        raise BrError(f"{place}: expected a speed of 1 to 255, but received 0")
    alone = binary.NOT_USED | binary.TORQUE_OFF
    moves = []
    for step in page.in_use:
        counts = {id: word for id, word in enumerate(step.words) if not word & alone}
        units = step.time + (256 if step.time < SHORTEST_TIME else 0)
        time = units * page.speed / binary.NORMAL_SPEED / binary.UNITS_PER_SECOND
        moves.append(Move(counts, time, step.pause / binary.UNITS_PER_SECOND))
    return moves


def pypose_parts(document: pypose.Document, file: str) -> list[Part]:
    """Return the sequences of a PyPose project."""
    for id, resolution in enumerate(document.resolutions, 1):
        if resolution != 1024:
            raise BrError(
                f"{file}:1:1: id {id}: expected a resolution of 1024, "
                f"but received {resolution}"
            )
    poses = {
        name: dict(enumerate(positions, 1))
        for name, positions in document.poses.items()
    }
    return [
        Part(
            number,
            name,
            tuple(Move(poses[pose], ms / 1000, 0.0, pose) for pose, ms in moves),
        )
        for number, (name, moves) in enumerate(document.sequences.items(), 1)
    ]


def mtnx_parts(document: mtnx.Document, file: str) -> list[Part]:
    """Return the flows of R+ Motion 2, and then its pages."""
    joints = [
        id if enabled else None
        for id, enabled in zip(document.ids, document.enabled, strict=True)
    ]
    frames: dict[str, Frames] = {
        page.name: [
            (step.frame / mtnx.FRAMES_PER_SECOND, _posture(joints, step))
            for step in page.steps
        ]
        for page in document.pages
    }
    parts = [(flow.name, flow.units, "flow") for flow in document.flows]
    for name in frames:
        parts.append((name, (mtnx.Unit(name, 1.0, 1),), "page"))
    return [
        Part(number, name, tuple(_flow(frames, units, file)), kind=kind)
        for number, (name, units, kind) in enumerate(parts, 1)
    ]


def _posture(joints: list[int | None], step: mtnx.Step) -> dict[int, int]:
    return {
        id: round(512 + angle / DEGREES_PER_STEP)
        for id, angle in zip(joints, step.pose, strict=True)
        if id is not None
    }


def _flow(
    frames: Mapping[str, Frames], units: Iterable[mtnx.Unit], file: str
) -> list[Move]:
    parts = [(frames[unit.main], unit) for unit in units if unit.main]
    if sum(len(own) * unit.loop for own, unit in parts) > MOST_STEPS:
        raise BrError(f"{file}: expected at most {MOST_STEPS} steps in a flow")
    whole, start = [], 0.0
    for own, unit in parts:
        for _ in range(unit.loop if own else 0):
            whole += [(start + at / unit.speed, counts, "") for at, counts in own]
            start += own[-1][0] / unit.speed
    return moves_of(whole)
