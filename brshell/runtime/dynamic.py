"""The dynamic state of a thread: handlers, winds and parameters in force.

A continuation remembers these three; entering it puts them back.
"""

from __future__ import annotations

from _thread import _local as thread_local

from brshell.runtime.datums import NIL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class DynamicState:
    """What is in force, as Scheme lists, innermost first."""

    __slots__ = ("depth", "handlers", "parameters", "winds")

    def __init__(self) -> None:
        self.handlers: Any = NIL  # procedures that take a raised object
        self.winds: Any = NIL  # pairs (before . after) of dynamic-wind
        self.parameters: Any = NIL  # pairs (parameter . value) of parameterize
        self.depth = 0  # how many call/cc are live on Python's stack


class _Thread(thread_local):
    def __init__(self) -> None:
        self.state = DynamicState()


thread = _Thread()
"""``thread.state`` is the state of the running thread: ask once, it takes time."""
