"""The numeric tower: ints and floats are Python's, Ratio and Complex are ours."""

from brshell.runtime.numbers.complex import Complex
from brshell.runtime.numbers.format import number_to_string
from brshell.runtime.numbers.parse import parse_number
from brshell.runtime.numbers.ratio import Ratio

__all__ = ["Complex", "Ratio", "number_to_string", "parse_number"]
