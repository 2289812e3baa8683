"""A robot on the bare servo bus does what it does behind a CM-5."""

import pytest

import brbrain
from brbrain.errors import NotSupportedError, StatusError


@pytest.fixture(params=["sim:humanoid", "dxl:sim:humanoid"])
def robot(request):
    with brbrain.open(request.param, fast=True) as robot:
        yield robot


@pytest.fixture
def bus():
    with brbrain.open("dxl:sim:ids:1,2,100", fast=True) as robot:
        yield robot.brain


@pytest.mark.parametrize("together", [False, True])
def test_what_is_written_is_read(robot, together):
    brain = robot.brain
    brain.sync_write = together
    blocks = [(1, "goal position", 2), (2, "goal position", 2)]
    brain.write_registers(blocks, [500, 100, 520, 90])
    assert brain.read_registers(blocks) == [500, 100, 520, 90]
    assert brain.cached(2, "goal position").raw == 520


def test_a_device_that_is_not_there_is_named(robot):
    brain = robot.brain
    with pytest.raises(StatusError) as caught:
        brain.read_registers([(1, "id", 1), (99, "id", 1)])
    assert caught.value.failed == (99,)
    assert caught.value.values == {1: [1]}
    with pytest.raises(StatusError):
        brain.write_registers([(99, "led", 1)], [1])


def test_the_scan_finds_all(robot):
    assert robot.brain.scan(30) == list(range(1, 19))


def test_an_id_is_changed(robot):
    robot.change_id(3, 40)
    assert not robot.brain.ping(3)
    assert robot.brain.ping(40)


def test_the_scan_of_all_ids_is_fast():
    with brbrain.open("dxl:sim:humanoid", fast=True) as robot:
        start = robot.brain.link.clock.now()
        assert robot.brain.scan() == [*range(1, 19), 100]
        assert robot.brain.link.clock.now() - start < 0.6


def test_a_servo_that_answers_only_reads_is_written_without_waiting(bus):
    bus.write_registers([(1, "status return level", 1)], [1])
    errors = bus.counters.errors
    bus.write_registers([(1, "led", 1)], [1])
    assert bus.read_registers([(1, "led", 1)]) == [1]
    assert bus.counters.errors == errors


@pytest.mark.parametrize(
    "call",
    [
        lambda bus: bus.adc("pos"),
        lambda bus: bus.volts(),
        lambda bus: bus.ping_cm5(),
        lambda bus: bus.pass_through(b"\xff"),
    ],
    ids=["adc", "volts", "ping_cm5", "pass through"],
)
def test_what_only_a_cm5_has_is_refused(bus, call):
    with pytest.raises(NotSupportedError, match="bare servo bus"):
        call(bus)


def test_packets_are_told_in_words(bus):
    told = []
    bus.on_packet = lambda way, packet, words: told.append((way, words))
    bus.ping(1)
    assert told == [("sent", "PING id 1"), ("received", "STATUS id 1: ok")]


@pytest.mark.parametrize(("delay", "cycles_per_second"), [(250, 75), (0, 230)])
def test_eighteen_servos_are_written_and_read_at_a_good_rate(delay, cycles_per_second):
    ids = list(range(1, 19))
    with brbrain.open("dxl:sim:humanoid", fast=True) as robot:
        brain = robot.brain
        brain.write_registers(
            [(id, "return delay time", 1) for id in ids], [delay] * 18
        )
        brain.set_read_format(ids, "present position", 1)
        brain.set_write_format(ids, "goal position", 1)
        start = brain.link.clock.now()
        assert brain.write_read_raw([512] * 18)[-1] == 0
        assert brain.link.clock.now() - start < 1 / cycles_per_second
