"""Bits of exact integers, such as the status bytes of a robot.

A negative number has infinitely many leading ones (two's complement).
"""

from __future__ import annotations

from brshell.builtins.checks import exact_integer_of, natural_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import Boolean, boolean
from brshell.runtime.numbers.powers import LARGEST_BITS


@builtin("bitwise-not")
def bitwise_not(n: int) -> int:
    """Return n with every bit inverted. SRFI 151."""
    return ~exact_integer_of("bitwise-not", n)


@builtin("bitwise-and")
def bitwise_and(*n: int) -> int:
    """Return the bits that are set in all, -1 of no numbers. SRFI 151."""
    result = -1
    for number in n:
        result &= exact_integer_of("bitwise-and", number)
    return result


@builtin("bitwise-ior")
def bitwise_ior(*n: int) -> int:
    """Return the bits that are set in any, 0 of no numbers. SRFI 151."""
    result = 0
    for number in n:
        result |= exact_integer_of("bitwise-ior", number)
    return result


@builtin("bitwise-xor")
def bitwise_xor(*n: int) -> int:
    """Return the bits that are set an odd number of times. SRFI 151."""
    result = 0
    for number in n:
        result ^= exact_integer_of("bitwise-xor", number)
    return result


@builtin("arithmetic-shift")
def arithmetic_shift(n: int, count: int) -> int:
    """Return n shifted left by count bits, or right if it is negative. SRFI 151."""
    number = exact_integer_of("arithmetic-shift", n)
    bits = exact_integer_of("arithmetic-shift", count)
    if bits <= 0:
        # Beyond its length a number is all sign; Python refuses larger counts.
        return number >> min(-bits, number.bit_length() + 1)
    if bits > LARGEST_BITS:
        raise bad_value("arithmetic-shift", f"a count up to {LARGEST_BITS}", count)
    return number << bits


@builtin("bit-count")
def bit_count(n: int) -> int:
    """Return how many bits are set, of a negative number how many not. SRFI 151."""
    number = exact_integer_of("bit-count", n)
    return (number if number >= 0 else ~number).bit_count()


@builtin("integer-length")
def integer_length(n: int) -> int:
    """Return how many bits the number needs without its sign. SRFI 151."""
    number = exact_integer_of("integer-length", n)
    return (number if number >= 0 else ~number).bit_length()


@builtin("bit-set?")
def is_bit_set(index: int, n: int) -> Boolean:
    """Return whether the bit is set; bit 0 is the lowest. SRFI 151."""
    position = natural_of("bit-set?", index)
    number = exact_integer_of("bit-set?", n)
    return boolean(number >> min(position, number.bit_length() + 1) & 1)
