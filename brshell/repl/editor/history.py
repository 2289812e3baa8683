"""The entries of former sessions, in a file that people can read.

The format is that of prompt_toolkit: before each entry a blank line and a comment with
the time, and a + before each of its lines.
"""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import TYPE_CHECKING

from prompt_toolkit.history import History

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO


class EntryHistory(History):
    """The last ``size`` different entries; several shells may share the file.

    Where nothing can be read or written, the entries are kept for this session only.
    """

    def __init__(self, path: str, size: int) -> None:
        super().__init__()
        self._path = path
        self._size = size

    def load_history_strings(self) -> Iterable[str]:
        """Return the entries, newest first. A file that has grown is trimmed."""
        with suppress(OSError), _locked(self._path) as file:
            records = _records(file.read().decode(errors="replace"))
            newest = _newest(records, self._size)
            if len(records) > 2 * self._size:
                file.seek(0)
                file.write("".join(map(_record, reversed(newest))).encode())
                file.truncate()
            return [entry for entry, _ in newest]
        return []

    def append_string(self, string: str) -> None:
        """Add an entry; where it was before, it is forgotten."""
        if string in self._loaded_strings:
            self._loaded_strings.remove(string)
        super().append_string(string)

    def store_string(self, string: str) -> None:
        """Write an entry to the end of the file."""
        if not self._size:
            return
        record = _record((string, str(datetime.now())))
        with suppress(OSError), _locked(self._path) as file:
            file.seek(0, os.SEEK_END)
            file.write(record.encode(errors="replace"))


@contextmanager
def _locked(path: str) -> Iterator[BinaryIO]:
    """Open the file to read and write; other shells wait. Raises OSError.

    What is no file, a pipe or a device, is left alone: it may never end.
    """
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path) and not os.path.isfile(path):
        raise OSError(f"{path}: expected a file")
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with open(descriptor, "r+b") as file:
        _lock(file)
        yield file


def _lock(file: BinaryIO) -> None:
    """Lock a file until it is closed, where the system can do that."""
    try:
        import fcntl
    except ImportError:  # not on Windows
        return
    fcntl.flock(file, fcntl.LOCK_EX)


def _record(record: tuple[str, str]) -> str:
    entry, time = record
    lines = "".join(f"+{line}\n" for line in entry.split("\n"))
    return f"\n# {time}\n{lines}"


def _records(text: str) -> list[tuple[str, str]]:
    """Return (entry, its time) for each record, oldest first."""
    records: list[tuple[str, str]] = []
    lines: list[str] = []
    time = ""
    for line in [*text.split("\n"), ""]:
        if line.startswith("+"):
            lines.append(line[1:])
            continue
        if lines:
            records.append(("\n".join(lines), time))
            lines = []
        if line.startswith("# "):
            time = line[2:]
    return records


def _newest(records: list[tuple[str, str]], size: int) -> list[tuple[str, str]]:
    """Return the last different entries with their times, newest first."""
    times: dict[str, str] = {}
    for entry, time in reversed(records):
        times.setdefault(entry, time)
    return list(times.items())[:size]
