"""A simulated robot as a device: the same contract as all hardware."""

from math import radians

import pytest

import brbrain
from brbrain.device import Level, Phase
from brbrain.errors import LinkError
from brbrain.robot_device import RobotDevice

SLACK = radians(300 / 1023)
"""A position count."""


@pytest.fixture
def device():
    with brbrain.open("sim:ids:1,2,100", fast=True) as robot:
        yield RobotDevice(robot)


@pytest.fixture
def active(device):
    device.configure()
    device.activate()
    return device


def test_its_signals_are_those_of_the_servos_in_si_units(device):
    device.configure()
    assert [(signal.name, signal.unit) for signal in device.signals[:5]] == [
        ("servo-1/position", "rad"),
        ("servo-1/velocity", "rad/s"),
        ("servo-1/load", ""),
        ("servo-1/voltage", "V"),
        ("servo-1/temperature", "C"),
    ]
    assert [signal.name for signal in device.commands] == [
        "servo-1/position",
        "servo-2/position",
    ]


@pytest.mark.parametrize(
    ("count", "angle"), [(0, -150.0), (1023, 150.0), (341, -50.0), (682, 50.0)]
)
def test_angles_count_from_the_middle(device, count, angle):
    device.robot.put_raw(1, "goal position", count)
    device.clock.sleep(5.0)
    device.configure()
    assert device.value("servo-1/position") == pytest.approx(
        radians(angle), abs=3 * SLACK
    )


def test_it_does_not_move_when_it_is_switched_on(device):
    before = device.configure().values[0]
    device.activate()
    for _ in range(20):
        device.clock.sleep(0.02)
        assert device.exchange().values[0] == pytest.approx(before, abs=SLACK)
    assert device.robot.get_raw(1, "torque enable") == 1


def test_it_goes_where_it_is_commanded_and_rests(active):
    for _ in range(100):
        active.exchange({"servo-1/position": 0.5})
        active.clock.sleep(0.02)
    assert active.value("servo-1/position") == pytest.approx(0.5, abs=3 * SLACK)
    assert active.value("servo-1/velocity") == 0.0


def test_beyond_the_build_it_is_clipped(active):
    state = active.exchange({"servo-2/position": 9.0})
    assert state.sent[1] == pytest.approx(radians(150))


def test_deactivated_it_is_limp_and_can_be_read(active):
    active.deactivate()
    assert active.robot.get_raw(1, "torque enable") == 0
    assert not active.exchange().stale


def test_joints_have_the_names_and_limits_of_the_description():
    with brbrain.open("sim:humanoid", fast=True) as robot:
        device = RobotDevice(robot, ["left-knee"])
        device.configure()
        knee = device.signals[0]
        assert knee.name == "left-knee/position"
        assert knee.low == pytest.approx(0.0, abs=SLACK)
        assert knee.high == pytest.approx(radians(115), abs=SLACK)


def test_cleaned_up_the_robot_stays_open(active):
    active.cleanup()
    assert active.phase is Phase.UNCONFIGURED
    assert active.robot.brain.ping(1)


def test_a_servo_that_is_gone_is_a_fault_after_the_tolerance(active):
    active.robot.brain.read_registers = silent
    active.robot.brain.exchange_registers = silent
    assert active.exchange().stale
    assert active.exchange().stale
    with pytest.raises(LinkError):
        active.exchange()
    assert active.phase is Phase.FAULT
    assert active.diagnostics()[0].level is Level.ERROR


@pytest.mark.parametrize(("policy", "torque"), [("hold", 1), ("limp", 0)])
def test_it_is_stopped_as_its_robot_is(active, policy, torque):
    active.robot.stop_policy = policy
    assert active.stop_policy == policy
    active.exchange({"servo-1/position": 1.0})
    active.clock.sleep(0.05)
    active.stop()
    active.clock.sleep(0.5)
    before = active.exchange().values[0]
    active.clock.sleep(0.5)
    assert active.exchange().values[0] == pytest.approx(before, abs=SLACK)
    assert before < 0.9
    assert active.robot.get_raw(1, "torque enable") == torque


def test_switched_off_it_can_be_switched_on_again(active):
    active.deactivate()
    active.activate()
    assert active.robot.get_raw(1, "torque enable") == 1


def test_with_its_robot_closed_there_is_nothing_to_stop(active):
    active.robot.close()
    active.stop()


def silent(*blocks):
    raise brbrain.StatusError("read registers: no answer", 2, (1,))


def test_all_sensor_modules_that_answer_can_be_part_of_it(device):
    whole = RobotDevice(device.robot, sensors=None)
    whole.configure()
    assert whole.sensors == (100,)
    assert whole.value("sensor-100/sound") == pytest.approx(0.5, abs=0.01)  # silence
    assert whole.value("power/thermistor") == device.robot.brain.adc("therm")
