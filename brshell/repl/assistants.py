"""What the editor gets from the rest of the shell."""

from __future__ import annotations

from functools import partial

from brshell.repl.completion.candidates import candidates
from brshell.repl.completion.hint import hint
from brshell.repl.completion.names import count_uses, names_of
from brshell.repl.editor.assistance import Assistance
from brshell.repl.meanings import Meanings
from brshell.repl.status_line import status_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from brshell.config import Settings
    from brshell.repl.completion.names import Names
    from brshell.repl.editor.assistance import Candidate, Fragments
    from brshell.repl.session import Session


def assistance(
    session: Session, settings: Settings, entries: Callable[[], list[str]]
) -> Assistance:
    """Return all that the editor asks for; ``entries`` are those of the history."""
    completion = Completion(session, entries)
    status = partial(status_line, session) if settings["toolbar"] else None
    return Assistance(
        begin=completion.begin,
        meaning=Meanings(session.machine),
        candidates=completion.candidates,
        hint=completion.hint,
        status=status,
        panic=session.panic,
    )


class Completion:
    """Completes names as they are when an entry begins."""

    def __init__(self, session: Session, entries: Callable[[], list[str]]) -> None:
        self._session = session
        self._entries = entries
        self._names: Names | None = None

    def begin(self) -> None:
        """Forget the names: the entry before may have defined some."""
        self._names = None

    def candidates(
        self, text: str, cursor: int, requested: bool
    ) -> Sequence[Candidate]:
        """Return what the word in front of the cursor may become, best first."""
        return candidates(text, cursor, self._known(), requested)

    def hint(self, text: str, cursor: int) -> Fragments:
        """Return the signature of the call around the cursor."""
        if not text:
            return []  # so that the prompt shows before the names are known
        parts = hint(text, cursor, self._known())
        return [(f"class:{style}", part) for style, part in parts]

    def _known(self) -> Names:
        if self._names is None:
            uses = count_uses(self._entries())
            self._names = names_of(self._session.machine, uses)
        return self._names
