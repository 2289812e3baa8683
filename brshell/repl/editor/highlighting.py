"""Colours while typing, and the two parentheses at the cursor."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from prompt_toolkit.layout.processors import Processor, TabsProcessor, Transformation
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.lexers import Lexer

from brshell.repl.editing.colors import Colors
from brshell.repl.editing.parentheses import matching

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from prompt_toolkit.document import Document
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.layout.processors import TransformationInput

    from brshell.repl.editing.colors import Meaning


LONGEST_LINE = 2000
"""Characters; an entry with a longer line has no colours, so that keys show at once.
That is more than a screen of 24 lines has. Our choice.
"""


class Highlighter(Lexer):
    """Gives each piece of an entry the style class of what it is."""

    def __init__(self, meaning: Meaning) -> None:
        self._ask = meaning
        self._colors = Colors(meaning)
        self._entries = 0

    def begin(self) -> None:
        """Begin an entry: names may mean something else than in the one before."""
        self._colors = Colors(cache(self._ask))
        self._entries += 1

    def invalidation_hash(self) -> Hashable:
        """Return what changes when the colours of a text may have changed."""
        return self._entries

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return a function that returns the styled pieces of a line."""
        if max(map(len, document.lines)) > LONGEST_LINE:
            return lambda number: [("", "".join(document.lines[number : number + 1]))]
        pieces = self._colors.pieces(document.text)
        return lambda number: styled_line(document, number, pieces)


def styled_line(
    document: Document, number: int, pieces: list[tuple[str, int, int]]
) -> StyleAndTextTuples:
    """Return the styled pieces of a line, counted from 0.

    Only lines that show are asked for, so that a long entry costs little more.
    """
    if number >= document.line_count:
        return []
    text = document.text
    position = begin = document.translate_row_col_to_index(number, 0)
    finish = begin + len(document.lines[number])
    found: StyleAndTextTuples = []
    for kind, start, end in pieces[bisect_right(pieces, begin, key=itemgetter(2)) :]:
        if start >= finish:
            break
        start, end = max(start, begin), min(end, finish)
        if position < start:
            found.append(("", text[position:start]))
        found.append((f"class:{kind}", text[start:end]))
        position = end
    found.append(("", text[position:finish]))
    return found


class MatchingParentheses(Processor):
    """Marks the parenthesis at the cursor and the one that belongs to it."""

    def apply_transformation(self, given: TransformationInput) -> Transformation:
        """Return the line with the parentheses in it marked."""
        from prompt_toolkit.application import get_app

        pair = _matching(given.document.text, given.document.cursor_position)
        if pair is None or get_app().is_done:
            return Transformation(given.fragments)
        fragments = given.fragments
        for offset in pair:
            line, column = given.document.translate_index_to_position(offset)
            if line == given.lineno:
                fragments = explode_text_fragments(fragments)
                place = given.source_to_display(column)
                style, text, *_ = fragments[place]
                fragments[place] = (f"{style} class:matching", text)
        return Transformation(fragments)


class Tabs(TabsProcessor):
    """Shows tabs as spaces. Other lines, nearly all, cost nothing."""

    def apply_transformation(self, given: TransformationInput) -> Transformation:
        """Return the line with spaces up to the next stop for each tab."""
        if "\t" not in given.document.lines[given.lineno]:
            return Transformation(given.fragments)
        return super().apply_transformation(given)


# Asked for once for every line that shows.
_matching = lru_cache(1)(matching)
