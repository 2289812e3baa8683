"""Exact rationals that are not integers; an integral result is a plain int."""

from __future__ import annotations

import math
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Exact: TypeAlias = "int | Ratio"
    Real: TypeAlias = "int | float | Ratio"


class Ratio:
    """A fraction in lowest terms with a denominator above 1. Make one with ``ratio``.

    Operations with an int or a Ratio are exact, those with a float give a float;
    comparisons are exact with any of them.
    """

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator = numerator
        self.denominator = denominator

    def __repr__(self) -> str:
        return f"{self.numerator}/{self.denominator}"

    def __float__(self) -> float:
        """Return the nearest float, an infinity if the number is too large."""
        try:
            return self.numerator / self.denominator
        except OverflowError:
            return math.copysign(math.inf, self.numerator)

    def __neg__(self) -> Ratio:
        return Ratio(-self.numerator, self.denominator)

    def __abs__(self) -> Ratio:
        return Ratio(abs(self.numerator), self.denominator)

    def __add__(self, other: Real) -> Real:
        if isinstance(other, float):
            return float(self) + other
        if not isinstance(other, (int, Ratio)):
            return NotImplemented
        return ratio(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )

    __radd__ = __add__

    def __sub__(self, other: Real) -> Real:
        return self + -other if isinstance(other, REAL) else NotImplemented

    def __rsub__(self, other: Real) -> Real:
        return -self + other if isinstance(other, REAL) else NotImplemented

    def __mul__(self, other: Real) -> Real:
        if isinstance(other, float):
            return float(self) * other
        if not isinstance(other, (int, Ratio)):
            return NotImplemented
        return ratio(
            self.numerator * other.numerator, self.denominator * other.denominator
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Real) -> Real:
        return divide_reals(self, other) if isinstance(other, REAL) else NotImplemented

    def __rtruediv__(self, other: Real) -> Real:
        return divide_reals(other, self) if isinstance(other, REAL) else NotImplemented

    def __eq__(self, other: object) -> bool:
        both = self._comparable(other)
        return NotImplemented if both is None else both[0] == both[1]

    def __hash__(self) -> int:
        """Return what Python's own numbers hash to, as equal numbers must."""
        modulus = sys.hash_info.modulus
        if self.denominator % modulus == 0:
            return sys.hash_info.inf if self.numerator > 0 else -sys.hash_info.inf
        inverse = pow(self.denominator, -1, modulus)
        absolute = abs(self.numerator) * inverse % modulus
        return absolute if self.numerator > 0 else -2 if absolute == 1 else -absolute

    def __lt__(self, other: Real) -> bool:
        both = self._comparable(other)
        return NotImplemented if both is None else both[0] < both[1]

    def __le__(self, other: Real) -> bool:
        both = self._comparable(other)
        return NotImplemented if both is None else both[0] <= both[1]

    def __gt__(self, other: Real) -> bool:
        both = self._comparable(other)
        return NotImplemented if both is None else both[0] > both[1]

    def __ge__(self, other: Real) -> bool:
        both = self._comparable(other)
        return NotImplemented if both is None else both[0] >= both[1]

    def _comparable(self, other: object) -> tuple[int, float] | None:
        """Return two numbers that compare as this and the other real number do."""
        if isinstance(other, float):
            if not math.isfinite(other):
                return 0, other
            numerator, denominator = other.as_integer_ratio()
        elif isinstance(other, (int, Ratio)):
            numerator, denominator = other.numerator, other.denominator
        else:
            return None
        return self.numerator * denominator, numerator * self.denominator


REAL = (int, float, Ratio)


def ratio(numerator: int, denominator: int) -> Exact:
    """Return the quotient in lowest terms. ZeroDivisionError for denominator 0."""
    if denominator == 0:
        raise ZeroDivisionError
    common = math.gcd(numerator, denominator)
    if denominator < 0:
        common = -common
    if common == denominator:
        return numerator // denominator
    return Ratio(numerator // common, denominator // common)


def to_float(number: Real) -> float:
    """Return the nearest float, an infinity if the number is too large."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def to_exact(number: Real) -> Exact:
    """Return the exact value. OverflowError or ValueError if it is not finite."""
    if isinstance(number, float):
        return ratio(*number.as_integer_ratio())
    return number


def divide_reals(dividend: Real, divisor: Real) -> Real:
    """Return the quotient, by IEEE 754 if a float is in it.

    ZeroDivisionError for an exact divisor of 0.
    """
    if isinstance(dividend, float) or isinstance(divisor, float):
        if divisor == 0 and not isinstance(divisor, float):
            raise ZeroDivisionError
        return _divide_floats(to_float(dividend), to_float(divisor))
    return ratio(
        dividend.numerator * divisor.denominator,
        dividend.denominator * divisor.numerator,
    )


def _divide_floats(dividend: float, divisor: float) -> float:
    if divisor != 0.0:
        return dividend / divisor
    if dividend == 0.0 or math.isnan(dividend):
        return math.nan
    return math.copysign(math.inf, dividend) * math.copysign(1.0, divisor)
