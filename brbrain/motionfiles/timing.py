"""Times in RoboPlus pages: whole units, 7 steps a page, a speed for the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from brbrain.errors import BrError
from brbrain.motionfiles.pages import Move

STEPS = 7


@dataclass(frozen=True)
class Timing:
    """What a page can say: times of ``least`` to ``most`` units, divided by a speed.

    A page gets the first of ``speeds`` at which all of its times can be said. Pauses
    are up to ``most`` units, whatever the speed is.
    """

    unit: float
    speeds: tuple[float, ...]
    least: int = 9
    most: int = 255

    def units(self, seconds: float, speed: float) -> int:
        """Return a time in units at a speed; the shortest one for any that is less."""
        return max(self.least, round(seconds * speed / self.unit))

    def speed(self, moves: Sequence[Move]) -> float | None:
        """Return the speed for a page, None if there is none.

        Only the fastest makes times longer that are too short for it.
        """
        fastest = max(self.speeds)
        for speed in self.speeds:
            units = [move.time * speed / self.unit for move in moves]
            long_enough = speed == fastest or min(units) >= self.least - 0.5
            if long_enough and max(units) <= self.most + 0.5:
                return speed
        return None

    @property
    def longest_pause(self) -> float:
        """Seconds."""
        return self.most * self.unit


# The editor has times of 0.072 to 2.04 s in steps of 8 ms. Speeds of 0.5 to 3 were seen
# in files; slower ones, for long steps, are as slow as the byte for them allows.
TEXT = Timing(
    0.008,
    (
        *(tenths / 10 for tenths in range(10, 1, -1)),
        *(tenths / 10 for tenths in range(11, 31)),
    ),
)
BINARY = Timing(
    1 / 128,
    (
        *(32 / byte for byte in range(32, 161)),
        *(32 / byte for byte in range(31, 10, -1)),
    ),
)


def paged(
    moves: Sequence[Move], timing: Timing, file: str
) -> tuple[list[tuple[float, list[Move]]], float]:
    """Return moves as pages, each with its speed, and the largest rounding (s).

    The times are those that stand in the page. Raises BrError if one is too long.
    """
    pages: list[list[Move]] = []
    for move in chain.from_iterable(_short_pauses(own, timing) for own in moves):
        if timing.speed([move]) is None:
            longest = timing.most * timing.unit / min(timing.speeds)
            raise BrError(
                f"{file}: expected steps of at most {longest:.1f} s, "
                f"but received {move.time:.6g}"
            )
        longer = [*pages[-1], move] if pages else [move]
        if pages and len(longer) <= STEPS and timing.speed(longer) is not None:
            pages[-1] = longer
        else:
            pages.append([move])
    rounded, error = [], 0.0
    for page in pages:
        speed = timing.speed(page) or 1.0
        steps = [_rounded(move, speed, timing) for move in page]
        for move, step in zip(page, steps, strict=True):
            off = abs(step.time / speed - move.time)
            error = max(error, off, abs(step.pause - move.pause))
        rounded.append((speed, steps))
    return rounded, error


def _rounded(move: Move, speed: float, timing: Timing) -> Move:
    """Return a move with the times that stand in the page."""
    return replace(
        move,
        time=min(timing.most, timing.units(move.time, speed)) * timing.unit,
        pause=round(move.pause / timing.unit) * timing.unit,
    )


def _short_pauses(move: Move, timing: Timing) -> Iterator[Move]:
    """Yield a move, and more to the same pose if it waits longer than a step can."""
    longest = timing.longest_pause
    yield replace(move, pause=min(move.pause, longest))
    rest = move.pause - longest
    while rest > 0:
        yield replace(move, time=min(rest, longest), pause=0.0)
        rest -= longest
