"""Commands that show values."""

from __future__ import annotations

from brshell.repl.commands.declare import command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.repl.session import Session


@command("pp", argument="FORM")
def pp(session: Session, argument: str) -> None:
    """Show the whole value of a form, over as many lines as it takes."""
    from brshell.repl.display.columns import terminal_width
    from brshell.repl.display.pretty import pretty

    print(pretty(session.run("prompt", argument), terminal_width(), whole=True))
