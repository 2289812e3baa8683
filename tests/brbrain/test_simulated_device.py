"""A simulated robot as a device past its link: as the one over the link, but faster."""

import pytest

import brbrain
from brbrain.device import Phase
from brbrain.errors import ArgumentError, LinkError
from brbrain.iob import ALL, Interface
from brbrain.robot_device import RobotDevice
from brbrain.simulated_device import SimulatedDevice


@pytest.fixture
def robot():
    with brbrain.open("sim:ids:1,2,100", fast=True) as robot:
        yield robot


def test_what_it_reads_is_what_the_link_reads(robot):
    robot.put(1, "moving speed", 20.0)
    robot.move(1, 200.0)
    values = []
    for kind in (RobotDevice, SimulatedDevice):
        device = kind(robot, sensors=[100])
        robot.wait_until_still()
        values.append(device.configure())
        assert [signal.name for signal in device.signals][5] == "servo-1/alarm"
        device.cleanup()
    assert values[0].values == pytest.approx(values[1].values, abs=0.01)


def test_an_exchange_takes_no_simulated_time_and_commands_arrive(robot):
    device = SimulatedDevice(robot)
    device.configure()
    device.activate()
    before = robot.clock.now()
    device.exchange({"servo-1/position": 0.5})
    assert robot.clock.now() == before
    robot.clock.sleep(2.0)
    device.exchange()
    assert device.value("servo-1/position") == pytest.approx(0.5, abs=0.02)
    assert robot.get_raw(2, "torque enable") == 1


def test_joints_that_are_off_get_no_goal(robot):
    device = SimulatedDevice(robot)
    device.configure()
    device.hold(["servo-1"])
    device.exchange({"servo-1/position": 0.1})
    assert robot.get_raw(2, "torque enable") == 0


def test_servos_that_do_not_answer_are_lost(robot):
    device = SimulatedDevice(robot)
    device.configure()
    device.activate()
    robot.sim.faults.on("dead", 2)
    assert device.exchange().stale
    assert device.exchange().stale
    with pytest.raises(LinkError):
        device.exchange()
    assert device.phase is Phase.FAULT


def test_an_error_byte_is_an_alarm(robot):
    device = SimulatedDevice(robot)
    robot.sim.servos[1]["highest limit voltage"] = 90  # there are 9.6 V
    device.configure()
    assert int(device.value("servo-1/alarm")) == 1  # over-voltage


def test_iob_runs_on_it(robot):
    iob = Interface(SimulatedDevice(robot))
    iob.open_iob()
    iob.write_servo(ALL, True)
    for _ in range(300):
        iob.write_command_angles([0.2, -0.2])
        assert iob.wait_for_iob_signal() == 0
    assert iob.read_actual_angles() == pytest.approx([0.2, -0.2], abs=0.02)


def test_a_robot_that_is_not_simulated_is_refused(brain):
    robot = brbrain.Robot(brain)
    with pytest.raises(ArgumentError, match="expected a simulated robot"):
        SimulatedDevice(robot)
