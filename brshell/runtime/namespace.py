"""What generated code finds in its namespace beside the program's own variables.

All these names begin with ``$``, which no key of a user's variable does.
"""

from __future__ import annotations

from brshell.runtime import datums
from brshell.runtime.calls import case_lambda, force, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

LIBRARY = "<stdlib>/"
"""How the file names begin of the part of the language that is written in Scheme."""


def negative(index: int) -> NoReturn:
    """Fail as Python does for an index out of range, which -1 would not be."""
    raise IndexError(index)


def runtime_names() -> dict[str, Any]:
    """Return a new namespace with the names of the runtime."""
    names = {
        "TRUE": datums.TRUE,
        "FALSE": datums.FALSE,
        "NIL": datums.NIL,
        "UNSPECIFIED": datums.UNSPECIFIED,
        "EOF": datums.EOF,
        "DEFAULT": datums.DEFAULT,
        "Pair": datums.Pair,
        "cons": datums.cons,
        "Symbol": datums.Symbol,
        "String": datums.String,
        "Vector": datums.Vector,
        "Char": datums.Char,
        "CHARS": datums.CHARS,
        "list_from": datums.list_from,
        "Boolean": datums.Boolean,
        "abs": abs,
        "callable": callable,
        "type": type,
        "tuple": tuple,
        "int": int,
        "float": float,
        "len": len,
        "ord": ord,
        "isinstance": isinstance,
        "negative": negative,
        "force": force,
        "plain": plain,
        "case_lambda": case_lambda,
    }
    return {f"${name}": value for name, value in names.items()} | {"__builtins__": {}}
