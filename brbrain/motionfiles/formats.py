"""Motion files by their suffixes: what is in them, loading and saving motions."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from brbrain.errors import BrError
from brbrain.files import read_bytes
from brbrain.files import save as save_file
from brbrain.motionfiles import binary, mtn, mtnx, pypose, pypot, tekkotsu, webots
from brbrain.motionfiles.joints import AnyJoints, Joints
from brbrain.motionfiles.pages import (
    Page,
    Part,
    find_part,
    follow,
    moves_from,
    sequence_of,
)
from brbrain.motionfiles.program import program
from brbrain.motionfiles.reading import Document, Reading
from brbrain.motionfiles.writing import Writing
from brbrain.robots import Robot as Description
from brbrain.sequence import DEFAULT_EASING, Sequence
from brbrain.status import warn

File = str | os.PathLike[str]
Names = Mapping[str, int]


class Format(NamedTuple):
    """A kind of file: what it is called, how it is read, and written."""

    title: str
    parse: Callable[[bytes, str], Document]
    write: Callable[[Writing], Document]


def _parse_mtn(data: bytes, file: str) -> Document:
    """Return text or binary pages: both have this suffix."""
    if len(data) in binary.SIZES and b"page_begin" not in data:
        return binary.parse(data, file)
    return mtn.parse(data, file)


FORMATS: Mapping[str, Format] = {
    ".mtn": Format("RoboPlus Motion", _parse_mtn, Writing.mtn),
    ".bin": Format("RoboPlus pages in memory", binary.parse, Writing.binary),
    ".mtnx": Format("R+ Motion 2", mtnx.parse, Writing.mtnx),
    ".pos": Format("Tekkotsu posture", tekkotsu.parse, Writing.posture),
    ".mot": Format("Tekkotsu motion sequence", tekkotsu.parse, Writing.motion),
    ".motion": Format("Webots motion", webots.parse, Writing.webots),
    ".move": Format("pypot move", pypot.parse, Writing.pypot),
    ".ppr": Format("PyPose project", pypose.parse, Writing.pypose),
}
PROGRAM = ".scm"
"""Written only: a program is not read, but run."""


def read(path: File) -> Document:
    """Return what a file says, in the terms of its own format; BrError with a place.

    ``to_bytes`` gives the file back: nothing is lost.
    """
    return _format(path).parse(read_bytes(path), os.fspath(path))


def pages(path: File) -> list[Page]:
    """Return what motions there are in a file; BrError with a place."""
    return [part.page for part in _parts(path, AnyJoints()) if part.is_played]


def load(
    path: File,
    page: int | str | None = None,
    *,
    robot: Description | None = None,
    names: Names | None = None,
) -> Sequence:
    """Return a motion: a page by number or name, or the first, and all that follow it.

    Files without ids have names: they are those of the ``robot``'s joints, or ``names``
    has the id for each. Servos that the robot does not have are left out, a warning
    tells so. Raises BrError.
    """
    file = os.fspath(path)
    joints = Joints(robot, names)
    parts = _parts(path, joints)
    way = follow(parts, find_part(parts, page, file), file)
    sequence = sequence_of(_possible(way, joints, file), file)
    sequence.name = sequence.name or Path(path).stem
    return sequence


def save(
    path: File,
    sequence: Sequence,
    *,
    robot: Description | None = None,
    names: Names | None = None,
) -> None:
    """Save a motion in the format of the suffix, `.scm` for a Scheme program.

    A warning tells what the format cannot say. Raises BrError; the file is then as it
    was. See `load`.
    """
    file, name = os.fspath(path), sequence.name or Path(path).stem
    moves = moves_from(sequence)
    if any(len(sequence.pose(at).registers) > 1 for at in range(len(sequence))):
        warn(f"{file}: without other registers than the goal position")
    if Path(path).suffix.lower() == PROGRAM:
        save_file(path, program(name, moves, _easing(sequence, file)))
        return
    writing = Writing(file, name, moves, Joints(robot, names))
    save_file(path, _format(path).write(writing).to_bytes())


def _easing(sequence: Sequence, file: str) -> str:
    """Return the easing of all steps; a program has one for the whole motion."""
    easings = {step.easing if isinstance(step.easing, str) else "" for step in sequence}
    if len(easings) > 1 or "" in easings:
        warn(f"{file}: without the different easings of steps and joints")
        return DEFAULT_EASING
    return easings.pop()


def _format(path: File) -> Format:
    suffix = Path(path).suffix.lower()
    if suffix == PROGRAM:
        raise BrError(
            f"{os.fspath(path)}: expected a motion, but a program is to be run"
        )
    if suffix not in FORMATS:
        raise BrError(
            f"{os.fspath(path)}: expected a file {', '.join(FORMATS)}, "
            f"but received {suffix or 'no suffix'}"
        )
    return FORMATS[suffix]


def _parts(path: File, joints: Joints) -> list[Part]:
    folder = Path(path).parent
    reading = Reading(os.fspath(path), joints, lambda name: read(folder / name))
    return reading.parts(read(path))


def _possible(way: list[Part], joints: Joints, file: str) -> list[Part]:
    """Return parts that move only servos that the robot has."""
    ids = {id for part in way for move in part.moves for id in move.counts}
    lost = sorted(id for id in ids if not joints.has(id))
    if not lost:
        return way
    if len(lost) == len(ids):
        raise BrError(f"{file}: expected servos of the robot, but it has none of them")
    warn(f"{file}: left out, as the robot has no id {', '.join(map(str, lost))}")
    return [
        replace(
            part,
            moves=tuple(
                replace(
                    move,
                    counts={
                        id: own for id, own in move.counts.items() if id not in lost
                    },
                )
                for move in part.moves
            ),
        )
        for part in way
    ]
