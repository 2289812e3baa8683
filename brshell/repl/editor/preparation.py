"""Keys come first: what takes long to be known is made while nothing is typed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brshell.repl.editing.colors import Position
    from brshell.repl.editor.assistance import Assistance, Candidate, Fragments

PAUSE = 0.02
"""Seconds between two steps, for keys and for the screen; our choice."""


class Preparation:
    """Asks for nothing before it is prepared, unless the user does with Tab."""

    def __init__(self, assistance: Assistance) -> None:
        self._assistance = assistance
        self._steps = assistance.prepare() if assistance.prepare else iter(())
        self._is_done = assistance.prepare is None

    async def go_on(self, then: Callable[[], None]) -> None:
        """Take the steps that are left; call ``then`` after the last."""
        if self._is_done:
            return
        while not self._is_done:
            await asyncio.sleep(PAUSE)
            self._is_done = next(self._steps, True) is True
        then()

    def meaning(self, name: str, position: Position) -> str:
        """Return what a name is; until all is prepared, that it is not known."""
        return self._assistance.meaning(name, position) if self._is_done else ""

    def hint(self, text: str, cursor: int) -> Fragments:
        """Return what the call around the cursor takes."""
        return self._assistance.hint(text, cursor) if self._is_done else []

    def candidates(
        self, text: str, cursor: int, requested: bool
    ) -> Sequence[Candidate]:
        """Return what the name at the cursor may become."""
        if not (self._is_done or requested):
            return ()
        return self._assistance.candidates(text, cursor, requested)
