"""Division of integers, common divisors, and parity.

Integers may be inexact, such as 6.0; then so is the result.
"""

from __future__ import annotations

import math

from brshell.builtins.checks import integer_of, natural_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import Boolean, Values, boolean
from brshell.runtime.numbers.ratio import to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Integer = int | float


@builtin("floor/")
def floor_both(n: Integer, m: Integer) -> Values:
    """Return the quotient, rounded down, and the remainder of n by m. R7RS 6.2.6."""
    return _both("floor/", n, m, _floor_quotient)


@builtin("floor-quotient")
def floor_quotient(n: Integer, m: Integer) -> Integer:
    """Return the quotient of n by m, rounded down. R7RS 6.2.6."""
    return _divide("floor-quotient", n, m, _floor_quotient)[0]


@builtin("floor-remainder")
def floor_remainder(n: Integer, m: Integer) -> Integer:
    """Return the remainder of n by m, with the sign of m. R7RS 6.2.6."""
    return _divide("floor-remainder", n, m, _floor_quotient)[1]


@builtin("modulo")
def modulo(n: Integer, m: Integer) -> Integer:
    """Return the remainder of n by m, with the sign of m. R7RS 6.2.6."""
    return _divide("modulo", n, m, _floor_quotient)[1]


@builtin("truncate/")
def truncate_both(n: Integer, m: Integer) -> Values:
    """Return the quotient, rounded to 0, and the remainder of n by m. R7RS 6.2.6."""
    return _both("truncate/", n, m, _truncate_quotient)


@builtin("truncate-quotient")
def truncate_quotient(n: Integer, m: Integer) -> Integer:
    """Return the quotient of n by m, rounded towards 0. R7RS 6.2.6."""
    return _divide("truncate-quotient", n, m, _truncate_quotient)[0]


@builtin("truncate-remainder")
def truncate_remainder(n: Integer, m: Integer) -> Integer:
    """Return the remainder of n by m, with the sign of n. R7RS 6.2.6."""
    return _divide("truncate-remainder", n, m, _truncate_quotient)[1]


@builtin("quotient")
def quotient(n: Integer, m: Integer) -> Integer:
    """Return the quotient of n by m, rounded towards 0. R7RS 6.2.6."""
    return _divide("quotient", n, m, _truncate_quotient)[0]


@builtin("remainder")
def remainder(n: Integer, m: Integer) -> Integer:
    """Return the remainder of n by m, with the sign of n. R7RS 6.2.6."""
    return _divide("remainder", n, m, _truncate_quotient)[1]


def _floor_quotient(n: int, m: int) -> int:
    return n // m


def _truncate_quotient(n: int, m: int) -> int:
    return n // m if (n < 0) == (m < 0) else -(-n // m)


def _divide(
    who: str, n: Integer, m: Integer, divide: Callable[[int, int], int]
) -> tuple[Integer, Integer]:
    dividend, divisor = integer_of(who, n), integer_of(who, m)
    if divisor == 0:
        raise bad_value(who, "a divisor other than 0", m)
    quotient = divide(dividend, divisor)
    remainder = dividend - quotient * divisor
    if isinstance(n, float) or isinstance(m, float):
        return to_float(quotient), to_float(remainder)
    return quotient, remainder


def _both(
    who: str, n: Integer, m: Integer, divide: Callable[[int, int], int]
) -> Values:
    return Values(_divide(who, n, m, divide))


@builtin("gcd")
def greatest_common_divisor(*n: Integer) -> Integer:
    """Return the greatest common divisor, 0 of no integers. R7RS 6.2.6."""
    return _of_all("gcd", math.gcd, n)


@builtin("lcm")
def least_common_multiple(*n: Integer) -> Integer:
    """Return the least common multiple, 1 of no integers. R7RS 6.2.6."""
    return _of_all("lcm", math.lcm, n)


def _of_all(
    who: str, function: Callable[..., int], numbers: tuple[Integer, ...]
) -> Integer:
    result = function(*[integer_of(who, number) for number in numbers])
    is_inexact = any(isinstance(number, float) for number in numbers)
    return to_float(result) if is_inexact else result


@builtin("odd?")
def is_odd(n: Integer) -> Boolean:
    """Return whether the integer is odd. R7RS 6.2.6."""
    return boolean(integer_of("odd?", n) % 2 == 1)


@builtin("even?")
def is_even(n: Integer) -> Boolean:
    """Return whether the integer is even. R7RS 6.2.6."""
    return boolean(integer_of("even?", n) % 2 == 0)


@builtin("exact-integer-sqrt")
def exact_integer_sqrt(k: int) -> Values:
    """Return the integer part of the root of k, and what is left. R7RS 6.2.6."""
    number = natural_of("exact-integer-sqrt", k)
    root = math.isqrt(number)
    return Values((root, number - root * root))
