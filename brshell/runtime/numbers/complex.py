"""Complex numbers that are not real; each part is exact or inexact by itself."""

from __future__ import annotations

import math

from brshell.runtime.numbers.ratio import REAL, divide_reals, to_exact, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from brshell.runtime.numbers.ratio import Real

    Number: TypeAlias = "Real | Complex"


class Complex:
    """A number real + imag i, whose imag is not an exact 0. See ``rectangular``."""

    __slots__ = ("imag", "real")

    def __init__(self, real: Real, imag: Real) -> None:
        self.real = real
        self.imag = imag

    def __repr__(self) -> str:
        return f"Complex({self.real!r}, {self.imag!r})"

    def __complex__(self) -> complex:
        return complex(to_float(self.real), to_float(self.imag))

    def __neg__(self) -> Complex:
        return Complex(-self.real, -self.imag)

    def __add__(self, other: Number) -> Number:
        if isinstance(other, REAL):
            return Complex(self.real + other, self.imag)
        if not isinstance(other, Complex):
            return NotImplemented
        return rectangular(self.real + other.real, self.imag + other.imag)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Number:
        return self + -other if isinstance(other, NUMBER) else NotImplemented

    def __rsub__(self, other: Number) -> Number:
        return -self + other if isinstance(other, NUMBER) else NotImplemented

    def __mul__(self, other: Number) -> Number:
        if isinstance(other, REAL):
            return rectangular(self.real * other, self.imag * other)
        if not isinstance(other, Complex):
            return NotImplemented
        return rectangular(
            self.real * other.real - self.imag * other.imag,
            self.real * other.imag + self.imag * other.real,
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Number:
        if isinstance(other, REAL):
            return rectangular(
                divide_reals(self.real, other), divide_reals(self.imag, other)
            )
        return _quotient(self, other) if isinstance(other, Complex) else NotImplemented

    def __rtruediv__(self, other: Number) -> Number:
        return _quotient(other, self) if isinstance(other, REAL) else NotImplemented

    def __eq__(self, other: object) -> bool:
        if isinstance(other, REAL):
            return self.imag == 0 and self.real == other
        if not isinstance(other, Complex):
            return NotImplemented
        return self.real == other.real and self.imag == other.imag

    def __hash__(self) -> int:
        return hash(self.real) if self.imag == 0 else hash((self.real, self.imag))


NUMBER = (*REAL, Complex)


def rectangular(real: Real, imag: Real) -> Number:
    """Return real + imag i, which is just ``real`` if ``imag`` is an exact 0."""
    return real if is_exact_zero(imag) else Complex(real, imag)


def _quotient(dividend: Number, divisor: Complex) -> Number:
    if not (is_exact(dividend) and is_exact(divisor)):
        try:
            return from_complex(complex(inexact(dividend)) / complex(divisor))
        except ZeroDivisionError:
            return Complex(math.nan, math.nan)
    square = divisor.real * divisor.real + divisor.imag * divisor.imag
    return dividend * Complex(divisor.real, -divisor.imag) / square


def polar(magnitude: Real, angle: Real) -> Number:
    """Return the number with this magnitude and this angle in radians."""
    if is_exact_zero(angle):
        return magnitude
    turn = to_float(angle)
    if not math.isfinite(turn):
        return Complex(math.nan, math.nan)
    size = to_float(magnitude)
    return Complex(size * math.cos(turn), size * math.sin(turn))


def from_complex(value: complex) -> Complex:
    """Return a Python complex number as ours."""
    return Complex(value.real, value.imag)


def is_exact(number: Number) -> bool:
    """Return whether the number, or both parts of it, are exact."""
    if isinstance(number, Complex):
        return not (isinstance(number.real, float) or isinstance(number.imag, float))
    return not isinstance(number, float)


def is_exact_zero(number: Number) -> bool:
    """Return whether the number is 0 and exact."""
    return number == 0 and is_exact(number)


def inexact(number: Number) -> float | Complex:
    """Return the inexact number nearest to this one."""
    if isinstance(number, Complex):
        return Complex(to_float(number.real), to_float(number.imag))
    return to_float(number)


def exact(number: Number) -> Number:
    """Return the exact value. OverflowError or ValueError if it is not finite."""
    if isinstance(number, Complex):
        return rectangular(to_exact(number.real), to_exact(number.imag))
    return to_exact(number)
