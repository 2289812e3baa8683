"""Leaving out the frames of a recorded motion that say nothing new."""

from collections.abc import Sequence as Values
from itertools import accumulate, pairwise
from operator import le, sub

from brbrain.arguments import number
from brbrain.errors import BrError
from brbrain.pose import GOAL_POSITION
from brbrain.sequence import Sequence, Step

COUNTS_PER_DEGREE = 1023 / 300

ROUNDING = 1e-6
"""Counts by which a computed path may be off."""


def thin(sequence: Sequence, tolerance: float) -> Sequence:
    """Return the sequence with as few of its steps as do.

    Going evenly from each to the next, every joint is within ``tolerance`` degrees of
    where it is in the steps that are left out. Raises BrError for a sequence that has
    not the same joints in all its steps.
    """
    number("tolerance", tolerance, 0.0)
    if len(sequence) < 3:
        return sequence.copy()
    steps = list(sequence)
    frames = [_counts(sequence, index) for index in range(len(steps))]
    times = list(accumulate(step.time for step in steps))
    # A pause is a frame of its own: the motion stands still there.
    if any(step.pause for step in steps):
        raise BrError("thin: expected steps without pauses, but there are some")
    kept = _fewest(times, frames, tolerance * COUNTS_PER_DEGREE + ROUNDING)
    return Sequence(
        [
            steps[0],
            *(
                Step(steps[end].pose, times[end] - times[start], easing="linear")
                for start, end in pairwise(kept)
            ),
        ],
        name=sequence.name,
        poses=sequence.poses,
    )


def _counts(sequence: Sequence, index: int) -> list[int]:
    pose = sequence.pose(index)
    same = set(pose.ids) == set(sequence.ids)
    if not same or GOAL_POSITION not in pose.registers:
        raise BrError(
            "thin: expected goal positions of the same ids in all steps, "
            f"but step {index} has others"
        )
    return [pose.get_raw(id) for id in sequence.ids]


def _fewest(
    times: Values[float], frames: Values[Values[int]], tolerance: float
) -> list[int]:
    """Return the indices of the fewest frames that do: the shortest way through."""
    last = len(frames) - 1
    before = {0: -1}
    reached = [0]
    while last not in before:
        following = []
        for start in reached:
            for end in _reachable(times, frames, tolerance, start):
                if end not in before:
                    before[end] = start
                    following.append(end)
        reached = following
    kept = [last]
    while kept[-1]:
        kept.append(before[kept[-1]])
    return kept[::-1]


def _reachable(
    times: Values[float], frames: Values[Values[int]], tolerance: float, start: int
) -> list[int]:
    """Return the frames to which one may go evenly from ``start``, far ones first.

    For every joint the slopes that pass all frames between near enough are a range,
    which gets narrower with each frame.
    """
    origin = frames[start]
    low = [float("-inf")] * len(origin)
    high = [float("inf")] * len(origin)
    found = [start + 1]
    for end in range(start + 1, len(frames)):
        span = times[end] - times[start]
        if span <= 0.0:
            break
        slopes = [way / span for way in map(sub, frames[end], origin)]
        if all(map(le, low, slopes)) and all(map(le, slopes, high)):
            found.append(end)
        margin = tolerance / span
        low = list(map(max, low, (slope - margin for slope in slopes)))
        high = list(map(min, high, (slope + margin for slope in slopes)))
        if not all(map(le, low, high)):
            break
    return found[::-1]
