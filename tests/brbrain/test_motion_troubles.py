"""Motion hooks that raise, block or are slow: the others go on, and it is told."""

from __future__ import annotations

import threading
import time

import pytest
from motion_recorder import PERIOD, Recorder, periods

from brbrain.clock import VirtualClock, WallClock
from brbrain.errors import BrError
from brbrain.motion import MotionEngine, MotionHook, Trouble


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def troubles():
    return []


@pytest.fixture
def engine(clock, troubles):
    engine = MotionEngine(["a", "b"], PERIOD, clock, report=troubles.append)
    yield engine
    engine.stop()


@pytest.fixture
def paused(engine):
    engine.pause()
    engine.start()
    return engine


FUNCTIONS = (
    "motion_starting",
    "entering_realtime",
    "update_pids",
    "motion_check",
    "motion_updated",
    "leaving_realtime",
    "motion_stopping",
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_hook_that_raises_does_not_stop_the_others(engine, clock, troubles, function):
    def fail(*arguments):
        raise ValueError("broken")

    bad, good = Recorder("bad"), Recorder("good")
    setattr(bad, function, fail)
    engine.add_hook(bad)
    engine.add_hook(good)
    engine.update_pids({"a": (1, 2, 3)})
    engine.start()
    periods(clock, 3)
    engine.stop()
    assert good.names()[0] == "starting"
    assert len(good.changes()) == 4
    assert good.names()[-1] == "stopping"
    told = "motion_check" if function == "motion_updated" else function
    assert [str(trouble) for trouble in troubles] == [
        f"motion hook bad: {told} raised ValueError: broken"
    ]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_hook_that_blocks_does_not_stop_the_others(engine, clock, troubles, function):
    def block(*arguments):
        clock.sleep(60)

    bad, good = Recorder("bad"), Recorder("good")
    setattr(bad, function, block)
    engine.add_hook(bad)
    engine.add_hook(good)
    engine.update_pids({"a": (1, 2, 3)})
    engine.start()
    periods(clock, 100)
    leaves = function in ("leaving_realtime", "motion_stopping")
    assert len(good.changes()) == 101
    assert bool(troubles) != leaves
    before = clock.now()
    engine.stop()
    assert clock.now() - before < 1.0
    assert good.names()[-1] == "stopping"
    told = "motion_check" if function == "motion_updated" else function
    (trouble,) = troubles
    assert (trouble.hook, trouble.function, trouble.error) == (bad, told, None)
    assert trouble.seconds <= 1.0
    assert str(trouble).startswith(f"motion hook bad: {told} has not returned for 0.")


def test_a_hook_that_blocks_again_and_again_is_named_once(engine, clock, troubles):
    slow = MotionHook("slow")
    slow.motion_updated = lambda *_: clock.sleep(2.0)
    engine.add_hook(slow)
    engine.start()
    clock.sleep(10)
    assert [trouble.hook for trouble in troubles] == [slow]
    slow.motion_updated = lambda *_: None
    clock.sleep(3)
    slow.motion_updated = lambda *_: clock.sleep(2.0)
    clock.sleep(10)
    assert len(troubles) == 2


def test_one_that_computes_while_virtual_time_stands_still_is_named(
    engine, clock, troubles
):
    busy = MotionHook("busy")
    begin = time.monotonic()

    def compute(*_):
        while not troubles and time.monotonic() < begin + 30:
            pass

    busy.motion_updated = compute
    engine.add_hook(busy)
    engine.start()
    clock.sleep(PERIOD / 2)
    engine.pause()
    assert [trouble.hook for trouble in troubles] == [busy]
    assert troubles[0].seconds >= 0.5


def test_patience_is_that_of_real_time_however_slow_the_clock_is():
    told, go_on = threading.Event(), threading.Event()
    troubles = []

    def report(trouble):
        troubles.append(trouble)
        told.set()

    engine = MotionEngine(["a"], PERIOD, WallClock(0.01), report=report)
    bad = MotionHook("bad")
    bad.motion_updated = lambda *_: go_on.wait(30)
    engine.add_hook(bad)
    with engine:
        assert told.wait(10)  # that would be 50 seconds by that clock
        go_on.set()
    assert [trouble.hook for trouble in troubles] == [bad]


def test_which_hooks_block_can_be_asked(engine, clock):
    bad = MotionHook("bad")
    bad.motion_updated = lambda *_: clock.sleep(2)
    engine.add_hook(bad)
    engine.start()
    clock.sleep(0.9)
    (trouble,) = engine.monitor()
    assert isinstance(trouble, Trouble)
    assert trouble.seconds == pytest.approx(0.9)


def test_at_full_speed_one_that_blocks_is_not_waited_for_twice(engine, clock, troubles):
    bad, good = MotionHook("bad"), Recorder("good")
    bad.motion_updated = lambda *_: clock.sleep(100)
    engine.add_hook(bad)
    engine.add_hook(good)
    engine.full_speed()
    engine.start()
    clock.sleep(3)
    assert len(good.changes()) > 2.0 / PERIOD
    assert [trouble.hook for trouble in troubles] == [bad]


def test_a_slow_hook_is_shown_the_newest_frame(engine, clock):
    slow = Recorder("slow")
    slow.motion_updated = lambda changed, frames: (
        slow.note("updated", changed, frames),
        clock.sleep(2.5 * PERIOD),
    )
    engine.add_hook(slow)
    engine.start()
    for turn in range(9):
        engine.set_output("a", turn)
        clock.sleep(PERIOD)
    engine.stop()
    seen = [frame[0] for frame in slow.shown()]
    assert len(seen) < 6
    assert seen == sorted(seen)
    assert engine.dropped["slow"] > 3


def test_changes_that_a_hook_failed_to_take_are_told_again(paused):
    class Moody(Recorder):
        bad = True

        def motion_updated(self, changed, frames):
            super().motion_updated(changed, frames)
            if self.bad:
                raise BrError("not now")

    hook = Moody()
    paused.add_hook(hook)
    paused.step(2)
    hook.bad = False
    paused.step(2)
    assert hook.changes() == [(0, 1), (0, 1), (0, 1), ()]
