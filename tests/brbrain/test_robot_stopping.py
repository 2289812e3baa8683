"""Stopping: nothing goes on moving, whatever the bus, a servo or the program does."""

import pytest

import brbrain
from brbrain import (
    Brain,
    LinkError,
    MemoryLink,
    ReplyError,
    Robot,
    StatusError,
    VirtualClock,
)
from brbrain.packets import Instruction
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
    with pytest.raises(StatusError, match="id 5: expected a servo at rest"):
        robot.stop()
    robot.clock.sleep(1)
    assert [robot.sim.servos[id]["moving"] for id in (3, 5, 7)] == [0, 1, 0]


def test_a_robot_that_says_nothing_is_soon_given_up(robot):
    robot.move(3, 200, 30)
    robot.sim.faults.on("link-lost", 1.0)
    start = robot.clock.now()
    with pytest.raises(ReplyError):
        robot.stop()
    assert robot.clock.now() - start < 6


def test_a_servo_that_was_silent_once_is_still_in_use(robot):
    robot.move_all({3: 200, 5: 200}, 30)
    robot.sim.faults.on("dead", 5)
    with pytest.raises(StatusError, match="id 5: expected a servo at rest"):
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
    with pytest.raises(StatusError, match="id 3: expected an answer"):
        robot.close()
    assert [robot.sim.servos[id].wheel for id in (3, 5, 7)] == [True, False, False]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("chance", [0.25, 0.5])
@pytest.mark.parametrize(
    "fault", ["lost", "corrupt", "link-lost", "link-corrupt", "link-noise"]
)
def test_with_half_of_all_replies_lost_servos_rest_or_it_is_told(fault, chance, seed):
    clock = VirtualClock()
    sim = Simulation("ids:1,2,3,4", clock, seed=seed)
    robot = Robot(Brain(MemoryLink(sim, clock)), sim.robot, sim)
    robot.move_all({2: 250, 3: 50, 4: 250}, 60)
    robot.wheel(1, 60)
    sim.faults.on(fault, chance)
    told = set()
    try:
        robot.stop()
    except StatusError as error:
        told = set(error.failed)
    except LinkError:
        told = {1, 2, 3, 4}
    sim.faults.off()
    clock.sleep(0.5)
    turning = {1} if sim.servos[1]["moving speed"] else set()
    assert turning | {id for id in (2, 3, 4) if sim.servos[id]["moving"]} <= told
    robot.close()  # tries again what failed, now without faults
    clock.sleep(0.5)
    assert [id for id in (1, 2, 3, 4) if sim.servos[id]["moving"]] == []
    assert not sim.servos[1].wheel


@pytest.mark.parametrize("seed", range(8))
def test_with_a_quarter_of_all_replies_lost_a_wheel_becomes_a_joint(seed):
    clock = VirtualClock()
    sim = Simulation("ids:1", clock, seed=seed)
    robot = Robot(Brain(MemoryLink(sim, clock)), sim.robot, sim)
    robot.put_raw(1, "moving speed", 77)
    robot.wheel(1, 60)
    sim.faults.on("link-lost", 0.25)
    robot.close()
    servo = sim.servos[1]
    assert (servo.wheel, servo["moving speed"], servo["torque enable"]) == (
        False,
        77,
        1,
    )


def test_a_stop_does_not_go_back_to_where_a_servo_was_when_it_began(robot):
    robot.move(3, 250, 10)
    robot.clock.sleep(1)
    write = robot.brain.link.write

    def slow(data):  # once, between reading the position and writing the goal
        if data[0] == Instruction.WRITE_DATA:
            robot.brain.link.write = write
            robot.clock.sleep(2)
        write(data)

    robot.brain.link.write = slow
    robot.stop()
    position = robot.sim.servos[3].position
    robot.clock.sleep(2)
    assert robot.sim.servos[3].position == pytest.approx(position, abs=12)


def test_a_robot_whose_closing_was_broken_off_can_be_closed(robot):
    robot.wheel(3, 60)
    write, pressed = robot.brain.link.write, iter([KeyboardInterrupt])

    def pressed_once(data):
        for error in pressed:
            raise error
        write(data)

    robot.brain.link.write = pressed_once
    with pytest.raises(KeyboardInterrupt):
        robot.close()
    assert not robot.closed
    robot.close()
    assert not robot.sim.servos[3].wheel


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
