"""Libraries: define-library and import. R7RS 5.2, 5.6.

A library of the language exports names of the language; a user's library is a file
with a define-library form, found beside the file that imports it, in the current
folder, or in the folder of the Scheme library. It is run once, when it is first
imported. (python module) is Python's module, under its own name.
"""

from __future__ import annotations

import os

from brshell.expander.core import Global
from brshell.expander.environment import Environment
from brshell.expander.scope import base_symbol, is_identifier, strip
from brshell.expander.shape import elements, syntax_error
from brshell.expander.standard import STANDARD
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import Pair, String, Symbol, symbol
from brshell.runtime.features import FEATURES
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.scope import Binding
    from brshell.expander.shape import Part
    from brshell.reader.source import Span

    Exports = dict[str, Binding]


class Libraries:
    """The libraries that a language knows, by name: ``(scheme base)``.

    ``read`` returns the forms of a source file, ``run`` runs a library's body in its
    environment, and ``python`` imports a Python module or says why not.
    """

    def __init__(
        self,
        language: Environment,
        folder: str,
        read: Callable[[str, str], list[Part]],
        run: Callable[[str, list[Part], Span, Environment], None],
        python: Callable[[str], Any],
    ) -> None:
        self.language = language
        self.folder = folder
        self.read = read
        self.run = run
        self.python = python
        # Does a program mean more than its own text says? Then it is not kept compiled.
        self.more_than_text = False
        self._known: dict[str, Exports] = {}
        self._loading: list[str] = []

    # Import

    def imported(self, form: Any, span: Span) -> Exports:
        """Return all that (import set ...) binds."""
        bindings: Exports = {}
        for part, place in elements(form, span)[1:]:
            bindings.update(self.import_set(part, place))
        return bindings

    def import_set(self, datum: Any, span: Span) -> Exports:
        """Return what one import set binds: a library, or a modified import set."""
        parts = elements(datum, span) if isinstance(datum, Pair) else []
        word = parts[0][0] if parts else None
        if is_identifier(word) and len(parts) > 1 and isinstance(parts[1][0], Pair):
            modify = _MODIFIERS.get(base_symbol(word).name)
            if modify is not None:
                return modify(self.import_set(*parts[1]), parts[2:], span)
        name = library_name(datum, span)
        exports = self.find(name, span)
        if exports is None:
            raise syntax_error(span, "import", f"the library {name} is not found")
        return exports

    def exists(self, name: str, span: Span) -> bool:
        """Tell whether a library can be imported, without running it."""
        words = name[1:-1].split(" ")
        if name in self._known or name[1:-1] in STANDARD or name == "(brshell)":
            return True
        if words[0] == "python" and len(words) > 1:
            try:
                self._python(".".join(words[1:]), span)
            except SchemeError:
                return False
            return True
        return self._path(words, span) is not None

    def find(self, name: str, span: Span) -> Exports | None:
        """Return the exports of a library, or None if there is no such library."""
        if name in self._known:
            return self._known[name]
        words = name[1:-1].split(" ")
        if name[1:-1] in STANDARD:
            names = STANDARD[name[1:-1]]
            bindings = self.language.bindings
            exports = {word: bindings[symbol(word)] for word in names}
        elif name == "(brshell)":
            exports = self._everything()
        elif words[0] == "python" and len(words) > 1:
            exports = self._python(".".join(words[1:]), span)
        else:
            path = self._path(words, span)
            if path is None:
                return None
            self._load(path, name, span)
            if name not in self._known:
                message = f"expected the file {path} to define the library {name}"
                raise syntax_error(span, "import", message)
            return self._known[name]
        self._known[name] = exports
        return exports

    def _everything(self) -> Exports:
        """Return all names of the language, for libraries made of them."""
        return {
            name: self.language.bindings[symbol(name)]
            for name in self.language.names()
            if not name.startswith("%")
        }

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

    def _path(self, words: list[str], span: Span) -> str | None:
        relative = os.path.join(*words) + ".sld"
        folders = (os.path.dirname(span.source.name), "", self.folder)
        paths = (os.path.join(folder, relative) for folder in folders)
        found = next(filter(os.path.isfile, paths), None)
        if found is None or not found.startswith(self.folder):
            self.more_than_text = True
        return found

    def _load(self, path: str, name: str, span: Span) -> None:
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

    # Definition

    def define(self, form: Any, span: Span) -> None:
        """Run (define-library name declaration ...) and remember what it exports."""
        parts = elements(form, span)[1:]
        if not parts:
            raise syntax_error(span, "define-library", "expected a name")
        name = library_name(*parts[0])
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
                exports += [_export(*spec) for spec in elements(datum, place)[1:]]
            elif kind == "import":
                bind(environment, self.imported(datum, place))
            elif kind == "begin":
                body += elements(datum, place)[1:]
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


def library_name(datum: Any, span: Span) -> str:
    """Return a library's name as text, ``(scheme base)``, checking its form."""
    parts = elements(datum, span) if isinstance(datum, Pair) else []
    words = [strip(part) for part, _ in parts]
    if not words or not all(
        isinstance(word, Symbol) or (type(word) is int and word >= 0) for word in words
    ):
        raise syntax_error(
            span,
            "import",
            "expected a library name such as (scheme base), but received",
            datum,
        )
    return f"({' '.join(to_text(word) for word in words)})"


def included(
    form: Any, span: Span, read: Callable[[str, str], list[Part]]
) -> list[Part]:
    """Return the forms of the files that an include form names.

    A relative path begins at the folder of the file that includes.
    """
    who = base_symbol(form.car).name
    forms: list[Part] = []
    for datum, place in elements(form, span)[1:]:
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


# cond-expand


def chosen_clause(form: Any, span: Span, libraries: Libraries | None) -> list[Part]:
    """Return the forms of the clause of cond-expand that fits. R7RS 4.2.1."""
    for clause, place in elements(form, span)[1:]:
        parts = elements(clause, place) if isinstance(clause, Pair) else []
        if not parts:
            raise syntax_error(place, "cond-expand", "expected a clause")
        if _holds(*parts[0], libraries):
            return parts[1:]
    raise syntax_error(span, "cond-expand", "no clause fits this system")


def _holds(requirement: Any, span: Span, libraries: Libraries | None) -> bool:
    if is_identifier(requirement):
        name = base_symbol(requirement).name
        return name == "else" or name in FEATURES
    parts = elements(requirement, span) if isinstance(requirement, Pair) else []
    word = base_symbol(parts[0][0]).name if parts and is_identifier(parts[0][0]) else ""
    if word == "and":
        return all(_holds(*part, libraries) for part in parts[1:])
    if word == "or":
        return any(_holds(*part, libraries) for part in parts[1:])
    if word == "not" and len(parts) == 2:
        return not _holds(*parts[1], libraries)
    if word == "library" and len(parts) == 2 and libraries is not None:
        return libraries.exists(library_name(*parts[1]), span)
    raise syntax_error(
        span, "cond-expand", "expected a feature requirement, but received", requirement
    )


# Modified import sets


def _names(parts: list[Part], exports: Exports, span: Span) -> list[str]:
    names = []
    for datum, place in parts:
        name = base_symbol(datum).name if is_identifier(datum) else to_text(datum)
        if name not in exports:
            raise syntax_error(place, "import", f"the library does not export {name}")
        names.append(name)
    return names


def _only(exports: Exports, parts: list[Part], span: Span) -> Exports:
    return {name: exports[name] for name in _names(parts, exports, span)}


def _except(exports: Exports, parts: list[Part], span: Span) -> Exports:
    left_out = set(_names(parts, exports, span))
    return {name: b for name, b in exports.items() if name not in left_out}


def _prefix(exports: Exports, parts: list[Part], span: Span) -> Exports:
    if len(parts) != 1 or not is_identifier(parts[0][0]):
        raise syntax_error(span, "import", "expected one prefix")
    prefix = base_symbol(parts[0][0]).name
    return {prefix + name: binding for name, binding in exports.items()}


def _rename(exports: Exports, parts: list[Part], span: Span) -> Exports:
    renamed = dict(exports)
    new: Exports = {}
    for pair, place in parts:
        names = elements(pair, place) if isinstance(pair, Pair) else []
        if len(names) != 2 or not is_identifier(names[1][0]):
            raise syntax_error(place, "import", "expected (name new-name)")
        (old,) = _names(names[:1], exports, span)
        renamed.pop(old, None)
        new[base_symbol(names[1][0]).name] = exports[old]
    return renamed | new


_MODIFIERS: dict[str, Callable[[Exports, list[Part], Span], Exports]] = {
    "only": _only,
    "except": _except,
    "prefix": _prefix,
    "rename": _rename,
}


def _export(datum: Any, span: Span) -> tuple[str, str, Span]:
    """Return (name inside, name outside, place) of an export spec."""
    if isinstance(datum, Symbol):
        return datum.name, datum.name, span
    parts = (
        [part for part, _ in elements(datum, span)] if isinstance(datum, Pair) else []
    )
    if len(parts) == 3 and parts[0] is symbol("rename"):
        return parts[1].name, parts[2].name, span
    raise syntax_error(
        span, "export", "expected a name or (rename name new-name), but received", datum
    )
