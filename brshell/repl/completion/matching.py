"""How well a name fits what was typed: the letters must come in the same order."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# The ways to fit, the best first.
EXACT, BEGINS, WORDS_BEGIN, CONTAINS, IN_ORDER = range(5)


def matcher(typed: str) -> Callable[[str], int | None]:
    """Return the function that tells how well a name fits, None if it does not.

    Of capitals and small letters it makes no difference. "gp" fits goal-position,
    where words begin, better than gripper, where it does not.
    """
    typed = typed.lower()

    def fit(name: str) -> int | None:
        name = name.lower()
        if not _in_order(typed, name):
            return None
        if name.startswith(typed):
            return EXACT if name == typed else BEGINS
        if _words_begin(typed, name):
            return WORDS_BEGIN
        return CONTAINS if typed in name else IN_ORDER

    return fit


def _in_order(typed: str, name: str) -> bool:
    """Tell whether the letters come in this order.

    A regular expression would have to be compiled for each key that is pressed.
    """
    end = 0
    for letter in typed:
        end = name.find(letter, end) + 1
        if not end:
            return False
    return True


def _words_begin(typed: str, name: str) -> bool:
    """Tell whether each letter goes on from the one before, or begins a word.

    What is no letter may come without those before it: "c->i" fits char->integer.
    """
    starts = [
        index
        for index, letter in enumerate(name)
        if index == 0 or not (letter.isalnum() and name[index - 1].isalnum())
    ]
    reached = {-1}  # where the letters so far may end; at first nowhere
    for letter in typed:
        first = min(reached)
        ends = {index + 1 for index in reached if index >= 0}
        ends.update(start for start in starts if start > first)
        reached = {end for end in ends if name[end : end + 1] == letter}
        if not reached:
            return False
    return True
