"""Words of a text file that know where they stand, and numbers as they are written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite

from brbrain.errors import BrError

_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[0-9]{1,9}([.,][0-9]{1,1100})?")  # the smallest has 1074
_FLOAT = re.compile(
    r"[+-]?([0-9]{1,40}\.?[0-9]{0,40}|\.[0-9]{1,40})([eE][+-]?[0-9]{1,3})?"
)
_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Word:
    """A piece of a line. Lines and columns count from 1."""

    text: str
    file: str
    line: int
    column: int = 1

    def error(self, message: str) -> BrError:
        """Return the error with this place."""
        return BrError(f"{self.file}:{self.line}:{self.column}: {message}")

    def wrong(self, expected: str) -> BrError:
        """Return the error for another thing than was expected."""
        return self.error(f"expected {expected}, but received {shown(self.text)}")

    def cut(self, start: int, end: int | None = None) -> "Word":
        """Return a part of it, with its own place."""
        return Word(self.text[start:end], self.file, self.line, self.column + start)

    def strip(self) -> "Word":
        """Return it without blanks around."""
        blanks = len(self.text) - len(self.text.lstrip())
        return self.cut(blanks, max(blanks, len(self.text.rstrip())))

    def split(self, blanks: str = r"\s") -> "list[Word]":
        """Return the parts between blanks (part of a character class)."""
        found = re.finditer(f"[^{blanks}]+", self.text)
        return [self.cut(*part.span()) for part in found]

    def fields(self, separator: str) -> "list[Word]":
        """Return all parts between separators (a character), empty ones as well."""
        start, found = 0, []
        for part in self.text.split(separator):
            found.append(self.cut(start, start + len(part)))
            start += len(part) + 1
        return found

    def integer(self, low: int, high: int, what: str = "") -> int:
        """Return the integer; BrError if it is none or out of its range."""
        expected = f"{what or 'an integer'} from {low} to {high}"
        text = self.text.strip()
        if not _INTEGER.fullmatch(text) or not low <= int(text) <= high:
            raise self.wrong(expected)
        return int(text)

    def decimal(self, what: str) -> float:
        """Return a number of 0 or more, with a decimal point or comma."""
        if not _DECIMAL.fullmatch(self.text):
            raise self.wrong(what)
        return float(self.text.replace(",", "."))

    def float(self, what: str = "a number") -> float:
        """Return a number as C and Python write them."""
        value = float_of(self.text)
        if value is None:
            raise self.wrong(what)
        return value


def float_of(text: str) -> float | None:
    """Return the finite number that a text is, None if it is none."""
    text = text.strip()
    if not _FLOAT.fullmatch(text) or not isfinite(float(text)):
        return None
    return float(text)


def decode(data: bytes, file: str) -> str:
    """Return UTF-8 text without its byte order mark; BrError says which byte is bad."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise BrError(
            f"{file}:{line}:{column}: expected UTF-8 text, "
            f"but received byte 0x{data[error.start]:02X}"
        ) from None


def encode(text: str, encoding: str = "utf-8") -> bytes:
    """Return a text as bytes; BrError names a character that there is no way for."""
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise BrError(
            f"text: expected characters of {encoding}, "
            f"but received {text[error.start]!r}"
        ) from None


def lines(text: str, file: str) -> Iterator[Word]:
    """Yield the lines of a text, which LF or CR LF end."""
    for number, line in enumerate(text.split("\n"), 1):
        yield Word(line.removesuffix("\r"), file, number)


def shown(text: str) -> str:
    """Return what was received, cut if it is long."""
    if not text:
        return "nothing"
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:37]}...")


def decimal_text(value: float, digits: int) -> str:
    """Return a number with at least so many decimal digits, more if it needs them.

    Raises BrError for what `Word.decimal` would not read.
    """
    if not 0 <= value < 1e9:
        raise BrError(f"number: expected 0 or more, but received {value!r}")
    text = f"{value:.{digits}f}"
    return text if float(text) == value else format(Decimal(repr(value)), "f")


def number_text(value: float) -> str:
    """Return a number as short as it can be written: 1, 0.5, 1e-07."""
    return repr(value).removesuffix(".0")


def one_line(text: str, what: str, forbidden: str = "") -> str:
    """Return a text that goes into one line; BrError if it does not."""
    for character in ("\n", "\r", *forbidden):
        if character in text:
            raise BrError(f"{what}: expected no {character!r} in it, but got {text!r}")
    return text
