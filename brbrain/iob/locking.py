"""One program at a time: a lock that other processes see, and that ends with its owner.

The lock is the system's own on a file, so an owner that dies lets go of it. The file
says which process that is.
"""

import os
import re
import tempfile
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

from brbrain.errors import NotSupportedError
from brbrain.iob.base import Base


class Locking(Base):
    """Advisory, as iob's is: it keeps those off who ask."""

    _lock_file: IO[str] | None

    def lock_iob(self) -> bool:
        """Keep other programs off this hardware; False if one keeps us off.

        A second call, while it is ours, does no harm.
        """
        if self._lock_file is not None:
            return True
        file = open(_path(self.device.place), "a+", encoding="ascii")  # noqa: SIM115
        if not _try_lock(file):
            file.close()
            return False
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        self._lock_file = file
        return True

    def unlock_iob(self) -> bool:
        """Let other programs lock; return whether it was ours."""
        file, self._lock_file = self._lock_file, None
        if file is None:
            return False
        file.seek(0)
        file.truncate()
        file.close()
        return True

    def read_lock_owner(self) -> int | None:
        """Return the number of the process that has locked, None if none has."""
        if self._lock_file is not None:
            return os.getpid()
        with (
            suppress(OSError, ValueError),
            open(_path(self.device.place), "a+", encoding="ascii") as file,
        ):
            if _try_lock(file):
                return None  # whoever wrote the number has died
            file.seek(0)
            return int(file.read())
        return None


def _path(place: str) -> str:
    """Return the file for a place, among those of the user."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "")
    name = re.sub(r"[^A-Za-z0-9]+", "-", place)
    return os.path.join(folder, f"brbrain-{user}-{name}.lock")


def _try_lock(file: IO[str]) -> bool:
    """Lock a file for this process, if no other one has."""
    try:
        fcntl: Any = import_module("fcntl")
    except ImportError as error:
        raise NotSupportedError("lock: this system has no locks on files") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
