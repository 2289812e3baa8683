"""How deep a computation is in what is watched: a part of its dynamic state.

The level is kept among the parameters in force, so that whatever leaves or enters a
computation, an error or a continuation, has the right level too.
"""

from __future__ import annotations

from brshell.runtime.datums import Pair, cons
from brshell.runtime.dynamic import thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Levels:
    """Counts the levels of one kind."""

    def enter(self) -> Any:
        """Go one level deeper; return what ``leave`` needs."""
        state = thread.state
        before = state.parameters
        state.parameters = cons(cons(self, self.now() + 1), before)
        return before

    def leave(self, before: Any) -> None:
        """Go back to where ``enter`` was called."""
        thread.state.parameters = before

    def now(self) -> int:
        """Return the present level, counted from 0."""
        bindings = thread.state.parameters
        while isinstance(bindings, Pair):
            if bindings.car.car is self:
                level: int = bindings.car.cdr
                return level
            bindings = bindings.cdr
        return 0
