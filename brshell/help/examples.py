"""The example programs that come with brshell."""

from __future__ import annotations

import os

from brshell.reader.files import read_source, shipped_folder

_SUFFIX = ".scm"


def example_names() -> list[str]:
    """Return the names of the examples."""
    files = os.listdir(shipped_folder("examples"))
    return sorted(f.removesuffix(_SUFFIX) for f in files if f.endswith(_SUFFIX))


def example_text(name: str) -> str:
    """Return the text of an example, one of those with a name."""
    path = os.path.join(shipped_folder("examples"), name + _SUFFIX)
    return read_source(path, "examples").text


def example_summary(name: str) -> str:
    """Return what an example says of itself in its first line."""
    return example_text(name).partition("\n")[0].lstrip("; ")
