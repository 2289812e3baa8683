"""Program texts in files, and where those are that come with brshell."""

from __future__ import annotations

import os

from brshell.reader.source import Source
from brshell.runtime.conditions import failure
from brshell.runtime.datums import String


def read_source(path: str, who: str) -> Source:
    """Return the text of a file for a program; errors are conditions, kind "file"."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            return Source(path, file.read())
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise failure(
            "file", who, f"the file cannot be read ({reason.lower()}):", String(path)
        ) from None


def library_folder() -> str:
    """Return the folder of the Scheme library."""
    return shipped_folder("stdlib")


def shipped_folder(name: str) -> str:
    """Return a folder that comes with brshell: in the package, or beside it."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packed = os.path.join(here, name)
    return packed if os.path.isdir(packed) else os.path.join(here, "..", name)
