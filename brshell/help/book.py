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
from brshell.help.syntax import syntax_entries
from brshell.help.values import described, renamed
from brshell.runtime.datums import Symbol
from brshell.runtime.names import written_name
from brshell.runtime.namespace import LIBRARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.expander.scope import Binding
    from brshell.machine import Machine


class Book:
    """The entries for what the names of a machine mean at the prompt.

    What the language itself has is looked up once, the rest whenever it is asked for.
    """

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.shelf = Shelf(machine.environment.libraries)
        self.registers = symbol_entries()  # by their names in the language
        self._language = self._language_entries()
        self._units: dict[str, dict[str, Definition]] = {}  # by file name

    def entries(self) -> dict[str, Entry]:
        """Return the entries of all names that mean something at the prompt."""
        defined = self._definitions()
        found = {}
        for identifier, binding in list(self._machine.environment.bindings.items()):
            if isinstance(identifier, Symbol):
                entry = self._entry(identifier.name, binding, defined)
                if entry is not None:
                    found[identifier.name] = entry
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
        """Return the name whose value this is at the prompt.

        Only procedures are looked for, and what has no other way to be written.
        """
        if not callable(value) and not hasattr(value, "describe"):
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
        by_text = [entry for entry in entries if wanted in entry.summary.lower()]
        return by_name + [
            entry for entry in by_text if wanted not in entry.name.lower()
        ]

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
        return self.registers | joint_entries(self._machine) | entries

    # The language

    def _language_entries(self) -> dict[Binding, Entry]:
        """Return the entries of what the names of the language are bound to."""
        files = self._machine.language.sources().values()
        defined = {
            name: found for file in files for name, found in definitions(file).items()
        }
        known = syntax_entries() | register_entries()
        entries: dict[Binding, Entry] = {}
        for identifier, binding in self._machine.translator.language.bindings.items():
            name = base_symbol(identifier).name
            if not name.startswith("%"):
                entry = known.get(name) or self._language_entry(name, defined)
                origin = entry.origin or self.shelf.origin(name)
                entries[binding] = entry._replace(origin=origin)
        return entries

    def _language_entry(self, name: str, defined: dict[str, Definition]) -> Entry:
        """Return the entry of a procedure or variable of the language."""
        found = defined.get(name)
        value = self._machine.namespace[name]
        if found is not None and found.alias in defined and not found.text:
            entry = described(found.alias, value, defined[found.alias])
        else:
            entry = described(name, value, found)
        family = family_of(self._machine.language.origin(name))
        return renamed(entry, name)._replace(family=family)

    # What programs define

    def _definitions(self) -> dict[str, Definition]:
        """Return the definitions in all programs that were run, the later ones count.

        Those of variables are under their keys, those of macros under their names.
        """
        found: dict[str, Definition] = {}
        for filename, unit in self._machine.units.items():
            # What the language itself has is looked up once; ours to import is not.
            if not unit.library or filename.startswith(f"{LIBRARY}("):
                if filename not in self._units:
                    self._units[filename] = _in_unit(unit)
                found.update(self._units[filename])
        return found

    def _entry(
        self, name: str, binding: Binding, defined: dict[str, Definition]
    ) -> Entry | None:
        """Return the entry of a name with this binding; None before it is defined."""
        known = self._language.get(binding)
        if known is not None:
            return known if known.name == name else renamed(known, name)
        if not isinstance(binding, Global):
            return self._macro(name, defined.get(name))
        if binding.key not in self._machine.namespace:
            return None
        definition = defined.get(binding.key)
        entry = described(name, self._machine.namespace[binding.key], definition)
        return entry._replace(origin=self._origin(name, definition))

    def _macro(self, name: str, definition: Definition | None) -> Entry:
        if definition is None:
            return Entry(name, "macro", name)
        way = definition.signature or name
        origin = self._origin(name, definition)
        return Entry(name, "macro", way, definition.text, origin=origin)

    def _origin(self, name: str, definition: Definition | None) -> str:
        """Return which library of ours has a name, or where it is defined."""
        if definition is None:
            return ""
        place = definition.place
        return f"defined at {place}" if place else self.shelf.origin(name)


def _in_unit(unit: Unit) -> dict[str, Definition]:
    """Return the definitions of a unit, as Book has them; those of ours are nowhere."""
    found = definitions(unit.source) if unit.source else {}
    if unit.library:
        found = {name: each._replace(place="") for name, each in found.items()}
    for key in unit.defined:
        name = written_name(key)
        if name in found and name != key:
            found[key] = found.pop(name)
    return found
