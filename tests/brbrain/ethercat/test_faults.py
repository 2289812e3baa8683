"""What can go wrong with a simulated hand: each fault by its effect, and wrong ones."""

import pytest

from brbrain.clock import VirtualClock
from brbrain.errors import ArgumentError, LinkError
from brbrain.ethercat.sim.faults import FAULTS
from brbrain.ethercat.sim.hand import VirtualHand

MAGIC = (1, 0x60A, bytes([0x55, 0xAA] * 4))


@pytest.fixture
def hand():
    hand = VirtualHand(VirtualClock())
    hand.start()
    hand.reset()
    hand.clock.sleep(0.3)
    yield hand
    hand.close()


def unanswered(hand):
    try:
        hand.send(*MAGIC)
    except LinkError:
        return True
    return False


def missing(hand):
    return hand.palms[0].motors[1].last_missing


EFFECTS = {
    "zero-buffer": ((10,), lambda hand: hand.zero_buffers > 0),
    "invalid-status": ((1,), lambda hand: hand.why_halted == "device error"),
    "bad-can-data": (("FFJ3",), lambda hand: hand.palms[0].motors[1].last_bad),
    "silent-motor": ((1,), missing),
    "motor-flags": ((1, 0x8000), lambda hand: hand.motor_data(1, 4) == 0x8000),
    "idle-time": ((33,), lambda hand: hand.palms[0].idle_time == 33),
    "object": ((0,), lambda hand: hand.simulated[0].fingers.object_at == 0),
    "no-ack": ((), unanswered),
    "no-magic-ack": ((), unanswered),
    "lost-ack": ((1,), unanswered),
    "wrong-read-back": ((1,), lambda hand: hand.simulated[0].boards.wrong_reads == 1),
    "wrong-counter": ((9,), lambda hand: hand.why_halted == "communication error"),
    "no-frame": ((9,), lambda hand: hand.why_halted == "communication error"),
    "unplug": ((), lambda hand: hand.recovering),
    "power-cycle": ((), lambda hand: hand.failures > 0),
}


@pytest.mark.parametrize("name", EFFECTS)
def test_each_fault_has_its_effect_and_none_ends_it(hand, name):
    arguments, has_effect = EFFECTS[name]
    assert not has_effect(hand) or name == "zero-buffer"
    hand.set_fault(name, *arguments)
    hand.clock.sleep(0.3)
    assert has_effect(hand)
    hand.set_fault("none")
    hand.clock.sleep(0.5)
    assert not hand.recovering
    if name not in ("no-ack", "no-magic-ack", "lost-ack", "object"):
        hand.reset()
    assert hand.send(*MAGIC).id == 0x61A


def test_a_cable_that_was_out_can_be_put_in_again(hand):
    hand.set_fault("unplug")
    hand.clock.sleep(0.3)
    hand.set_fault("plug")
    hand.clock.sleep(0.5)
    assert not hand.recovering


def test_every_fault_is_tested():
    assert set(EFFECTS) | {"none", "plug"} == set(FAULTS)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (("nothing",), "fault: expected none or zero-buffer or"),
        (("zero-buffer",), "expected zero-buffer COUNT"),
        (("none", 1), "expected none, but received 'none 1'"),
        (("zero-buffer", "many"), "count: expected 0 to 1e"),
        (("zero-buffer", -1), "count: expected 0 to 1e"),
        (("silent-motor", "FFJ9"), "motor: expected 0 to 19"),
        (("silent-motor", 20), "motor: expected 0 to 19"),
        (("motor-flags", 1, 0x10000), "flags: expected 0 to 65535"),
        (("object", 200), "degrees: expected 0 to 180"),
    ],
    ids=str,
)
def test_wrong_faults_are_refused_with_what_there_is(hand, fault, told):
    with pytest.raises(ArgumentError, match=told):
        hand.set_fault(*fault)
