"""Arithmetic on any two numbers, and rounding.

Python's operators do most of it: ``add`` and its like also stand a float beside an
exact number that is too large for a float, and division by a float 0.
"""

from __future__ import annotations

import math

from brshell.runtime.numbers.complex import Complex, inexact
from brshell.runtime.numbers.ratio import Ratio, divide_reals, ratio, to_exact, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Exact, Real


def add(left: Number, right: Number) -> Number:
    """Return the sum."""
    try:
        return left + right
    except OverflowError:
        return inexact(left) + inexact(right)


def subtract(left: Number, right: Number) -> Number:
    """Return the difference."""
    try:
        return left - right
    except OverflowError:
        return inexact(left) - inexact(right)


def multiply(left: Number, right: Number) -> Number:
    """Return the product."""
    try:
        return left * right
    except OverflowError:
        return inexact(left) * inexact(right)


def divide(dividend: Number, divisor: Number) -> Number:
    """Return the quotient. ZeroDivisionError for an exact divisor of 0."""
    if isinstance(dividend, Complex) or isinstance(divisor, Complex):
        try:
            return dividend / divisor
        except OverflowError:
            return inexact(dividend) / inexact(divisor)
    return divide_reals(dividend, divisor)


def floor(number: Real) -> Real:
    """Return the largest integer that is not above the number."""
    if isinstance(number, float):
        return _round_float(number, math.floor)
    return number.numerator // number.denominator


def ceiling(number: Real) -> Real:
    """Return the smallest integer that is not below the number."""
    if isinstance(number, float):
        return _round_float(number, math.ceil)
    return -(-number.numerator // number.denominator)


def truncate(number: Real) -> Real:
    """Return the integer nearest to the number that is not further from 0."""
    return floor(number) if number >= 0 else ceiling(number)


def nearest(number: Real) -> Real:
    """Return the nearest integer, the even one if two are equally near."""
    if isinstance(number, float):
        return _round_float(number, round)
    if isinstance(number, int):
        return number
    whole, rest = divmod(number.numerator, number.denominator)
    twice = 2 * rest
    is_up = twice > number.denominator or (twice == number.denominator and whole % 2)
    return whole + 1 if is_up else whole


def _round_float(number: float, rounding: Callable[[float], int]) -> float:
    if not math.isfinite(number):
        return number
    # The sign is kept for the sake of -0.0.
    return math.copysign(float(rounding(number)), number)


def is_integer(number: Number) -> bool:
    """Return whether the number is an integer, exact or not."""
    return isinstance(number, int) or (
        isinstance(number, float) and number.is_integer()
    )


def is_rational(number: Number) -> bool:
    """Return whether the number is real and finite."""
    return isinstance(number, (int, Ratio)) or (
        isinstance(number, float) and math.isfinite(number)
    )


def simplest_between(low: Exact, high: Exact) -> Exact:
    """Return the rational with the smallest denominator in low..high.

    Of several with that denominator, the one nearest to 0.
    """
    if low <= 0 <= high:
        return 0
    if high < 0:
        return -simplest_between(-high, -low)
    # The continued fractions of both ends agree up to where the answer ends.
    a, b, c, d = low.numerator, low.denominator, high.numerator, high.denominator
    terms = []
    while a % b and a // b == c // d:
        whole = a // b
        terms.append(whole)
        a, b, c, d = d, c - whole * d, b, a - whole * b
    numerator, denominator = -(-a // b), 1
    for term in reversed(terms):
        numerator, denominator = term * numerator + denominator, numerator
    return ratio(numerator, denominator)


def rationalize(number: Real, tolerance: Real) -> Real:
    """Return the simplest rational within the tolerance. R7RS 6.2.6."""
    if is_rational(number) and is_rational(tolerance):
        middle: Any = to_exact(number)
        radius: Any = abs(to_exact(tolerance))
        result = simplest_between(middle - radius, middle + radius)
        is_exact = not (isinstance(number, float) or isinstance(tolerance, float))
        return result if is_exact else to_float(result)
    if math.isnan(number) or math.isnan(tolerance):
        return math.nan
    if is_rational(number):
        return 0.0
    return math.nan if math.isinf(tolerance) else number
