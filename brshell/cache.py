"""Compiled programs in files, so that a program starts without being compiled.

A file is trusted only if it is ours alone (owner, permissions), whole (checksum), and
made from the same text by the same brshell and Python. Anything else, and any trouble
with the file system, counts as not being there: the program is compiled.
"""

from __future__ import annotations

import marshal
import os
import sys
from _imp import source_hash

from brbrain import __version__
from brshell.runtime.freeze import NotConstant, thaw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from brshell.compiler.unit import Unit

    # (file name in errors, code, frozen constants by name)
    Compiled = tuple[str, CodeType, dict[str, Any]]

_MAGIC = b"brshell1"
_FOLDERS = (
    "builtins",
    os.path.join("builtins", "robot"),
    "compiler",
    "expander",
    "reader",
    "runtime",
)
_HASH_KEY = 0x6272  # any number: the hash only finds files and faults


def load(title: str, text: str) -> Any:
    """Return what was stored for a text, or None."""
    identity = _identity(title, text)
    try:
        with open(_path(identity), "rb") as file:
            status = os.fstat(file.fileno())
            if hasattr(os, "getuid") and (
                status.st_uid != os.getuid() or status.st_mode & 0o022
            ):
                return None
            content = file.read()
        checksum, payload = content[8:16], content[16:]
        if content[:8] != _MAGIC or checksum != _checksum(payload):
            return None
        stored, *rest = marshal.loads(payload)
    except (OSError, ValueError, EOFError, TypeError):
        return None
    if stored != identity:
        return None
    return rest[0] if len(rest) == 1 else rest


def store(title: str, text: str, *content: Any) -> None:
    """Keep content for a text, if all of it can be kept: plain data and Compiled."""
    identity = _identity(title, text)
    path = _path(identity)
    temporary = f"{path}.{os.getpid()}"
    try:
        payload = marshal.dumps((identity, *content))
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_MAGIC + _checksum(payload) + payload)
        os.replace(temporary, path)
    except (OSError, ValueError):
        return


def store_unit(title: str, text: str, unit: Unit) -> None:
    """Keep a compiled program, if all its constants can be kept."""
    try:
        compiled = unit.compiled()
    except NotConstant:
        return
    store(title, text, compiled)


def install(compiled: Compiled, namespace: dict[str, Any]) -> Callable[[], Any]:
    """Put the constants of a compiled program in a namespace; return the program."""
    _, code, constants = compiled
    for key, value in constants.items():
        namespace[key] = thaw(value)
    made: dict[str, Any] = {}
    exec(code, namespace, made)
    return made["$program"]  # type: ignore[no-any-return]


def _identity(title: str, text: str) -> str:
    return "\0".join((__version__, sys.version, _implementation(), title, text))


def _implementation() -> str:
    """Return what changes when one of our own modules does."""
    here = os.path.dirname(__file__)
    marks = []
    for folder in _FOLDERS:
        try:
            with os.scandir(os.path.join(here, folder)) as entries:
                for entry in entries:
                    if entry.name.endswith((".py", ".lark")):
                        status = entry.stat()
                        marks.append(
                            f"{entry.name} {status.st_size} {status.st_mtime_ns}"
                        )
        except OSError:  # not plain files, as in a zip
            return ""
    return "\n".join(sorted(marks))


def _checksum(payload: bytes) -> bytes:
    return source_hash(_HASH_KEY, payload)


def _path(identity: str) -> str:
    name = _checksum(identity.encode("utf-8", "surrogatepass")).hex()
    return os.path.join(folder(), name)


def folder() -> str:
    """Return the folder of the cache."""
    given = os.environ.get("XDG_CACHE_HOME")
    if given:
        return os.path.join(given, "brshell")
    if os.name == "posix" and sys.platform != "darwin":
        return os.path.expanduser("~/.cache/brshell")
    from platformdirs import user_cache_dir

    return user_cache_dir("brshell", appauthor=False)
