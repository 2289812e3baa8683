"""Logarithms, exponentials and the circular functions, real and complex.

A result is exact where it is so for an exact argument, such as (exp 0).
ValueError for an argument that the function is not defined for.
"""

from __future__ import annotations

import cmath
import math

from brshell.runtime.numbers.arithmetic import divide
from brshell.runtime.numbers.complex import (
    Complex,
    from_complex,
    is_exact,
    is_exact_zero,
    polar,
)
from brshell.runtime.numbers.ratio import Ratio, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real


def exp(z: Number) -> Number:
    """Return e to the power z."""
    if is_exact_zero(z):
        return 1
    if isinstance(z, Complex):
        return polar(_real_exp(to_float(z.real)), z.imag)
    return _real_exp(to_float(z))


def _real_exp(x: float) -> float:
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def log(z: Number) -> Number:
    """Return the natural logarithm, with an imaginary part in -pi..pi."""
    if is_exact_zero(z):
        raise ValueError
    if isinstance(z, Complex):
        if z == 0:
            return Complex(-math.inf, angle(z))
        return from_complex(cmath.log(complex(z)))
    if z == 0:
        return -math.inf
    if z < 0:
        return Complex(_positive_log(-z), math.pi)
    return _positive_log(z)


def _positive_log(x: Real) -> Real:
    return 0 if x == 1 and is_exact(x) else _real_log(x)


def _real_log(x: Real, function: Callable[[float], float] = math.log) -> float:
    """Return the logarithm of a positive number that may be too large for a float."""
    if isinstance(x, Ratio):
        as_float = float(x)
        if not 0.0 < as_float < math.inf:
            return function(x.numerator) - function(x.denominator)
        return function(as_float)
    return function(x)


def log_in_base(z: Number, base: Number) -> Number:
    """Return the logarithm to the base."""
    if not isinstance(z, Complex) and z > 0:
        # These two are exact for powers of the base; a quotient is not.
        if base == 2:
            return _real_log(z, math.log2)
        if base == 10:
            return _real_log(z, math.log10)
    return divide(log(z), log(base))


def angle(z: Number) -> Real:
    """Return the angle in radians from the positive real axis, in -pi..pi."""
    if isinstance(z, Complex):
        return math.atan2(to_float(z.imag), to_float(z.real))
    if z < 0:
        return math.pi
    return 0.0 if isinstance(z, float) else 0


def sin(z: Number) -> Number:
    """Return the sine of an angle in radians."""
    return 0 if is_exact_zero(z) else _circular(z, math.sin, cmath.sin)


def cos(z: Number) -> Number:
    """Return the cosine of an angle in radians."""
    return 1 if is_exact_zero(z) else _circular(z, math.cos, cmath.cos)


def tan(z: Number) -> Number:
    """Return the tangent of an angle in radians."""
    return 0 if is_exact_zero(z) else _circular(z, math.tan, cmath.tan)


def _circular(
    z: Number,
    real_function: Callable[[float], float],
    complex_function: Callable[[complex], complex],
) -> Number:
    if isinstance(z, Complex):
        return from_complex(complex_function(complex(z)))
    x = to_float(z)
    return real_function(x) if math.isfinite(x) else math.nan


def asin(z: Number) -> Number:
    """Return the angle with this sine, complex outside of -1..1."""
    return 0 if is_exact_zero(z) else _inverse(z, math.asin, cmath.asin)


def acos(z: Number) -> Number:
    """Return the angle with this cosine, complex outside of -1..1."""
    is_exact_one = z == 1 and is_exact(z)
    return 0 if is_exact_one else _inverse(z, math.acos, cmath.acos)


def _inverse(
    z: Number,
    real_function: Callable[[float], float],
    complex_function: Callable[[complex], complex],
) -> Number:
    if isinstance(z, Complex):
        return from_complex(complex_function(complex(z)))
    x = to_float(z)
    if abs(x) > 1.0:
        # The side of the branch cut that the formula of R7RS 6.2.6 gives.
        return from_complex(complex_function(complex(x, math.copysign(0.0, -x))))
    return real_function(x)


def atan(z: Number) -> Number:
    """Return the angle with this tangent."""
    if is_exact_zero(z):
        return 0
    if isinstance(z, Complex):
        return from_complex(cmath.atan(complex(z)))
    return math.atan(to_float(z))


def atan_of(y: Real, x: Real) -> Real:
    """Return the angle of the point (x, y), in -pi..pi. ValueError for exact (0, 0)."""
    if is_exact_zero(y):
        if is_exact_zero(x):
            raise ValueError
        if x > 0:
            return 0
    return math.atan2(to_float(y), to_float(x))
