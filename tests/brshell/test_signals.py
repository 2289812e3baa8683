"""Signals between any two steps of the shell: none is lost, and the robot is stopped.

Python handles signals where a function is entered and where one of C returns; there
they are raised here, in one run after the other. The robot lives on a virtual clock.
"""

from __future__ import annotations

import itertools
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import pytest

import brbrain.sim
from brbrain.sim import Simulation
from brshell.cli import main
from brshell.runtime.interrupts import Activity, current

MODULES = (
    "brshell/cli.py",
    "brshell/machine.py",
    "brshell/runtime/interrupts.py",
    "brshell/runtime/nudges.py",
    "brshell/builtins/robot/procedures.py",
    "brshell/builtins/robot/robots.py",
    "brbrain/dialogue.py",
    "brbrain/robot.py",
    "brbrain/stopping.py",
)
"""Where signals are raised: all that has to do with them, or with stopping."""

PROGRAM = "(begin (move! 2 200 60) (wheel! 1 50) (get 2 'led) (sleep 1) {end})"


class WatchedSimulation(Simulation):
    """A simulated robot that knows whether it was closed."""

    closed = False

    def close(self) -> None:
        """Note that the link to it is closed."""
        self.closed = True
        super().close()


class Injection:
    """Raises a signal at the ``count``-th place at which a wheel was ever turning."""

    def __init__(
        self, number: int, count: int, robots: list[WatchedSimulation]
    ) -> None:
        self._number = number
        self._left = count
        self._robots = robots
        self._began = False

    @property
    def done(self) -> bool:
        """Whether it came to that place before the robot was closed."""
        return self._left == 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Be called by Python as its profiler."""
        if event not in ("call", "c_return"):
            return
        if not frame.f_code.co_filename.endswith(MODULES):
            return
        if (frame.f_code.co_name, event) == ("close", "c_return"):
            return  # the last packet is sent, so that nothing can be stopped any more
        self._began = self._began or any(
            robot.servos[1].wheel for robot in self._robots
        )
        if self._began and not self._robots[0].closed:
            self._left -= 1
            if self.done:
                sys.setprofile(None)
                signal.raise_signal(self._number)


@pytest.fixture
def robots(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[WatchedSimulation]]:
    """The simulated robots that are made, with signals as a shell gets them."""
    made: list[WatchedSimulation] = []

    def make(*arguments: Any, **options: Any) -> Simulation:
        made.append(WatchedSimulation(*arguments, **options))
        return made[-1]

    monkeypatch.setattr(brbrain.sim, "Simulation", make)
    monkeypatch.setattr(current, "activity", Activity(KeyboardInterrupt))
    usual = {
        signal.SIGINT: signal.default_int_handler,
        signal.SIGHUP: signal.SIG_DFL,
    }
    before = {number: signal.signal(number, usual[number]) for number in usual}
    yield made
    for number, handler in before.items():
        signal.signal(number, handler)


def run(
    number: int, count: int, end: str, robots: list[WatchedSimulation]
) -> tuple[int, bool]:
    """Run the program; return the exit code, and whether the signal was raised."""
    robots.clear()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    injection = Injection(number, count, robots)
    program = PROGRAM.format(end=end)
    sys.setprofile(injection)
    try:
        code = main(["--port", "sim:ids:1,2", "--fast", "-e", program])
    finally:
        sys.setprofile(None)
    return code, injection.done


@pytest.mark.parametrize(("end", "stride"), [("", 53), ("(car 5)", 149)])
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_a_signal_is_not_lost_and_the_robot_is_stopped(
    robots: list[WatchedSimulation], number: int, code: int, end: str, stride: int
) -> None:
    """Every so many places are taken; all of them, with stride 1, take minutes."""
    # Ctrl-C while an error stops the robot changes nothing.
    codes = {code} if not end or number != signal.SIGINT else {code, 1}
    for count in itertools.count(1, stride):
        got, raised = run(number, count, end, robots)
        if not raised:
            break
        robots[0].clock.sleep(0.5)
        wheel, joint = robots[0].servos[1], robots[0].servos[2]
        state = wheel.wheel, wheel["moving"], joint["moving"]
        assert (count, state) == (count, (False, 0, 0))
        assert got in codes, count
    assert count > 10 * stride
