"""The calls that an error came through, or that wait in a stopped program."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.runtime.conditions import Frame


class Calls:
    """Calls, newest first, of which one is selected: the newest at first."""

    def __init__(self, calls: list[Frame]) -> None:
        self.calls = calls
        self._position = 0

    @property
    def selected(self) -> Frame | None:
        """The selected call, None if there are no calls."""
        return self.calls[self._position] if self.calls else None

    def select(self, step: int) -> bool:
        """Select another call, ``step`` calls older; tell whether there is one."""
        if not 0 <= self._position + step < len(self.calls):
            return False
        self._position += step
        return True
