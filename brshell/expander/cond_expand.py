"""cond-expand: which parts of a program this system takes. R7RS 4.2.1."""

from __future__ import annotations

from brshell.expander.import_sets import library_name
from brshell.expander.scope import base_symbol, is_identifier
from brshell.expander.shape import elements, elements_if_any, syntax_error
from brshell.runtime.datums import Pair
from brshell.runtime.features import FEATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.libraries import Libraries
    from brshell.expander.shape import Part
    from brshell.reader.source import Span


def chosen_clause(form: Any, span: Span, libraries: Libraries | None) -> list[Part]:
    """Return the forms of the clause of cond-expand that fits. R7RS 4.2.1."""
    for clause, place in elements(form, span, "cond-expand")[1:]:
        parts = elements_if_any(clause, place, "cond-expand")
        if not parts:
            raise syntax_error(place, "cond-expand", "expected a clause")
        if _holds(*parts[0], libraries):
            return parts[1:]
    raise syntax_error(span, "cond-expand", "no clause fits this system")


def _holds(requirement: Any, span: Span, libraries: Libraries | None) -> bool:
    if is_identifier(requirement):
        name = base_symbol(requirement).name
        return name == "else" or name in FEATURES
    parts = (
        elements(requirement, span, "cond-expand")
        if isinstance(requirement, Pair)
        else []
    )
    word = base_symbol(parts[0][0]).name if parts and is_identifier(parts[0][0]) else ""
    if word == "and":
        return all(_holds(*part, libraries) for part in parts[1:])
    if word == "or":
        return any(_holds(*part, libraries) for part in parts[1:])
    if word == "not" and len(parts) == 2:
        return not _holds(*parts[1], libraries)
    if word == "library" and len(parts) == 2 and libraries is not None:
        return libraries.exists(library_name(*parts[1]), span)
    raise syntax_error(
        span, "cond-expand", "expected a feature requirement, but received", requirement
    )
