"""The hand's cycle in virtual time: halting, release, faults, recovery, control."""

from math import radians

import pytest

from brbrain.clock import VirtualClock
from brbrain.device import Level
from brbrain.errors import ArgumentError, LinkError
from brbrain.ethercat.diagnosis import FLAGS, SERIOUS, flag_names, worst
from brbrain.ethercat.frame_master import FrameMaster
from brbrain.ethercat.hand import Hand
from brbrain.ethercat.master import NO_FRAME
from brbrain.ethercat.palm_image import MotorData
from brbrain.ethercat.sim.faults import cause
from brbrain.ethercat.sim.hand import VirtualHand
from brbrain.ethercat.sim.palm import SimulatedPalm
from brbrain.ethercat.sim.segment import Segment, SegmentLink
from brbrain.ethercat.sim.slave import SimulatedSlave


class Bench:
    """A hand whose cycles the test runs, and its simulated palms."""

    def __init__(self, clock, palms=1):
        self.clock = clock
        self.palms = [SimulatedPalm(clock, number) for number in range(palms)]
        self.segment = Segment([SimulatedSlave(palm, clock) for palm in self.palms])
        self.hand = Hand(FrameMaster(SegmentLink(self.segment, clock)))
        self.hand.start()

    def run(self, cycles=1):
        counters = []
        for _ in range(cycles):
            counters.append(self.hand.exchange())
            self.clock.sleep(0.001)
        return counters

    def fault(self, name, *arguments):
        cause(self.palms, self.segment, name, *arguments)

    def demanded(self, palm=0):
        return self.palms[palm].fingers.shares


@pytest.fixture
def bench(clock):
    return Bench(clock)


@pytest.fixture
def running(bench):
    bench.run(2)
    bench.hand.reset()
    bench.run(2)
    return bench


def test_it_begins_halted_and_nothing_moves(bench):
    bench.hand.set_demand("FFJ3", 1.0)
    bench.run(50)
    assert bench.hand.why_halted == "not started"
    assert bench.hand.angle("FFJ3") == pytest.approx(0.0, abs=0.001)


def test_a_demand_turns_the_joint_and_comes_back_as_pwm_and_torque(running):
    running.hand.set_demand("FFJ3", 0.5)
    running.run(100)
    assert running.hand.angle("FFJ3") == pytest.approx(radians(9), abs=0.02)
    assert running.hand.torque("FFJ3") == 100
    assert running.hand.motor_data("FFJ3", MotorData.PWM) == 512


def test_halt_stops_all_motors_with_the_next_cycle(running):
    running.hand.set_demand("FFJ3", 1.0)
    running.run(10)
    running.hand.halt("enough")
    running.run(2)
    assert running.demanded() == [0.0] * 20
    assert running.hand.why_halted == "enough"


def test_after_a_reset_nothing_is_demanded_that_was_before(running):
    running.hand.set_demand("FFJ3", 1.0)
    running.hand.lead("MFJ3", 1.0)
    running.hand.halt()
    running.hand.reset()
    running.run(10)
    assert running.demanded() == [0.0] * 20


def test_palms_are_released_one_every_second_cycle(clock):
    bench = Bench(clock, palms=3)
    bench.hand.reset()
    for palm in range(3):
        bench.hand.set_demand("FFJ3", 0.5, palm)
    released = []
    for _ in range(6):
        bench.run()
        released.append([bench.demanded(palm)[1] > 0 for palm in range(3)].count(True))
    assert released == [1, 1, 2, 2, 3, 3]


def test_the_counter_is_three_for_each_palm(clock):
    for palms in (1, 2, 4):
        assert set(Bench(clock, palms).run(20)) == {3 * palms}


def test_one_lost_frame_is_sent_again_and_nobody_notices(running):
    running.fault("no-frame", 1)
    assert running.run() == [3]
    assert (running.hand.halted, running.hand.failures) == (False, 1)


@pytest.mark.parametrize("fault", ["wrong-counter", "no-frame"])
def test_a_wire_that_fails_for_100_ms_halts_with_communication_error(running, fault):
    before = running.clock.now()
    running.fault(fault, 5)
    running.hand.exchange()
    assert running.hand.why_halted == "communication error"
    assert running.clock.now() - before <= 0.1001


@pytest.mark.parametrize(("slaves", "counter"), [(0, NO_FRAME), (1, 2), (3, 0)])
def test_too_small_counters_never_pass_for_good(running, slaves, counter):
    if counter == NO_FRAME:
        running.fault("no-frame", 100)
    elif counter == 2:
        running.fault("wrong-counter", 100)
    else:
        running.segment.slaves[0].power_on()
    state = running.hand.palms[0].state
    running.hand.exchange()
    assert running.hand.counter == counter
    assert running.hand.palms[0].state is state
    assert running.hand.halted


def test_after_a_fault_it_recovers_to_op_and_stays_halted_until_reset(running):
    running.hand.set_demand("FFJ3", 0.5)
    running.fault("unplug")
    running.run(3)
    assert running.hand.recovering
    with pytest.raises(LinkError, match="communication error"):
        running.hand.reset()
    running.fault("plug")
    running.run(200)
    assert (running.hand.recovering, running.hand.counter) == (False, 3)
    assert running.demanded() == [0.0] * 20
    running.hand.reset()
    running.run(10)
    assert not running.hand.halted


def test_silence_of_300_ms_is_the_watchdog_s_and_is_recovered_from(running):
    running.clock.sleep(0.3)
    running.run(1)
    assert running.hand.why_halted == (
        "palm 0: SAFE-OP with an error: SyncManager watchdog"
    )
    running.run(200)
    assert not running.hand.recovering
    assert [str(state) for state in running.hand.master.states()] == ["OP"]


def test_a_palm_that_was_off_is_found_again(running):
    running.fault("power-cycle")
    running.run(300)
    assert not running.hand.recovering
    assert running.hand.counter == 3


def test_a_status_that_makes_no_sense_halts_with_device_error(running):
    running.fault("invalid-status", 1)
    running.run(3)
    assert running.hand.why_halted == "device error"


def test_zero_buffers_are_no_fault(running):
    running.fault("zero-buffer", 10)
    running.run(100)
    assert running.hand.zero_buffers == 10
    assert not running.hand.halted


def test_a_motor_without_demands_stops_by_itself_after_20_ms(running):
    running.hand.set_demand("FFJ3", 1.0)
    running.run(50)
    angle = running.palms[0].fingers.angles[1]
    running.clock.sleep(0.09)  # shorter than the watchdog
    running.palms[0].fingers.move(running.clock.now())
    assert running.palms[0].fingers.angles[1] - angle == pytest.approx(3.6, abs=0.3)


def test_joints_are_led_to_angles_within_their_limits(running):
    assert running.hand.lead("FFJ3", 0.5) == 0.5
    assert running.hand.lead("WRJ2", 9.0) == pytest.approx(radians(8))
    running.run(1000)
    assert running.hand.angle("FFJ3") == pytest.approx(0.5, abs=0.01)
    assert running.hand.angle("WRJ2") == pytest.approx(radians(8), abs=0.01)


def test_a_demand_ends_the_leading_of_its_joint_alone(running):
    running.hand.lead("FFJ3", 0.5)
    running.hand.lead("MFJ3", 0.5)
    running.hand.set_demand("FFJ3", 0.0)
    running.run(800)
    assert running.hand.angle("FFJ3") < 0.05
    assert running.hand.angle("MFJ3") == pytest.approx(0.5, abs=0.01)


def test_a_limit_keeps_the_demand_of_a_led_joint_small(running):
    running.hand.tune("FFJ3", limit=0.1)
    running.hand.lead("FFJ3", 1.5)
    running.run(20)
    assert running.demanded()[1] == pytest.approx(0.1, abs=0.001)


def test_fingers_that_touch_an_object_feel_it(running):
    running.fault("object", 20)
    running.hand.set_demand("FFJ3", 0.5)
    running.run(500)
    assert running.hand.angle("FFJ3") == pytest.approx(radians(20), abs=0.01)
    assert running.hand.tactile("FF").pressure == 600
    assert running.hand.tactile(1).pressure == 100
    assert running.hand.torque("FFJ3") == 500


@pytest.mark.parametrize(
    "call",
    [
        ("set_demand", "FFJ9", 0.1),
        ("set_demand", 20, 0.1),
        ("set_demand", -1, 0.1),
        ("set_demand", True, 0.1),
        ("set_demand", 0, 1.1),
        ("set_demand", 0, float("nan")),
        ("set_demand", 0, 0.1, 1),
        ("lead", 0, "far"),
        ("lead_all", {0: 1.0, 99: 1.0}),
        ("tune", 0, 0),
        ("tune", 0, None, 2),
        ("sensor", "ACCW"),
        ("tactile", "XX"),
        ("send", 3, 0, b""),
        ("send", 1, 0, b"", 0),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_before_anything_is_changed(running, call):
    name, *arguments = call
    with pytest.raises(ArgumentError):
        getattr(running.hand, name)(*arguments)
    running.run(5)
    assert running.demanded() == [0.0] * 20


def test_a_board_acknowledges_the_magic_message(running):
    answer = running.hand.send(2, 0x70A, bytes([0x55, 0xAA] * 4))
    assert (answer.bus, answer.id, answer.data) == (2, 0x71A, bytes([0x55, 0xAA] * 4))


def test_a_message_that_nobody_acknowledges_is_told_and_the_next_one_works(running):
    running.fault("no-ack")
    with pytest.raises(LinkError, match=r"CAN bus 2: expected an acknowledgement of "):
        running.hand.send(2, 0x70A, bytes([0x55, 0xAA] * 4))
    running.fault("none")
    assert running.hand.send(2, 0x70A, bytes([0x55, 0xAA] * 4)).id == 0x71A


def test_boards_are_asked_anew_for_what_is_known_once(running):
    running.run(100)
    assert running.hand.palms[0].motors[3].slow[6] == 131
    running.hand.reinitialize_boards()
    assert running.hand.palms[0].motors[3].slow == {}
    running.run(100)
    assert running.hand.palms[0].motors[3].slow[6] == 131


def levels(bench, name):
    return {each.name: each for each in bench.hand.diagnostics()}[name]


def test_diagnostics_are_one_for_the_palm_and_one_for_each_motor(running):
    running.run(200)
    names = [each.name for each in running.hand.diagnostics()]
    assert names[:3] == ["simulated EtherCAT", "slave 0, Shadow palm", "palm 0"]
    assert len(names) == 23
    assert worst(running.hand.diagnostics()) is Level.OK


def test_figures_of_the_palm_are_those_of_the_original(running):
    running.fault("zero-buffer", 2)
    running.fault("idle-time", 44)
    running.run(10)
    figures = levels(running, "palm 0").values
    assert figures["zero buffers"] == 5
    assert figures["minimum idle time, us"] == 44
    assert (figures["product"], figures["serial"]) == (6, 0)


def test_bad_can_data_warns(running):
    running.run(100)
    running.fault("bad-can-data", "FFJ3")
    running.run(100)
    motor = levels(running, "motor FFJ3")
    assert (motor.level, motor.message) == (Level.WARN, "bad CAN data")


def test_a_silent_motor_is_an_error(running):
    running.run(100)
    running.fault("silent-motor", "FFJ3")
    running.run(10)
    assert levels(running, "motor FFJ3").level is Level.ERROR


@pytest.mark.parametrize("flag", list(FLAGS))
def test_serious_flags_are_errors_and_the_others_warn(running, flag):
    running.fault("motor-flags", 1, flag)
    running.run(300)
    motor = levels(running, "motor FFJ3")
    assert motor.level is (Level.ERROR if flag & SERIOUS else Level.WARN)
    assert flag_names(flag)[0] in motor.message


def test_a_halted_hand_warns_and_its_motors_are_not_blamed(running):
    running.hand.halt("lunch")
    running.run(300)
    assert levels(running, "palm 0").message == "halted: lunch"
    assert levels(running, "motor FFJ3").level is Level.OK


def test_what_nobody_heard_of_for_a_second_is_stale(running):
    running.run(100)
    running.clock.sleep(1.5)
    stale = [each.level for each in running.hand.diagnostics()[2:]]
    assert set(stale) == {Level.STALE}


def test_close_halts_and_leaves_the_palms_in_init(running):
    running.hand.set_demand("FFJ3", 1.0)
    running.run(5)
    running.hand.close()
    assert running.demanded() == [0.0] * 20
    assert running.segment.slaves[0].state == 1


def test_a_slave_that_is_no_palm_is_refused(segment, clock):
    hand = Hand(FrameMaster(SegmentLink(segment, clock)))
    segment.slaves[0].eeprom = segment.slaves[0].eeprom.replace(b"echo", b"else")
    hand.start()  # what counts is the sizes of its process data
    assert len(hand.palms) == 3


def test_readings_before_the_start_are_refused(clock):
    hand = Hand(FrameMaster(SegmentLink(Segment([]), clock)))
    with pytest.raises(LinkError, match="expected it started"):
        hand.angle(0)


def test_in_a_thread_of_virtual_time_the_cycle_runs_by_itself():
    clock = VirtualClock()
    hand = VirtualHand(clock)
    hand.start()
    hand.reset()
    hand.lead("FFJ3", 0.3)
    clock.sleep(1.0)
    assert hand.cycles == pytest.approx(1001, abs=2)
    assert hand.angle("FFJ3") == pytest.approx(0.3, abs=0.01)
    hand.close()
    with pytest.raises(LinkError, match="it is closed"):
        hand.exchange()
