"""The compositions of car and cdr, such as cadr, up to four deep."""

from __future__ import annotations

from itertools import product

from brshell.builtins.declare import builtin
from brshell.runtime.conditions import wrong_type
from brshell.runtime.datums import Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NAMES = {"a": "car", "d": "cdr"}


def _composition(path: str) -> Callable[[Pair], Any]:
    """Return the builtin for a path such as "ad", which takes the cdr first."""
    who = f"c{path}r"

    @builtin(who)
    def select(pair: Pair) -> Any:
        value: Any = pair
        for step in reversed(path):
            if not isinstance(value, Pair):
                raise wrong_type(who, f"an object that has a {who}", pair)
            value = value.car if step == "a" else value.cdr
        return value

    words = " of the ".join(NAMES[step] for step in path)
    select.__doc__ = f"Return the {words}. R7RS 6.4."
    return select


# One global a procedure, as ``declared_in`` looks for: cxr_aa ... cxr_dddd.
for _depth in (2, 3, 4):
    for _steps in product("ad", repeat=_depth):
        globals()[f"cxr_{''.join(_steps)}"] = _composition("".join(_steps))
