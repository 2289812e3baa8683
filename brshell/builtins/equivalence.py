"""Whether objects are the same."""

from __future__ import annotations

from brshell.builtins.declare import builtin
from brshell.runtime import equivalence
from brshell.runtime.datums import Boolean, boolean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("eq?")
def is_eq(obj: Any, other: Any) -> Boolean:
    """Return whether both are the same object. R7RS 6.1."""
    return boolean(equivalence.eq(obj, other))


@builtin("eqv?")
def is_eqv(obj: Any, other: Any) -> Boolean:
    """Return whether both are the same object or the same number. R7RS 6.1."""
    return boolean(equivalence.eqv(obj, other))


@builtin("equal?")
def is_equal(obj: Any, other: Any) -> Boolean:
    """Return whether both have the same content, such as equal lists. R7RS 6.1."""
    return boolean(equivalence.equal(obj, other))
