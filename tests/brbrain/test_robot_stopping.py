"""Stopping: nothing goes on moving, whatever the bus, a servo or the program does."""

import pytest

import brbrain
from brbrain import Brain, MemoryLink, ReplyError, Robot, VirtualClock
from brbrain.sim import Simulation


@pytest.fixture
def robot():
    """A robot of servos without any weight."""
    return brbrain.open("sim:ids:3,5,7", fast=True)


@pytest.mark.parametrize("fault", ["lost", "corrupt", "noise"])
@pytest.mark.parametrize("seed", range(4))
def test_on_a_bad_bus_stopping_is_not_left_undone(fault, seed):
    clock = VirtualClock()
    sim = Simulation("humanoid", clock, seed=seed)
    robot = Robot(Brain(MemoryLink(sim, clock)), sim.robot, sim)
    robot.move_all({3: 200, 5: 200, 8: 100, 12: 100}, 30)
    robot.wheel(1, 60)
    sim.faults.on(fault, 0.1)
    robot.stop()
    sim.faults.off()
    clock.sleep(1)
    assert [id for id in (3, 5, 8, 12) if sim.servos[id]["moving"]] == []
    assert sim.servos[1]["moving speed"] == 0


def test_a_dead_servo_does_not_keep_others_from_being_stopped(robot):
    robot.move_all({3: 200, 5: 200, 7: 200}, 30)
    robot.sim.faults.on("dead", 5)
    robot.stop()
    robot.clock.sleep(1)
    assert [robot.sim.servos[id]["moving"] for id in (3, 5, 7)] == [0, 1, 0]


def test_a_servo_that_was_silent_once_is_still_in_use(robot):
    robot.move_all({3: 200, 5: 200}, 30)
    robot.sim.faults.on("dead", 5)
    robot.stop()
    robot.sim.faults.off()
    robot.stop()
    robot.clock.sleep(1)
    assert robot.sim.servos[5]["moving"] == 0


def test_after_a_lost_link_the_robot_can_be_stopped(robot):
    robot.move(3, 200, 30)
    robot.brain.link.close()
    robot.reconnect()
    robot.stop()
    robot.clock.sleep(1)
    assert robot.sim.servos[3]["moving"] == 0


def test_each_wheel_becomes_a_joint_when_the_robot_is_closed(robot):
    for id in (3, 5, 7):
        robot.wheel(id, 30)
    robot.sim.faults.on("dead", 3)
    robot.close()
    assert [robot.sim.servos[id].wheel for id in (3, 5, 7)] == [True, False, False]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, ReplyError])
def test_any_error_stops_the_robot(robot, error):
    def program():
        with robot:
            robot.move(3, 200, 30)
            raise error("a mistake")

    with pytest.raises(error):
        program()
    robot.clock.sleep(1)
    assert robot.sim.servos[3]["moving"] == 0
