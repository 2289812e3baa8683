"""What the user is told while a robot does not stop."""

from __future__ import annotations

import io
import sys
import threading
from types import SimpleNamespace
from typing import Any

from brshell.builtins.robot import robots
from brshell.builtins.robot.robots import _insist

SLOW: Any = SimpleNamespace(name="port")


class Told(io.StringIO):
    """An error output that knows when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.flushed = threading.Event()

    def flush(self) -> None:
        self.flushed.set()


def test_a_stop_that_takes_long_is_told(monkeypatch):
    told = Told()
    monkeypatch.setattr(robots, "PATIENCE", 0.01)
    monkeypatch.setattr(sys, "stderr", told)

    def stop(robot: Any) -> None:
        told.flushed.wait(10)

    assert _insist(SLOW, stop) is None
    assert told.getvalue() == ("port does not say that it has stopped: still trying\n")


def test_a_stop_that_is_soon_done_is_not(capsys):
    assert _insist(SLOW, lambda robot: None) is None
    assert capsys.readouterr().err == ""
