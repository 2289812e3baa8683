"""What each piece of an entry is, for the colours."""

from __future__ import annotations

from copy import copy

from brshell.repl.editing.entry import command_end
from brshell.repl.editing.structure import OPENING, Structure, is_number
from brshell.repl.editing.typed import Resumed, tokens_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from brshell.repl.editing.structure import Mode, OpenList
    from brshell.repl.editing.typed import Token

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


class Colors:
    """Colours a text that is being typed."""

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self._resumed = Resumed(lambda: _Walk(meaning))

    def pieces(self, text: str) -> list[tuple[str, int, int]]:
        """Return (class, start, end) for every piece of the text.

        The classes are those of WORDS, of the tokens, and depth-0 to depth-5.
        """
        begin = command_end(text)
        walk = self._resumed.walk(text, tokens_of(text, begin))
        # What is bound somewhere in the entry is not unknown.
        for place in walk.unknown:
            _, start, end = walk.found[place]
            if text[start:end] in walk.bound:
                walk.found[place] = ("variable", start, end)
        if begin:
            kind = self._meaning(text[:begin], "command") or "unknown"
            walk.found.insert(0, (kind, 0, begin))
        return walk.found


class _Walk:
    """The pieces so far, which of them are unknown, and the words that are bound."""

    def __init__(self, meaning: Meaning) -> None:
        self.taken = 0
        self.found: list[tuple[str, int, int]] = []
        self.unknown: list[int] = []
        self.bound: set[str] = set()
        self._meaning = meaning
        self._structure = Structure()

    def copy(self) -> _Walk:
        other = copy(self)
        other.found = self.found.copy()
        other.unknown = self.unknown.copy()
        other.bound = self.bound.copy()
        other._structure = self._structure.copy()
        return other

    def take(self, text: str, tokens: list[Token]) -> None:
        structure, new = self._structure, tokens[self.taken :]
        self.taken = len(tokens)
        for kind, start, end, mode, inner in structure.pieces(text, new):
            if mode == "skipped":
                kind = "comment"
            elif kind == "word":
                word = text[start:end]
                kind = _class_of_word(word, start, mode, inner, self._meaning)
                if inner.binds_here():
                    self.bound.add(word)
                if kind == "unknown":
                    self.unknown.append(len(self.found))
            elif kind == "close" or kind in OPENING:
                kind = f"depth-{(len(structure.open) - 1) % DEPTHS}"
            else:
                kind = _CLASSES[kind]
            self.found.append((kind, start, end))


def colored(text: str, meaning: Meaning) -> list[tuple[str, int, int]]:
    """Return (class, start, end) for every piece of a text, as `Colors` has them."""
    return Colors(meaning).pieces(text)


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
