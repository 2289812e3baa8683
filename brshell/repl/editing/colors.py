"""What each piece of an entry is, for the colours."""

from __future__ import annotations

from copy import copy

from brshell.repl.editing.entry import command_end
from brshell.repl.editing.structure import OPENING, Structure, is_number
from brshell.repl.editing.typed import tokens_of, unchanged

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
    """Colours a text that is being typed.

    Where a text begins as the one before, only what follows from the line of the
    change on is looked at.
    """

    def __init__(self, meaning: Meaning) -> None:
        self._meaning = meaning
        self._text = ""
        self._begin = 0
        self._tokens: list[Token] = []
        self._above = _Walk(0)  # the lines above the change

    def pieces(self, text: str) -> list[tuple[str, int, int]]:
        """Return (class, start, end) for every piece of the text.

        The classes are those of WORDS, of the tokens, and depth-0 to depth-5.
        """
        begin = command_end(text)
        same = self._lines_kept(text) if begin == self._begin else 0
        if same < self._above.taken or begin != self._begin:
            self._above = _Walk(begin)
        self._text, self._begin = text, begin
        self._tokens = tokens_of(text, begin)
        self._above.take(text, self._tokens[:same], self._meaning)
        whole = self._above.copy()
        whole.take(text, self._tokens, self._meaning)
        found = whole.pieces(text)
        if begin:
            kind = self._meaning(text[:begin], "command") or "unknown"
            found.insert(0, (kind, 0, begin))
        return found

    def _lines_kept(self, text: str) -> int:
        """Return how many tokens there are on the lines above the first change."""
        same = unchanged(self._tokens, self._text, text)
        while same and "\n" not in text[slice(*self._tokens[same - 1][1:])]:
            same -= 1
        return same


class _Walk:
    """The pieces of a text up to some token: ``taken`` is how many there were."""

    def __init__(self, begin: int) -> None:
        self.taken = 0
        self._structure = Structure(begin)
        self._found: list[tuple[str, int, int]] = []
        self._bound: set[str] = set()

    def copy(self) -> _Walk:
        """Return a walk that goes on from here by itself."""
        other = copy(self)
        other._structure = self._structure.copy()
        other._found = self._found.copy()
        other._bound = self._bound.copy()
        return other

    def take(self, text: str, tokens: list[Token], meaning: Meaning) -> None:
        """Go on to the last of the tokens; those that were taken are the first."""
        structure, new = self._structure, tokens[self.taken :]
        for kind, start, end, mode, inner in structure.pieces(text, new):
            if mode == "skipped":
                kind = "comment"
            elif kind == "word":
                word = text[start:end]
                kind = _class_of_word(word, start, mode, inner, meaning)
                if inner.binds_here():
                    self._bound.add(word)
            elif kind == "close" or kind in OPENING:
                kind = f"depth-{(len(structure.open) - 1) % DEPTHS}"
            else:
                kind = _CLASSES[kind]
            self._found.append((kind, start, end))
        self.taken = len(tokens)

    def pieces(self, text: str) -> list[tuple[str, int, int]]:
        """Return the pieces; what is bound somewhere in the text is not unknown."""
        return [
            ("variable", start, end)
            if kind == "unknown" and text[start:end] in self._bound
            else (kind, start, end)
            for kind, start, end in self._found
        ]


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
