"""How a command of the prompt is declared: once, as a Python function.

    @command("time", argument="FORM")
    def time(session: Session, argument: str) -> None:
        '''Run a form and tell how long it took.'''

It is typed as ``,time (work)``. The docstring is its help; completion and the reference
are made from the same.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from brshell.repl.session import Session

    Work = Callable[[Session, str], None]


class Command:
    """A command: ``names`` it is typed by, ``argument`` it takes, and what it does.

    ``argument`` is "" if it takes none, and "[FORM]" if it may do without.
    """

    def __init__(self, names: tuple[str, ...], argument: str, work: Work) -> None:
        self.names = names
        self.argument = argument
        self.work = work

    @property
    def help(self) -> str:
        """What it does, in words."""
        return self.work.__doc__ or ""

    @property
    def usage(self) -> str:
        """How it is typed, such as ``,time FORM``."""
        return f",{self.names[0]} {self.argument}".rstrip()


def command(*names: str, argument: str = "") -> Callable[[Work], Command]:
    """Declare the function as the command with this name (and these shorter ones)."""
    return lambda work: Command(names, argument, work)
