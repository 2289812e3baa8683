"""The dynamic state of a thread: handlers, winds and parameters in force.

A continuation remembers these three; entering it puts them back.
"""

from __future__ import annotations

from _thread import _local as thread_local

from brshell.runtime.datums import NIL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class DynamicState(thread_local):
    """What is in force, as Scheme lists, innermost first."""

    handlers: Any = NIL  # procedures that take a raised object
    winds: Any = NIL  # pairs (before . after) of dynamic-wind
    parameters: Any = NIL  # pairs (parameter . value) of parameterize
    depth: int = 0  # how many call/cc are live on Python's stack


state = DynamicState()
