"""The host library and the simulated robot: two ends that share only bytes."""

import contextlib

import pytest

from brbrain.brain import Brain
from brbrain.clock import VirtualClock
from brbrain.errors import ReplyError
from brbrain.link import MemoryLink
from brbrain.sim import Simulation


@pytest.fixture
def robot():
    return meet("humanoid")


def meet(spec, **options):
    clock = VirtualClock()
    sim = Simulation(spec, clock, **options)
    return sim, Brain(MemoryLink(sim, clock))


def test_the_example_of_brbrain():
    """The usage example of class BRBrain: two servos, five registers, 100 and 200."""
    sim, brain = meet("ids:3,7")
    brain.set_read_format([3, 7], ["present position"] * 2, [5, 5])
    brain.set_write_format([3, 7], ["goal position"] * 2, [1, 1])
    assert brain.write_natural([100.0, 200.0]) == 0
    sim.clock.sleep(2.0)
    *state, status = brain.read_natural()
    assert status == 0
    assert state[::5] == pytest.approx([100.0, 200.0], abs=0.3)
    assert state[3::5] == pytest.approx([9.65, 9.65], abs=0.06)


def test_a_scan_finds_what_is_there(robot):
    _, brain = robot
    assert brain.scan(101) == [*range(1, 19), 100]


def test_a_span_over_a_reserved_byte_is_read_right():
    """Defect 1 of the original host library."""
    _, brain = meet("ids:3,100")
    brain.set_read_format([3], "registered instruction", 4)
    assert brain.read_raw() == [0, 0, 0, 32, 0]
    brain.set_read_format([100], "left ir sensor data", 9)
    assert brain.read_raw()[-1] == 0


@pytest.mark.parametrize("faults", ["corrupt=0.2", "noise=0.5", "link-noise=0.3"])
def test_a_bad_line_costs_time_not_the_truth(faults):
    _, brain = meet("ids:3,7", faults=faults)
    brain.set_read_format([3, 7], "model number", 1)
    right = 0
    for _ in range(20):
        with contextlib.suppress(ReplyError):
            *state, status = brain.read_raw()
            assert state == [12, 12] or status & 0xFF
            right += state == [12, 12]
    assert right > 10


def test_the_same_program_takes_the_same_time():
    def run():
        sim, brain = meet("humanoid", faults="corrupt=0.1")
        brain.set_read_format([*range(1, 19)], "present position", 3)
        return [brain.read_raw() for _ in range(20)], sim.clock.now()

    assert run() == run()


def test_two_threads_share_the_robot_in_virtual_time():
    sim, brain = meet("humanoid")
    clock, log = sim.clock, []

    def look(name, id):
        def run():
            for _ in range(5):
                log.append((name, clock.now(), brain.ping(id)))
                clock.sleep(0.01)

        return run

    threads = [clock.start(look(f"t{id}", id), f"t{id}") for id in (1, 99)]
    for thread in threads:
        thread.join()
    assert {there for name, _, there in log if name == "t1"} == {True}
    assert {there for name, _, there in log if name == "t99"} == {False}
    assert [moment for _, moment, _ in log] == sorted(moment for _, moment, _ in log)
