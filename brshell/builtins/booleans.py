"""Truth values."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import FALSE, Boolean, boolean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("boolean?")
def is_boolean(obj: Any) -> Boolean:
    """Return whether the object is #t or #f. R7RS 6.3."""
    return boolean(isinstance(obj, Boolean))


@builtin("not")
def negate(obj: Any) -> Boolean:
    """Return #t if the object is #f, and #f for any other. R7RS 6.3."""
    return boolean(obj is FALSE)


@builtin("boolean=?")
def equal(boolean_1: Boolean, boolean_2: Boolean, *more: Boolean) -> Boolean:
    """Return whether all are #t or all are #f. R7RS 6.3."""
    for value in (boolean_1, boolean_2, *more):
        if not isinstance(value, Boolean):
            raise wrong_type("boolean=?", "a boolean", value)
    return boolean(all(value is boolean_1 for value in (boolean_2, *more)))
