"""The one table of tokens: what each piece of Scheme text is. R7RS 7.1.1.

The reader, highlighting, parenthesis matching, indentation and the test for a
complete entry all use it. Every character belongs to a token: what is wrong becomes
a token too (``bad``, or the start of something ``unfinished``), so that a text can be
coloured while it is being typed.
"""

from __future__ import annotations

import re

from brshell.runtime.characters import QUOTATION_MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Characters that do not show, and would make two names that look the same: of the
# categories Cc and Cf, but for the joiners U+200C and U+200D. R7RS 7.1.1.
_INVISIBLE = r"\x00-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff"
# R7RS lists fewer delimiters; the quotes and the reserved brackets end a word too.
_WORD = rf"""[^\s()\[\]{{}}"';`,|{_INVISIBLE}{QUOTATION_MARKS}]"""

# (kind, regular expression): the first that matches is the kind of the token.
TABLE: tuple[tuple[str, str], ...] = (
    ("space", r"\s++"),
    ("dot", rf"\.(?!{_WORD})"),
    ("word", rf"(?!\#){_WORD}++"),
    ("open", r"\("),
    ("close", r"\)"),
    ("quote", r"'"),
    ("string", r'"(?:[^"\\]++|\\.)*+"'),
    ("comment", r";[^\n\r]*+|\A\#![ /][^\n\r]*+"),  # or the first line of a script
    ("quasiquote", r"`"),
    ("unquote_splicing", r",@"),
    ("unquote", r","),
    ("boolean", rf"\#(?i:true|false|t|f)(?!{_WORD})"),
    ("character", rf"\#\\(?:{_WORD}++|.)"),
    ("vector", r"\#\("),
    ("bytevector", r"\#(?i:u8)\("),
    ("number", rf"\#(?i:[bodxei]){_WORD}++"),
    ("bar_symbol", r"\|(?:[^|\\]++|\\.)*+\|"),
    ("datum_comment", r"\#;"),
    ("block_comment", r"\#\|"),  # only its start: they nest
    ("label", r"\#\d+="),
    ("reference", r"\#\d+\#"),
    ("directive", rf"\#!{_WORD}++"),
    ("unfinished_string", r'".*+'),
    ("unfinished_symbol", r"\|.*+"),
    ("bracket", r"[\[\]{}]"),
    ("bad", rf"\#{_WORD}*+|."),
)

# Kinds that carry no datum and separate those that do.
BLANKS = frozenset(("space", "comment", "block_comment"))

SCANNER = re.compile("|".join(f"(?P<{kind}>{how})" for kind, how in TABLE), re.DOTALL)
_BLOCK_EDGE = re.compile(r"\#\||\|\#")


def block_comment_end(text: str, start: int) -> int:
    """Return where the block comment that begins at ``start`` ends, or -1."""
    depth = 0
    for edge in _BLOCK_EDGE.finditer(text, start):
        depth += 1 if edge.group() == "#|" else -1
        if depth == 0:
            return edge.end()
    return -1


def tokens(text: str, position: int = 0) -> Iterator[tuple[str, int, int]]:
    """Yield (kind, start, end) for each token from ``position`` to the end of text.

    The kinds are those of TABLE and ``unfinished_comment``.
    """
    while position < len(text):
        for match in SCANNER.finditer(text, position):
            kind = match.lastgroup or "bad"
            start, position = match.span()
            if kind == "block_comment":
                position = block_comment_end(text, start)
                break
            yield kind, start, position
        else:
            return
        if position < 0:
            yield "unfinished_comment", start, len(text)
            return
        yield kind, start, position
