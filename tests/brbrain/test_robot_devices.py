"""Sensor modules, and setting devices up."""

import pytest

import brbrain
from brbrain import BrError


@pytest.fixture
def robot():
    return brbrain.open("sim:ids:1,2,100,101", fast=True)


def test_how_near_and_how_bright_it_is(robot):
    assert robot.distance(100) == (0, 0, 0)
    robot.sim.scene.wall(None, 0.05, 0.1)
    left, center, right = robot.distance(100)
    assert (left, center) == (0, 255)
    assert 0 < right < 255
    robot.sim.scene.light(10, 20, 30)
    assert robot.luminosity(100) == (10, 20, 30)


def test_claps_are_counted_once(robot):
    assert robot.sound_count(100) == 0
    robot.sim.scene.clap(3)
    robot.clock.sleep(2)
    assert robot.sound_count(100) == 3
    assert robot.sound_count(100) == 0
    robot.sim.scene.clap(1)
    robot.clock.sleep(2)
    assert robot.sound_count(100) == 1


def test_notes_and_melodies(robot):
    robot.beep(100, 10, 0.5)
    robot.clock.sleep(1)
    robot.melody(100, 3)
    robot.clock.sleep(3)
    tones = [
        (tone.kind, tone.number, round(tone.end - tone.start, 2))
        for tone in robot.sim.buzzer
    ]
    assert tones == [("note", 10, 0.5), ("melody", 3, 2.0)]


def test_a_remote_control(robot):
    assert robot.remocon_receive(100) is None
    robot.sim.scene.remote(0x1234)
    assert robot.remocon_receive(100) == 0x1234
    assert robot.remocon_receive(100) is None


def test_sensor_modules_talk_to_each_other(robot):
    robot.remocon_send(100, 777)
    assert robot.remocon_receive(101) == 777
    assert robot.remocon_receive(100) is None


def test_a_device_gets_another_id(robot):
    robot.change_id(1, 7)
    assert sorted(robot.sim.devices) == [2, 7, 100, 101]
    assert robot.get(7, "id") == 7
    with pytest.raises(BrError, match="id 1: expected an answer"):
        robot.get(1, "id")


def test_a_device_with_another_id_is_still_one_of_the_last_scan(robot):
    robot.scan(2)
    robot.change_id(1, 7)
    assert robot.scanned == [2, 7]
    assert robot.tune_bus() == [2, 7]


def test_no_two_devices_get_the_same_id(robot):
    with pytest.raises(BrError, match="that no device has, but received 2, which"):
        robot.change_id(1, 2)
    assert sorted(robot.sim.devices) == [1, 2, 100, 101]


def test_the_id_of_a_locked_device_stays(robot):
    robot.put(1, "lock", 1)
    with pytest.raises(BrError, match=r"to answer as 7, but it does not: .* locked"):
        robot.change_id(1, 7)
    assert robot.get(1, "id") == 1


def test_tuning_the_bus_makes_it_faster(robot):
    def seconds():
        start = robot.clock.now()
        robot.get(1, "present position")
        return robot.clock.now() - start

    robot.get(1, "present position")
    before = seconds()
    assert robot.tune_bus() == [1, 2, 100, 101]
    assert robot.get(1, "return delay time") == 20
    seconds()
    assert before - seconds() == pytest.approx(480e-6, abs=20e-6)
    assert robot.tune_bus() == []


def test_where_answers_fail_the_delay_is_put_back(robot):
    robot.scan(2)
    robot.device(1)
    robot.get(1, "return delay time")
    robot.sim.faults.on("corrupt", 0.3)
    robot.brain.retries = 10
    assert robot.tune_bus() == []
    robot.sim.faults.off()
    assert robot.get(1, "return delay time") == 500
