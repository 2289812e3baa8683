"""Waking the main thread up for signals.

Python handles a signal in the main thread between two steps of the program. One that
comes when the main thread is just about to wait in the system is handled only after the
wait, be it a minute. So another thread is told of each signal too, and nudges the main
thread a little later.
"""

from __future__ import annotations

import os
import time
from _thread import get_ident, interrupt_main, start_new_thread

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # module signal makes enumerations, which takes time

PATIENCE = 0.03
"""Seconds in which work is to get to a safe point after Ctrl-C, so that all ends within
0.05; after that it is broken off. Our choice.
"""

PAUSES = (PATIENCE, 0.1, 0.5)
"""Seconds before each nudge: on a busy machine one might come too early as well."""

NUDGE = getattr(signal, "SIGURG", signal.SIGABRT)
"""The signal that wakes up; without a handler the system ignores SIGURG. Windows, which
does not have it, never sees this one: Python only does as if it had come.
"""


class WakingUpKept:
    """Has signals told of as before, once what is done in it has changed that.

    An event loop of asyncio takes it over, and ends with none told of.
    """

    def __enter__(self) -> None:
        self._is_main = True
        try:
            self._before = signal.set_wakeup_fd(-1)
        except ValueError:  # not the main thread, which alone is told
            self._is_main = False

    def __exit__(self, *exception: object) -> None:
        if self._is_main:
            signal.set_wakeup_fd(self._before, warn_on_full_buffer=False)


class Nudges:
    """Nudges the thread that makes it, a little after each signal, until ``close``."""

    def __init__(self) -> None:
        self._thread = get_ident()
        self._closed = False
        self._told, self._tell = os.pipe()
        self._wakes = hasattr(signal, "pthread_kill")
        if self._wakes:
            os.set_blocking(self._tell, False)
            self._before = signal.set_wakeup_fd(self._tell, warn_on_full_buffer=False)
        start_new_thread(self._run, ())

    def close(self) -> None:
        """Nudge no more."""
        self._closed = True
        if self._wakes:
            signal.set_wakeup_fd(self._before)
        os.close(self._tell)

    def remind(self) -> None:
        """Nudge a little later, whether or not the system tells of a signal."""
        os.write(self._tell, b"\0")

    def _run(self) -> None:
        try:
            while numbers := os.read(self._told, 64):
                if numbers.strip(bytes([NUDGE])):
                    self._nudge()
        finally:
            os.close(self._told)

    def _nudge(self) -> None:
        for pause in PAUSES:
            time.sleep(pause)
            if self._closed:
                break
            if self._wakes:
                signal.pthread_kill(self._thread, NUDGE)
            else:
                interrupt_main(NUDGE)
