"""A snapshot of the names there are, for completion."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, field

from brshell.help.entry import Entry
from brshell.reader.tokens import tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from brshell.machine import Machine


def files_in(folder: str) -> list[str]:
    """Return the names in a folder, with a slash after those of folders."""
    try:
        with os.scandir(os.path.expanduser(folder) or ".") as found:
            return sorted(each.name + "/" * each.is_dir() for each in found)
    except OSError:
        return []


@dataclass(frozen=True, slots=True)
class Names:
    """What can be completed.

    ``entries`` are the names at the prompt; registers by their symbols, commands by all
    their names; ``ids`` of the devices that are known; ``topics`` are the words that
    may stand for an argument of a command, such as DEVICE; ``uses`` says how often each
    name was used. Two ask the disk when they are needed: ``files`` lists the names in a
    folder, ``libraries`` the libraries that can be imported.
    """

    entries: Mapping[str, Entry] = field(default_factory=dict)
    registers: Mapping[str, Entry] = field(default_factory=dict)
    joints: Mapping[str, Entry] = field(default_factory=dict)
    commands: Mapping[str, Entry] = field(default_factory=dict)
    topics: Mapping[str, Sequence[str]] = field(default_factory=dict)
    ids: Sequence[int] = ()
    uses: Mapping[str, int] = field(default_factory=Counter)
    files: Callable[[str], list[str]] = files_in
    libraries: Callable[[], Mapping[str, Entry]] = dict


def names_of(machine: Machine, uses: Mapping[str, int]) -> Names:
    """Return the names of a machine as they are now; no robot is opened for that."""
    from brshell.help.examples import example_names
    from brshell.help.joints import ids, joint_entries
    from brshell.repl.commands import commands

    book = machine.book
    return Names(
        entries=book.entries(),
        registers=book.registers,
        joints=joint_entries(machine),
        commands={
            name: Entry(each.names[0], "command", each.usage, each.help)
            for each in commands()
            for name in each.names
        },
        topics={"DEVICE": ("ax12", "axs1"), "EXAMPLE": example_names()},
        ids=ids(machine),
        uses=uses,
        libraries=book.shelf.entries,
    )


def count_uses(texts: Iterable[str]) -> Counter[str]:
    """Return how often each word is used in texts, such as those of the history."""
    return Counter(
        text[start:end]
        for text in texts
        for kind, start, end in tokens(text)
        if kind == "word"
    )
