"""All that is known about the names of a machine."""

from __future__ import annotations

from difflib import get_close_matches

from brshell.expander.core import Global
from brshell.expander.scope import base_symbol
from brshell.help.definitions import Definition, definitions
from brshell.help.entry import Entry
from brshell.help.families import family_of
from brshell.help.joints import joint_entries
from brshell.help.libraries import Shelf
from brshell.help.registers import register_entries, symbol_entries
from brshell.help.signatures import options, parameters, signature
from brshell.help.syntax import syntax_entries
from brshell.runtime.datums import Symbol
from brshell.runtime.parameters import Parameter as ParameterObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Binding
    from brshell.machine import Machine


class Book:
    """The entries for what the names of a machine mean at the prompt.

    What the language itself has is looked up once, the rest whenever it is asked for.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.shelf = Shelf(machine.environment.libraries)
        self._bindings = machine.translator.language.bindings
        self._language = self._language_entries()
        self.registers = symbol_entries()  # by their names in the language
        self._units: dict[str, dict[str, Definition]] = {}  # by file name

    def entries(self) -> dict[str, Entry]:
        """Return the entries of all names that mean something at the prompt."""
        defined = self._definitions()
        found = {}
        for identifier, binding in list(self._machine.environment.bindings.items()):
            if isinstance(identifier, Symbol):
                name = identifier.name
                if self._bindings.get(identifier) is binding:
                    found[name] = self._language[name]
                elif entry := self._own_entry(name, binding, defined.get(name)):
                    found[name] = entry
        return found

    def meanings(self, name: str) -> list[Entry]:
        """Return what is known about a name, at the prompt first.

        Then as that of a register, of a joint, and of a library.
        """
        groups = (
            self.entries(),
            self.registers,
            joint_entries(self._machine),
            self.shelf.entries(),
        )
        return [entries[name] for entries in groups if name in entries]

    def name_of(self, value: Any) -> str | None:
        """Return the name whose value this is at the prompt, if it is a procedure."""
        if not callable(value):
            return None
        for identifier, binding in self._machine.environment.bindings.items():
            if (
                isinstance(identifier, Symbol)
                and isinstance(binding, Global)
                and self._machine.namespace.get(binding.key) is value
            ):
                return identifier.name
        return None

    def apropos(self, text: str) -> list[Entry]:
        """Return the entries with this text: in names first, then in summaries."""
        wanted = text.lower()
        entries = sorted(self._short_names().values())
        by_name = [entry for entry in entries if wanted in entry.name.lower()]
        by_text = [
            entry
            for entry in entries
            if wanted in entry.summary.lower() and entry not in by_name
        ]
        return by_name + by_text

    def similar(self, name: str) -> list[str]:
        """Return the names that look most like one, best first."""
        return get_close_matches(name, sorted(self._short_names()), 5, 0.7)

    def _short_names(self) -> dict[str, Entry]:
        """Return the entries of all names, of registers only the shorter ones."""
        entries = {
            name: entry
            for name, entry in self.entries().items()
            if entry.kind != "register"
        }
        return entries | self.registers | joint_entries(self._machine)

    # The language

    def _language_entries(self) -> dict[str, Entry]:
        language = self._machine.language
        entries: dict[str, Entry] = {}
        written = {
            file: definitions(source) for file, source in language.sources().items()
        }
        defined = {
            name: found for file in written.values() for name, found in file.items()
        }
        registers = register_entries()
        forms = syntax_entries()
        for identifier, binding in self._bindings.items():
            name = base_symbol(identifier).name
            if name.startswith("%"):
                continue
            if name in registers:
                entries[name] = registers[name]
            elif not isinstance(binding, Global):
                entries[name] = forms.get(name, Entry(name, "syntax", name))
            else:
                value = self._machine.namespace[binding.key]
                family = family_of(language.origin(name))
                entry = _described(name, value, _resolved(name, defined))
                entries[name] = entry._replace(family=family)
        return {
            name: entry._replace(origin=entry.origin or self.shelf.origin(name))
            for name, entry in entries.items()
        }

    # What programs define

    def _definitions(self) -> dict[str, Definition]:
        """Return the definitions in all programs that were run; the later count."""
        found: dict[str, Definition] = {}
        for filename, unit in self._machine.units.items():
            if not unit.library:
                if filename not in self._units:
                    source = unit.source
                    self._units[filename] = definitions(source) if source else {}
                found.update(self._units[filename])
        return found

    def _own_entry(
        self, name: str, binding: Binding, definition: Definition | None
    ) -> Entry | None:
        """Return the entry of a name that a program defines; None before it does."""
        place = f"defined at {definition.place}" if definition else ""
        if not isinstance(binding, Global):
            written = definition.signature if definition else ""
            text = definition.text if definition else ""
            return Entry(name, "macro", written or name, text, origin=place)
        if binding.key not in self._machine.namespace:
            return None
        value = self._machine.namespace[binding.key]
        return _described(name, value, definition)._replace(origin=place)


def _described(name: str, value: Any, definition: Definition | None) -> Entry:
    """Return the entry of a variable with a value, as its definition describes it."""
    text = definition.text if definition else ""
    if isinstance(value, ParameterObject):
        return Entry(name, "parameter", f"({name})", text or value.help)
    if not callable(value) or isinstance(value, type):
        return Entry(name, "variable", name, text, type(value).__name__.lower())
    found, rest = parameters(value)
    way = (definition and definition.signature) or signature(name, value)
    if definition is None:
        text = _docstring(value)
    return Entry(
        name,
        "procedure",
        way,
        text,
        parameters=found,
        rest=rest,
        options=options(value),
    )


def _docstring(value: Any) -> str:
    from inspect import cleandoc

    return cleandoc(getattr(value, "__doc__", None) or "")


def _resolved(name: str, defined: dict[str, Definition]) -> Definition | None:
    """Return the definition of a name: of another's, if it is the same by that name."""
    found = defined.get(name)
    if found is None or not found.alias or found.text:
        return found
    other = defined.get(found.alias)
    if other is None:
        return found
    signature = other.signature.replace(f"({found.alias}", f"({name}")
    return found._replace(signature=signature, text=other.text)
