"""Libraries: define-library and import. R7RS 5.2, 5.6.

A library of the language exports names of the language. Any other is a file with a
define-library form, found in the folder of the Scheme library, beside the file that
imports it, or in the current folder; it is run once, when it is first imported.
(python module) is Python's module, under its own name.
"""

from __future__ import annotations

import os

from brshell.expander.cond_expand import chosen_clause
from brshell.expander.core import Global
from brshell.expander.environment import Environment
from brshell.expander.import_sets import MODIFIERS, export_spec, library_name
from brshell.expander.scope import base_symbol, is_identifier
from brshell.expander.shape import elements, elements_if_any, syntax_error
from brshell.expander.standard import STANDARD
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import Pair, String, Symbol, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from brshell.expander.scope import Binding
    from brshell.expander.shape import Part
    from brshell.reader.source import Span

    Exports = dict[str, Binding]


class Libraries:
    """The libraries that a language knows, by name: ``(scheme base)``.

    ``read`` returns the forms of a source file, ``run`` runs a library's body in its
    environment, ``python`` imports a Python module or says why not, and ``families``
    are libraries with names of the language: of each a function that tells them.
    """

    def __init__(
        self,
        language: Environment,
        folder: str,
        read: Callable[[str, str], list[Part]],
        run: Callable[[str, list[Part], Span, Environment], None],
        python: Callable[[str], Any],
        families: dict[str, Callable[[], Iterable[str]]],
    ) -> None:
        self.language = language
        self.folder = folder
        self.read = read
        self.run = run
        self.python = python
        self.families = families
        # Does a program mean more than its own text says? Then it is not kept compiled.
        self.more_than_text = False
        self._known: dict[str, Exports] = {}
        self._loading: list[str] = []

    # Import

    def imported(self, form: Any, span: Span) -> Exports:
        """Return all that (import set ...) binds."""
        bindings: Exports = {}
        for part, place in elements(form, span, "import")[1:]:
            bindings.update(self.import_set(part, place))
        return bindings

    def import_set(self, datum: Any, span: Span) -> Exports:
        """Return what one import set binds: a library, or a modified import set."""
        parts = elements_if_any(datum, span, "import")
        word = parts[0][0] if parts else None
        if is_identifier(word) and len(parts) > 1 and isinstance(parts[1][0], Pair):
            modify = MODIFIERS.get(base_symbol(word).name)
            if modify is not None:
                return modify(self.import_set(*parts[1]), parts[2:], span)
        return self.find(library_name(datum, span), span)

    def exists(self, name: str, span: Span) -> bool:
        """Tell whether a library can be imported, without running it."""
        if _python_module(name) is None:
            return name in self._known or self._way(name, span) is not None
        try:
            self.find(name, span)
        except SchemeError:
            return False
        return True

    def find(self, name: str, span: Span) -> Exports:
        """Return what a library exports."""
        if name not in self._known:
            bring = self._way(name, span)
            if bring is None:
                message = f"the library {name} is not found"
                raise syntax_error(span, "import", message)
            self._known[name] = bring()
        return self._known[name]

    def _way(self, name: str, span: Span) -> Callable[[], Exports] | None:
        """Return what brings a library, or None if there is no such library."""
        module = _python_module(name)
        if name[1:-1] in STANDARD:
            return lambda: self._named(STANDARD[name[1:-1]])
        if name in self.families:
            return lambda: self._named(self.families[name]())
        if module is not None:
            return lambda: self._python(module, span)
        path = self._path(name, span)
        return None if path is None else lambda: self._loaded(path, name, span)

    def _named(self, names: Iterable[str]) -> Exports:
        """Return what names of the language mean, but for those not for programs."""
        bindings = self.language.bindings
        return {n: bindings[symbol(n)] for n in names if not n.startswith("%")}

    def _python(self, module: str, span: Span) -> Exports:
        self.more_than_text = True
        try:
            value = self.python(module)
        except SchemeError as error:
            error.payload.span = span
            raise
        key = f"python:{module}"
        self.language.namespace[key] = value
        name = module.rsplit(".", 1)[-1]
        return {name: Global(name, key)}

    def _path(self, name: str, span: Span) -> str | None:
        relative = os.path.join(*_words(name)) + ".sld"
        folders = (self.folder, os.path.dirname(span.source.name), "")
        paths = (os.path.join(folder, relative) for folder in folders)
        found = next(filter(os.path.isfile, paths), None)
        if found is None or not found.startswith(self.folder):
            self.more_than_text = True
        return found

    def _loaded(self, path: str, name: str, span: Span) -> Exports:
        """Run the libraries in a file; return what this one exports."""
        if name in self._loading:
            circle = " imports ".join(
                [*self._loading[self._loading.index(name) :], name]
            )
            raise syntax_error(span, "import", f"the libraries form a circle: {circle}")
        self._loading.append(name)
        try:
            for datum, place in self.read(path, "import"):
                if isinstance(datum, Pair) and datum.car is symbol("define-library"):
                    self.define(datum, place)
        finally:
            self._loading.pop()
        if name not in self._known:
            message = f"expected the file {path} to define the library {name}"
            raise syntax_error(span, "import", message)
        return self._known[name]

    # Definition

    def define(self, form: Any, span: Span) -> None:
        """Run (define-library name declaration ...) and remember what it exports."""
        parts = elements(form, span, "define-library")[1:]
        if not parts:
            raise syntax_error(span, "define-library", "expected a name")
        name = library_name(*parts[0], "define-library")
        environment = Environment(
            {}, self.language.namespace, self.language, prefix=f"{name} "
        )
        body: list[Part] = []
        exports: list[tuple[str, str, Span]] = []
        self._declarations(parts[1:], environment, body, exports)
        if body:
            self.more_than_text = True
            self.run(name, body, span, environment)
        exported: Exports = {}
        for inside, outside, place in exports:
            if not environment.is_defined(symbol(inside)):
                raise syntax_error(place, "export", f"{inside} is not defined")
            exported[outside] = environment.bindings[symbol(inside)]
        self._known[name] = exported

    def _declarations(
        self,
        parts: list[Part],
        environment: Environment,
        body: list[Part],
        exports: list[tuple[str, str, Span]],
    ) -> None:
        for datum, place in parts:
            word = datum.car if isinstance(datum, Pair) else None
            kind = word.name if isinstance(word, Symbol) else ""
            if kind == "export":
                exports += [
                    export_spec(*spec) for spec in elements(datum, place, kind)[1:]
                ]
            elif kind == "import":
                bind(environment, self.imported(datum, place))
            elif kind == "begin":
                body += elements(datum, place, kind)[1:]
            elif kind in ("include", "include-ci"):
                body += included(datum, place, self.read)
            elif kind == "include-library-declarations":
                inner = included(datum, place, self.read)
                self._declarations(inner, environment, body, exports)
            elif kind == "cond-expand":
                chosen = chosen_clause(datum, place, self)
                self._declarations(chosen, environment, body, exports)
            else:
                raise syntax_error(
                    place,
                    "define-library",
                    "expected a declaration, but received",
                    datum,
                )


def bind(environment: Environment, bindings: Exports) -> None:
    """Bind imported names in an environment."""
    for name, binding in bindings.items():
        environment.bindings[symbol(name)] = binding


def _words(name: str) -> list[str]:
    return name[1:-1].split(" ")


def _python_module(name: str) -> str | None:
    """Return what Python calls the module (python name ...), or None."""
    first, *rest = _words(name)
    return ".".join(rest) if first == "python" and rest else None


def included(
    form: Any, span: Span, read: Callable[[str, str], list[Part]]
) -> list[Part]:
    """Return the forms of the files that an include form names.

    A relative path begins at the folder of the file that includes.
    """
    who = base_symbol(form.car).name
    forms: list[Part] = []
    for datum, place in elements(form, span, who)[1:]:
        if not isinstance(datum, String):
            raise syntax_error(place, who, "expected a file name, but received", datum)
        path = os.path.join(os.path.dirname(span.source.name), datum.text)
        try:
            forms += read(path, who)
        except SchemeError as error:
            if error.payload.span is None:
                error.payload.span = place
            raise
    return forms
