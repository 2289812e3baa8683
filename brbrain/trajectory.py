"""How a joint goes from one position to the next, and how fast that may be.

An easing tells how much of a way is done after a part of its time; both go from 0 to 1.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from brbrain.errors import BrError
from brbrain.pace import NO_LOAD_SPEED, RATED_VOLTAGE


class Easing(NamedTuple):
    """A way of going: ``done(s)`` is what is done of it after the part s of its time.

    ``peak`` is its highest speed, in average speeds.
    """

    done: Callable[[float], float]
    peak: float


EASINGS: Mapping[str, Easing] = {
    "linear": Easing(lambda s: s, 1.0),
    # Starts and ends at rest: 3s^2 - 2s^3.
    "cubic": Easing(lambda s: s * s * (3.0 - 2.0 * s), 1.5),
    # Flash and Hogan 1985: starts and ends at rest and without a jerk.
    "min-jerk": Easing(lambda s: s * s * s * (10.0 + s * (6.0 * s - 15.0)), 1.875),
}


def find_easing(name: str) -> Easing:
    """Return the easing with a name; BrError names the others."""
    if name not in EASINGS:
        raise BrError(
            f"easing: expected one of {', '.join(EASINGS)}, but received {name!r}"
        )
    return EASINGS[name]


def between(start: float, end: float, part: float, easing: str = "linear") -> float:
    """Return where a joint is after a part of its time, from 0 to 1."""
    done = find_easing(easing).done
    return start + (end - start) * done(min(1.0, max(0.0, part)))


def top_speed(volts: float) -> float:
    """Return the counts a second of an AX-12 without load, at most."""
    return NO_LOAD_SPEED * volts / RATED_VOLTAGE


def shortest_time(distance: float, easing: str, volts: float = RATED_VOLTAGE) -> float:
    """Return the seconds that a way of so many counts takes at least.

    The speed must never be higher than that of a servo without load.
    """
    return find_easing(easing).peak * abs(distance) / top_speed(volts)


class Stretch(NamedTuple):
    """How long a move may take: ``seconds``, and by which ``factor`` that is longer.

    ``slowest`` is the id whose way takes so long, None if none needs more time.
    """

    seconds: float
    factor: float
    slowest: int | None


def stretch(
    distances: Mapping[int, float],
    seconds: float,
    easings: Mapping[int, str],
    volts: float = RATED_VOLTAGE,
) -> Stretch:
    """Return the time in which each of several ways (counts by id) can be gone.

    It is ``seconds``, or longer if a servo would be asked for more than it can do.
    """
    slowest, needed = None, seconds
    for id, distance in distances.items():
        least = shortest_time(distance, easings[id], volts)
        if least > needed:
            slowest, needed = id, least
    factor = needed / seconds if seconds > 0 else math.inf
    return Stretch(needed, 1.0 if slowest is None else factor, slowest)
