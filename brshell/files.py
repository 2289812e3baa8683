"""The user's files: where they are (XDG base directories) and what is in them."""

from __future__ import annotations

import os
import sys

from brshell.options import UsageError

STANDARD_INPUT = "-"
"""The path that means standard input, as other interpreters have it."""


def config_file(name: str) -> str:
    """Return the path of a file of settings, such as init.scm."""
    return _path("XDG_CONFIG_HOME", ".config", name)


def state_file(name: str) -> str:
    """Return the path of a file that is kept between runs, such as the history."""
    return _path("XDG_STATE_HOME", os.path.join(".local", "state"), name)


def text_of(path: str) -> str:
    """Return the text of a file; raise UsageError if it cannot be read."""
    if path == STANDARD_INPUT:
        return piped_text()
    try:
        with open(path, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
    except UnicodeDecodeError as error:
        reason = f"it is not UTF-8 text (byte {error.start})"
    raise UsageError(f"cannot read {path}: {reason}")


def piped_text() -> str:
    """Return all that comes through the pipe; raise UsageError if it is not text."""
    try:
        text = sys.stdin.read()
        text.encode()  # in some locales Python lets bytes pass that are no text
    except UnicodeError:
        raise UsageError("cannot read stdin: it is not UTF-8 text") from None
    return text.removeprefix("\ufeff")


def _path(variable: str, default: str, name: str) -> str:
    folder = os.environ.get(variable, "")
    if not os.path.isabs(folder):  # the specification says to ignore such a one
        folder = os.path.join(os.path.expanduser("~"), default)
    return os.path.join(folder, "brshell", name)
