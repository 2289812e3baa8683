"""What stands around the cursor, told from the tokens in front of it."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import NamedTuple

from brshell.reader.tokens import BLANKS
from brshell.repl.editing.structure import OPENING
from brshell.repl.editing.typed import Resumed, tokens_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.editing.typed import Token

_WORDS = frozenset(("word", "number", "dot", "bad"))
_UNFINISHED = frozenset(("unfinished_comment", "unfinished_symbol", "character"))
# The tokens in front of a datum that say whether it is data or code.
_QUOTES = {
    "quote": True,
    "quasiquote": True,
    "unquote": False,
    "unquote_splicing": False,
}


class Call:
    """A list around the cursor, which may be a call.

    ``head`` is the word it begins with, "" if it does not or not yet; ``parts`` is how
    many there are in front of the cursor, the head included; ``start`` is the place of
    the parenthesis.
    """

    __slots__ = ("head", "parts", "quoted", "start")

    def __init__(self, quoted: bool, start: int) -> None:
        self.head = ""
        self.parts = 0
        self.quoted = quoted
        self.start = start

    def add(self, word: str) -> None:
        """Count one more part: a word, or "" for anything else."""
        if self.parts == 0 and not self.head:
            self.head = word
        self.parts += 1


class Context(NamedTuple):
    """Where the cursor is: in code, in a string, or in a comment.

    ``word`` begins at ``start`` and ends at the cursor; ``quoted`` tells whether it is
    data; ``calls`` are the lists around it, the innermost last.
    """

    place: str
    word: str
    start: int
    quoted: bool
    calls: tuple[Call, ...]


@lru_cache(1)  # for the candidates and the hint
def context_at(text: str, cursor: int) -> Context:
    """Return what stands around the cursor."""
    before = text[:cursor]
    walk = _resumed.walk(before, tokens_before(text, cursor))
    calls, quoted = walk.calls, walk.quoted
    start = cursor if walk.start is None else walk.start
    is_data = calls[-1].quoted if quoted is None else quoted
    return Context(walk.place, before[start:], start, is_data, tuple(calls[1:]))


class _Walk:
    """The lists that are open, the top level first.

    ``quoted`` is what the quote in front of the next datum says, None if there is none;
    ``place`` and ``start`` are as in Context, if the last token says something of them.
    """

    def __init__(self) -> None:
        self.taken = 0
        self.calls = [Call(False, -1)]
        self.quoted: bool | None = None
        self.place = "code"
        self.start: int | None = None

    def copy(self) -> _Walk:
        other = copy(self)
        other.calls = [copy(call) for call in self.calls]
        return other

    def take(self, text: str, tokens: list[Token]) -> None:
        new, self.taken = tokens[self.taken :], len(tokens)
        cursor, calls = len(text), self.calls
        for kind, at, end in new:
            if kind in BLANKS:
                if kind == "comment" and end == cursor:
                    self.place = "comment"
            elif kind in _WORDS and end == cursor:
                self.start = at
            elif kind == "close":
                if len(calls) > 1:
                    calls.pop()
                calls[-1].add("")
            elif kind in _QUOTES:
                self.quoted = _QUOTES[kind]
            elif kind in OPENING:
                inner = calls[-1].quoted if self.quoted is None else self.quoted
                calls.append(Call(inner or kind != "open", at))
                self.quoted = None
            elif kind == "unfinished_string":
                self.place, self.start = "string", at + 1
            elif kind in _UNFINISHED and end == cursor:
                self.place = "comment"
            elif kind == "datum_comment":
                calls[-1].parts -= 1
            else:
                calls[-1].add(text[at:end] if kind == "word" else "")
                self.quoted = None


_resumed = Resumed(_Walk)
