"""Promises, as delay and delay-force make them. R7RS 4.2.5."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Promise:
    """A value, or the procedure that makes the promise of one.

    ``state`` is the list [done, value or procedure]; promises that turn out to be the
    same share it.
    """

    __slots__ = ("state",)

    def __init__(self, done: bool, value: Any) -> None:
        self.state = [done, value]

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        done, value = self.state
        return "promise", [("value", value)] if done else []
