"""Help as text, no wider than a terminal."""

from __future__ import annotations

import textwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from brshell.help.book import Book
    from brshell.help.entry import Entry

WIDTH = 80
_INDENT = "  "


def entry_text(entry: Entry, width: int = WIDTH) -> str:
    """Return the help of a name: how it is used, what it does, where it is from."""
    parts = [_paragraph(text, width) for text in entry.text.split("\n\n") if text]
    return "\n".join([entry.signature, *parts, f"{_INDENT}{_ending(entry)}"])


def list_text(entries: Iterable[Entry], width: int = WIDTH) -> str:
    """Return a line for each name: it, and in a few words what it means.

    The words stand below each other; those of a long name begin on the next line.
    """
    entries = list(entries)
    column = min(max((len(entry.name) for entry in entries), default=0), width // 2)
    lines = []
    for entry in entries:
        name = entry.name
        if len(name) > column and entry.summary:
            lines.append(_cut(name, width))
            name = ""
        lines.append(_cut(f"{name:{column}}  {entry.summary}".rstrip(), width))
    return "\n".join(lines)


def aligned(rows: Sequence[tuple[str, ...]]) -> str:
    """Return rows as lines whose columns begin at the same places."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(map(str.ljust, row, widths)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def described(rows: Sequence[tuple[str, str]], width: int = WIDTH) -> str:
    """Return names with what is said of each beside it, or below if that is narrow."""
    column = max(len(name) for name, _ in rows) + 2
    beside = column <= width // 2
    lines = []
    for name, text in rows:
        indent = " " * column if beside else _INDENT * 2
        first = name.ljust(column) if beside else f"{name}\n{indent}"
        lines.append(first + _filled(text, width, indent).lstrip())
    return "\n".join(lines)


def unknown_fact(book: Book, name: str) -> str | None:
    """Return what may help with a name that means nothing here, None if nothing."""
    if libraries := book.shelf.elsewhere(name):
        return f"a library has it: {' '.join(libraries)}"
    if similar := book.similar(name):
        return f"similar names: {' '.join(similar)}"
    return None


def _ending(entry: Entry) -> str:
    """Return the kind of a name, and where it comes from."""
    kind = entry.kind if entry.kind == "syntax" else f"a {entry.kind}"
    return f"{kind} {entry.origin}".rstrip()


def _paragraph(text: str, width: int) -> str:
    """Return a paragraph, filled; lines that are indented stay as they are."""
    if text.startswith(" "):
        return textwrap.indent(text, _INDENT)
    return _filled(" ".join(text.split()), width, _INDENT)


def _filled(text: str, width: int, indent: str) -> str:
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent)


def _cut(line: str, width: int) -> str:
    return line if len(line) <= width else line[: width - 3] + "..."
