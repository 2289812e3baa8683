"""What all kinds of motion files have in common: pages of moves in order."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, count, pairwise
from math import fsum
from typing import NamedTuple

from brbrain.errors import BrError
from brbrain.pose import GOAL_POSITION, Pose
from brbrain.pose_changes import HIGHEST_POSITION
from brbrain.sequence import Sequence, Step
from brbrain.status import warn

EASING = "linear"
"""How joints go from pose to pose in all these files."""

SUDDEN = 0.05
LEAD_IN = 1.0
"""Seconds. A recording begins with where the joints are, at 0 s or soon after: if
before `SUDDEN`, the robot gets `LEAD_IN` to go there. Our choice, as nothing jumps."""

MOST_STEPS = 100_000
"""More in a sequence are a mistake in the file, such as endless repeats; our guess."""


LONGEST = 86_400.0
"""Seconds of a motion that is saved, at most; our guess."""


@dataclass(frozen=True)
class Move:
    """Go to position counts by id in ``time`` seconds, then wait ``pause`` seconds."""

    counts: Mapping[int, int]
    time: float
    pause: float = 0.0
    name: str = ""


class Page(NamedTuple):
    """What there is in a file: a motion with a number and mostly a name.

    ``seconds`` are those of its ``steps`` with all its repeats. ``next`` is the number
    of the page that follows by itself, ``exit`` of the one that ends the motion when it
    is stopped; 0 for none. ``kind`` is page or, in R+ Motion 2, flow: pages put
    together.
    """

    number: int
    name: str
    steps: int
    next: int
    exit: int
    repeat: int
    seconds: float
    kind: str


@dataclass(frozen=True)
class Part:
    """A page with its moves; see `Page`."""

    number: int
    name: str
    moves: tuple[Move, ...]
    next: int = 0
    exit: int = 0
    repeat: int = 1
    kind: str = "page"

    @property
    def is_played(self) -> bool:
        """Whether it moves anything; the robot's firmware stops before other pages."""
        return bool(self.moves) and self.repeat > 0

    @property
    def page(self) -> Page:
        """What it is, without its moves."""
        seconds = self.repeat * fsum(move.time + move.pause for move in self.moves)
        return Page(
            self.number,
            self.name,
            len(self.moves),
            self.next,
            self.exit,
            self.repeat,
            seconds,
            self.kind,
        )


def moves_of(frames: Iterable[tuple[float, Mapping[int, int], str]]) -> list[Move]:
    """Return the moves to postures at times in seconds, which ascend, with names.

    A posture that stays is a pause.
    """
    moves: list[Move] = []
    before = 0.0
    for at, counts, name in frames:
        time = LEAD_IN if not moves and at < SUDDEN else at - before
        before = at
        if moves and moves[-1].counts == counts:
            last = moves.pop()
            moves.append(Move(counts, last.time, last.pause + time, last.name))
        elif counts:
            moves.append(Move(counts, time, 0.0, name))
        elif moves:
            last = moves.pop()
            moves.append(Move(last.counts, last.time, last.pause + time, last.name))
    return moves


def frames_of(moves: Iterable[Move]) -> list[tuple[float, Mapping[int, int], str]]:
    """Return the postures at their times: the reverse of `moves_of`."""
    frames, at = [], 0.0
    for move in moves:
        at += move.time
        frames.append((at, move.counts, move.name))
        if move.pause:
            at += move.pause
            frames.append((at, move.counts, move.name))
    return frames


def find_part(parts: Iterable[Part], key: int | str | None, file: str) -> Part:
    """Return the page with a number or name, or the first that has steps.

    A flow goes before a page of the same name. Raises BrError if there is none, or more
    than one.
    """
    filled = [part for part in parts if part.is_played]
    if key is None and filled:
        return filled[0]
    found = [part for part in filled if key in (part.number, part.name)]
    flows = [part for part in found if part.kind == "flow"]
    if isinstance(key, str) and flows:
        found = flows
    if len(found) > 1:
        numbers = ", ".join(str(part.number) for part in found)
        raise BrError(f"{file}: expected one page {key!r}, but they are {numbers}")
    if not found:
        known = ", ".join(f"{part.number} {part.name}".rstrip() for part in filled[:10])
        more = ", ..." if len(filled) > 10 else ""
        raise BrError(
            f"{file}: expected a page with steps ({known or 'there is none'}{more}), "
            f"but received {key!r}"
        )
    return found[0]


def follow(parts: Iterable[Part], first: Part, file: str) -> list[Part]:
    """Return a page and those that follow it; a warning tells if they go in circles."""
    by_number = {part.number: part for part in parts}
    way = [first]
    while (number := way[-1].next) in by_number:
        following = by_number[number]
        if following in way:
            warn(
                f"{file}: page {way[-1].number} leads back to page {number}: "
                "played once"
            )
            break
        if not following.is_played:
            break
        way.append(following)
    return way


def sequence_of(parts: Iterable[Part], file: str) -> Sequence:
    """Return pages as a sequence of named poses, with all their repeats."""
    way = list(parts)
    if sum(part.repeat * len(part.moves) for part in way) > MOST_STEPS:
        raise BrError(
            f"{file}: expected at most {MOST_STEPS} steps, but there are more"
        )
    sequence = Sequence(name=way[0].name)
    names: dict[tuple[tuple[int, int], ...], str] = {}
    for part in way:
        _check_counts(part, file)
        steps = [_step(sequence, names, part, *item) for item in enumerate(part.moves)]
        for _ in range(part.repeat):
            for step in steps:
                sequence.add(step)
    return sequence


def _check_counts(part: Part, file: str) -> None:
    for index, move in enumerate(part.moves, 1):
        for id, position in move.counts.items():
            if not 0 <= position <= HIGHEST_POSITION:
                raise BrError(
                    f"{file}: page {part.number}, step {index}, id {id}: expected "
                    f"a position from 0 to {HIGHEST_POSITION}, but received {position}"
                )


def _step(
    sequence: Sequence,
    names: dict[tuple[tuple[int, int], ...], str],
    part: Part,
    index: int,
    move: Move,
) -> Step:
    """Return a move as a step; equal postures are one pose of the sequence."""
    key = tuple(move.counts.items())
    if key not in names:
        wanted = move.name or f"{part.name or f'page {part.number}'} {index + 1}"
        names[key] = name = new_name(wanted, sequence.poses)
        values = {id: (count,) for id, count in move.counts.items()}
        sequence.poses[name] = Pose(values, values=values, name=name)
    return Step(names[key], move.time, move.pause, EASING)


def new_name(wanted: str, taken: Container[str]) -> str:
    """Return a name that is not taken: the wanted one, or with a number."""
    numbered = (f"{wanted} ({number})" for number in count(2))
    return next(name for name in chain([wanted], numbered) if name not in taken)


def moves_from(sequence: Sequence) -> list[Move]:
    """Return the steps of a sequence; BrError for what is no motion."""
    moves = []
    for index, step in enumerate(sequence):
        pose = sequence.pose(index)
        if GOAL_POSITION not in pose.registers:
            raise BrError(f"step {index}: expected goal positions, but it has none")
        counts = {id: pose.get_raw(id) for id in pose.ids}
        moves.append(Move(counts, step.time, step.pause, step.label or pose.name))
    if not moves:
        raise BrError("sequence: expected one step or more, but received none")
    if sequence.total_time > LONGEST:
        raise BrError(
            f"sequence: expected at most {LONGEST:.6g} s, "
            f"but received {sequence.total_time:.6g}"
        )
    return moves


def filled_in(
    frames: list[tuple[float, dict[int, float]]],
) -> list[tuple[float, dict[int, float]]]:
    """Return frames in which a joint that goes on later is on its way at each time."""
    whole = [(at, dict(values)) for at, values in frames]
    for id in {id for _, values in frames for id in values}:
        own = [index for index, (_, values) in enumerate(frames) if id in values]
        for start, end in pairwise(own):
            first, last = frames[start], frames[end]
            for index in range(start + 1, end):
                part = (frames[index][0] - first[0]) / (last[0] - first[0])
                way = last[1][id] - first[1][id]
                whole[index][1][id] = first[1][id] + way * part
    return whole
