"""Roots, powers, logarithms and the circular functions; angles are in radians."""

from __future__ import annotations

from brshell.builtins.checks import number_of, real_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import DEFAULT
from brshell.runtime.numbers import powers, transcendental

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.runtime.numbers.complex import Number


def _apply(who: str, function: Callable[[Number], Number], z: Number) -> Number:
    try:
        return function(number_of(who, z))
    except (ValueError, OverflowError):
        raise bad_value(who, f"a number that {who} is defined for", z) from None


@builtin("exp")
def exp(z: Number) -> Number:
    """Return e to the power z. R7RS 6.2.6."""
    return _apply("exp", transcendental.exp, z)


@builtin("log")
def log(z: Number, base: Any = DEFAULT) -> Number:
    """Return the logarithm of z, the natural one if no base is given. R7RS 6.2.6."""
    if base is DEFAULT:
        return _apply("log", transcendental.log, z)
    number, foot = number_of("log", z), number_of("log", base)
    if number == 0 and not isinstance(number, float):
        raise bad_value("log", "a number other than 0", z)
    if foot in (0, 1):
        raise bad_value("log", "a base other than 0 and 1", base)
    return transcendental.log_in_base(number, foot)


@builtin("sin")
def sin(z: Number) -> Number:
    """Return the sine. R7RS 6.2.6."""
    return _apply("sin", transcendental.sin, z)


@builtin("cos")
def cos(z: Number) -> Number:
    """Return the cosine. R7RS 6.2.6."""
    return _apply("cos", transcendental.cos, z)


@builtin("tan")
def tan(z: Number) -> Number:
    """Return the tangent. R7RS 6.2.6."""
    return _apply("tan", transcendental.tan, z)


@builtin("asin")
def asin(z: Number) -> Number:
    """Return the angle with this sine, complex outside of -1..1. R7RS 6.2.6."""
    return _apply("asin", transcendental.asin, z)


@builtin("acos")
def acos(z: Number) -> Number:
    """Return the angle with this cosine, complex outside of -1..1. R7RS 6.2.6."""
    return _apply("acos", transcendental.acos, z)


@builtin("atan")
def atan(y: Number, x: Any = DEFAULT) -> Number:
    """Return the angle with this tangent, or that of the point (x, y). R7RS 6.2.6."""
    if x is DEFAULT:
        return _apply("atan", transcendental.atan, y)
    height, width = real_of("atan", y), real_of("atan", x)
    try:
        return transcendental.atan_of(height, width)
    except ValueError:
        raise bad_value("atan", "a point other than 0 0", x) from None


@builtin("sqrt")
def sqrt(z: Number) -> Number:
    """Return the principal square root, exact if it can be. R7RS 6.2.6."""
    return _apply("sqrt", powers.sqrt, z)


@builtin("expt")
def expt(base: Number, power: Number) -> Number:
    """Return the base to the power. R7RS 6.2.6."""
    foot, head = number_of("expt", base), number_of("expt", power)
    try:
        return powers.expt(foot, head)
    except (ZeroDivisionError, ValueError):
        raise bad_value("expt", "a power of 0 that is not negative", power) from None
    except OverflowError:
        raise bad_value("expt", "a power whose result fits in memory", power) from None
