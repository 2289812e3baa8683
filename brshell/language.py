"""The procedures of the language, brought into a namespace when they are needed.

A procedure is declared in a Python module of ``builtins``, or defined in a Scheme file
of the library. A program that comes from the cache says by its code which names it
uses: only the modules and files that have those are loaded, so that a short program
starts at once. To compile anything, all is loaded.
"""

from __future__ import annotations

import marshal
import os
from importlib import import_module

from brshell import cache
from brshell.builtins import MODULES
from brshell.builtins.declare import declared_in
from brshell.reader.files import library_folder
from brshell.reader.source import Source
from brshell.runtime.calls import force
from brshell.runtime.namespace import LIBRARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import CodeType
    from typing import Any

    from brshell.cache import Compiled
    from brshell.compiler.unit import Unit
    from brshell.machine import Machine

# The part of the language that is written in Scheme, in the order it is compiled.
SCHEME_FILES = (
    "scheme/checks.scm",
    "scheme/control.scm",
    "scheme/lists.scm",
    "scheme/every.scm",
    "scheme/vectors.scm",
    "scheme/strings.scm",
    "scheme/ports.scm",
    "srfi/1.scm",
    "srfi/1-sets.scm",
    "srfi/13.scm",
    "srfi/27.scm",
    "srfi/69.scm",
    "srfi/95.scm",
    "srfi/125.scm",
    "srfi/132.scm",
)


class Language:
    """Loads the language into the namespace of a machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._namespace = machine.namespace
        # Where each name comes from: a module of builtins, or a Scheme file.
        self._origins: dict[str, str] = {}
        # The compiled files, each marshalled by itself: few are needed at a time.
        self._files: dict[str, bytes] = {}
        self._loaded: set[str] = set()
        self.text = ""  # of all Scheme files
        self._begin()

    def load_for(self, code: CodeType) -> None:
        """Load what a compiled program uses."""
        self.load(_names(code))

    def load(self, names: Iterable[str]) -> None:
        """Load the procedures with these names, and what they use."""
        for name in names:
            origin = self._origins.get(name)
            if origin is not None and origin not in self._loaded:
                self._load(origin)

    def procedures(self) -> dict[str, Any]:
        """Load everything; return the procedures of the language by name."""
        self.load(self._origins)
        return {name: self._namespace[name] for name in self._origins}

    def python_procedures(self) -> dict[str, Any]:
        """Load and return the procedures that are written in Python."""
        for module in MODULES:
            self._load(module)
        return {
            name: self._namespace[name]
            for name, origin in self._origins.items()
            if origin in MODULES
        }

    def origin(self, name: str) -> str:
        """Return the module of builtins or the Scheme file that a name comes from."""
        return self._origins[name]

    def sources(self) -> dict[str, Source]:
        """Return the sources of what is written in Scheme, by file."""
        return dict(zip(SCHEME_FILES, scheme_sources(), strict=True))

    def robot_names(self) -> list[str]:
        """Return what (brshell robot) exports: all that has to do with robots."""
        declared = [
            name
            for name, origin in self._origins.items()
            if origin.startswith("robot.") and not name.startswith("%")
        ]
        return [*declared, "every", "with-robot"]

    def _load(self, origin: str) -> None:
        if origin in self._loaded:
            return
        self._loaded.add(origin)
        if origin in self._files:
            compiled: Compiled = marshal.loads(self._files[origin])
            self.load_for(compiled[1])
            force(cache.install(compiled, self._namespace)())
            return
        module = import_module(f"brshell.builtins.{origin}")
        self._namespace.update(declared_in(module, self._machine))
        self.load(getattr(module, "NEEDS", ()))

    def _begin(self) -> None:
        sources = scheme_sources()
        self.text = "\0".join(source.text for source in sources)
        stored = cache.load("language", self.text)
        if stored is not None:
            self._origins, files = stored
        else:
            files = self._compile(sources)
            cache.store("language", self.text, self._origins, files)
        self._files = dict(zip(SCHEME_FILES, files, strict=True))

    def _compile(self, sources: list[Source]) -> list[bytes]:
        """Compile the Scheme files and note where every name comes from."""
        for name in MODULES:
            module = import_module(f"brshell.builtins.{name}")
            declared = dict(declared_in(module, self._machine))
            self._namespace.update(declared)
            self._origins.update(dict.fromkeys(declared, name))
            self._loaded.add(name)
        units = self.units(sources)
        for file, unit in zip(SCHEME_FILES, units, strict=True):
            self._origins.update(dict.fromkeys(unit.defined, file))
        return [marshal.dumps(unit.compiled()) for unit in units]

    def units(self, sources: list[Source]) -> list[Unit]:
        """Compile the Scheme files into the machine's table of units."""
        from brshell.translator import Translator

        translator = Translator(self._machine, self.python_procedures())
        return translator.scheme_units(sources)


def _names(code: CodeType) -> set[str]:
    """Return every global name that a code object or one inside it uses."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if hasattr(constant, "co_names"):
            names |= _names(constant)
    return names


def scheme_sources() -> list[Source]:
    """Return the sources of the part of the language that is written in Scheme."""
    folder = library_folder()
    sources = []
    for path in SCHEME_FILES:
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            sources.append(Source(f"{LIBRARY}{path}", file.read()))
    return sources
