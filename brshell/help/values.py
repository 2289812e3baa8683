"""What is known of a variable by its value and by its definition."""

from __future__ import annotations

from brshell.help.definitions import Definition
from brshell.help.entry import Entry
from brshell.help.signatures import options, parameters, signature
from brshell.runtime.parameters import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def described(name: str, value: Any, definition: Definition | None) -> Entry:
    """Return the entry of a variable with a value, as its definition describes it."""
    text = definition.text if definition else ""
    if isinstance(value, Parameter):
        return Entry(name, "parameter", f"({name})", text or value.help)
    if not callable(value) or isinstance(value, type):
        return Entry(name, "variable", name, text, type(value).__name__.lower())
    words, rest = parameters(value)
    return Entry(
        name,
        "procedure",
        (definition and definition.signature) or signature(name, value),
        text if definition else _docstring(value),
        parameters=words,
        rest=rest,
        options=options(value),
    )


def renamed(entry: Entry, name: str) -> Entry:
    """Return the entry for another name of the same."""
    way = entry.signature.replace(f"({entry.name}", f"({name}")
    return entry._replace(name=name, signature=way)


def _docstring(value: Any) -> str:
    from inspect import cleandoc

    return cleandoc(getattr(value, "__doc__", None) or "")
