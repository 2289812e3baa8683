"""A palm as a device: its life, its signals, what it does when something goes wrong."""

from math import isnan, radians

import pytest

from brbrain.alarms import LOST, Alarm
from brbrain.clock import VirtualClock
from brbrain.device import DeviceFault, Level, Phase
from brbrain.errors import LinkError, NotSupportedError
from brbrain.ethercat.device import EthercatDevice
from brbrain.ethercat.sim.hand import VirtualHand
from brbrain.iob import AlarmError, Interface
from brbrain.motion import DeviceHook, MotionEngine


@pytest.fixture
def hand():
    hand = VirtualHand(VirtualClock())
    hand.start()
    yield hand
    hand.close()


@pytest.fixture
def device(hand):
    device = EthercatDevice(hand)
    device.configure()
    return device


@pytest.fixture
def active(device):
    device.activate()
    return device


def cycles(device, count, commands=None):
    for _ in range(count):
        state = device.exchange(commands)
        device.clock.sleep(0.01)
    return state


def test_its_signals_are_those_of_20_joints_five_fingertips_and_the_palm(device):
    assert len(device.joints) == 20
    assert [signal.name for signal in device.signals[6:12]] == [
        "FFJ3/position",
        "FFJ3/load",
        "FFJ3/current",
        "FFJ3/voltage",
        "FFJ3/temperature",
        "FFJ3/alarm",
    ]
    units = {signal.name: signal.unit for signal in device.signals}
    assert (units["TH/pressure"], units["palm/GYRZ"]) == ("adc", "adc")
    assert not any(map(isnan, device.state.values))


def test_figures_of_a_motor_are_in_si_units(device):
    assert device.value("FFJ3/voltage") == 24.0
    assert device.value("FFJ3/temperature") == 30.0
    assert device.value("FFJ3/current") == pytest.approx(0.05)
    assert device.value("power/current") == pytest.approx(20 * 0.05)


def test_switched_on_it_holds_and_nothing_moves(active, hand):
    before = list(hand.simulated[0].fingers.angles)
    cycles(active, 20)
    assert hand.simulated[0].fingers.angles == pytest.approx(before, abs=0.1)
    assert not hand.halted


def test_a_joint_is_led_to_where_it_is_commanded_within_its_limits(active):
    state = cycles(active, 100, {"FFJ3/position": 0.4, "WRJ2/position": 3.0})
    assert active.value("FFJ3/position") == pytest.approx(0.4, abs=0.01)
    assert state.sent[19] == pytest.approx(radians(8))


def test_switched_off_the_hand_is_halted_and_can_still_be_read(active, hand):
    active.deactivate()
    assert hand.why_halted == "hand is off"
    assert active.exchange().values
    active.activate()
    assert not hand.halted


def test_joints_are_switched_one_by_one(device, hand):
    device.hold(["FFJ3"])
    cycles(device, 80, {"FFJ3/position": 0.3})
    assert device.value("FFJ3/position") == pytest.approx(0.3, abs=0.02)
    device.hold(["MFJ3"])
    device.release(["FFJ3"])
    cycles(device, 5)
    assert hand.controls[0].leads.keys() == {4}
    device.release(["MFJ3"])
    assert (device.phase, hand.halted) == (Phase.INACTIVE, True)


def test_a_fault_of_the_wire_is_a_fault_after_three_cycles_and_the_hand_is_halted(
    active, hand
):
    hand.set_fault("unplug")
    hand.clock.sleep(0.3)
    assert active.exchange().stale
    assert active.exchange().stale
    with pytest.raises(LinkError, match="communication error"):
        active.exchange()
    assert (active.phase, hand.halted) == (Phase.FAULT, True)
    hand.set_fault("plug")
    hand.clock.sleep(0.5)
    active.cleanup()
    active.configure()
    active.activate()
    assert cycles(active, 3).stale is False


def test_a_hand_that_somebody_halts_is_a_fault(active, hand):
    hand.halt("enough")
    with pytest.raises(DeviceFault, match="hand: halted: enough"):
        active.exchange()
    assert active.phase is Phase.FAULT


def test_zero_buffers_keep_the_values_and_are_counted(active, hand):
    hand.set_fault("zero-buffer", 1)
    hand.clock.sleep(0.02)
    before = active.exchange().values
    assert active.exchange().values == before
    assert active.zero_buffers >= 1


@pytest.mark.parametrize(
    ("flags", "alarm"),
    [
        (0x8000, Alarm.OVER_HEAT),
        (0x2000, Alarm.OTHER),
        (0x0001, Alarm.TORQUE_LIMIT),
        (0x0080, Alarm(0)),
    ],
)
def test_flags_of_motors_are_alarms(active, hand, flags, alarm):
    hand.set_fault("motor-flags", "FFJ3", flags)
    cycles(active, 20)
    assert active.value("FFJ3/alarm") == alarm


def test_a_motor_that_overheats_stops_all_within_a_cycle(hand):
    iob = Interface(EthercatDevice(hand))
    iob.open_iob()
    iob.write_servo("FFJ3", True)
    hand.set_fault("motor-flags", "FFJ3", 0x8000)
    hand.clock.sleep(0.1)
    with pytest.raises(AlarmError, match="FFJ3: over-heat"):
        iob.wait_for_iob_signal()
    assert hand.halted


def test_a_silent_motor_has_the_alarms_of_a_lost_joint(device, hand):
    hand.set_fault("silent-motor", "FFJ3")
    cycles(device, 10)
    assert device.value("FFJ3/alarm") == LOST


def test_gain_and_limit_are_settings(active, hand):
    assert active.set_setting("FFJ3/torque-limit", 0.1) == 0.1
    assert active.set_setting("FFJ3/pgain", 1e9) == active.settings["FFJ3/pgain"].high
    assert hand.controls[0].limits[1] == 0.1
    with pytest.raises(NotSupportedError, match="FFJ3 has no led"):
        active.set_setting("FFJ3/led", True)


def test_diagnostics_have_those_of_the_hand(active):
    cycles(active, 10)
    found = active.diagnostics()
    assert [each.name for each in found[:2]] == ["hand", "simulated EtherCAT"]
    assert {each.level for each in found} == {Level.OK}


def test_a_motion_hook_leads_it(hand):
    device = EthercatDevice(hand)
    engine = MotionEngine(["FFJ3", "MFJ3"], clock=hand.clock)
    engine.add_hook(DeviceHook(device))
    engine.set_output("FFJ3", 0.3)
    engine.start()
    hand.clock.sleep(1.5)
    engine.stop()
    assert hand.angle("FFJ3") == pytest.approx(0.3, abs=0.02)
    assert hand.angle("MFJ3") == pytest.approx(0.0, abs=0.02)
    assert hand.halted
