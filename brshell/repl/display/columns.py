"""How many columns of a terminal text takes, and text cut to fit."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

DEFAULT_WIDTH = 80
"""Columns where nobody says how many there are."""


def columns(text: str) -> int:
    """Return how many columns printable text takes: 2 for wide characters."""
    if text.isascii():
        return len(text)
    return sum(map(_column_count, text))


def _column_count(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """Return text that takes no more than ``width`` columns; dots tell of the rest."""
    if columns(text) <= width:
        return text
    dots = "." * min(3, width)
    kept = ""
    for character in text:
        if columns(kept + character) > width - len(dots):
            break
        kept += character
    return kept + dots


def pad(text: str, width: int, right: bool = False) -> str:
    """Return text filled up with spaces to ``width`` columns, ``right`` flush or left.

    What is longer is cut.
    """
    text = cut(text, width)
    space = " " * (width - columns(text))
    return space + text if right else text + space


def terminal_width() -> int:
    """Return the columns of the terminal, or of the variable COLUMNS."""
    return shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns


def is_plain() -> bool:
    """Return whether the terminal can only print, or there is none."""
    if os.environ.get("TERM") == "dumb":
        return True
    return not (sys.stdin.isatty() and sys.stdout.isatty())


def shows(text: str, stream: TextIO) -> bool:
    """Return whether the encoding of a stream has all characters of a text."""
    try:
        text.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draws_blocks() -> bool:
    """Return whether bars can be drawn with Unicode's block elements."""
    return shows("\u2588\u2581", sys.stdout)
