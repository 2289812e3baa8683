"""From text to the tokens that the grammar knows, each with its datum and place."""

from __future__ import annotations

from brshell.reader import literals
from brshell.reader.errors import BRACKETS, PREFIXES, incomplete, read_error
from brshell.reader.labels import Label
from brshell.reader.source import Source, Span
from brshell.reader.tokens import BLANKS, tokens
from brshell.runtime.characters import QUOTATION_MARKS
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Tokens that mean the same whatever their text: type in the grammar, datum.
_MARKS = {
    "open": ("OPEN", None),
    "close": ("CLOSE", None),
    "dot": ("DOT", None),
    "vector": ("VECTOR", None),
    "bytevector": ("BYTEVECTOR", None),
    "datum_comment": ("SKIP", None),
    "quote": ("QUOTE", symbol("quote")),
    "quasiquote": ("QUOTE", symbol("quasiquote")),
    "unquote": ("QUOTE", symbol("unquote")),
    "unquote_splicing": ("QUOTE", symbol("unquote-splicing")),
}
_LITERALS = {
    "string": literals.string,
    "boolean": literals.boolean,
    "number": literals.number,
    "bar_symbol": literals.bar_symbol,
}
_UNFINISHED = {
    "unfinished_string": 'a " at the end of the string that begins here',
    "unfinished_symbol": "a | at the end of the symbol that begins here",
    "unfinished_comment": "a |# at the end of the comment that begins here",
}


class Token(Span):
    """A piece of text with its type in the grammar and the datum it stands for."""

    __slots__ = ("datum", "type")

    # Lark copies these of the last token to its end token; our places are spans.
    start_pos = line = column = end_line = end_column = end_pos = None

    def __init__(
        self, type: str, datum: Any, source: Source, start: int, end: int
    ) -> None:
        self.type = type
        self.datum = datum
        self.source = source
        self.start = start
        self.end = end


class _Words(dict[str, object]):
    """The datum of each word of a text: most words stand there many times."""

    def __missing__(self, text: str) -> object:
        datum = self[text] = literals.word(text)
        return datum


class Lexer:
    """Makes the tokens of a source from ``position`` on."""

    def __init__(
        self, source: Source, position: int = 0, *, fold_case: bool = False
    ) -> None:
        self.source = source
        self.position = position
        self.fold_case = fold_case
        self.labels: dict[int, Label] = {}
        self.has_references = False
        self._words = _Words()

    def tokens(self) -> Iterator[Token]:
        """Yield the tokens up to the end of the text."""
        source, words = self.source, self._words
        text = source.text
        for kind, start, end in tokens(text, self.position):
            if kind == "word":
                word = text[start:end]
                if self.fold_case:
                    word = word.casefold()
                yield Token("ATOM", words[word], source, start, end)
            elif kind in _MARKS:
                type, datum = _MARKS[kind]
                yield Token(type, datum, source, start, end)
            elif kind == "directive":
                self._obey(Span(source, start, end))
            elif kind not in BLANKS:
                yield self._literal(kind, start, end)
        self.position = len(text)

    def tokens_of_one(self) -> Iterator[Token]:
        """Yield the tokens of the next datum; ``position`` is then after it."""
        depth = 0
        waiting: list[str] = []  # prefixes outside of any list
        for token in self.tokens():
            self.position = token.end
            yield token
            if token.type in BRACKETS:
                depth += 1
            elif token.type in PREFIXES:
                if depth == 0:
                    waiting.append(token.type)
            elif token.type == "CLOSE":
                depth -= 1
            if depth == 0 and token.type not in PREFIXES:
                while waiting and waiting[-1] != "SKIP":
                    waiting.pop()
                if not waiting:
                    return
                waiting.pop()

    def _literal(self, kind: str, start: int, end: int) -> Token:
        """Return the token of a rarer kind, or raise what is wrong with it."""
        source = self.source
        datum: Any
        if kind in _LITERALS:
            datum = _LITERALS[kind](source, start, end)
        elif kind == "character":
            datum = literals.character(source, start, end, self.fold_case)
        elif kind == "label":
            number = int(source.text[start + 1 : end - 1])
            datum = self.labels[number] = Label(Span(source, start, end))
            return Token("LABEL", datum, source, start, end)
        elif kind == "reference":
            datum = self._reference(Span(source, start, end))
        else:
            raise _wrong(kind, Span(source, start, end))
        return Token("ATOM", datum, source, start, end)

    def _reference(self, span: Span) -> Label:
        name = self.source.text[span.start : span.end - 1]
        label = self.labels.get(int(name[1:]))
        if label is None:
            raise read_error(span, f"the label {name}= before it is used")
        self.has_references = True
        return label

    def _obey(self, span: Span) -> None:
        text = self.source.text[span.start : span.end]
        if text not in ("#!fold-case", "#!no-fold-case"):
            raise read_error(span, "#!fold-case or #!no-fold-case")
        self.fold_case = text == "#!fold-case"


def _wrong(kind: str, span: Span) -> SchemeError:
    if kind in _UNFINISHED:
        return incomplete(span, _UNFINISHED[kind])
    if kind == "bracket":
        fact = "[ ] { } are reserved; a list is written with ( and )"
        return read_error(span, "a parenthesis", fact=fact)
    first = span.source.text[span.start]
    if first in QUOTATION_MARKS:
        fact = 'a string is written with "straight quotation marks"'
        return read_error(span, "a datum", fact=fact)
    if not first.isprintable():
        return read_error(span, "a datum", f"the character U+{ord(first):04X}")
    return read_error(span, "a datum")
