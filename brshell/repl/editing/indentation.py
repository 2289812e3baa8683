"""Where a line of Scheme begins.

The parts of a form with a body stand two columns right of its parenthesis, arguments
of a call under the first one, items of other lists under the first item.
"""

from __future__ import annotations

from brshell.repl.editing.forms import parts_before_body
from brshell.repl.editing.structure import UNFINISHED, structure_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.editing.structure import OpenList

_BODY_INDENT = 2


def indentation(before: str) -> int | None:
    """Return the column of a line by the text of the lines before it.

    It is None where spaces mean something: inside a string, a symbol or a comment.
    """
    structure = structure_of(before)
    if structure.last in UNFINISHED:
        return None
    if len(structure.open) == 1:
        return 0
    return _column_in(structure.open[-1], before)


def with_new_line(text: str, cursor: int) -> tuple[str, int]:
    """Return the text and the cursor after Enter: the new line is indented."""
    before, after = text[:cursor], text[cursor:]
    column = indentation(before + "\n")
    if column is None:
        return f"{before}\n{after}", cursor + 1
    before = f"{before.rstrip(' ')}\n{' ' * column}"
    return before + after.lstrip(" "), len(before)


def with_indented_line(text: str, cursor: int) -> tuple[str, int]:
    """Return the text and the cursor after the cursor's line is indented anew."""
    start = text.rfind("\n", 0, cursor) + 1
    column = indentation(text[:start])
    if column is None:
        return text, cursor
    line = text[start:]
    spaces = len(line) - len(line.lstrip(" \t"))
    place = start + column + max(0, cursor - start - spaces)
    return f"{text[:start]}{' ' * column}{line[spaces:]}", place


def is_at_indentation(text: str, cursor: int) -> bool:
    """Tell whether there is nothing but spaces before the cursor on its line."""
    return not text[text.rfind("\n", 0, cursor) + 1 : cursor].strip()


def _column_in(inner: OpenList, text: str) -> int:
    def column(offset: int) -> int:
        return offset - (text.rfind("\n", 0, offset) + 1)

    items = inner.items
    is_form = inner.head and inner.mode != "data"
    if is_form and parts_before_body(inner.head) is not None:
        return column(inner.start) + _BODY_INDENT
    if is_form and len(items) > 1 and "\n" not in text[items[0] : items[1]]:
        return column(items[1])
    return column(items[0] if items else inner.end)
