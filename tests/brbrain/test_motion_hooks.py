"""Motion hooks: what an engine calls, and in which order."""

from __future__ import annotations

from math import nan

import pytest
from motion_recorder import PERIOD, Recorder, periods

from brbrain.clock import VirtualClock
from brbrain.errors import ArgumentError, BrError
from brbrain.motion import MotionEngine, MotionHook, Pid
from brbrain.motion.hook import changed


@pytest.fixture
def clock():
    return VirtualClock()


@pytest.fixture
def engine(clock):
    engine = MotionEngine(["a", "b"], PERIOD, clock)
    yield engine
    engine.stop()


@pytest.fixture
def paused(engine):
    engine.pause()
    engine.start()
    return engine


def test_the_order_of_calls(engine, clock):
    hook = Recorder()
    engine.add_hook(hook)
    engine.start()
    periods(clock, 2)
    engine.stop()
    periods(clock, 3)
    assert hook.names() == [
        "starting", "entering", "updated", "updated", "updated", "leaving", "stopping",
    ]  # fmt: skip
    assert hook.calls[1] == ("entering", 1.0)
    assert hook.calls[-2] == ("leaving", False)


def test_first_all_outputs_then_those_that_change_then_none(paused):
    hook = Recorder()
    paused.add_hook(hook)
    paused.step()
    paused.set_output("b", 0.5)
    paused.step(2)
    assert hook.changes() == [(0, 1), (1,), ()]
    assert hook.last_outputs[1] == 0.5


@pytest.mark.parametrize(
    ("last", "frames", "indices"),
    [
        (None, [[1, 2]], (0, 1)),
        ([1, 2], [[1, 2]], ()),
        ([1, 2], [[1, 3]], (1,)),
        ([1, 2], [[0, 2], [1, 2]], (0,)),  # there and back in one period
        ([1, 2], [[1, 2], [1, 4]], (1,)),
        ([nan, 2], [[nan, 2]], ()),
        ([nan, 2], [[1, 2]], (0,)),
        ([1, 2], [[nan, 2]], (0,)),
        ([0.0, 2], [[-0.0, 2]], ()),
    ],
)
def test_what_counts_as_a_change(last, frames, indices):
    assert changed(tuple(map(tuple, frames)), last) == indices


def test_several_frames_in_a_period(clock):
    engine = MotionEngine(["a", "b"], PERIOD, clock, frames=2)
    hook = Recorder()
    engine.add_hook(hook)
    engine.pause()
    engine.start()
    engine.set_frame([[1, 1], [2, 1]])
    engine.step(2)
    engine.set_frame([[9, 1], [2, 1]])
    engine.step(2)
    engine.stop()
    shown = [call[2] for call in hook.calls if call[0] == "updated"]
    assert shown[:2] == [((1, 1), (2, 1)), ((2, 1), (2, 1))]
    assert hook.changes() == [(0, 1), (), (0,), ()]


def test_one_who_overrides_the_check_sees_all_and_no_last_outputs(paused):
    class Raw(MotionHook):
        seen = ()

        def motion_check(self, frames):
            self.seen += frames

    hook = Raw()
    paused.add_hook(hook)
    paused.set_frame([1, 2])
    paused.step(2)
    assert hook.seen == ((1, 2), (1, 2))
    assert hook.last_outputs == ()
    assert hook.first_check


def test_started_again_all_outputs_are_new(engine, clock):
    hook = Recorder()
    engine.add_hook(hook)
    for _ in range(2):
        engine.start()
        periods(clock, 1)
        engine.stop()
    assert hook.changes() == [(0, 1), (), (0, 1), ()]


# Transitions of the time scale: real time, faster, paused, full speed.

SCALES = {"real": 1.0, "fast": 4.0, "paused": 0.0, "full": -1.0}
NOTHING, ENTER = [], ["entering"]
PAUSE, FULL = [("leaving", False)], [("leaving", True)]
TRANSITIONS = {
    #          to real  fast     paused   full
    "real": (NOTHING, NOTHING, PAUSE, FULL),
    "fast": (NOTHING, NOTHING, PAUSE, FULL),
    "paused": (ENTER, ENTER, NOTHING, FULL),
    "full": (ENTER, ENTER, PAUSE, NOTHING),
}


@pytest.mark.parametrize("old", SCALES)
@pytest.mark.parametrize("new", SCALES)
def test_transitions_of_the_time_scale(engine, clock, old, new):
    hook = Recorder()
    engine.add_hook(hook)
    engine.set_time_scale(SCALES[old])
    engine.start()
    clock.sleep(0)
    first = ("entering", SCALES[old]) if SCALES[old] > 0 else None
    assert hook.calls[1] == (first or ("leaving", SCALES[old] < 0))
    del hook.calls[:]
    engine.set_time_scale(SCALES[new])
    clock.sleep(0)
    told = TRANSITIONS[old][list(SCALES).index(new)]
    expected = [("entering", SCALES[new])] if told is ENTER else told
    assert [call for call in hook.calls if call[0] != "updated"] == expected


def test_the_time_scale_can_be_watched(engine, clock):
    hook, seen = Recorder(), []
    engine.add_hook(hook)
    engine.start()
    clock.sleep(0)
    hook.scale.subscribe(seen.append)
    for value in (2, 0, -7, 0.5):
        engine.set_time_scale(value)
    clock.sleep(0)
    assert seen == [2, 0, -1, 0.5]
    hook.scale.unsubscribe(seen.append)
    engine.set_time_scale(1)
    clock.sleep(0)
    assert hook.scale.value == 1
    assert len(seen) == 4


@pytest.mark.parametrize(("scale", "checks"), [(1, 11), (2, 21), (0.5, 6), (0, 0)])
def test_periods_are_of_simulated_time(engine, clock, scale, checks):
    hook = Recorder()
    engine.add_hook(hook)
    engine.set_time_scale(scale)
    engine.start()
    clock.sleep(10 * PERIOD + 0.001)
    engine.stop()
    assert len(hook.changes()) == checks
    assert engine.time == pytest.approx(checks * PERIOD)
    assert engine.overruns == 0


def test_periods_do_not_drift(engine, clock):
    times = []
    hook = MotionHook()
    hook.motion_updated = lambda *_: times.append(clock.now())
    engine.add_hook(hook)
    engine.start()
    clock.sleep(1000 * PERIOD + 0.001)
    assert times == pytest.approx([number * PERIOD for number in range(1001)])


def test_a_pause_and_steps_in_it(paused, clock):
    hook = Recorder()
    paused.add_hook(hook)
    clock.sleep(10)
    assert hook.changes() == []
    paused.step(3)
    assert len(hook.changes()) == 3
    paused.set_time_scale(1)
    clock.sleep(0.2)
    assert len(hook.changes()) > 3


def test_full_speed_is_the_same_every_time():
    def run():
        clock, calls = VirtualClock(), []
        engine = MotionEngine(["a", "b"], PERIOD, clock)
        for name in ("one", "two"):
            engine.add_hook(Recorder(name, calls))
        engine.full_speed()
        engine.start()
        for turn in range(50):
            engine.set_output("a", turn)
            clock.sleep(0.05)
        engine.stop()
        return calls

    first = run()
    assert len(first) > 100
    assert str(run()) == str(first)


def test_at_full_speed_no_frame_is_dropped(engine, clock):
    slow = Recorder("slow")
    slow.motion_updated = lambda *_: (slow.note("updated"), clock.sleep(0.2))
    engine.add_hook(slow)
    engine.full_speed()
    engine.start()
    clock.sleep(5)
    engine.stop()
    assert engine.dropped == {"slow": 0}
    assert slow.names().count("updated") == engine.periods


# PIDs


def test_pids_come_with_the_frame_of_the_same_moment(engine, clock):
    hook = Recorder()
    engine.add_hook(hook)
    engine.start()
    periods(clock, 0)
    with engine.transaction():
        engine.update_pids({"b": (32, 16, 1)})
        periods(clock, 3)  # nothing is shown half
        engine.set_output("b", 1)
    periods(clock, 2)
    at = hook.names().index("pids")
    assert hook.calls[at] == ("pids", {1: Pid(32, 16, 1)})
    assert hook.calls[at + 1][:2] == ("updated", (1,))
    assert hook.names().count("pids") == 1


def test_all_hooks_get_the_pids_of_all_outputs_at_once(engine, clock):
    hooks = [Recorder("one"), Recorder("two")]
    for hook in hooks:
        engine.add_hook(hook)
    engine.start()
    periods(clock, 1)
    engine.update_pids({"a": (32, 16, 1), "b": (64, 20, 3)})
    periods(clock, 2)
    for hook in hooks:
        told = [call[1] for call in hook.calls if call[0] == "pids"]
        assert told == [{0: Pid(32, 16, 1), 1: Pid(64, 20, 3)}]


def test_a_hook_that_comes_later_gets_all_pids(paused):
    paused.update_pids({"a": (1, 2, 3)})
    paused.step()
    paused.update_pids({"a": (4, 5, 6), "b": (7, 8, 9)})
    late = Recorder()
    paused.add_hook(late)
    paused.step(2)
    both = {0: (4, 5, 6), 1: (7, 8, 9)}
    assert [call for call in late.calls if call[0] == "pids"] == [("pids", both)]


# Hooks that come and go, and hooks in order


def test_hooks_come_and_go_while_it_runs(engine, clock):
    engine.start()
    periods(clock, 1)
    hook = Recorder()
    engine.add_hook(hook)
    periods(clock, 1)
    engine.remove_hook(hook)
    periods(clock, 3)
    assert hook.names()[:3] == ["starting", "entering", "updated"]
    assert hook.names()[-2:] == ["leaving", "stopping"]
    assert hook.changes()[0] == (0, 1)
    assert engine.hooks == ()


@pytest.mark.parametrize(
    ("scale", "first"),
    [(2.0, ("entering", 2.0)), (0.0, ("leaving", False)), (-1.0, ("leaving", True))],
)
def test_one_that_is_added_is_told_how_time_runs(engine, clock, scale, first):
    engine.set_time_scale(scale)
    engine.start()
    periods(clock, 1)
    hook = Recorder()
    engine.add_hook(hook)
    clock.sleep(0)
    assert hook.calls[:2] == [("starting",), first]


def test_one_that_is_removed_sees_nothing_more_and_the_others_go_on(engine, clock):
    gone, stays = Recorder("gone"), Recorder("stays")
    engine.add_hook(gone)
    engine.add_hook(stays)
    engine.start()
    periods(clock, 1)
    engine.remove_hook(gone)
    calls = len(gone.calls)
    periods(clock, 5)
    assert len(gone.calls) == calls
    assert len(stays.changes()) == 7


def test_several_hooks_are_called_in_order(engine, clock):
    order = []
    for name in "xyz":
        hook = MotionHook(name)
        hook.motion_updated = lambda *_, name=name: (
            clock.sleep(0.001),
            order.append(name),
        )
        engine.add_hook(hook)
    engine.start()
    periods(clock, 3)
    assert "".join(order) == "xyz" * 4


def test_a_hook_may_remove_itself_stop_the_engine_and_set_outputs(engine, clock):
    once, mirror, last = Recorder("once"), Recorder("mirror"), Recorder("last")
    once.motion_updated = lambda *_: engine.remove_hook(once)
    mirror.motion_updated = lambda _, frames: engine.set_output("b", -frames[-1][0])
    last.motion_updated = lambda *_: engine.periods == 5 and engine.stop()
    for hook in (once, mirror, last):
        engine.add_hook(hook)
    engine.set_output("a", 0.25)
    engine.start()
    periods(clock, 10)
    assert engine.hooks == (mirror, last)
    assert engine.output("b") == -0.25
    assert engine.periods == 5
    assert not engine.running


def test_connected_if_any_hook_is_and_one_that_raises_is_not(engine):
    assert not engine.is_connected()
    lost, broken = MotionHook(), MotionHook()
    lost.is_connected = lambda: False
    broken.is_connected = lambda: 1 / 0
    engine.add_hook(lost)
    engine.add_hook(broken)
    assert not engine.is_connected()
    engine.add_hook(MotionHook())
    assert engine.is_connected()


def test_the_verbose_level_is_pushed(engine):
    first, second = MotionHook(), MotionHook()
    engine.add_hook(first)
    engine.verbose = 2
    engine.add_hook(second)
    assert (first.verbose, second.verbose) == (2, 2)


MISTAKES = [
    (lambda engine: engine.set_output("c", 1), "output: expected one of a, b"),
    (lambda engine: engine.set_output("a", "1"), "output: expected a finite number"),
    (lambda engine: engine.set_output("a", True), "output: expected a finite number"),
    (lambda engine: engine.set_frame([1]), "frame: expected 1 times 2 values"),
    (lambda engine: engine.set_frame([[1, 2], [1, 2]]), "frame: expected 1 times 2"),
    (lambda engine: engine.set_frame("12"), "frame: expected values of all outputs"),
    (lambda engine: engine.update_pids({"a": (1, 2)}), "pid: expected slope, punch"),
    (lambda engine: engine.update_pids({"a": (300, 2, 3)}), "slope: expected 0 to 254"),
    (lambda engine: engine.update_pids({"c": (1, 2, 3)}), "output: expected one of"),
    (lambda engine: engine.set_time_scale("x"), "time scale: expected a finite number"),
    (lambda engine: engine.set_time_scale(nan), "time scale: expected a finite number"),
    (lambda engine: engine.step(-1), "periods: expected an integer of 0 or more"),
    (lambda engine: engine.add_hook(5), "hook: expected a motion hook"),
    (lambda engine: engine.remove_hook(MotionHook()), "hook: expected a motion hook"),
    (lambda engine: MotionEngine([]), "outputs: expected different names"),
    (lambda engine: MotionEngine(["a", "a"]), "outputs: expected different names"),
    (lambda engine: MotionEngine(["a"], 0), "period: expected more than 0"),
    (lambda engine: MotionEngine(["a"], frames=0), "frames: expected an integer"),
    (lambda engine: MotionEngine(["a"], report=3), "report: expected a callable"),
]


@pytest.mark.parametrize(("mistake", "message"), MISTAKES, ids=range(len(MISTAKES)))
def test_mistakes(engine, mistake, message):
    with pytest.raises(ArgumentError, match=message):
        mistake(engine)


def test_a_wrong_value_among_right_ones_changes_nothing(paused):
    hook = Recorder()
    paused.add_hook(hook)
    with pytest.raises(ArgumentError):
        paused.update_pids({"a": (1, 2, 3), "b": (1, 2)})
    paused.step()
    assert "pids" not in hook.names()


def test_a_hook_is_added_once_and_stepping_needs_a_start(engine):
    hook = MotionHook()
    engine.add_hook(hook)
    with pytest.raises(ArgumentError, match="was added before"):
        engine.add_hook(hook)
    with pytest.raises(BrError, match="expected a motion that was started"):
        engine.step()
