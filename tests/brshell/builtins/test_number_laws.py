"""Arithmetic agrees with Python's fractions and complex numbers; text reads back."""

import math
import operator
import sys
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from brshell.runtime.equivalence import eqv
from brshell.runtime.numbers import Complex, Ratio, number_to_string, parse_number
from brshell.runtime.numbers.arithmetic import (
    add,
    ceiling,
    divide,
    floor,
    multiply,
    nearest,
    simplest_between,
    subtract,
    truncate,
)
from brshell.runtime.numbers.complex import exact, inexact, is_exact, rectangular
from brshell.runtime.numbers.powers import expt, sqrt
from brshell.runtime.numbers.ratio import ratio

fractions = st.fractions() | st.integers().map(Fraction)
floats = st.floats()
reals = (
    st.integers() | floats | st.builds(ratio, st.integers(), st.integers(min_value=1))
)
numbers = reals | st.builds(rectangular, reals, reals)

OPERATIONS = [
    (add, operator.add),
    (subtract, operator.sub),
    (multiply, operator.mul),
    (divide, operator.truediv),
]
ROUNDINGS = [
    (floor, math.floor),
    (ceiling, math.ceil),
    (truncate, math.trunc),
    (nearest, round),
]
COMPARISONS = [operator.lt, operator.le, operator.gt, operator.ge, operator.eq]


def ours(fraction):
    return ratio(fraction.numerator, fraction.denominator)


def is_normal(number):
    """Tell whether an exact number has the one form that its value has."""
    if isinstance(number, Ratio):
        common = math.gcd(number.numerator, number.denominator)
        return number.denominator > 1 and common == 1
    return type(number) is int


@pytest.mark.parametrize(("our_operation", "operation"), OPERATIONS)
@given(left=fractions, right=fractions)
def test_exact_arithmetic_is_that_of_fractions(our_operation, operation, left, right):
    assume(right != 0 or operation is not operator.truediv)
    result = our_operation(ours(left), ours(right))
    assert is_normal(result)
    assert Fraction(result.numerator, result.denominator) == operation(left, right)


@pytest.mark.parametrize(("rounding", "expected"), ROUNDINGS)
@given(fraction=fractions)
def test_rounding_is_that_of_fractions(rounding, expected, fraction):
    assert rounding(ours(fraction)) == expected(fraction)


@pytest.mark.parametrize("compare", COMPARISONS)
@given(fraction=fractions, other=fractions | floats)
def test_comparison_is_exact(compare, fraction, other):
    right = other if isinstance(other, float) else ours(other)
    assert compare(ours(fraction), right) is compare(fraction, other)
    assert compare(right, ours(fraction)) is compare(other, fraction)


@given(fractions)
def test_equal_numbers_have_equal_hashes(fraction):
    assert hash(ours(fraction)) == hash(fraction)


@pytest.mark.parametrize(("our_operation", "operation"), OPERATIONS[:3])
@given(left=st.complex_numbers(), right=st.complex_numbers())
def test_inexact_complex_arithmetic_is_pythons(our_operation, operation, left, right):
    result = our_operation(
        Complex(left.real, left.imag), Complex(right.real, right.imag)
    )
    expected = operation(left, right)
    # Python's product takes another way to infinities and NaNs.
    assume(math.isfinite(expected.real) and math.isfinite(expected.imag))
    assert complex(result) == expected


@given(*[st.fractions(max_denominator=1000)] * 4)
def test_exact_complex_division_undoes_multiplication(a, b, c, d):
    left = rectangular(ours(a), ours(b))
    right = rectangular(ours(c), ours(d))
    assume(right != 0)
    assert eqv(divide(multiply(left, right), right), left)


@given(numbers, numbers)
def test_arithmetic_never_fails(left, right):
    for operation, _ in OPERATIONS[:3]:
        operation(left, right)
    if right == 0 and is_exact(right):
        with pytest.raises(ZeroDivisionError):
            divide(left, right)
    else:
        divide(left, right)


@given(st.integers(), floats)
def test_an_integer_too_large_for_a_float_counts_as_infinite(integer, other):
    huge = integer * 10**400
    assert eqv(add(huge, other), add(inexact(huge), other))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_exact_has_the_same_value(number):
    assert exact(number) == number
    assert inexact(exact(number)) == number


@given(fractions, st.fractions(min_value=0))
def test_the_simplest_rational_is_within_bounds_and_simplest(low, width):
    result = simplest_between(ours(low), ours(low + width))
    assert low <= Fraction(result.numerator, result.denominator) <= low + width
    smaller = range(max(1, result.denominator - 20), result.denominator)
    assert all(math.ceil(low * d) > (low + width) * d for d in smaller)


@given(st.integers() | fractions.map(ours))
def test_the_root_of_a_square_is_exact(number):
    assert sqrt(multiply(number, number)) == abs(number)
    assert is_exact(sqrt(multiply(number, number)))


@given(fractions.filter(bool), st.integers(-20, 20))
def test_exact_powers_are_those_of_fractions(base, power):
    result = expt(ours(base), power)
    assert is_normal(result)
    assert Fraction(result.numerator, result.denominator) == base**power


@given(numbers, st.sampled_from([2, 8, 10, 16]))
def test_the_text_of_a_number_reads_back(number, radix):
    assert eqv(parse_number(number_to_string(number, radix), radix), number)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_written_as_short_as_python_writes_them(number):
    text = number_to_string(number)
    assert len(text) <= len(repr(number))
    assert float(text) == number


@given(st.text("0123456789+-./e#xbodi@naf", max_size=12))
def test_any_text_is_a_number_or_not(text):
    number = parse_number(text)
    if number is not None:
        assert eqv(parse_number(number_to_string(number)), number)


@pytest.fixture
def low_digit_limit():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(limit)


@pytest.mark.usefixtures("low_digit_limit")
@pytest.mark.parametrize("digits", [639, 640, 641, 1300, 5000, 50_000])
@pytest.mark.parametrize("last", [-1, 0, 1])
def test_long_integers_read_and_write_whatever_pythons_limit(digits, last):
    number = 10**digits + last
    text = "9" * digits if last < 0 else "1" + "0" * (digits - 1) + str(last)
    assert number_to_string(number) == text
    assert number_to_string(-number) == "-" + text
    assert parse_number(text) == number
