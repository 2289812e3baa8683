"""The reference: ``python -m brshell.help.reference`` prints docs/reference.md."""

from __future__ import annotations

import textwrap

from brbrain.registers import DEVICES
from brshell.help.families import FAMILIES
from brshell.help.registers import DEVICE_NAMES, register_rows
from brshell.help.syntax import syntax_entries
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.commands import commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from brshell.help.entry import Entry

_WIDTH = 92
_HEAD = """# Reference

Everything that the language has, with what `(help 'name)` says of it. This page is made
from the program itself, by `make reference`.

In a signature `[x]` may be left out, and `x ...` stands for any number of arguments. A
procedure of the robot uses the current robot, or another one if `'robot r` ends its
arguments."""


def reference() -> str:
    """Return the text of the page."""
    machine = Machine()
    libraries = [
        name for name in machine.book.shelf.entries() if name.startswith("(robot ")
    ]
    imports = f"(import {' '.join(libraries)})"
    machine.run_source(Source("reference", imports))
    entries = [
        entry for entry in machine.book.entries().values() if entry.kind != "register"
    ]
    parts = [_HEAD]
    forms = dict.fromkeys(form.family for form in syntax_entries().values())
    for title in (*FAMILIES, *forms):
        found = sorted(entry for entry in entries if entry.family == title)
        parts.append(f"## {title}\n\n" + "\n".join(map(_item, found)))
    for library in libraries:
        found = sorted(entry for entry in entries if entry.origin == f"of {library}")
        parts.append(f"## Library {library}\n\n" + "\n".join(map(_item, found)))
    parts += [_register_part(device) for device in DEVICES]
    parts.append("## Commands of the prompt\n\n" + "\n".join(_command_items()))
    return "\n\n".join(parts) + "\n"


def _item(entry: Entry) -> str:
    ways = ", ".join(f"`{way}`" for way in entry.signature.split("\n"))
    return _filled(f"{ways}: {' '.join(entry.text.split())}")


def _command_items() -> Iterator[str]:
    for each in commands():
        names = ", ".join(f"`,{name}`" for name in each.names[1:])
        shorter = f" (shorter: {names})" if names else ""
        yield _filled(f"`{each.usage}`{shorter}: {' '.join(each.help.split())}")


def _filled(text: str) -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent="* ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _register_part(device: str) -> str:
    head, *rows = register_rows(device)
    lines = [(*head, "what it is")]
    lines.append(tuple("-" for _ in lines[0]))
    for row, register in zip(rows, DEVICES[device], strict=True):
        note = f" ({register.note})" if register.note else ""
        lines.append((*row, register.description + note))
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"## Registers of the {DEVICE_NAMES[device]}\n\n{table}"


if __name__ == "__main__":
    print(reference(), end="")
