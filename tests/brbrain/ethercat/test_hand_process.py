"""A hand with its cycle and its palms in processes of their own, in real time."""

import os
import signal
import subprocess
import sys
import time

import pytest

from brbrain.device import Level
from brbrain.errors import ArgumentError, LinkError
from brbrain.ethercat.opening import open_hand
from brbrain.ethercat.process import HandProcess

MAGIC = bytes([0x55, 0xAA] * 4)


@pytest.fixture
def hand():
    hand = open_hand()
    yield hand
    hand.close()


def until(happens, seconds=10.0):
    """Wait for something that another process does."""
    deadline = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


def test_it_is_driven_and_read_from_this_process(hand):
    assert hand.why_halted == "not started"
    hand.reset()
    assert hand.lead("FFJ3", 0.4) == 0.4
    hand.set_demand("MFJ3", 0.2)
    until(lambda: abs(hand.angle("FFJ3") - 0.4) < 0.01)
    until(lambda: hand.torque("MFJ3") == 40)
    assert hand.counter == hand.expected_counter == 3
    assert hand.sensor("ACCX") == 2048
    assert hand.tactile("TH").pressure == 100
    assert hand.states() == ["OP"]
    assert [slave.name for slave in hand.slaves] == ["Shadow palm"]


def test_exchange_waits_for_the_next_cycle(hand):
    before = hand.cycles
    assert [hand.exchange() for _ in range(5)] == [3] * 5
    assert hand.cycles >= before + 5


def test_can_messages_and_their_errors_come_back(hand):
    assert hand.send(1, 0x60A, MAGIC).id == 0x61A
    with pytest.raises(LinkError, match="expected an acknowledgement"):
        hand.send(1, 0x60B, MAGIC, timeout=0.05)
    assert hand.send(1, 0x60A, MAGIC).id == 0x61A


def test_wrong_arguments_are_refused_here(hand):
    for call in (
        lambda: hand.set_demand("FFJ9", 0.1),
        lambda: hand.lead_all({0: 0.1, 1: "far"}),
        lambda: hand.tune(0, gain=-1),
        lambda: hand.send(9, 0, b""),
        lambda: hand.set_fault("nothing"),
        lambda: hand.angle(0, palm=1),
    ):
        with pytest.raises(ArgumentError):
            call()


def test_a_fault_halts_it_and_it_recovers(hand):
    hand.reset()
    hand.set_fault("unplug")
    until(lambda: hand.recovering)
    with pytest.raises(LinkError, match="communication error"):
        hand.reset()
    hand.set_fault("plug")
    until(lambda: not hand.recovering)
    assert hand.why_halted == "communication error"
    hand.reset()
    assert not hand.halted


def test_diagnostics_begin_with_the_cycle_itself(hand):
    hand.reset()
    until(lambda: hand.cycles > 300)
    cycle, wire, slave, palm, *motors = hand.diagnostics()
    assert cycle.values["period, us"] == 1000
    assert (wire.level, slave.level, palm.level) == (Level.OK,) * 3
    assert len(motors) == 20


def test_lateness_is_measured(hand):
    until(lambda: hand.cycles > 200)
    late = hand.lateness()
    assert 0.0 <= late.median <= late.percentile_99 <= late.worst
    assert late.missed >= 0


def test_a_process_that_was_killed_is_told_and_can_be_closed(hand):
    os.kill(hand._process.pid, signal.SIGKILL)
    hand._process.wait()
    for call in (hand.exchange, hand.halt, lambda: hand.send(1, 0x60A, MAGIC)):
        with pytest.raises(LinkError, match="the hand's process has ended"):
            call()
    assert hand.diagnostics()[0].level is Level.STALE
    hand.close()
    hand.close()


def test_palms_that_are_gone_halt_the_hand(hand):
    hand.reset()
    hand._palms.kill()
    hand._palms.wait()
    until(lambda: hand.recovering)
    with pytest.raises(LinkError, match="simulated palms, but they have ended"):
        hand.set_fault("none")


def test_closed_it_says_so(hand):
    hand.close()
    with pytest.raises(LinkError, match="the hand is closed"):
        hand.set_demand(0, 0.1)


def test_a_hand_that_is_not_there_is_told_and_leaves_no_process():
    hand = HandProcess("udp:127.0.0.1:9")
    with pytest.raises(LinkError, match="expected the frame to come back"):
        hand.start()
    assert hand._process is None


PARENT = """
import os, signal, sys
from brbrain.ethercat.opening import open_hand
hand = open_hand()
print(hand._process.pid, hand._palms.pid, flush=True)
signal.pause()
"""


def test_if_its_user_is_killed_both_processes_end():
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        pids = [int(word) for word in parent.stdout.readline().split()]
        parent.kill()
    until(lambda: not any(map(alive, pids)))


def alive(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:  # nobody may have fetched its exit code
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
