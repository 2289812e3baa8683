"""Parameters: procedures of no arguments that return a value bound for a while."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Parameter:
    """A parameter object. R7RS 4.2.6.

    ``converter`` is the procedure that makes the value of what is bound, or None.
    A parameter of the language itself has ``scheme_names`` as a builtin has.
    """

    def __init__(
        self, value: Any, converter: Callable[[Any], Any] | None = None, *names: str
    ) -> None:
        self.value = value
        self.converter = converter
        if names:
            self.scheme_names = names

    def __call__(self) -> Any:
        """Return the present value."""
        return self.value

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "parameter", [("value", self.value)]
