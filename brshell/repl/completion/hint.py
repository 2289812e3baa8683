"""How the call around the cursor is made, with the argument at the cursor marked."""

from __future__ import annotations

from brshell.reader.tokens import tokens
from brshell.repl.completion.context import context_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.completion.names import Names

# The styles of the parts of a hint.
PLAIN, ARGUMENT = "class:hint", "class:hint.current"


def hint(text: str, cursor: int, names: Names) -> list[tuple[str, str]]:
    """Return (style, text) of the signature of the innermost call that is known.

    Empty in strings and comments, and where no call is known.
    """
    context = context_at(text, cursor)
    if context.place != "code":
        return []
    for call in reversed(context.calls):
        if call.quoted:
            continue
        head, argument = call.head, call.parts - 1
        if not call.parts:
            head = context.word if call is context.calls[-1] else ""
        entry = names.entries.get(head)
        if entry is not None and entry.signature.startswith("("):
            return _marked(entry.signature.partition("\n")[0], argument)
    return []


def _marked(signature: str, argument: int) -> list[tuple[str, str]]:
    """Return a signature with an argument marked, counted from 0; none if negative."""
    parts = parts_of(signature)
    if not parts or argument < 0:
        return [(PLAIN, signature)]
    start, end = parts[min(argument, len(parts) - 1)]
    if argument >= len(parts) and not signature[start:end].endswith("..."):
        return [(PLAIN, signature)]
    return [
        (PLAIN, signature[:start]),
        (ARGUMENT, signature[start:end]),
        (PLAIN, signature[end:]),
    ]


def parts_of(signature: str) -> list[tuple[int, int]]:
    """Return (start, end) of the arguments in a signature, ``...`` with what it is of.

    Brackets that stand for what is optional belong to their parts.
    """
    parts: list[tuple[int, int]] = []
    depth = 0
    for kind, start, end in tokens(signature):
        if kind == "space":
            continue
        closes = signature[start] in ")]"
        depth -= closes
        if depth == 1 and not closes and signature[start:end] != "...":
            parts.append((start, end))
        elif depth >= 1 and parts:
            parts[-1] = (parts[-1][0], end)
        depth += signature[start] in "(["
    return parts[1:]  # without the name
