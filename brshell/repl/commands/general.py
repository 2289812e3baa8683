"""Commands for the prompt itself."""

from __future__ import annotations

from brshell.repl.commands.declare import command
from brshell.runtime.conditions import SchemeExit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session


@command("quit", "q")
def quit(session: Session, argument: str) -> None:
    """End the shell; robots are left as the closing policy says."""
    raise SchemeExit(0)
