"""What the editor gets from the rest of the shell."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from brshell.repl.editor.assistance import Assistance
from brshell.repl.meanings import Meanings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from brshell.config import Settings
    from brshell.repl.editor.assistance import Candidate, Fragments
    from brshell.repl.session import Session


def assistance(
    session: Session, settings: Settings, entries: Callable[[], list[str]]
) -> Assistance:
    """Return all that the editor asks for; ``entries`` are those of the history."""
    parts: dict[str, Any] = {"panic": getattr(session, "panic", None)}
    if find_spec("brshell.repl.completion"):
        completion = Completion(session, entries)
        parts["begin"] = completion.begin
        parts["candidates"] = completion.candidates
        parts["hint"] = completion.hint
    if settings["toolbar"] and find_spec("brshell.repl.status_line"):
        status_line = import_module("brshell.repl.status_line").status_line
        parts["status"] = lambda: status_line(session)
    return Assistance(meaning=Meanings(session.machine), **parts)


class Completion:
    """Completes names as they are when an entry begins."""

    def __init__(self, session: Session, entries: Callable[[], list[str]]) -> None:
        self._session = session
        self._entries = entries
        self._names: Any = None
        self._module = {
            name: import_module(f"brshell.repl.completion.{name}")
            for name in ("candidates", "hint", "names")
        }

    def begin(self) -> None:
        """Forget the names: the entry before may have defined some."""
        self._names = None

    def candidates(
        self, text: str, cursor: int, requested: bool
    ) -> Sequence[Candidate]:
        """Return what the word in front of the cursor may become, best first."""
        found: Sequence[Candidate] = self._module["candidates"].candidates(
            text, cursor, self._known(), requested
        )
        return found

    def hint(self, text: str, cursor: int) -> Fragments:
        """Return the signature of the call around the cursor."""
        parts = self._module["hint"].hint(text, cursor, self._known())
        return [(f"class:{style}", part) for style, part in parts]

    def _known(self) -> Any:
        if self._names is None:
            names = self._module["names"]
            uses = names.count_uses(self._entries())
            self._names = names.names_of(self._session.machine, uses)
        return self._names
