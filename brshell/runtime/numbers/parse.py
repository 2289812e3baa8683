"""How numbers are read: the grammar of R7RS 7.1.1 by recursive descent."""

from __future__ import annotations

import math

from brshell.runtime.numbers.complex import exact, polar, rectangular
from brshell.runtime.numbers.format import DIGITS, PYTHON_DIGITS
from brshell.runtime.numbers.ratio import ratio, to_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.runtime.numbers.complex import Number
    from brshell.runtime.numbers.ratio import Real

RADICES = {"b": 2, "o": 8, "d": 10, "x": 16}
NOT_FINITE = {
    "+inf.0": math.inf,
    "-inf.0": -math.inf,
    "+nan.0": math.nan,
    "-nan.0": math.nan,
}
# Our guess of what no program means: #e1e9999999 would fill the memory.
LARGEST_EXPONENT = 1_000_000


def parse_number(text: str, radix: int = 10) -> Number | None:
    """Return the number that the text is written as, None if it is not a number.

    The radix is 2, 8, 10 or 16, unless a prefix such as ``#x`` says so. A point is
    understood in every radix, an exponent in radix 10. R7RS 7.1.1.
    """
    if radix == 10 and text.isdigit() and text.isascii():
        return parse_digits(text)
    exactness = ""
    has_radix = False
    while text[:1] == "#":
        letter = text[1:2].lower()
        if letter in RADICES and not has_radix:
            radix, has_radix = RADICES[letter], True
        elif letter in ("e", "i") and not exactness:
            exactness = letter
        else:
            return None
        text = text[2:]
    try:
        return _complex(text.lower(), radix, exactness)
    except (_NotANumber, ZeroDivisionError, OverflowError):
        return None


class _NotANumber(Exception):
    """The text is no number; it never leaves this module."""


def _complex(text: str, radix: int, exactness: str) -> Number:
    magnitude, at, angle = text.partition("@")
    if at:
        number = polar(
            _real(magnitude, radix, exactness), _real(angle, radix, exactness)
        )
        return exact(number) if exactness == "e" else number
    if not text.endswith("i"):
        return _real(text, radix, exactness)
    real, imag = _split_parts(text[:-1], radix)
    if imag in ("+", "-"):
        imag += "1"
    if imag[:1] not in ("+", "-"):
        raise _NotANumber
    return rectangular(
        _real(real, radix, exactness) if real else 0, _real(imag, radix, exactness)
    )


def _split_parts(text: str, radix: int) -> tuple[str, str]:
    """Split before the last sign that does not belong to an exponent."""
    for position in range(len(text) - 1, -1, -1):
        is_exponent = radix == 10 and text[position - 1 : position] == "e"
        if text[position] in "+-" and not is_exponent:
            return text[:position], text[position:]
    raise _NotANumber


def _real(text: str, radix: int, exactness: str) -> Real:
    if text in NOT_FINITE:
        if exactness == "e":
            raise _NotANumber
        return NOT_FINITE[text]
    unsigned = text[1:] if text[:1] in ("+", "-") else text
    number = _unsigned(unsigned, radix, exactness)
    if exactness == "i":
        number = to_float(number)
    return -number if text[0] == "-" else number


def _unsigned(text: str, radix: int, exactness: str) -> Real:
    numerator, slash, denominator = text.partition("/")
    if slash:
        return ratio(_integer(numerator, radix), _integer(denominator, radix))
    if _is_digits(text, radix):
        return parse_digits(text, radix)
    number = _decimal(text, radix, needs_exact=exactness == "e" or radix != 10)
    return number if exactness == "e" else to_float(number)


def _decimal(text: str, radix: int, needs_exact: bool) -> Real:
    mantissa, mark, exponent = text.partition("e" if radix == 10 else "\0")
    whole, _, fraction = mantissa.partition(".")
    digits = _integer(whole + fraction, radix)
    power = _exponent(exponent) if mark else 0
    if not needs_exact:
        return float(text)
    if abs(power) > LARGEST_EXPONENT:
        raise _NotANumber
    power -= len(fraction)
    return digits * radix**power if power >= 0 else ratio(digits, radix**-power)


def _exponent(text: str) -> int:
    power = _integer(text[1:] if text[:1] in ("+", "-") else text, 10)
    return -power if text[0] == "-" else power


def _integer(digits: str, radix: int) -> int:
    if not _is_digits(digits, radix):
        raise _NotANumber
    return parse_digits(digits, radix)


def _is_digits(text: str, radix: int) -> bool:
    return text != "" and not text.strip(DIGITS[:radix])


def parse_digits(digits: str, radix: int = 10) -> int:
    """Return the value of digits 0-9 and a-f, however many."""
    if len(digits) <= PYTHON_DIGITS:
        return int(digits, radix)
    half = len(digits) // 2
    shift: int = radix**half
    high = parse_digits(digits[:-half], radix)
    return high * shift + parse_digits(digits[-half:], radix)
