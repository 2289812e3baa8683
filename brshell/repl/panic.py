"""The panic key Ctrl-\\ where the terminal makes a signal of it.

It does that while a program runs, and always where entries are not edited.
"""

from __future__ import annotations

import signal
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from brshell.repl.session import Session

PANIC = getattr(signal, "SIGQUIT", None)  # Windows has none


@contextmanager
def panic_key(session: Session) -> Iterator[None]:
    """Let the key stop everything; what runs ends as it does by Ctrl-C."""

    def pressed(number: int, frame: FrameType | None) -> None:
        if session.machine.interrupts.in_force:
            signal.raise_signal(signal.SIGINT)
        else:
            print()  # after the prompt
            session.panic()

    if PANIC is None:
        yield
        return
    before = signal.signal(PANIC, pressed)
    try:
        yield
    finally:
        signal.signal(PANIC, before)
