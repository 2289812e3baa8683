"""Errors in the text of a datum: each has the place and says what was expected."""

from __future__ import annotations

from brshell.reader.source import Span
from brshell.reader.tokens import tokens
from brshell.runtime.conditions import Condition, SchemeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.reader.lexer import Token

# Types of tokens that begin something, and of those that a datum must follow.
BRACKETS = {"OPEN": "list", "VECTOR": "vector", "BYTEVECTOR": "bytevector"}
PREFIXES = frozenset(("QUOTE", "LABEL", "SKIP"))
_PENDING = PREFIXES.union(BRACKETS)

_LONGEST_EXCERPT = 30


class Incomplete(SchemeError):
    """The text ends inside a datum: more text could make it right."""


def read_error(
    span: Span, expected: str, received: str | None = None, fact: str | None = None
) -> SchemeError:
    """Return the error "read: expected ..., but received ..." for a place.

    Without ``received`` it is the text that stands there.
    """
    return SchemeError(_condition(span, expected, received or excerpt(span), fact))


def incomplete(span: Span, expected: str, fact: str | None = None) -> Incomplete:
    """Return the error for what begins at a place and does not end in the text."""
    newline = span.source.text.find("\n", span.start, span.end)
    if newline > 0:
        span = Span(span.source, span.start, newline)
    return Incomplete(_condition(span, expected, "the end of the text", fact))


def excerpt(span: Span) -> str:
    """Return the text that stands at a place, cut when it is long."""
    text = span.source.text[span.start : span.end]
    line = text.partition("\n")[0][:_LONGEST_EXCERPT]
    return line if line == text else line + "..."


def unexpected(token: Any, stack: list[Any]) -> SchemeError:
    """Return the error for a token that the grammar does not allow here.

    ``stack`` has the tokens and data that are read but not yet complete.
    """
    pending = [part for part in stack if getattr(part, "type", "") in _PENDING]
    if token.type == "$END":
        return _unclosed(pending[-1])
    if pending and pending[-1].type in PREFIXES:
        return read_error(token, f"a datum after {excerpt(pending[-1])}")
    if token.type == "CLOSE":
        return read_error(token, "a datum", fact="there is no open list to close here")
    return read_error(token, "a datum", fact="a dot stands before the last datum only")


def misplaced_dot(
    items: list[Token], dot: Token, tail: list[Token], closing: Token
) -> SchemeError:
    """Return the error for a list whose dot is not between two data at its end."""
    if not items:
        return read_error(dot, "a datum before the dot")
    if not tail:
        return read_error(closing, "a datum after the dot")
    return read_error(tail[1], "a ) after the datum that follows the dot")


def not_a_byte(items: list[Token]) -> SchemeError:
    """Return the error for the first item that cannot stand in a bytevector."""
    wrong = next(
        item
        for item in items
        if not (isinstance(item.datum, int) and 0 <= item.datum <= 255)
    )
    return read_error(wrong, "a byte (0 to 255) in this bytevector")


def _unclosed(opening: Token) -> Incomplete:
    """Return the error for a text that ends after ``opening`` and what follows it."""
    if opening.type in PREFIXES:
        return incomplete(opening, f"a datum after {excerpt(opening)}")
    expected = f"a ) to close the {BRACKETS[opening.type]} that begins here"
    return incomplete(opening, expected, _margin_fact(opening))


def _margin_fact(opening: Token) -> str | None:
    """Say where a form begins at the margin although the list is still open.

    Most often the missing parenthesis belongs above that line.
    """
    source = opening.source
    for kind, start, _ in tokens(source.text, opening.end):
        line, column = source.place(start)
        if kind == "open" and column == 1:
            return f"line {line} begins at the margin while this list is still open"
    return None


def _condition(span: Span, expected: str, received: str, fact: str | None) -> Condition:
    message = f"expected {expected}, but received {received}"
    return Condition("read", "read", message, span=span, fact=fact)
