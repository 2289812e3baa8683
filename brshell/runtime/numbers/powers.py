"""Square roots and powers, exact where they can be."""

from __future__ import annotations

import cmath
import math

from brshell.runtime.numbers.arithmetic import divide, multiply
from brshell.runtime.numbers.complex import (
    Complex,
    from_complex,
    is_exact,
    rectangular,
)
from brshell.runtime.numbers.ratio import Ratio, ratio, to_float
from brshell.runtime.numbers.transcendental import exp, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Exact, Real

# Our guess of what no program means: a larger power would fill the memory.
LARGEST_BITS = 1 << 24
HALF = Ratio(1, 2)


def magnitude(z: Number) -> Real:
    """Return the distance from 0."""
    if not isinstance(z, Complex):
        return 0 - z if z <= 0 else z  # 0 - -0.0 is 0.0
    if is_exact(z):
        square = z.real * z.real + z.imag * z.imag
        return _real_sqrt(square)
    return math.hypot(to_float(z.real), to_float(z.imag))


def sqrt(z: Number) -> Number:
    """Return the principal square root, exact if it can be."""
    if isinstance(z, Complex):
        return _complex_sqrt(z)
    return rectangular(0, _real_sqrt(-z)) if z < 0 else _real_sqrt(z)


def _real_sqrt(x: Real) -> Real:
    if isinstance(x, float):
        return math.sqrt(x)
    root = ratio(math.isqrt(x.numerator), math.isqrt(x.denominator))
    return root if root * root == x else _inexact_sqrt(x)


def _inexact_sqrt(x: Exact) -> float:
    as_float = to_float(x)
    if 0.0 < as_float < math.inf:
        return math.sqrt(as_float)
    # Out of a float's range, but perhaps its root is not: the root is taken of
    # x 4^shift as an integer of some hundred bits more than a float has.
    shift = 100 + max(0, x.denominator.bit_length() - x.numerator.bit_length()) // 2
    scaled = (x.numerator << 2 * shift) // x.denominator
    return to_float(ratio(math.isqrt(scaled), 1 << shift))


def _complex_sqrt(z: Complex) -> Number:
    size = magnitude(z)
    if is_exact(z) and is_exact(size):
        real = sqrt(HALF * (size + z.real))
        imag = sqrt(HALF * (size - z.real))
        if is_exact(real) and is_exact(imag):
            return real + Complex(0, -1 if z.imag < 0 else 1) * imag
    return from_complex(cmath.sqrt(complex(z)))


def expt(base: Number, power: Number) -> Number:
    """Return base to the power.

    ZeroDivisionError for a negative power of an exact 0, OverflowError for an exact
    result of more than ``LARGEST_BITS``.
    """
    if isinstance(power, int):
        return _integer_power(base, power)
    if isinstance(power, Ratio) and power.denominator == 2 and is_exact(base):
        root = sqrt(base)
        if is_exact(root):
            return _integer_power(root, power.numerator)
    if base == 0:
        return _power_of_zero(base, power)
    if not (isinstance(base, Complex) or isinstance(power, Complex)):
        x, y = to_float(base), to_float(power)
        if 0.0 < x < math.inf or (isinstance(base, float) and y.is_integer()):
            return _float_power(x, y)
    return exp(multiply(power, log(base)))


def _integer_power(base: Number, power: int) -> Number:
    if power == 0:
        return 1
    if isinstance(base, float):
        return _float_power(base, to_float(power))
    if power < 0:
        return divide(1, _integer_power(base, -power))
    if isinstance(base, Complex):
        return _complex_power(base, power)
    _check_bits(base, power)
    if isinstance(base, Ratio):
        return Ratio(base.numerator**power, base.denominator**power)
    result: int = base**power
    return result


def _check_bits(base: Exact, power: int) -> None:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * power > LARGEST_BITS:
        raise OverflowError


def _complex_power(base: Complex, power: int) -> Number:
    for part in (base.real, base.imag):
        if not isinstance(part, float):
            _check_bits(part, power)
    result: Number = 1
    square: Number = base
    while power:
        if power & 1:
            result = multiply(result, square)
        power >>= 1
        if power:
            square = multiply(square, square)
    return result


def _float_power(x: float, y: float) -> float:
    try:
        return math.pow(x, y)
    except (OverflowError, ValueError):  # too large; 0.0 to a negative power
        return math.copysign(math.inf, x) if y % 2 == 1 else math.inf


def _power_of_zero(base: Number, power: Number) -> Number:
    if power == 0:
        return 1.0
    if (power.real if isinstance(power, Complex) else power) > 0:
        return 0 if is_exact(base) and is_exact(power) else 0.0
    raise ValueError
