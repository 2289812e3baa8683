"""Top-level environments: what names mean outside all local scopes."""

from __future__ import annotations

from brshell.expander.core import Global
from brshell.expander.scope import Alias, base_symbol
from brshell.runtime.datums import Symbol
from brshell.runtime.names import global_name, numbered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from brshell.expander.libraries import Libraries
    from brshell.expander.scope import Binding, Identifier


class Environment:
    """The bindings of a program, of a library or of the prompt.

    A name that is not bound stands for a variable that may be defined later. To
    define a name that is imported makes a new variable: code compiled before keeps
    the imported one, code compiled after sees the new one.

    ``prefix`` begins the keys of the variables that are defined here.
    """

    def __init__(
        self,
        bindings: dict[Identifier, Binding],
        namespace: dict[str, Any],
        language: Environment | None = None,
        prefix: str = "",
    ) -> None:
        self.bindings = bindings
        self.namespace = namespace
        self.prefix = prefix
        # Where the names mean what they mean in the language itself.
        self.language = language or self
        # The libraries that programs of this language can import.
        self.libraries: Libraries | None = language.libraries if language else None
        self._own: set[str] = set()
        self._undefined: set[Identifier] = set()  # referred to, but not defined yet
        self._replacing: list[tuple[Global, Global]] = []
        # All keys in the namespace, known to all environments of a language.
        self._keys: set[str] = self.language._keys if language else _keys(bindings)

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "environment", []

    def reference(self, name: Symbol) -> Global:
        """Return the variable for a name that is not bound yet, and bind it."""
        self._undefined.add(name)
        return self._make(name)

    def is_defined(self, name: Identifier) -> bool:
        """Tell whether a name is imported or defined, not only referred to."""
        return name in self.bindings and name not in self._undefined

    def owns(self, binding: Binding) -> bool:
        """Tell whether a binding is a variable of this environment, not imported."""
        return isinstance(binding, Global) and binding.key in self._own

    def define(self, identifier: Identifier) -> Global:
        """Return the variable that a definition of this name sets."""
        self._undefined.discard(identifier)
        binding = self.bindings.get(identifier)
        if not isinstance(binding, Global):
            return self._make(identifier)
        if self.owns(binding):
            return binding
        variable = self._make(identifier)
        if binding.key in self.namespace:
            self._replacing.append((variable, binding))
        return variable

    def forget(self, identifier: Identifier) -> None:
        """Let a name that was defined here mean nothing any more."""
        variable = self.bindings.pop(identifier)
        assert isinstance(variable, Global)
        self._own.discard(variable.key)
        self._keys.discard(variable.key)
        self.namespace.pop(variable.key, None)

    def adopt(self, other: Environment) -> None:
        """Let all names of another environment mean here what they mean there.

        A variable that is only referred to there may then be defined here, if its name
        means nothing here.
        """
        for name, binding in other.bindings.items():
            if name not in other._undefined:
                self.bindings[name] = binding
                self._undefined.discard(name)
            elif not self.is_defined(name):
                self.bindings[name] = binding
                self._undefined.add(name)
        self._own |= other._own

    def take_replacing(self) -> list[tuple[Global, Global]]:
        """Return the variables made since the last time that replace imported ones.

        They have the value of those until their definitions run.
        """
        replacing, self._replacing = self._replacing, []
        return replacing

    def names(self) -> Iterator[str]:
        """Yield every name that is bound here."""
        for identifier in list(self.bindings):
            if isinstance(identifier, Symbol):
                yield identifier.name

    def _make(self, identifier: Identifier) -> Global:
        name = base_symbol(identifier).name
        plain = self.prefix + global_name(name)
        key = plain
        # A name that a macro made up, or one of the language's, gets a key of its own.
        number = 1
        while key in self._keys or (isinstance(identifier, Alias) and number == 1):
            key = numbered(plain, number)
            number += 1
        self._keys.add(key)
        self._own.add(key)
        variable = Global(name, key)
        self.bindings[identifier] = variable
        return variable


def _keys(bindings: dict[Identifier, Binding]) -> set[str]:
    return {binding.key for binding in bindings.values() if isinstance(binding, Global)}
