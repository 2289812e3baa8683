"""iob's interlocks, what stops all servos within a cycle, signals, and the lock."""

import os
import subprocess
import sys

import pytest

from brbrain.alarms import Alarm
from brbrain.clock import VirtualClock
from brbrain.device import Device, Phase, PhaseError, Signal
from brbrain.errors import NotSupportedError
from brbrain.iob import (
    ALL,
    AlarmError,
    CommandError,
    Interface,
    InterlockError,
    PowerError,
    TrackingError,
)
from brbrain.iob.gains import RAMP_EVERY, RAMP_STEPS

# Servo on: command := actual, gains from the least


def test_a_servo_that_is_switched_on_does_not_jump(body):
    body.write_servo("a", True)
    assert body.device.written == []
    body.wait_for_iob_signal()
    assert body.device.written == [(0.1, -0.2)]


def test_a_joint_that_was_pushed_away_while_off_stays_where_it_was_pushed(robot):
    robot.write_servo(ALL, True)
    for _ in range(30):
        robot.write_command_angle(0, 0.0)
        robot.wait_for_iob_signal()
    robot.write_servo(ALL, False)
    robot.device.robot.sim.servos[1].turn(700)
    robot.wait_for_iob_signal()
    pushed = robot.read_actual_angle(0)
    assert pushed > 0.8
    robot.write_servo(ALL, True)
    for _ in range(30):
        robot.wait_for_iob_signal()
    assert robot.read_actual_angle(0) == pytest.approx(pushed, abs=0.02)


def test_gains_rise_from_the_least_to_their_own_and_end_there(body):
    body.write_servo("a", True)
    assert body.device.kept["a/pgain"] == 0.125
    assert body.read_pgain("a") == 8.0  # what it is to be
    gains = []
    for _ in range(RAMP_EVERY * RAMP_STEPS + 5):
        body.wait_for_iob_signal()
        gains.append(body.device.kept["a/pgain"])
    assert gains == sorted(gains)
    assert len(set(gains)) == RAMP_STEPS + 1
    assert gains[-1] == pytest.approx(8.0)
    assert body.device.kept["b/pgain"] == 8.0


def test_a_servo_that_goes_off_on_the_way_has_its_own_gain_again(body):
    body.write_servo("a", True)
    body.wait_for_iob_signal()
    body.write_servo("a", False)
    assert body.device.kept["a/pgain"] == 8.0


def test_the_slopes_of_a_robot_rise_together(robot):
    robot.write_servo(ALL, True)
    slopes = set()
    for _ in range(RAMP_EVERY * RAMP_STEPS):
        raw = [robot.device.robot.get_raw(id, "cw compliance slope") for id in (1, 2)]
        assert raw[0] == raw[1]
        slopes.add(raw[0])
        robot.wait_for_iob_signal()
    assert slopes == {128, 64, 32}
    assert robot.device.robot.get_raw(1, "cw compliance slope") == 32


def test_joints_are_switched_one_by_one(robot):
    robot.write_servo(1, True)
    assert [robot.read_servo_state(id) for id in (0, 1)] == [False, True]
    assert robot.device.robot.get_raw(1, "torque enable") == 0
    assert robot.device.robot.get_raw(2, "torque enable") == 1
    with pytest.raises(PhaseError):
        robot.write_command_angle(0, 0.0)
    for _ in range(40):
        robot.write_command_angle(1, 0.4)
        robot.wait_for_iob_signal()
    assert robot.read_actual_angle(1) == pytest.approx(0.4, abs=0.05)
    assert robot.device.robot.get_raw(1, "torque enable") == 0  # no goal was sent
    robot.write_servo(1, False)
    assert robot.device.phase is Phase.INACTIVE


class AllAtOnce(Device):
    """Two joints with one switch."""

    def __init__(self):
        super().__init__("all at once", VirtualClock())

    def _open(self):
        return [Signal(f"{joint}/position", "rad", command=True) for joint in "ab"]

    def _exchange(self, commands):
        return commands or (0.0, 0.0)


def test_a_device_with_one_switch_refuses_single_joints():
    iob = Interface(AllAtOnce())
    iob.open_iob()
    with pytest.raises(NotSupportedError, match="switches all joints at once"):
        iob.write_servo("a", True)
    assert iob.device.phase is Phase.INACTIVE
    iob.write_servo(ALL, True)
    assert iob.read_servo_state("a")


# Power and servo


def test_power_cannot_be_switched_on_while_any_servo_is_on(body):
    body.write_servo("b", True)
    with pytest.raises(InterlockError, match="expected all servos off, but b is on"):
        body.write_power_command("a", True)


def test_power_goes_off_only_after_the_servo(body):
    body.write_servo(ALL, True)
    body.device.log.clear()
    body.write_power_command("a", False)
    switched = [entry for entry in body.device.log if entry[0] in ("a", "a power")]
    assert switched == [("a", False), ("a power", False)]
    assert (body.read_power_state("a"), body.read_servo_state("b")) == (False, True)


def test_a_servo_without_power_cannot_be_switched_on(body):
    body.write_power_command("a", False)
    with pytest.raises(InterlockError, match="a: expected power on, but it is off"):
        body.write_servo("a", True)
    body.write_servo("b", True)


def test_power_is_switched_for_all_joints_by_an_object_of_its_own(body):
    body.write_power_command(ALL, False)
    assert body.device.power == {"a": False, "b": False}
    with pytest.raises(Exception, match="expected a joint from 0 to 1"):
        body.write_power_command(-1, True)


def test_reset_body_switches_servos_and_then_power_off(body):
    body.write_servo(ALL, True)
    body.device.log.clear()
    body.reset_body()
    assert body.device.log[:2] == [("a", False), ("b", False)]
    assert body.device.power == {"a": False, "b": False}


# What stops all servos


def test_an_alarm_that_stops_switches_all_off_within_the_cycle(body):
    body.write_servo(ALL, True)
    body.device.joint["b"]["alarm"] = float(Alarm.OVER_LOAD)
    with pytest.raises(AlarmError, match="b: over-load; all servos are off") as told:
        body.wait_for_iob_signal()
    assert told.value.joint == "b"
    assert body.device.held == frozenset()


def test_an_alarm_that_does_not_stop_is_only_told(body):
    body.write_servo(ALL, True)
    body.device.joint["b"]["alarm"] = float(Alarm.FORWARD_LIMIT)
    body.wait_for_iob_signal()
    assert body.read_servo_alarm("b") == Alarm.FORWARD_LIMIT


def test_alarms_of_joints_that_are_off_stop_nobody(body):
    body.write_servo("a", True)
    body.device.joint["b"]["alarm"] = float(Alarm.OVER_LOAD)
    body.wait_for_iob_signal()
    assert body.read_servo_state("a")


def test_power_that_goes_away_switches_all_off_within_the_cycle(body):
    body.write_servo(ALL, True)
    body.device.power["a"] = False
    with pytest.raises(PowerError, match="a: expected power, but it has none"):
        body.wait_for_iob_signal()
    assert body.device.held == frozenset()


def test_a_joint_that_does_not_follow_switches_all_off_within_a_cycle(body):
    body.servo_error_limit = 0.2
    body.write_servo(ALL, True)
    body.device.stuck = {"a"}
    body.write_command_angle("a", 0.5)
    body.wait_for_iob_signal()
    with pytest.raises(TrackingError, match=r"a: expected it within 0\.2 rad"):
        body.wait_for_iob_signal()
    assert body.device.held == frozenset()


@pytest.mark.parametrize(
    ("limits", "angle", "told"),
    [
        ({"velocity_limit": 10.0}, 0.2, "velocity of at most 10 rad/s"),
        ({"acceleration_limit": 1000.0}, 0.2, "acceleration of at most 1000 rad"),
    ],
)
def test_a_command_that_is_too_fast_is_not_sent_and_stops(body, limits, angle, told):
    for name, value in limits.items():
        setattr(body, name, value)
    body.write_servo(ALL, True)
    body.wait_for_iob_signal()
    sent = len(body.device.written)
    body.write_command_angle("a", angle)
    with pytest.raises(CommandError, match=told):
        body.wait_for_iob_signal()
    assert len(body.device.written) == sent
    assert body.device.held == frozenset()


def test_after_a_stop_servos_can_be_switched_on_where_they_are(body):
    body.servo_error_limit = 0.2
    body.write_servo(ALL, True)
    body.device.stuck = {"a"}
    body.write_command_angle("a", 0.5)
    body.wait_for_iob_signal()
    with pytest.raises(TrackingError):
        body.wait_for_iob_signal()
    body.write_servo(ALL, True)
    body.wait_for_iob_signal()
    assert body.device.written[-1][0] == pytest.approx(0.1)


def test_a_lost_servo_of_a_robot_stops_the_others(robot):
    robot.write_servo(ALL, True)
    robot.wait_for_iob_signal()
    robot.device.robot.sim.faults.on("dead", 2)
    for _ in range(robot.device.tolerance - 1):
        robot.wait_for_iob_signal()
    with pytest.raises(AlarmError) as told:
        robot.wait_for_iob_signal()
    assert told.value.joint == "servo-2"
    assert robot.read_servo_alarm(1) & Alarm.EMERGENCY
    assert robot.device.robot.get_raw(1, "torque enable") == 0


# Signals


def test_a_wait_returns_a_count_and_never_iob_s_false(body):
    assert body.wait_for_iob_signal() == 0  # missed; the reference returns FALSE here
    assert body.read_iob_frame() == 1


def test_missed_signals_are_skipped_and_never_made_up_for(body):
    clock = body.device.clock
    body.set_signal_period(10_000_000)
    body.wait_for_iob_signal()
    clock.sleep(0.035)
    assert body.wait_for_iob_signal() == 3
    assert body.wait_for_iob_signal() == 0
    assert clock.now() == pytest.approx(0.05)


# The lock

CHILD = """
import sys
sys.path.insert(0, {path!r})
from conftest import Body
from brbrain.iob import Interface
iob = Interface(Body())
print(iob.lock_iob(), iob.read_lock_owner(), flush=True)
sys.stdin.readline()
"""


def child():
    text = CHILD.format(path=os.path.dirname(__file__))
    return subprocess.Popen(
        [sys.executable, "-c", text],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def _own_place(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


@pytest.mark.usefixtures("_own_place")
def test_a_second_process_is_kept_off_and_told_who_has_locked(body):
    assert body.lock_iob()
    assert body.lock_iob()
    assert body.read_lock_owner() == os.getpid()
    with child() as other:
        assert other.stdout.readline() == f"False {os.getpid()}\n"
        other.stdin.close()
    assert body.unlock_iob()
    assert not body.unlock_iob()
    assert body.read_lock_owner() is None


@pytest.mark.usefixtures("_own_place")
def test_the_lock_of_an_owner_that_died_is_free(body):
    with child() as other:
        assert other.stdout.readline() == f"True {other.pid}\n"
        assert not body.lock_iob()
        assert body.read_lock_owner() == other.pid
        other.kill()
        other.wait()
        assert body.read_lock_owner() is None
        assert body.lock_iob()
        body.unlock_iob()


@pytest.mark.usefixtures("_own_place")
def test_closing_unlocks(body):
    body.lock_iob()
    body.close_iob()
    assert body.read_lock_owner() is None
