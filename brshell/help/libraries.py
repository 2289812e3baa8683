"""Which libraries there are, and what they export."""

from __future__ import annotations

import os
from typing import NamedTuple

from brshell.expander.standard import STANDARD
from brshell.help.definitions import comment_above
from brshell.help.entry import Entry
from brshell.reader.files import read_source
from brshell.reader.reader import read_all
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import Pair, Symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from brshell.expander.libraries import Libraries

# What the libraries without a file of their own have in them.
_ABOUT = {
    "(brshell)": "All names of the language.",
    "(brshell robot)": "All that has to do with robots.",
    "(scheme base)": "What every program needs. R7RS appendix A.",
    "(scheme case-lambda)": "Procedures that tell calls apart by their arguments.",
    "(scheme char)": "What characters are, and capital and small letters.",
    "(scheme complex)": "Complex numbers.",
    "(scheme cxr)": "Compositions of car and cdr, three and four deep.",
    "(scheme eval)": "Programs that run programs.",
    "(scheme file)": "Files.",
    "(scheme inexact)": "Roots, logarithms and the circular functions.",
    "(scheme lazy)": "Promises.",
    "(scheme load)": "Loading programs from files.",
    "(scheme process-context)": "What is around a program: arguments, exit.",
    "(scheme read)": "Reading data.",
    "(scheme repl)": "The environment of the prompt.",
    "(scheme time)": "Clocks.",
    "(scheme write)": "Writing data.",
    "(scheme r5rs)": "All that R5RS has, by the names of that time.",
}
# How many folders and files are looked at for libraries: our guess, so that a prompt in
# a big folder does not have to wait.
_MOST_FOLDERS, _MOST_FILES = 100, 100


class Library(NamedTuple):
    """A library in a file: its name, what it exports, and the comment above it."""

    name: str
    exports: tuple[str, ...]
    text: str


class Shelf:
    """The libraries: those of the language, and those in files of the current folder.

    The files are looked for whenever they are asked for, and read when they are new.
    """

    def __init__(self, libraries: Libraries | None) -> None:
        assert libraries is not None
        self._read: dict[tuple[str, int], list[Library]] = {}
        own = self._own = self._in_folder(libraries.folder)
        exports: dict[str, Iterable[str]] = {
            **{f"({name})": names for name, names in STANDARD.items()},
            **{library.name: library.exports for library in own},
            **{name: tell() for name, tell in reversed(libraries.families.items())},
        }
        self._origins: dict[str, str] = {}  # the first library that has a name
        for library, names in exports.items():
            for name in names:
                self._origins.setdefault(name, library)
        self._language = {name: _entry(name, text) for name, text in _ABOUT.items()}
        self._language |= {each.name: _entry(each.name, each.text) for each in own}

    def origin(self, name: str) -> str:
        """Return which library of the language has a name, "" if none."""
        return f"of {self._origins[name]}" if name in self._origins else ""

    def elsewhere(self, name: str) -> list[str]:
        """Return the libraries in files that export a name, those of ours first."""
        libraries = [*self._own, *self._in_folder(".")]
        return [each.name for each in libraries if name in each.exports]

    def entries(self) -> dict[str, Entry]:
        """Return the entries of all libraries that can be imported."""
        here = {
            each.name: _entry(each.name, each.text) for each in self._in_folder(".")
        }
        return here | self._language

    def _in_folder(self, folder: str) -> list[Library]:
        """Return the libraries in the files of a folder: (a b) is in a/b.sld."""
        found = []
        for path in _library_files(folder):
            for library in self._in_file(path):
                place = os.path.join(*library.name.strip("()").split()) + ".sld"
                if place == os.path.relpath(path, folder):
                    found.append(library)
        return found

    def _in_file(self, path: str) -> list[Library]:
        try:
            key = path, os.stat(path).st_mtime_ns
            if key not in self._read:
                self._read[key] = list(_libraries(path))
            return self._read[key]
        except (OSError, SchemeError):
            return []


def _entry(name: str, text: str) -> Entry:
    return Entry(name, "library", f"(import {name})", text)


def _library_files(folder: str) -> list[str]:
    """Return the .sld files in a folder and in folders inside it, nearest first."""
    files: list[str] = []
    folders = [folder]
    for inner in folders:  # which grows
        try:
            with os.scandir(inner) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            continue
        files += [entry.path for entry in found if entry.name.endswith(".sld")]
        more = [entry for entry in found if entry.name[0] != "." and entry.is_dir()]
        folders += [entry.path for entry in more][: _MOST_FOLDERS - len(folders)]
    return files[:_MOST_FILES]


def _libraries(path: str) -> Iterator[Library]:
    """Yield the libraries that a file defines."""
    for form, span in read_all(read_source(path, "help")):
        match list(form) if isinstance(form, Pair) else []:
            case [Symbol(name="define-library"), name, *declarations]:
                exports = tuple(_exports(declarations))
                yield Library(to_text(name), exports, comment_above(span))


def _exports(declarations: list[Any]) -> Iterator[str]:
    for declaration in declarations:
        match list(declaration) if isinstance(declaration, Pair) else []:
            case [Symbol(name="export"), *specs]:
                for spec in specs:
                    last = list(spec)[-1] if isinstance(spec, Pair) else spec
                    yield to_text(last)
