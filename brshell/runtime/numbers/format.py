"""How numbers are written."""

from __future__ import annotations

import math

from brshell.runtime.numbers.complex import Complex, is_exact_zero

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real

DIGITS = "0123456789abcdef"
# Python refuses to convert longer texts to and from decimal unless told otherwise,
# and its algorithm is quadratic: longer numbers are converted in halves.
PYTHON_DIGITS = 640


def number_to_string(number: Number, radix: int = 10) -> str:
    """Return the shortest text that reads back as the same number. R7RS 6.2.7.

    The radix is 2, 8, 10 or 16. A float in another radix than 10 has no exponent.
    """
    if isinstance(number, Complex):
        return _format_complex(number, radix)
    return _format_real(number, radix)


def _format_complex(number: Complex, radix: int) -> str:
    real, imag = number.real, number.imag
    real_text = "" if is_exact_zero(real) else _format_real(real, radix)
    if isinstance(imag, int) and imag in (1, -1):
        return real_text + ("+i" if imag == 1 else "-i")
    imag_text = _format_real(imag, radix)
    sign = "" if imag_text[0] in "+-" else "+"
    return f"{real_text}{sign}{imag_text}i"


def _format_real(number: Real, radix: int) -> str:
    if isinstance(number, int):
        return format_integer(number, radix)
    if isinstance(number, float):
        return _format_float(number, radix)
    numerator = format_integer(number.numerator, radix)
    return f"{numerator}/{format_integer(number.denominator, radix)}"


def format_integer(number: int, radix: int = 10) -> str:
    """Return the digits of an integer of any size."""
    if radix != 10:
        return format(number, {2: "b", 8: "o", 16: "x"}[radix])
    # A decimal digit takes more than three bits.
    if number.bit_length() <= 3 * PYTHON_DIGITS:
        return str(number)
    sign = "-" if number < 0 else ""
    return sign + _long_decimal(abs(number)).lstrip("0")


def _long_decimal(number: int) -> str:
    bits = number.bit_length()
    if bits <= 3 * PYTHON_DIGITS:
        return str(number)
    width = bits // 7  # about half of the digits
    high, low = divmod(number, 10**width)
    return _long_decimal(high) + _long_decimal(low).zfill(width)


def _format_float(number: float, radix: int) -> str:
    if not math.isfinite(number):
        return "+nan.0" if math.isnan(number) else "+inf.0" if number > 0 else "-inf.0"
    if radix != 10:
        return _format_float_in(number, radix)
    # Python writes 1e+16 and 1e-07 where Scheme has 1e16 and 1e-7.
    mantissa, exponent_mark, exponent = repr(number).partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent_mark else mantissa


def _format_float_in(number: float, radix: int) -> str:
    numerator, denominator = abs(number).as_integer_ratio()
    whole, rest = divmod(numerator, denominator)
    digits = []
    # The denominator is a power of two, so the digits come to an end.
    while rest:
        digit, rest = divmod(rest * radix, denominator)
        digits.append(DIGITS[digit])
    sign = "-" if math.copysign(1.0, number) < 0 else ""
    return f"{sign}{format_integer(whole, radix)}.{''.join(digits) or '0'}"
