"""The data that one token stands for: strings, characters, symbols, numbers.

R7RS 2.1 (symbols), 6.6 (characters), 6.7 (strings), 7.1.1.
"""

from __future__ import annotations

import re

from brshell.reader.errors import read_error
from brshell.reader.source import Source, Span
from brshell.runtime.characters import CHARACTER_NAMES, ESCAPES
from brshell.runtime.datums import (
    CHARS,
    FALSE,
    TRUE,
    Boolean,
    Char,
    String,
    Symbol,
    symbol,
)
from brshell.runtime.numbers import parse_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ESCAPE = re.compile(
    r"\\[xX](?P<code>[0-9a-fA-F]+);"
    r"|\\[ \t]*(?:\r\n|\n|\r)[ \t]*"  # a line that goes on in the next
    r"|\\(?P<letter>.)"
    r"|(?P<newline>\r\n?)",
    re.DOTALL,
)
_ESCAPES_EXPECTED = (
    'an escape (\\a \\b \\t \\n \\r \\" \\\\ \\| \\x41; or \\ at the end of a line)'
)
_HEX = re.compile(r"[xX]([0-9a-fA-F]+)")
_NUMBER_STARTS = frozenset("0123456789+-.")
_LAST_CODE = 0x10FFFF


def word(text: str) -> Any:
    """Return the number or the symbol that a word stands for."""
    if text[0] in _NUMBER_STARTS:
        number = parse_number(text)
        if number is not None:
            return number
    return symbol(text)


def number(source: Source, start: int, end: int) -> Any:
    """Return the number written with a prefix such as #x or #e."""
    text = source.text[start:end]
    value = parse_number(text)
    if value is None:
        raise read_error(Span(source, start, end), f"a number after {text[:2]}", text)
    return value


def boolean(source: Source, start: int, end: int) -> Boolean:
    """Return the value of #t, #f, #true or #false."""
    return TRUE if source.text[start + 1] in "tT" else FALSE


def character(source: Source, start: int, end: int, fold: bool = False) -> Char:
    """Return the character of a token such as #\\a, #\\space or #\\x41."""
    name = source.text[start + 2 : end]
    if len(name) == 1:
        return CHARS[name]
    found = CHARACTER_NAMES.get(name.casefold() if fold else name)
    if found is not None:
        return CHARS[found]
    span = Span(source, start, end)
    code = _HEX.fullmatch(name)
    if code is None:
        known = ", ".join(CHARACTER_NAMES)
        raise read_error(
            span,
            "one character or its name after #\\",
            f"#\\{name}",
            f"the names are {known}, and x with a hexadecimal number",
        )
    return CHARS[_character_of(code[1], span)]


def quoted_text(source: Source, start: int, end: int) -> str:
    """Return the content of a token in double quotes or vertical lines."""
    text = source.text[start + 1 : end - 1]
    if "\\" not in text and "\r" not in text:
        return text

    def replacement(match: re.Match[str]) -> str:
        code, letter = match["code"], match["letter"]
        span = Span(source, start + 1 + match.start(), start + 1 + match.end())
        if code is not None:
            return _character_of(code, span)
        if match["newline"]:
            return "\n"
        if letter is None:
            return ""
        if letter not in ESCAPES:
            raise read_error(span, _ESCAPES_EXPECTED, f"\\{letter}")
        return ESCAPES[letter]

    return _ESCAPE.sub(replacement, text)


def string(source: Source, start: int, end: int) -> String:
    """Return the string of a token in double quotes."""
    return String(quoted_text(source, start, end))


def bar_symbol(source: Source, start: int, end: int) -> Symbol:
    """Return the symbol written between vertical lines; its case is never folded."""
    return symbol(quoted_text(source, start, end))


def _character_of(hexadecimal: str, span: Span) -> str:
    code = int(hexadecimal, 16)
    if code > _LAST_CODE or 0xD800 <= code <= 0xDFFF:
        raise read_error(span, "the code of a Unicode character", f"x{hexadecimal}")
    return chr(code)
