"""Sources of random numbers, SRFI 27: the Mersenne Twister of Python.

Each source delivers the same numbers in each run until the program makes it random.
"""

from __future__ import annotations

from brshell.builtins.checks import (
    elements_of,
    exact_integer_of,
    natural_of,
    real_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value, wrong_type
from brshell.runtime.datums import (
    DEFAULT,
    UNSPECIFIED,
    Boolean,
    Unique,
    boolean,
    list_from,
)
from brshell.runtime.numbers.arithmetic import ceiling
from brshell.runtime.numbers.ratio import divide_reals, ratio, to_exact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    from brshell.runtime.numbers.ratio import Real

SEED = 0  # of a new source; any number
VERSION = 3  # of the state that Python's generator tells


class RandomSource:
    """A source of random numbers; Python's generator is made when first needed."""

    def __init__(self) -> None:
        self._generator: Random | None = None

    def generator(self) -> Random:
        """Return the generator behind the source."""
        if self._generator is None:
            from random import Random

            self._generator = Random(SEED)
        return self._generator

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "random-source", []


def _generator_of(who: str, value: Any) -> Callable[[], Random]:
    """Return the function that tells the generator of a random source."""
    if isinstance(value, RandomSource):
        return value.generator
    raise wrong_type(who, "a random source", value)


@builtin("make-random-source")
def make_random_source() -> RandomSource:
    """Return a new source, which delivers what every new source does. SRFI 27."""
    return RandomSource()


@builtin("random-source?")
def is_random_source(obj: Any) -> Boolean:
    """Return whether the object is a random source. SRFI 27."""
    return boolean(isinstance(obj, RandomSource))


@builtin("random-source-state-ref")
def random_source_state(source: RandomSource) -> Any:
    """Return the state of a source, a list of integers. SRFI 27."""
    _, words, _ = _generator_of("random-source-state-ref", source)().getstate()
    return list_from(words)


@builtin("random-source-state-set!")
def set_random_source_state(source: RandomSource, state: Any) -> Unique:
    """Put a source into a state that random-source-state-ref returned. SRFI 27."""
    who = "random-source-state-set!"
    words = [exact_integer_of(who, word) for word in elements_of(who, state)]
    try:
        _generator_of(who, source)().setstate((VERSION, tuple(words), None))
    except (ValueError, OverflowError):
        raise bad_value(who, "the state of a random source", state) from None
    return UNSPECIFIED


@builtin("random-source-randomize!")
def randomize(source: RandomSource) -> Unique:
    """Make a source deliver other numbers in each run. SRFI 27."""
    _generator_of("random-source-randomize!", source)().seed()
    return UNSPECIFIED


@builtin("random-source-pseudo-randomize!")
def pseudo_randomize(source: RandomSource, i: int, j: int) -> Unique:
    """Make a source deliver the numbers of source (i, j), always the same. SRFI 27."""
    who = "random-source-pseudo-randomize!"
    diagonal = natural_of(who, i) + natural_of(who, j)
    # Pairs of naturals in the order of Cantor, after the seed of a new source.
    seed = SEED + 1 + diagonal * (diagonal + 1) // 2 + j
    _generator_of(who, source)().seed(seed)
    return UNSPECIFIED


@builtin("random-source-make-integers")
def make_integers(source: RandomSource) -> Callable[[int], int]:
    """Return the procedure that returns a random integer 0..n-1. SRFI 27."""
    generator = _generator_of("random-source-make-integers", source)

    @builtin("random-integer")
    def random_integer(n: int) -> int:
        """Return a random exact integer 0..n-1. SRFI 27."""
        if exact_integer_of("random-integer", n) <= 0:
            raise bad_value("random-integer", "a positive exact integer", n)
        return generator().randrange(n)

    return random_integer


@builtin("random-source-make-reals")
def make_reals(source: RandomSource, unit: Any = DEFAULT) -> Callable[[], Real]:
    """Return the procedure that returns a random number between 0 and 1. SRFI 27.

    The numbers are as exact as the unit, and at most so far apart.
    """
    generator = _generator_of("random-source-make-reals", source)
    draw = _drawing(generator, unit)

    @builtin("random-real")
    def random_real() -> Real:
        """Return a random real number between 0 and 1, neither included. SRFI 27."""
        number: Real = 0
        while not 0 < number < 1:
            number = draw()
        return number

    return random_real


def _drawing(generator: Callable[[], Random], unit: Any) -> Callable[[], Real]:
    """Return the function that draws from all multiples of about the unit."""
    if unit is DEFAULT:
        return lambda: generator().random()
    number = real_of("random-source-make-reals", unit)
    if not 0 < number < 1:
        expected = "a number between 0 and 1"
        raise bad_value("random-source-make-reals", expected, unit)
    inverse = divide_reals(1, to_exact(number))
    steps = exact_integer_of("random-source-make-reals", ceiling(inverse))
    if isinstance(number, float):
        return lambda: generator().randrange(1, steps) / steps
    return lambda: ratio(generator().randrange(1, steps), steps)
