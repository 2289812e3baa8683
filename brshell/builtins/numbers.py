"""What a number is: its classes, its exactness, its parts, and its text."""

from __future__ import annotations

import math

from brshell.builtins.checks import (
    number_of,
    rational_of,
    real_of,
    text_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import FALSE, Boolean, String, boolean
from brshell.runtime.numbers import arithmetic, complex, powers, transcendental
from brshell.runtime.numbers.complex import NUMBER, Complex
from brshell.runtime.numbers.format import number_to_string
from brshell.runtime.numbers.parse import parse_number
from brshell.runtime.numbers.ratio import REAL, to_exact, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real


@builtin("number?", "complex?")
def is_number(obj: Any) -> Boolean:
    """Return whether the object is a number. R7RS 6.2.6."""
    return boolean(isinstance(obj, NUMBER))


@builtin("real?")
def is_real(obj: Any) -> Boolean:
    """Return whether the object is a real number. R7RS 6.2.6."""
    return boolean(isinstance(obj, REAL))


@builtin("rational?")
def is_rational(obj: Any) -> Boolean:
    """Return whether the object is a real number and finite. R7RS 6.2.6."""
    return boolean(arithmetic.is_rational(obj))


@builtin("integer?")
def is_integer(obj: Any) -> Boolean:
    """Return whether the object is an integer, exact or not. R7RS 6.2.6."""
    return boolean(arithmetic.is_integer(obj))


@builtin("exact-integer?")
def is_exact_integer(obj: Any) -> Boolean:
    """Return whether the object is an exact integer. R7RS 6.2.6."""
    return boolean(isinstance(obj, int))


@builtin("exact-rational?")
def is_exact_rational(obj: Any) -> Boolean:
    """Return whether the object is an exact rational, such as 1/3 or 5. R7RS 6.2.6."""
    return boolean(isinstance(obj, REAL) and not isinstance(obj, float))


@builtin("exact?")
def is_exact(z: Number) -> Boolean:
    """Return whether the number is exact. R7RS 6.2.6."""
    return boolean(complex.is_exact(number_of("exact?", z)))


@builtin("inexact?")
def is_inexact(z: Number) -> Boolean:
    """Return whether the number is inexact. R7RS 6.2.6."""
    return boolean(not complex.is_exact(number_of("inexact?", z)))


@builtin("finite?")
def is_finite(z: Number) -> Boolean:
    """Return whether the number, or both parts of it, are finite. R7RS 6.2.6."""
    return boolean(not _any_part("finite?", z, lambda x: not math.isfinite(x)))


@builtin("infinite?")
def is_infinite(z: Number) -> Boolean:
    """Return whether the number, or a part of it, is infinite. R7RS 6.2.6."""
    return boolean(_any_part("infinite?", z, math.isinf))


@builtin("nan?")
def is_nan(z: Number) -> Boolean:
    """Return whether the number, or a part of it, is a NaN. R7RS 6.2.6."""
    return boolean(_any_part("nan?", z, math.isnan))


def _any_part(who: str, z: Number, test: Callable[[float], bool]) -> bool:
    number = number_of(who, z)
    parts = (number.real, number.imag) if isinstance(number, Complex) else (number,)
    return any(isinstance(part, float) and test(part) for part in parts)


@builtin("exact", "inexact->exact")
def exact(z: Number) -> Number:
    """Return the exact number that is numerically equal to z. R7RS 6.2.6."""
    try:
        return complex.exact(number_of("exact", z))
    except (OverflowError, ValueError):
        raise bad_value("exact", "a finite number", z) from None


@builtin("inexact", "exact->inexact")
def inexact(z: Number) -> Number:
    """Return the inexact number that is nearest to z. R7RS 6.2.6."""
    return complex.inexact(number_of("inexact", z))


@builtin("numerator")
def numerator(q: Real) -> Real:
    """Return the numerator of q in lowest terms. R7RS 6.2.6."""
    number = rational_of("numerator", q)
    result = to_exact(number).numerator
    return to_float(result) if isinstance(number, float) else result


@builtin("denominator")
def denominator(q: Real) -> Real:
    """Return the denominator of q in lowest terms, always positive. R7RS 6.2.6."""
    number = rational_of("denominator", q)
    result = to_exact(number).denominator
    return to_float(result) if isinstance(number, float) else result


@builtin("rationalize")
def rationalize(x: Real, y: Real) -> Real:
    """Return the simplest rational that differs from x by at most y. R7RS 6.2.6."""
    return arithmetic.rationalize(real_of("rationalize", x), real_of("rationalize", y))


@builtin("make-rectangular")
def make_rectangular(real: Real, imag: Real) -> Number:
    """Return the complex number real + imag i. R7RS 6.2.6."""
    who = "make-rectangular"
    return complex.rectangular(real_of(who, real), real_of(who, imag))


@builtin("make-polar")
def make_polar(magnitude: Real, angle: Real) -> Number:
    """Return the complex number of this magnitude and angle. R7RS 6.2.6."""
    return complex.polar(real_of("make-polar", magnitude), real_of("make-polar", angle))


@builtin("real-part")
def real_part(z: Number) -> Real:
    """Return the real part of z. R7RS 6.2.6."""
    number = number_of("real-part", z)
    return number.real if isinstance(number, Complex) else number


@builtin("imag-part")
def imag_part(z: Number) -> Real:
    """Return the imaginary part of z. R7RS 6.2.6."""
    number = number_of("imag-part", z)
    return number.imag if isinstance(number, Complex) else 0


@builtin("magnitude")
def magnitude(z: Number) -> Real:
    """Return the distance of z from 0. R7RS 6.2.6."""
    return powers.magnitude(number_of("magnitude", z))


@builtin("angle")
def angle(z: Number) -> Real:
    """Return the angle of z in radians, in -pi..pi. R7RS 6.2.6."""
    return transcendental.angle(number_of("angle", z))


@builtin("number->string")
def number_to_text(z: Number, radix: int = 10) -> String:
    """Return the text of a number in radix 2, 8, 10 or 16. R7RS 6.2.7."""
    who = "number->string"
    return String(number_to_string(number_of(who, z), _radix_of(who, radix)))


@builtin("string->number")
def text_to_number(string: String, radix: int = 10) -> Number | Boolean:
    """Return the number that the string is written as, or #f. R7RS 6.2.7."""
    who = "string->number"
    number = parse_number(text_of(who, string), _radix_of(who, radix))
    return FALSE if number is None else number


def _radix_of(who: str, radix: Any) -> int:
    if isinstance(radix, int) and radix in (2, 8, 10, 16):
        return radix
    raise bad_value(who, "radix 2, 8, 10 or 16", radix)
