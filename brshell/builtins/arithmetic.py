"""Arithmetic and comparison of numbers, and rounding."""

from __future__ import annotations

import math
import operator

from brshell.builtins.checks import number_of, real_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import FALSE, TRUE, Boolean, boolean
from brshell.runtime.numbers import arithmetic, powers
from brshell.runtime.numbers.ratio import to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real


@builtin("+")
def add(*z: Number) -> Number:
    """Return the sum, 0 of no numbers. R7RS 6.2.6."""
    return _combine("+", arithmetic.add, z, 0)


@builtin("*")
def multiply(*z: Number) -> Number:
    """Return the product, 1 of no numbers. R7RS 6.2.6."""
    return _combine("*", arithmetic.multiply, z, 1)


def _combine(
    who: str,
    operation: Callable[[Number, Number], Number],
    numbers: tuple[Number, ...],
    identity: Number,
) -> Number:
    if not numbers:
        return identity
    result = number_of(who, numbers[0])
    for number in numbers[1:]:
        result = operation(result, number_of(who, number))
    return result


@builtin("-")
def subtract(z: Number, *more: Number) -> Number:
    """Return z less the others, or the negative of z if it is alone. R7RS 6.2.6."""
    if not more:
        return -number_of("-", z)
    return _combine("-", arithmetic.subtract, (z, *more), 0)


@builtin("/")
def divide(z: Number, *more: Number) -> Number:
    """Return z divided by the others, or 1/z if it is alone. R7RS 6.2.6."""
    numbers = (z, *more) if more else (1, z)
    return _combine("/", _divide, numbers, 1)


def _divide(dividend: Number, divisor: Number) -> Number:
    try:
        return arithmetic.divide(dividend, divisor)
    except ZeroDivisionError:
        raise bad_value("/", "a divisor other than 0", divisor) from None


@builtin("1+")
def increment(z: Number) -> Number:
    """Return z + 1."""
    return arithmetic.add(number_of("1+", z), 1)


@builtin("-1+")
def decrement(z: Number) -> Number:
    """Return z - 1."""
    return arithmetic.subtract(number_of("-1+", z), 1)


@builtin("=")
def equal(z: Number, *more: Number) -> Boolean:
    """Return whether the numbers are all equal. R7RS 6.2.6."""
    first = number_of("=", z)
    result = TRUE
    for other in more:
        if number_of("=", other) != first:
            result = FALSE
    return result


@builtin("<")
def less(x: Real, *more: Real) -> Boolean:
    """Return whether each number is less than the next. R7RS 6.2.6."""
    return _in_order("<", operator.lt, x, more)


@builtin(">")
def greater(x: Real, *more: Real) -> Boolean:
    """Return whether each number is greater than the next. R7RS 6.2.6."""
    return _in_order(">", operator.gt, x, more)


@builtin("<=")
def less_or_equal(x: Real, *more: Real) -> Boolean:
    """Return whether no number is greater than the next. R7RS 6.2.6."""
    return _in_order("<=", operator.le, x, more)


@builtin(">=")
def greater_or_equal(x: Real, *more: Real) -> Boolean:
    """Return whether no number is less than the next. R7RS 6.2.6."""
    return _in_order(">=", operator.ge, x, more)


def _in_order(
    who: str, compare: Callable[[Any, Any], bool], x: Real, more: tuple[Real, ...]
) -> Boolean:
    left = real_of(who, x)
    result = TRUE
    for right in more:
        if not compare(left, real_of(who, right)):
            result = FALSE
        left = right
    return result


@builtin("zero?")
def is_zero(z: Number) -> Boolean:
    """Return whether z is 0. R7RS 6.2.6."""
    return boolean(number_of("zero?", z) == 0)


@builtin("positive?")
def is_positive(x: Real) -> Boolean:
    """Return whether x is greater than 0. R7RS 6.2.6."""
    return boolean(real_of("positive?", x) > 0)


@builtin("negative?")
def is_negative(x: Real) -> Boolean:
    """Return whether x is less than 0. R7RS 6.2.6."""
    return boolean(real_of("negative?", x) < 0)


@builtin("max")
def largest(x: Real, *more: Real) -> Real:
    """Return the largest number, inexact if any of them is. R7RS 6.2.6."""
    return _extreme("max", operator.gt, (x, *more))


@builtin("min")
def smallest(x: Real, *more: Real) -> Real:
    """Return the smallest number, inexact if any of them is. R7RS 6.2.6."""
    return _extreme("min", operator.lt, (x, *more))


def _extreme(
    who: str, is_better: Callable[[Any, Any], bool], numbers: tuple[Real, ...]
) -> Real:
    best = real_of(who, numbers[0])
    is_inexact = False
    for number in numbers:
        if isinstance(real_of(who, number), float):
            is_inexact = True
            if math.isnan(number):
                best = math.nan
        if is_better(number, best):
            best = number
    return to_float(best) if is_inexact else best


@builtin("abs")
def absolute(x: Real) -> Real:
    """Return the number without its sign. R7RS 6.2.6."""
    return powers.magnitude(real_of("abs", x))


@builtin("floor")
def floor(x: Real) -> Real:
    """Return the largest integer not larger than x. R7RS 6.2.6."""
    return arithmetic.floor(real_of("floor", x))


@builtin("ceiling")
def ceiling(x: Real) -> Real:
    """Return the smallest integer not smaller than x. R7RS 6.2.6."""
    return arithmetic.ceiling(real_of("ceiling", x))


@builtin("truncate")
def truncate(x: Real) -> Real:
    """Return the integer nearest to x whose size is not larger. R7RS 6.2.6."""
    return arithmetic.truncate(real_of("truncate", x))


@builtin("round")
def nearest(x: Real) -> Real:
    """Return the nearest integer, the even one of two equally near. R7RS 6.2.6."""
    return arithmetic.nearest(real_of("round", x))


@builtin("square")
def square(z: Number) -> Number:
    """Return z times z. R7RS 6.2.6."""
    number = number_of("square", z)
    return arithmetic.multiply(number, number)
