"""What each piece of an entry is, for the colours."""

from __future__ import annotations

from brshell.repl.editing.entry import command_end
from brshell.repl.editing.structure import OPENING, Structure, is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from brshell.repl.editing.structure import Mode, OpenList

    # Where a name stands: first in a call, elsewhere in code, or in data.
    Position = Literal["head", "code", "data", "command"]
    # Returns what a name is there (a value of WORDS), or "" if nothing is known.
    Meaning = Callable[[str, Position], str]

# Parentheses have as many colours, one for each depth, then again.
DEPTHS = 6

# What a name can be.
WORDS = ("syntax", "procedure", "variable", "register", "joint", "command", "unknown")

# The class of what is the same everywhere, by the kind of its token.
_CLASSES = {
    "string": "string",
    "character": "character",
    "number": "number",
    "boolean": "boolean",
    "comment": "comment",
    "block_comment": "comment",
    "datum_comment": "comment",
    "directive": "comment",
    "unfinished_comment": "comment",
    "unfinished_string": "unfinished",
    "unfinished_symbol": "unfinished",
    "quote": "quote",
    "quasiquote": "quote",
    "unquote": "quote",
    "unquote_splicing": "quote",
    "label": "quote",
    "reference": "quote",
    "bar_symbol": "symbol",
    "dot": "dot",
    "bracket": "error",
    "bad": "error",
}


def colored(text: str, meaning: Meaning) -> list[tuple[str, int, int]]:
    """Return (class, start, end) for every piece of the text.

    The classes are those of WORDS, of the tokens, and depth-0 to depth-5.
    """
    found: list[tuple[str, int, int]] = []
    begin = command_end(text)
    if begin:
        found.append((meaning(text[:begin], "command") or "unknown", 0, begin))
    bound: set[str] = set()
    structure = Structure(text, begin)
    for kind, start, end, mode, inner in structure.pieces():
        if mode == "skipped":
            kind = "comment"
        elif kind == "word":
            word = text[start:end]
            kind = _class_of_word(word, start, mode, inner, meaning)
            if inner.binds_here():
                bound.add(word)
        elif kind == "close" or kind in OPENING:
            kind = f"depth-{(len(structure.open) - 1) % DEPTHS}"
        else:
            kind = _CLASSES[kind]
        found.append((kind, start, end))
    # What is bound somewhere in the entry is not unknown.
    return [
        (
            "variable" if kind == "unknown" and text[start:end] in bound else kind,
            start,
            end,
        )
        for kind, start, end in found
    ]


def _class_of_word(
    word: str, start: int, mode: Mode, inner: OpenList, meaning: Meaning
) -> str:
    if is_number(word):
        return "number"
    if mode != "code":
        return meaning(word, "data") or "symbol"
    if inner.head and inner.items[0] == start and not inner.binding:
        return meaning(word, "head") or "unknown"
    return meaning(word, "code") or "variable"
