"""Top-level environments: what names mean outside all local scopes."""

from __future__ import annotations

from brshell.expander.core import Global
from brshell.expander.scope import Alias, base_symbol
from brshell.runtime.datums import Symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from brshell.expander.scope import Binding, Identifier

# Names that Python's compiler refuses as identifiers.
_RESERVED = {"None", "True", "False", "__debug__"}


def global_key(name: str) -> str:
    """Return the namespace key of a user's variable.

    Keys that begin with ``$`` belong to the runtime.
    """
    if name.startswith("$") or name in _RESERVED:
        return f"$user:{name}"
    return name


class Environment:
    """The bindings of a program or of the prompt.

    A name that is not bound stands for a variable that may be defined later. To
    define a name of the language makes a new variable: code compiled before keeps
    the language's own, code compiled after sees the new one.
    """

    def __init__(
        self,
        bindings: dict[Identifier, Binding],
        namespace: dict[str, Any],
        language: Environment | None = None,
    ) -> None:
        self.bindings = bindings
        self.namespace = namespace
        # Where the names mean what they mean in the language itself.
        self.language = language or self
        self._keys: set[str] = {
            binding.key
            for binding in self.language.bindings.values()
            if isinstance(binding, Global)
        }

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "environment", []

    def reference(self, name: Symbol) -> Global:
        """Return the variable for a name that is not bound yet, and bind it."""
        return self._make(name)

    def define(self, identifier: Identifier) -> Global:
        """Return the variable that a definition of this name sets."""
        binding = self.bindings.get(identifier)
        if not isinstance(binding, Global):
            return self._make(identifier)
        if binding.builtin is None:
            return binding
        variable = self._make(identifier)
        self.namespace[variable.key] = binding.builtin  # until the definition runs
        return variable

    def names(self) -> Iterator[str]:
        """Yield every name that is bound here."""
        for identifier in list(self.bindings):
            if isinstance(identifier, Symbol):
                yield identifier.name

    def _make(self, identifier: Identifier) -> Global:
        name = base_symbol(identifier).name
        key = global_key(name)
        # A name that a macro made up, or one of the language's, gets a key of its own.
        number = 1
        while key in self._keys or (isinstance(identifier, Alias) and number == 1):
            key = f"{global_key(name)}.{number}"
            number += 1
        self._keys.add(key)
        variable = Global(name, key)
        self.bindings[identifier] = variable
        return variable
