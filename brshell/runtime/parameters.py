"""Parameters: procedures of no arguments that return a value bound for a while."""

from __future__ import annotations

from brshell.runtime.datums import Pair
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Parameter:
    """A parameter object. R7RS 4.2.6.

    ``value`` holds where no parameterize is in force; ``converter`` is the procedure
    that makes the value of what is bound, or None. ``help`` says what it is for.
    """

    __slots__ = ("converter", "help", "value")

    def __init__(self, value: Any, converter: Any = None, help: str = "") -> None:
        self.value = value
        self.converter = converter
        self.help = help

    def __call__(self) -> Any:
        """Return the value in force."""
        bindings = thread.state.parameters
        while isinstance(bindings, Pair):
            if bindings.car.car is self:
                return bindings.car.cdr
            bindings = bindings.cdr
        return self.value

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return "parameter", [("value", self())]
