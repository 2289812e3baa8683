"""The master: finding slaves, exchanging data, faults of the wire and recovery."""

import socket
import threading

import pytest

from brbrain.device import Level
from brbrain.errors import LinkError, NotSupportedError
from brbrain.ethercat.frame_master import FrameMaster
from brbrain.ethercat.link import UdpLink
from brbrain.ethercat.master import NO_FRAME
from brbrain.ethercat.registers import AlState
from brbrain.ethercat.sii import Area
from brbrain.ethercat.sim.segment import Segment, SegmentLink, UdpSegment
from brbrain.ethercat.sim.slave import SimulatedSlave


def in_op(master):
    master.scan()
    master.configure()
    master.request_state(AlState.OP)
    return master


def recovered(master, steps=10):
    """Return after how many steps all slaves are in OP."""
    for step in range(1, steps + 1):
        if master.recover():
            return step
        master.exchange()
    raise AssertionError(f"not in OP after {steps} steps: {master.states()}")


def test_scan_tells_who_is_there(master):
    found = master.scan()
    assert [(slave.name, slave.serial) for slave in found] == [
        ("echo", 1),
        ("echo", 2),
        ("echo", 3),
    ]
    assert (found[0].vendor, found[0].product, found[0].revision) == (0x0A, 0x0B, 0x0C)
    assert (found[0].output_size, found[0].input_size) == (70, 232)


def test_three_slaves_answer_with_a_counter_of_nine_and_one_cycle_late(master):
    in_op(master)
    assert master.expected_counter == 9
    before = None
    for cycle in range(1, 50):
        word = cycle.to_bytes(4, "little")
        master.outputs[0:4] = master.outputs[140:144] = word
        assert master.exchange() == 9
        if before is not None:
            assert master.inputs[0:4] == before
            assert master.inputs[464:468] == before
        assert master.inputs[232:236] == bytes(4)
        before = word


def test_inputs_stay_as_they_were_when_the_counter_is_wrong(master, segment):
    in_op(master)
    master.outputs[0:2] = b"ab"
    master.exchange()
    master.exchange()
    master.outputs[0:2] = b"cd"
    segment.miscounted = 2
    assert [master.exchange(), master.exchange()] == [8, 8]
    assert master.inputs[0:2] == b"ab"
    assert master.exchange() == 9
    assert master.inputs[0:2] == b"cd"
    assert master.miscounted == 2


def test_a_lost_frame_is_told_after_20_ms(master, segment, clock):
    in_op(master)
    segment.dropped = 1
    before = clock.now()
    assert master.exchange() == NO_FRAME
    assert clock.now() - before == pytest.approx(0.02)
    assert master.exchange() == 9


def test_a_pulled_cable_is_told_and_then_recovered_from(master, segment, echoes):
    in_op(master)
    segment.connected = False
    assert [master.exchange() for _ in range(6)] == [NO_FRAME] * 6
    assert str(master.states()[0]) == "does not answer"
    assert not master.recover()
    segment.connected = True
    states = [str(state) for state in master.states()]
    assert states == ["SAFE-OP with an error: SyncManager watchdog"] * 3
    assert recovered(master) <= 4
    assert master.exchange() == 9
    assert [echo.stops for echo in echoes] == [1, 1, 1]


def test_300_ms_of_silence_are_the_watchdog_s(master, clock, echoes):
    in_op(master)
    clock.sleep(0.3)
    assert [state.code for state in master.states()] == [0x1B] * 3
    assert echoes[0].stops == 1
    assert recovered(master) <= 4


def test_the_watchdog_stops_motors_while_nothing_comes(segment, master, clock, echoes):
    in_op(master)
    clock.sleep(0.09)
    segment.watch()
    assert echoes[0].stops == 0
    clock.sleep(0.02)
    segment.watch()
    assert echoes[0].stops == 1


def test_a_slave_that_was_off_is_found_and_configured_again(master, segment):
    in_op(master)
    segment.slaves[1].power_on()
    assert master.exchange() == 6
    assert str(master.states()[1]) == "does not answer"
    recovered(master)
    assert master.exchange() == 9


def test_a_wire_without_slaves_is_told(clock):
    master = FrameMaster(SegmentLink(Segment([]), clock))
    with pytest.raises(LinkError, match="expected EtherCAT slaves, but found none"):
        master.scan()


def test_a_slave_that_refuses_a_state_is_named_with_the_reason(segment, clock):
    segment.slaves[1].inputs.append(Area(0x1F00, 4, False))
    master = FrameMaster(SegmentLink(segment, clock))
    with pytest.raises(
        LinkError,
        match=r"slave 1, echo: expected it to go to SAFE-OP, but it is "
        r"PRE-OP with an error: invalid input configuration",
    ):
        in_op(master)


def test_more_data_than_fits_a_frame_is_refused(clock, echoes):
    slaves = [SimulatedSlave(echoes[0], clock) for _ in range(5)]
    master = FrameMaster(SegmentLink(Segment(slaves), clock))
    with pytest.raises(NotSupportedError, match="expected process data of 1486 bytes"):
        master.scan()


def test_diagnostics_tell_of_the_wire_and_of_each_slave(master, segment, clock):
    in_op(master)
    segment.dropped = 1
    master.exchange()
    wire, first, *_ = master.diagnostics()
    assert wire.message == "1 of 1 exchanges failed"
    assert (first.level, first.name) == (Level.OK, "slave 0, echo")
    clock.sleep(0.3)
    master.states()
    assert master.diagnostics()[1].level is Level.ERROR


def test_close_brings_the_slaves_to_init(master, segment):
    in_op(master)
    master.close()
    assert [slave.state for slave in segment.slaves] == [AlState.INIT] * 3


@pytest.fixture
def udp(echoes):
    """A segment served over UDP by a thread, and a link to it."""
    served = UdpSegment(Segment([SimulatedSlave(echo) for echo in echoes]), port=0)
    going_on = [True]
    thread = threading.Thread(target=served.serve, args=(lambda: going_on[0],))
    thread.start()
    link = UdpLink(*served.address)
    yield served, link
    going_on[0] = False
    thread.join()
    served.close()
    link.close()


def test_2000_exchanges_over_udp_are_all_right(udp):
    master = in_op(FrameMaster(udp[1]))
    for cycle in range(2000):
        word = cycle.to_bytes(4, "little")
        echoed = bytes(master.outputs[0:4])
        master.outputs[0:4] = word
        assert master.exchange() == 9
        if cycle:
            assert master.inputs[0:4] == echoed


def test_a_frame_that_comes_late_is_not_taken_for_the_next(udp):
    _, link = udp
    master = in_op(FrameMaster(link))
    master.outputs[0:2] = b"ab"
    master.exchange()
    master.outputs[0:2] = b"cd"
    link.send(bytes(master._frame))  # a copy of the last frame comes back first
    assert [master.exchange(), master.exchange()] == [9, 9]
    assert master.inputs[0:2] == b"cd"


def test_nobody_at_a_udp_port_is_told():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    master = FrameMaster(UdpLink("127.0.0.1", port))
    with pytest.raises(LinkError, match="expected the frame to come back"):
        master.scan()
    master.close()


def test_a_udp_port_that_is_taken_is_told(udp):
    with pytest.raises(LinkError, match="expected it free"):
        UdpSegment(Segment([]), *udp[0].address)
