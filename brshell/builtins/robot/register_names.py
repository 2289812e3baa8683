"""BRBrain's names of the registers, without loading what is known about them."""

from __future__ import annotations

import os

import brbrain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class RegisterName:
    """A register, by the name that BRBrain has for it, such as AX12_GOAL_POSITION."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name to print."""
        return f"register {self.name}", []


def register_names() -> dict[str, RegisterName]:
    """Return all registers by their names, as brbrain's table has them."""
    path = os.path.join(os.path.dirname(brbrain.__file__), "registers.csv")
    with open(path, encoding="utf-8") as file:
        rows = file.read().splitlines()[1:]
    names = []
    for row in rows:
        device, name, _ = row.split(",", 2)
        names.append(f"{device}_{name}".upper().replace(" ", "_"))
    return {name: RegisterName(name) for name in names}
