"""Help and apropos: what is known about names."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.builtins.output import put_text
from brshell.runtime.conditions import bad_value, failure, wrong_type
from brshell.runtime.datums import DEFAULT, UNSPECIFIED, Pair, String, Symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine
    from brshell.runtime.datums import Unique


def bind(machine: Machine) -> list[Any]:
    """Return the procedures of this module for a machine."""

    @builtin("help")
    def help(name: Any) -> Unique:
        """Print what a name means: 'move!, 'goal-position, '(srfi 1); or a value.

        Names of variables, procedures, forms, registers, joints and libraries have
        help. What you write above a definition is the help of what it defines.
        """
        return _say(help_text(machine, "help", _name(machine, name)))

    @builtin("apropos")
    def apropos(text: Any) -> Unique:
        """Print the names that have a text in them or in what is said of them."""
        if not isinstance(text, (String, Symbol)):
            raise wrong_type("apropos", "a string or a symbol", text)
        wanted = text.text if isinstance(text, String) else text.name
        return _say(apropos_text(machine, "apropos", wanted))

    return [help, apropos]


def help_text(machine: Machine, who: str, name: str) -> str:
    """Return the help of a name; raise SchemeError if it means nothing."""
    from brshell.help.show import entry_text, unknown_fact

    entries = machine.book.meanings(name)
    if not entries:
        message = f"expected a name that means something, but received {name}"
        raise failure("value", who, message, fact=unknown_fact(machine.book, name))
    return "\n\n".join(entry_text(entry, _width()) for entry in entries)


def apropos_text(machine: Machine, who: str, text: str) -> str:
    """Return a line for each name with a text; raise SchemeError if there is none."""
    from brshell.help.show import list_text

    entries = machine.book.apropos(text)
    if not entries:
        raise bad_value(who, "a part of a name or of its help", String(text))
    return list_text(entries, _width())


def _name(machine: Machine, value: Any) -> str:
    """Return the name that is asked about."""
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, String):
        return value.text
    if isinstance(value, Pair):  # the name of a library
        return to_text(value)
    name = machine.book.name_of(value)
    if name is None:
        raise wrong_type("help", "a name, a procedure or a register", value)
    return name


def _say(text: str) -> Unique:
    put_text("help", f"{text}\n", DEFAULT)
    return UNSPECIFIED


def _width() -> int:
    """Return how wide the terminal is, as far as that makes lines easy to read."""
    import shutil

    return min(shutil.get_terminal_size().columns, 88)
