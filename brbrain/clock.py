"""Time as the robot sees it: the wall clock, or a virtual one for simulation."""

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """A source of time in seconds; the origin is arbitrary."""

    def now(self) -> float:
        """Return the time in seconds; it never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Wait; zero or a negative number only lets others run."""
        ...

    def start(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Run ``target`` in a thread that shares this clock."""
        ...


class WallClock:
    """Monotonic real time."""

    def now(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait in real time."""
        time.sleep(max(0.0, seconds))

    def start(self, target: Callable[[], None], name: str) -> threading.Thread:
        """Run ``target`` in a daemon thread."""
        thread = threading.Thread(target=target, name=name, daemon=True)
        thread.start()
        return thread
