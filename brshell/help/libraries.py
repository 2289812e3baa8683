"""Which libraries there are, and what they export."""

from __future__ import annotations

import os

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
    from collections.abc import Iterator
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
# How deep in the current folder libraries are looked for, and how many files at most:
# our guess, so that a prompt in a big folder does not have to wait.
_DEPTH, _MOST = 3, 200


class Shelf:
    """The libraries: those of the language, and those in files of the current folder.

    The files are looked at whenever they are asked for: they may change.
    """

    def __init__(self, libraries: Libraries | None) -> None:
        assert libraries is not None
        exports = {f"({name})": names for name, names in STANDARD.items()}
        own = list(_in_files(libraries.folder))
        exports |= {name: names for name, names, _ in own}
        exports |= {
            name: tuple(tell()) for name, tell in reversed(libraries.families.items())
        }
        self._origins: dict[str, str] = {}  # the first library that has a name
        for library, names in exports.items():
            for name in names:
                self._origins.setdefault(name, library)
        self._language = {
            name: Entry(name, "library", f"(import {name})", text)
            for name, text in [*_ABOUT.items(), *((n, text) for n, _, text in own)]
        }

    def origin(self, name: str) -> str:
        """Return which library of the language has a name, "" if none."""
        return f"of {self._origins[name]}" if name in self._origins else ""

    def elsewhere(self, name: str) -> list[str]:
        """Return the libraries in the current folder that export a name."""
        return [library for library, names, _ in _in_files(".") if name in names]

    def entries(self) -> dict[str, Entry]:
        """Return the entries of all libraries that can be imported."""
        here = {
            name: Entry(name, "library", f"(import {name})", text)
            for name, _, text in _in_files(".")
        }
        return here | self._language


def _in_files(folder: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Yield name, exports and comment of each library that a folder has."""
    for path in _library_files(folder):
        try:
            forms = read_all(read_source(path, "help"))
        except SchemeError:
            continue
        for form, span in forms:
            match list(form) if isinstance(form, Pair) else []:
                case [Symbol(name="define-library"), name, *declarations]:
                    shown = to_text(name)
                    if _place(shown) == os.path.relpath(path, folder):
                        yield shown, tuple(_exports(declarations)), comment_above(span)


def _place(name: str) -> str:
    """Return where in a folder a library is looked for: (a b) in a/b.sld."""
    return os.path.join(*name.strip("()").split()) + ".sld"


def _library_files(folder: str) -> Iterator[str]:
    left = _MOST
    for path, folders, files in os.walk(folder):
        depth = os.path.relpath(path, folder).count(os.sep) + (path != folder)
        folders[:] = sorted(n for n in folders if depth < _DEPTH and n[0] != ".")
        for file in sorted(files):
            if file.endswith(".sld") and left > 0:
                left -= 1
                yield os.path.join(path, file)


def _exports(declarations: list[Any]) -> Iterator[str]:
    for declaration in declarations:
        match list(declaration) if isinstance(declaration, Pair) else []:
            case [Symbol(name="export"), *specs]:
                for spec in specs:
                    last = list(spec)[-1] if isinstance(spec, Pair) else spec
                    yield to_text(last)
