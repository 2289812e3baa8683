"""How well a name fits what was typed: the letters must come in the same order."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# What a name may be made of beside letters and digits: a word begins after it.
_BETWEEN = "[^a-z0-9]"
# The ways to fit, the best first.
EXACT, BEGINS, WORDS_BEGIN, CONTAINS, IN_ORDER = range(5)


def matcher(typed: str) -> Callable[[str], int | None]:
    """Return the function that tells how well a name fits, None if it does not.

    Of capitals and small letters it makes no difference. "gp" fits goal-position,
    where words begin, better than gripper, where it does not.
    """
    typed = typed.lower()
    letters = [re.escape(letter) for letter in typed]
    in_order = re.compile(".*?".join(letters), re.DOTALL)
    words_begin = re.compile(
        f"(?:.*{_BETWEEN})?" + f"(?:.*{_BETWEEN})?".join(letters), re.DOTALL
    )

    def fit(name: str) -> int | None:
        name = name.lower()
        if not in_order.search(name):
            return None
        if name.startswith(typed):
            return EXACT if name == typed else BEGINS
        if len(typed) <= _LONGEST and words_begin.match(name):
            return WORDS_BEGIN
        return CONTAINS if typed in name else IN_ORDER

    return fit


# Longer words are not looked for at the beginnings of words: that could take long.
_LONGEST = 12
