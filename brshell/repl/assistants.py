"""What the editor gets from the rest of the shell."""

from __future__ import annotations

from functools import partial

from brshell.repl.completion import Completion
from brshell.repl.editor.assistance import Assistance
from brshell.repl.meanings import Meanings
from brshell.repl.status_line import status_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from brshell.config import Settings
    from brshell.repl.session import Session


def assistance(
    session: Session, settings: Settings, history: Iterable[str]
) -> Assistance:
    """Return all that the editor asks for; ``history`` are entries of former runs."""
    completion = Completion(session.machine, history)
    return Assistance(
        meaning=Meanings(session.machine),
        candidates=completion.candidates,
        hint=completion.hint,
        status=partial(status_line, session) if settings["toolbar"] else None,
        panic=session.panic,
        prepare=completion.prepare,
    )
