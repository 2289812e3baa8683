"""Signals are told of as before, whatever an event loop did meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal
import threading

from brshell.runtime.nudges import WakingUpKept


async def takes_signals_over() -> None:
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, lambda: None)
    loop.remove_signal_handler(signal.SIGUSR1)


def test_after_an_event_loop_signals_are_told_of_as_before():
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    before = signal.set_wakeup_fd(tell)
    try:
        with WakingUpKept():
            asyncio.run(takes_signals_over())
        assert signal.set_wakeup_fd(before) == tell
    finally:
        signal.set_wakeup_fd(before)
        os.close(told)
        os.close(tell)


def test_in_another_thread_there_is_nothing_to_keep():
    done = threading.Event()

    def works() -> None:
        with WakingUpKept():
            done.set()

    thread = threading.Thread(target=works)
    thread.start()
    thread.join()
    assert done.is_set()
