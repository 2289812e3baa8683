"""Tasks: Scheme procedures that run in the background, in the time of a robot."""

from __future__ import annotations

import threading

from brshell.runtime.conditions import Condition, SchemeError, SchemeExit
from brshell.runtime.datums import UNSPECIFIED, symbol
from brshell.runtime.dynamic import thread
from brshell.runtime.interrupts import COMPUTING, WAITING, Activity, current

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brbrain.clock import Clock


FINISH_SECONDS = 1.0
"""Longest time to wait for a task to complete what it does; our choice."""


class TaskStopped(BaseException):
    """Ends a task that was told to stop; no handler of a program takes it."""


class Task:
    """Work in a thread of a clock: ``state`` is running, stopped (told to), or ended.

    ``value`` is what it returned in the end; ``subject`` what it works with, such as a
    playback.

    ``report`` is called with a SchemeError that ends it. The parameters in force are
    those where it was made.
    """

    def __init__(
        self,
        name: str,
        clock: Clock,
        work: Callable[[], Any],
        report: Callable[[SchemeError], None],
    ) -> None:
        self.name = name
        self.state = "running"
        self.value: Any = UNSPECIFIED
        self.subject: Any = None
        self._clock = clock
        self._work = work
        self._report = report
        self._parameters = thread.state.parameters
        self._activity = Activity(TaskStopped)
        self._thread = clock.start(self._run, name)

    @property
    def is_current(self) -> bool:
        """Whether it is what the running thread does."""
        return current.activity is self._activity

    def stop(self) -> None:
        """Have it end: what it does with a robot is completed, then its afters run."""
        if self.state == "running":
            self.state = "stopped"
            self._activity.told = True
            if self._activity.doing == COMPUTING:
                _raise_in(self._thread.ident, TaskStopped)

    def wait(self) -> Any:
        """Wait until it has ended; return its value."""
        self._thread.join()
        return self.value

    def finish(self) -> None:
        """Wait until it has ended, where that takes not much real time."""
        from brbrain.clock import VirtualClock

        if self._thread is threading.current_thread():
            return
        if isinstance(self._clock, VirtualClock):
            self._thread.join()
        elif self._activity.doing != WAITING:
            self._thread.join(FINISH_SECONDS)

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return f"task {self.name}", [("state", symbol(self.state))]

    def _run(self) -> None:
        current.activity = self._activity
        thread.state.parameters = self._parameters
        try:
            self.value = self._work()
        except (TaskStopped, SchemeExit):
            pass
        except SchemeError as error:
            if isinstance(error.payload, Condition) and error.payload.fact is None:
                error.payload.fact = f"the task {self.name} has ended"
            self._report(error)
        finally:
            self.state = "ended"


def _raise_in(thread: int | None, ending: type[BaseException]) -> None:
    """Raise an exception in another thread, before the next thing it does in Python."""
    import ctypes

    if thread is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(thread), ctypes.py_object(ending)
        )
