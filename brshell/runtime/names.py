"""The Python names of variables and procedures, and the names they show.

A name that Scheme code gives twice is numbered, one of a library has the library's
name in front, and a word that Python keeps for itself is marked.
"""

from __future__ import annotations

# Names that Python's compiler refuses as identifiers.
_RESERVED = {"None", "True", "False", "__debug__"}
_MARK = "$user:"


def global_name(name: str) -> str:
    """Return the Python name of a user's global variable.

    Names that begin with ``$`` belong to the runtime.
    """
    return _MARK + name if name.startswith("$") or name in _RESERVED else name


def numbered(name: str, number: int) -> str:
    """Return another Python name for the same name."""
    return f"{name}'{number}"


def written_name(name: str) -> str:
    """Return the name as the program wrote it, for a Python name made of it."""
    plain, mark, number = name.rpartition("'")
    if mark and number.isdigit():
        name = plain
    return name.rpartition(") ")[2].removeprefix(_MARK)
