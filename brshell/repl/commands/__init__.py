"""The commands of the prompt, such as ``,quit``: one module a family."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module

from brshell.repl.commands.declare import Command
from brshell.runtime.conditions import SchemeError, failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session
    from brshell.runtime.conditions import Condition

# The modules that declare commands, in the order in which they are listed.
MODULES = (
    "general",
    "help",
    "errors",
    "programs",
    "robot",
    "values",
    "pasting",
)


def commands() -> list[Command]:
    """Return all commands."""
    return [
        value
        for module in MODULES
        for value in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(value, Command)
    ]


def is_command(text: str) -> bool:
    """Tell whether an entry is a command and not a program."""
    return text.startswith((",", "?"))


def run_command(session: Session, text: str) -> None:
    """Do what a command says. ``?name`` is short for ``,help name``.

    Raise SchemeError if there is no such command, or its argument is not right.
    """
    if text.startswith("?"):
        text = f",help {text[1:]}"
    name, _, argument = text[1:].strip().partition(" ")
    found = find_command(name)
    argument = argument.strip()
    if argument and not found.argument:
        raise _wrong(found, "nothing after it", argument)
    if not argument and found.argument and not found.argument.startswith("["):
        raise _wrong(found, found.argument, "nothing")
    found.work(session, argument)


def find_command(name: str) -> Command:
    """Return the command with a name; raise SchemeError if there is none."""
    known = {name: each for each in commands() for name in each.names}
    if name in known:
        return known[name]
    similar = get_close_matches(name, known, 1)
    fact = f"a similar command: ,{similar[0]}" if similar else ",help lists all"
    raise failure("command", f",{name}", "there is no such command", fact=fact)


def point_to_command(condition: Condition) -> None:
    """Tell of the command if an undefined variable has the name of one."""
    name = condition.who
    if condition.kind == "unbound" and any(name in each.names for each in commands()):
        condition.fact = f"a command has this name: ,{name}"


def _wrong(found: Command, expected: str, received: str) -> SchemeError:
    message = f"expected {expected}, but received {received}"
    return failure("command", f",{found.names[0]}", message)
