"""From text to data, every pair with its place."""

from __future__ import annotations

import gc
from functools import cache
from pathlib import Path

import lark

from brshell.reader.errors import Incomplete, misplaced_dot, not_a_byte, unexpected
from brshell.reader.labels import resolve
from brshell.reader.lexer import Lexer, Token
from brshell.reader.source import LocatedPair, Source, Span
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import EOF, NIL, Bytevector, Vector

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def read_all(source: Source, *, fold_case: bool = False) -> list[tuple[Any, Span]]:
    """Return the data of a source, each with its place.

    With ``fold_case`` the source reads as if it began with #!fold-case. Raise
    SchemeError with a condition of kind "read" at the first thing wrong.
    """
    lexer = Lexer(source, fold_case=fold_case)
    return [(token.datum, token) for token in _parse(lexer, lexer.tokens())]


def is_complete(text: str) -> bool:
    """Tell whether no more text is needed; a text that is wrong is complete."""
    try:
        read_all(Source("", text))
    except Incomplete:
        return False
    except SchemeError:
        pass
    return True


class Reader:
    """Reads one datum after the other, as R7RS ``read`` does from a port."""

    def __init__(
        self, source: Source, position: int = 0, *, fold_case: bool = False
    ) -> None:
        self._lexer = Lexer(source, position, fold_case=fold_case)

    @property
    def position(self) -> int:
        """The offset after the last datum that was read."""
        return self._lexer.position

    @property
    def fold_case(self) -> bool:
        """Whether #!fold-case is in force."""
        return self._lexer.fold_case

    def read(self) -> Any:
        """Return the next datum, or EOF; SchemeError (read) if it is wrong."""
        lexer = self._lexer
        lexer.labels = {}
        found = _parse(lexer, lexer.tokens_of_one())
        return found[0].datum if found else EOF


def _parse(lexer: Lexer, tokens: Iterator[Token]) -> list[Token]:
    # Reading makes no garbage in circles: the collector would only walk through all
    # the data again and again, which costs more than the reading.
    collecting = gc.isenabled()
    gc.disable()
    try:
        found: Any = _parser().parse(tokens)
    except lark.UnexpectedToken as problem:
        raise unexpected(problem.token, problem.state.value_stack) from None
    finally:
        if collecting:
            gc.enable()
    if lexer.has_references:
        data = resolve([token.datum for token in found])
        for token, datum in zip(found, data, strict=True):
            token.datum = datum
    return list(found)


@cache
def _parser() -> lark.Lark:
    grammar = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", lexer=_Ready, transformer=_Builder())


class _Ready(lark.lexer.Lexer):
    """Stands where lark has its lexer: the tokens come ready from ours."""

    __future_interface__ = 2

    def __init__(self, configuration: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Any:
        return lexer_state.text


class _Builder(lark.Transformer[Token, object]):
    """Makes the data while lark parses: there is no tree, and no recursion."""

    def nothing(self, parts: list[Any]) -> list[Token]:
        return []

    def more(self, parts: list[Any]) -> list[Token]:
        items: list[Token] = parts[0]
        items.append(parts[1])
        return items

    def same(self, parts: list[Any]) -> Any:
        return parts[0]

    def proper(self, parts: list[Any]) -> Token:
        opening, items, closing = parts
        return _list(opening, items, closing, NIL)

    def improper(self, parts: list[Any]) -> Token:
        opening, items, dot, tail, closing = parts
        if not items or len(tail) != 1:
            raise misplaced_dot(items, dot, tail, closing)
        return _list(opening, items, closing, tail[0].datum)

    def vector(self, parts: list[Any]) -> Token:
        opening, items, closing = parts
        return _from_to(opening, closing, Vector([item.datum for item in items]))

    def bytevector(self, parts: list[Any]) -> Token:
        opening, items, closing = parts
        try:
            data = bytearray([item.datum for item in items])
        except (TypeError, ValueError):
            raise not_a_byte(items) from None
        return _from_to(opening, closing, Bytevector(data))

    def quoted(self, parts: list[Any]) -> Token:
        mark, _, item = parts
        span = Span(mark.source, mark.start, item.end)
        rest = LocatedPair(item.datum, NIL, item, item)
        return _from_to(mark, item, LocatedPair(mark.datum, rest, span, mark))

    def labelled(self, parts: list[Any]) -> Token:
        label, _, item = parts
        label.datum.datum = item.datum
        return _from_to(label, item, item.datum)


def _from_to(first: Token, last: Token, datum: Any) -> Token:
    return Token("compound", datum, first.source, first.start, last.end)


def _list(opening: Token, items: list[Token], closing: Token, tail: Any) -> Token:
    source, end = opening.source, closing.end
    rest = tail
    for item in reversed(items):
        rest = LocatedPair(item.datum, rest, Span(source, item.start, end), item)
    if items:
        rest.span = Span(source, opening.start, end)
    return _from_to(opening, closing, rest)
