"""The comparisons of characters and of strings, which are all alike."""

from __future__ import annotations

from itertools import pairwise

from brshell.builtins.declare import builtin
from brshell.runtime.datums import Boolean, boolean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Compare = Callable[[Any, Any], bool]

RELATIONS: dict[str, tuple[Compare, str]] = {
    "=?": (lambda left, right: left == right, "all are equal"),
    "<?": (lambda left, right: left < right, "each is before the next"),
    ">?": (lambda left, right: left > right, "each is after the next"),
    "<=?": (lambda left, right: left <= right, "none is after the next"),
    ">=?": (lambda left, right: left >= right, "none is before the next"),
}


def comparison(
    kind: str, relation: str, content: Callable[[str, Any], str], source: str
) -> Callable[..., Boolean]:
    """Return the builtin such as ``string<?``, made of ``string`` and ``<?``.

    ``content(who, argument)`` checks an argument and returns what is compared.
    """
    compare, meaning = RELATIONS[relation]
    who = kind + relation

    @builtin(who)
    def compare_all(first: Any, *more: Any) -> Boolean:
        contents = [content(who, argument) for argument in (first, *more)]
        return boolean(all(compare(left, right) for left, right in pairwise(contents)))

    compare_all.__doc__ = f"Return whether {meaning}. {source}."
    return compare_all
