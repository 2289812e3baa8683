"""Commands that explain: names, registers, examples, and the commands themselves."""

from __future__ import annotations

from brshell.builtins.help import apropos_text, help_text
from brshell.repl.commands.declare import command
from brshell.repl.display.columns import terminal_width
from brshell.repl.display.tables import Column, table
from brshell.runtime.conditions import failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session

# The columns of ,registers that give way on a narrow terminal, the highest first.
_RANKS = {"area": 4, "raw": 3, "access": 2, "natural": 1}


@command("help", "h", argument="[NAME]")
def help(session: Session, argument: str) -> None:
    """List the commands, or tell what a name means.

    ?NAME is short for ,help NAME.
    """
    if argument.startswith(","):
        _tell_of_command(argument[1:])
    elif argument:
        print(help_text(session.machine, ",help", argument.removeprefix("'")))
    else:
        _list_commands()


@command("apropos", "a", argument="TEXT")
def apropos(session: Session, argument: str) -> None:
    """List the names that have a text in them or in their help."""
    print(apropos_text(session.machine, ",apropos", argument.strip('"')))


@command("registers", argument="[DEVICE]")
def registers(session: Session, argument: str) -> None:
    """Show the registers of a kind of device: ax12 (if none is named) or axs1."""
    from brbrain.registers import DEVICES
    from brshell.help.registers import register_rows

    device = argument or "ax12"
    if device not in DEVICES:
        message = f"expected {' or '.join(DEVICES)}, but received {device}"
        raise failure("command", ",registers", message)
    head, *rows = register_rows(device)
    columns = [Column(title, rank=_RANKS.get(title, 0)) for title in head]
    print("\n".join(table(columns, rows, terminal_width())))


@command("examples", argument="[EXAMPLE]")
def examples(session: Session, argument: str) -> None:
    """List the examples that come with brshell, or show one."""
    from brshell.help.examples import example_names, example_summary, example_text
    from brshell.help.show import described

    known = example_names()
    if not argument:
        rows = [(name, example_summary(name)) for name in known]
        print(described(rows, terminal_width()))
    elif argument in known:
        print(example_text(argument), end="")
    else:
        message = f"expected {' or '.join(known)}, but received {argument}"
        raise failure("command", ",examples", message)


def _list_commands() -> None:
    from brshell.help.show import described
    from brshell.repl.commands import commands

    rows = [(each.usage, each.help.splitlines()[0]) for each in commands()]
    print(described(rows, terminal_width()))


def _tell_of_command(name: str) -> None:
    from brshell.repl.commands import find_command

    found = find_command(name)
    print(found.usage)
    for line in found.help.splitlines():
        print(f"  {line.strip()}".rstrip())
    if shorter := " ".join(f",{other}" for other in found.names[1:]):
        print(f"  a command; shorter: {shorter}")
