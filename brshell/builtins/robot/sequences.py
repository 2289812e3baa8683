"""Sequences of poses: making, editing, recording and saving them."""

from __future__ import annotations

from brshell.builtins.checks import elements_of, symbol_of
from brshell.builtins.robot.convert import number_of, pose_of, table
from brshell.builtins.robot.procedures import bound, procedure
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import Pair, String, list_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brbrain.robot import Robot
    from brbrain.sequence import Sequence, Step
    from brshell.builtins.robot.convert import (
        APose,
        ASequence,
        Count,
        Datum,
        Name,
        Number,
        Text,
    )
    from brshell.machine import Machine


@procedure("sequence?")
def is_sequence(robots: Any, obj: Datum) -> bool:
    """Return whether the object is a sequence of poses."""
    from brbrain.sequence import Sequence

    return isinstance(obj, Sequence)


@procedure("make-sequence")
def make_sequence(robots: Any, *steps: Datum) -> Sequence:
    """Return a sequence of steps; each is a list (pose seconds [pause [easing]]).

    Easings are min-jerk, if nothing is said, cubic and linear.
    """
    from brbrain.sequence import Sequence

    return Sequence(_step("make-sequence", step) for step in steps)


@procedure("sequence-add!")
def sequence_add(
    robots: Any, sequence: ASequence, pose: APose, seconds: Number, pause: Number = 0.0
) -> None:
    """Put a step at the end: go to a pose in so many seconds, then wait for a pause."""
    from brbrain.sequence import Step

    sequence.add(Step(pose, seconds, pause))


@procedure("sequence-insert!")
def sequence_insert(
    robots: Any,
    sequence: ASequence,
    index: Count,
    pose: APose,
    seconds: Number,
    pause: Number = 0.0,
) -> None:
    """Put a step before the one with that index, counted from 0."""
    from brbrain.sequence import Step

    sequence.insert(index, Step(pose, seconds, pause))


@procedure("sequence-delete!")
def sequence_delete(robots: Any, sequence: ASequence, index: Count) -> None:
    """Take a step out of a sequence."""
    sequence.delete(index)


@procedure("sequence-move!")
def sequence_move(robots: Any, sequence: ASequence, index: Count, to: Count) -> None:
    """Put a step where it then has another index."""
    sequence.move(index, to)


@procedure("sequence-length")
def sequence_length(robots: Any, sequence: ASequence) -> int:
    """Return the number of steps."""
    return len(sequence)


@procedure("sequence-ref")
def sequence_ref(robots: Any, sequence: ASequence, index: Count) -> Any:
    """Return a step as a list (pose seconds pause)."""
    step = sequence[index]
    return [sequence.pose(index), step.time, step.pause]


@procedure("sequence-seconds")
def sequence_seconds(robots: Any, sequence: ASequence) -> float:
    """Return the seconds of all steps, with their pauses."""
    return sequence.total_time


@procedure("name-sequence")
def name_sequence(robots: Any, name: Name, sequence: ASequence) -> Sequence:
    """Return the sequence with a name: that which files have, and other programs."""
    return sequence.copy(name)


@procedure("sequence-append")
def sequence_append(robots: Any, *sequences: ASequence) -> Sequence:
    """Return the sequences one after the other."""
    from brbrain.sequence import Sequence

    joined = Sequence()
    for sequence in sequences:
        joined = joined.followed_by(sequence)
    return joined


@procedure("sequence-repeat")
def sequence_repeat(robots: Any, sequence: ASequence, times: Count) -> Sequence:
    """Return the sequence several times, one after the other."""
    return sequence.repeated(times)


@procedure("sequence-reverse")
def sequence_reverse(robots: Any, sequence: ASequence) -> Sequence:
    """Return the sequence from its last pose to its first."""
    return sequence.reversed()


@procedure("sequence-scale")
def sequence_scale(robots: Any, sequence: ASequence, factor: Number) -> Sequence:
    """Return the sequence with all its times multiplied by a factor."""
    return sequence.scaled(factor)


@procedure("mirror-sequence")
def mirror_sequence(robot: Robot, sequence: ASequence) -> Sequence:
    """Return the sequence with left and right exchanged in all its poses."""
    from dataclasses import replace

    from brbrain.pose_changes import mirror
    from brbrain.sequence import Sequence

    description = robot.demand_description()
    return Sequence(
        replace(step, pose=mirror(sequence.pose(index), description))
        for index, step in enumerate(sequence)
    )


@procedure("record-sequence", waits=True)
def record_sequence(robot: Robot, seconds: Number, rate: Number = 10.0) -> Sequence:
    """Return what a person makes the limp robot do, so many frames a second (10)."""
    return robot.record(seconds, rate)


@procedure("thin-sequence")
def thin_sequence(robots: Any, sequence: ASequence, degrees: Number) -> Sequence:
    """Return a recorded sequence with the fewest steps that are within some degrees."""
    from brbrain.thinning import thin

    return thin(sequence, degrees)


@procedure("save-sequence")
def save_sequence(robots: Any, sequence: ASequence, file: Text) -> None:
    """Save a sequence and its poses to a file that can be read and edited."""
    from brbrain.pose_files import motions_of, save_motions

    save_motions(file, motions_of(sequence))


@procedure("load-sequence")
def load_sequence(robots: Any, file: Text) -> Sequence:
    """Return the sequence in a file, the first one if there are several."""
    from brbrain.pose_files import load

    sequences = load(file).sequences
    if not sequences:
        raise wrong_type("load-sequence", "a file with a sequence", String(file))
    return next(iter(sequences.values()))


@procedure("motion-pages")
def motion_pages(robots: Any, file: Text) -> Any:
    """Return what is in a motion file of another program: a list for each page.

    Each is an association list of number, name, steps, next, exit, repeat and seconds.
    """
    from brbrain.motionfiles import pages

    return list_from([table(page._asdict().items()) for page in pages(file)])


@procedure("import-motion")
def import_motion(robot: Robot, file: Text, page: Datum | None = None) -> Sequence:
    """Return the motion in a file of another program, or that of one of its pages.

    A page is meant by its number or its name; without one it is the first that moves
    anything. Pages that follow it belong to the motion.
    """
    from brbrain.motionfiles import load

    if isinstance(page, String):
        page = page.text
    return load(file, page, robot=robot.description)


@procedure("export-motion")
def export_motion(robot: Robot, sequence: ASequence, file: Text) -> None:
    """Save a sequence for another program: the end of the file's name says for which.

    These are .mtn, .bin, .mtnx, .pos, .mot, .motion, .move and .ppr; with .scm it is a
    Scheme program that plays the sequence.
    """
    from brbrain.motionfiles import save

    save(file, sequence, robot=robot.description)


def _step(who: str, value: Any) -> Step:
    """Return the step that a list (pose seconds [pause [easing]]) means."""
    from brbrain.sequence import DEFAULT_EASING, Step

    parts = elements_of(who, value) if isinstance(value, Pair) else []
    if len(parts) not in (2, 3, 4):
        raise wrong_type(who, "lists of a pose and seconds", value)
    pose, *times = parts[:3]
    seconds, pause = [number_of(who, time) for time in [*times, 0.0][:2]]
    easing = symbol_of(who, parts[3]).name if parts[3:] else DEFAULT_EASING
    return Step(pose_of(who, pose), seconds, pause, easing)


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""
    return bound(machine, globals().values())
