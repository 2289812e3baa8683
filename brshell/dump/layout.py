"""Forms as text, on lines that are not too long, indented as Schemers do."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # A form to print: a word, or a list of forms.
    Form: TypeAlias = str | list["Form"]

WIDTH = 80

# How many parts stay on the first line of a form, when the others are indented below.
_KEPT = {
    "begin": 0,
    "case-lambda": 0,
    "define": 1,
    "lambda": 1,
    "let": 1,
    "letrec": 0,
    "letrec*": 1,
    "loop": 2,
}


def form_text(form: Form, column: int = 0) -> str:
    """Return a form as text that begins at a column, on lines that are not too long."""
    flat = _flat(form, WIDTH - column)
    if flat is not None:
        return flat
    if isinstance(form, str):
        return form
    head, *parts = form
    text, indent = "(", column + 1
    if isinstance(head, str) and parts:
        kept = _KEPT.get(head, 1)
        text += head
        indent += 1 if head in _KEPT else len(head) + 1
        for part in parts[:kept]:
            here = (
                column + len(text) if "\n" not in text else len(text.rsplit("\n")[-1])
            )
            text += " " + form_text(part, here + 1)
        parts = parts[kept:]
    else:
        text += form_text(head, indent)
    for part in parts:
        text += "\n" + " " * indent + form_text(part, indent)
    return text + ")"


def _flat(form: Form, room: int) -> str | None:
    """Return a form on one line, or None if it does not go there.

    A line is no longer than the room, and has no body of several forms.
    """
    if isinstance(form, str):
        return form if len(form) <= room else None
    head = form[0] if form else ""
    if isinstance(head, str) and head in _KEPT and len(form) > _KEPT[head] + 2:
        return None
    texts: list[str] = []
    room -= 1 + max(1, len(form))  # the parentheses and the spaces
    for part in form:
        text = _flat(part, room)
        if text is None:
            return None
        room -= len(text)
        texts.append(text)
    return f"({' '.join(texts)})"
