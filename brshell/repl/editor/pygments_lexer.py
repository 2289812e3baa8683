"""The language for Pygments, on the reader's own tokens.

It is known to Pygments as ``brshell``, to Sphinx, Jupyter and all that uses it. Unlike
the stock lexer of Scheme it is right about ``#; (x)``, ``#true``, ``|a b|``, ``#u8(``,
``#!fold-case``, quoted data, and strings that do not end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pygments import token
from pygments.lexer import Lexer

from brshell.expander.derived import DERIVED_FORMS
from brshell.expander.special import SPECIAL_FORMS
from brshell.expander.srfi import SRFI_FORMS
from brshell.repl.editing.colors import DEPTHS, colored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from brshell.repl.editing.colors import Position

_SYNTAX = SPECIAL_FORMS.keys() | DERIVED_FORMS.keys() | SRFI_FORMS.keys()

# The type of token for each class that `colored` has for us.
_TOKENS = {
    "syntax": token.Keyword,
    "unknown": token.Name.Function,  # what stands first in a call
    "variable": token.Name.Variable,
    "symbol": token.String.Symbol,
    "string": token.String,
    "unfinished": token.Error,
    "character": token.String.Char,
    "number": token.Number,
    "boolean": token.Keyword.Constant,
    "comment": token.Comment,
    "quote": token.Operator,
    "command": token.Keyword.Pseudo,
    "dot": token.Punctuation,
    "error": token.Error,
    **{f"depth-{depth}": token.Punctuation for depth in range(DEPTHS)},
}


class SchemeLexer(Lexer):
    """Scheme as brshell reads it, with comments of every kind and quoted data."""

    name = "Scheme (brshell)"
    url = "https://r7rs.org"
    aliases: ClassVar[list[str]] = ["brshell", "scheme-robot"]
    alias_filenames: ClassVar[list[str]] = ["*.scm"]  # *.scm is the stock lexer's

    def get_tokens_unprocessed(
        self, text: str
    ) -> Iterator[tuple[int, token._TokenType, str]]:
        """Yield (offset, token type, text) for all of the text."""
        position = 0
        for kind, start, end in colored(text, _meaning):
            if start > position:
                yield position, token.Whitespace, text[position:start]
            yield start, _TOKENS[kind], text[start:end]
            position = end
        if position < len(text):
            yield position, token.Whitespace, text[position:]


def _meaning(name: str, position: Position) -> str:
    """Return what is known of a name without a machine: whether it is syntax."""
    if position == "command":
        return "command"
    return "syntax" if position != "data" and name in _SYNTAX else ""
