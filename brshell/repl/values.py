"""The last values at the prompt: $1, $2 and so on, *1 *2 *3, and the error *e."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.machine import Machine

KEPT = 100
"""So many of the last values are kept, others are forgotten; our choice."""

RECENT = 3


class LastValues:
    """Defines variables for the values that the prompt shows."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._count = 0
        self._recent: list[Any] = []

    def keep(self, value: Any) -> str:
        """Define the next $n and the *n anew; return the name of the former."""
        self._count += 1
        name = f"${self._count}"
        self._machine.define(name, value)
        if self._count > KEPT:
            self._machine.forget(f"${self._count - KEPT}")
        self._recent = [value, *self._recent[: RECENT - 1]]
        for number, each in enumerate(self._recent, 1):
            self._machine.define(f"*{number}", each)
        return name

    def keep_error(self, payload: Any) -> None:
        """Define *e as the object that was raised."""
        self._machine.define("*e", payload)
