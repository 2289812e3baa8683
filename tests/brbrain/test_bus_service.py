"""Setting servos up on the bare bus, their modes and motion."""

import threading
from collections.abc import Iterator

import pytest

import brbrain
from brbrain import ArgumentError, BrError, StatusError
from brbrain.opening import described
from brbrain.playback import Playback
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brbrain.sim import Simulation
from brbrain.sim.server import PtyServer


@pytest.fixture
def robot():
    """Two servos without any weight and a sensor module, on the bare bus."""
    with brbrain.open("dxl:sim:ids:1,2,100", fast=True) as robot:
        yield robot


def test_a_servo_gets_another_speed_and_is_found_there(robot):
    robot.scan(3)
    robot.change_baud(1, 57600)  # code 34, AX-S1 manual, page 14
    assert robot.sim.devices[1]["baud rate"] == 34
    assert robot.scanned == [2]
    assert (robot.brain.ping(1), robot.brain.ping(2)) == (False, True)
    robot.brain.change_link_baud(57600)
    assert (robot.brain.ping(1), robot.brain.ping(2)) == (True, False)
    robot.change_baud(1, 1_000_000)
    robot.brain.change_link_baud(1_000_000)
    assert robot.scan(3) == [1, 2]


@pytest.mark.parametrize("speed", [7000, 1_500_000, 3_000_000])
def test_a_speed_that_no_servo_has_is_refused(robot, speed):
    with pytest.raises(ArgumentError, match=f"but received {speed}"):
        robot.change_baud(1, speed)
    assert robot.brain.counters.sent == 0


def test_a_servo_that_is_not_there_gets_no_speed(robot):
    with pytest.raises(StatusError, match="id 7: expected an answer"):
        robot.change_baud(7, 57600)
    assert robot.brain.link.baud == 1_000_000


def test_the_speed_of_a_locked_servo_stays(robot):
    robot.put(1, "lock", 1)
    with pytest.raises(BrError, match="only at 1000000 bps, as before"):
        robot.change_baud(1, 57600)
    assert robot.brain.ping(1)


def test_a_speed_at_which_nothing_is_heard_is_put_back(robot, monkeypatch):
    ping = robot.brain.ping
    link = robot.brain.link
    monkeypatch.setattr(
        robot.brain, "ping", lambda id: link.baud == 1_000_000 and ping(id)
    )
    with pytest.raises(BrError, match="only at 1000000 bps, as before"):
        robot.change_baud(1, 57600)
    assert robot.sim.devices[1]["baud rate"] == 1


def test_tuning_makes_reading_faster_and_is_put_back_where_answers_fail(robot):
    assert robot.tune_bus() == [1, 2, 100]
    assert robot.get(2, "return delay time") == 20
    robot.put(2, "return delay time", 500)
    robot.brain.ping_status = lambda id: 2
    assert robot.tune_bus() == []
    assert robot.get(2, "return delay time") == 500


def test_a_new_id_has_to_be_free(robot):
    with pytest.raises(BrError, match="that no device has, but received 2, which"):
        robot.change_id(1, 2)
    robot.change_id(1, 7)
    assert sorted(robot.sim.devices) == [2, 7, 100]


def test_a_wheel_becomes_the_joint_that_it_was(robot):
    robot.put_raw(1, "cw angle limit", 100)
    robot.wheel(1, 60)
    assert robot.sim.servos[1].wheel
    with pytest.raises(BrError, match="id 1 is in wheel mode"):
        robot.move(1, 150)
    robot.joint(1)
    assert robot.device(1).limits == (100, 1023)


def test_a_servo_that_shut_itself_down_is_recovered():
    with brbrain.open("dxl:sim:arm", fast=True) as robot:
        robot.put("gripper", "alarm shutdown", 0x20)
        robot.move("gripper", 250)  # which is through its stop, at 160 degrees
        robot.clock.sleep(4)
        with pytest.raises(StatusError, match="received OVERLOAD"):
            robot.move("gripper", 130)
        robot.recover_servo("gripper")
        robot.move("gripper", 130)
        assert robot.wait_until_still()
        assert robot.get("gripper", "present position") == pytest.approx(130, abs=1)


def test_poses_are_taken_and_played(robot):
    robot.write_pose(Pose([1, 2], values={1: [400], 2: [600]}), 0.5)
    robot.wait_until_still()
    assert robot.get_raw(1, "present position") == pytest.approx(400, abs=1)
    there = Pose([1, 2], values={1: [500], 2: [500]})
    Playback(robot, Sequence([Step(there, 0.5)])).run()
    robot.wait_until_still()
    assert robot.get_raw(2, "present position") == pytest.approx(500, abs=1)


def test_joints_are_known_before_the_bus_is_opened():
    known = described(url="dxl:sim:arm")
    assert known is not None
    assert known.joint("gripper")


@pytest.fixture
def port() -> Iterator[str]:
    """The port of a simulated adapter on a pseudo-terminal."""
    with PtyServer(Simulation("ids:1,2", bus=True)) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        yield server.port
        server.stop()
        thread.join()


def test_a_serial_port_can_be_the_bare_bus(port):
    with brbrain.open(f"dxl:{port}") as robot:
        assert robot.scan(3) == [1, 2]
        robot.put(1, "led", 1)
        assert robot.get(1, "led") == 1
        robot.change_baud(2, 57600)
        robot.brain.change_link_baud(57600)
        assert robot.scan(3) == [2]
        assert "open at 57600 bps, low latency not available" in (
            robot.brain.link_status()
        )
