"""Moving, torque, stopping, wheels, and servos that shut themselves down."""

import logging

import pytest

import brbrain
from brbrain import BrError, RegisterError, StatusError
from brbrain.pace import duration, pace

DEGREE = 1023 / 300


@pytest.fixture
def robot():
    """A plain robot of three servos at 512 counts, without any weight."""
    return brbrain.open("sim:ids:1,2,3,100", fast=True)


def speed(robot, id):
    """Return rad/s."""
    return robot.sim.servos[id].motor.speed


def degrees(robot, id):
    return robot.sim.servos[id].position / DEGREE


@pytest.mark.parametrize("seconds", [0.6, 1.0, 2.0, 5.0])
def test_a_move_takes_the_time_it_is_given(robot, seconds):
    start = robot.clock.now()
    assert robot.move(1, 240, seconds) == pytest.approx(seconds, rel=0.02)
    robot.clock.sleep(seconds - (robot.clock.now() - start) - 0.15)
    assert 200 < degrees(robot, 1) < 237
    assert robot.wait_until_still()
    assert robot.clock.now() - start == pytest.approx(seconds, abs=0.25)
    assert degrees(robot, 1) == pytest.approx(240, abs=1)


def test_servos_that_start_together_arrive_together(robot):
    robot.move_all({1: 100, 2: 200, 3: 300}, seconds=2)
    robot.clock.sleep(1.0)
    for id, half in ((1, 125), (2, 175), (3, 225)):
        assert degrees(robot, id) == pytest.approx(half, abs=6)
    assert robot.wait_until_still()
    for id, end in ((1, 100), (2, 200), (3, 300)):
        assert degrees(robot, id) == pytest.approx(end, abs=1)


@pytest.mark.parametrize(
    ("distance", "seconds", "speed"),
    [
        # 60 degrees in 2 s are 5 rpm; the unit is 114/1023 rpm.
        (60 * DEGREE, 2.0, 45),
        (150 * DEGREE, 0.5, 449),
        (300 * DEGREE, 0.1, 1023),
        (1 * DEGREE, 60.0, 1),
        (0, 1.0, 1),
    ],
)
def test_the_speed_for_a_way(distance, seconds, speed):
    assert pace(distance, seconds) == speed


def test_no_way_is_faster_than_the_motor():
    # 59 rpm at 12 V are 354 degrees a second.
    assert duration(354 * DEGREE, 0, 12.0) == pytest.approx(1.0)
    assert duration(354 * DEGREE, 1023, 6.0) == pytest.approx(2.0)
    assert duration(68.4 * DEGREE, 102, 12.0) == pytest.approx(1.0, rel=0.01)


def test_a_move_that_cannot_be_in_time_says_so(robot, caplog):
    with caplog.at_level(logging.WARNING, "brbrain"):
        seconds = robot.move(1, 300, 0.1)
    assert seconds == pytest.approx(150 / 354 * 12 / 9.6, rel=0.01)
    assert caplog.messages == [
        "W: move: expected 0.1 s to be enough, but it takes 0.53 s"
    ]


def test_a_move_without_a_time_has_the_speed_from_before(robot):
    robot.put(1, "moving speed", 20)
    robot.move(1, 200, 5)
    robot.move(1, 100, 3)
    assert robot.get(1, "moving speed") < 10
    robot.move(1, 160)
    assert robot.get(1, "moving speed") == pytest.approx(20, abs=0.1)
    robot.move(1, 100, 3)
    robot.put(1, "moving speed", 30)
    robot.move(1, 160)
    assert robot.get(1, "moving speed") == pytest.approx(30, abs=0.1)


def test_the_angle_limits_are_checked_before_anything_moves(robot):
    robot.put(2, "cw angle limit", 60)
    robot.put(2, "ccw angle limit", 240)
    robot.move(2, 60)
    for call in (
        lambda: robot.move_all({1: 100, 2: 250}),
        lambda: robot.put(2, "goal position", 250),
    ):
        with pytest.raises(
            RegisterError,
            match=r"expected 60.1173 to 239.883 deg, the angle limits of id 2, .* 250",
        ):
            call()
    robot.wait_until_still()
    assert degrees(robot, 1) == pytest.approx(150, abs=1)


def test_waiting_ends_when_the_time_is_over(robot):
    robot.move(1, 250, 10)
    start = robot.clock.now()
    assert not robot.wait_until_still(0.5)
    assert robot.clock.now() - start == pytest.approx(0.5, abs=0.1)
    assert robot.wait_until_still()
    assert robot.clock.now() - start == pytest.approx(10, abs=0.5)


def test_torque_comes_and_goes_where_the_servo_stands(robot):
    robot.move(1, 200)
    robot.wait_until_still()
    robot.torque(1, False)
    robot.sim.servos[1].turn(100 * DEGREE)
    robot.clock.sleep(1)
    assert degrees(robot, 1) == pytest.approx(100)
    robot.torque(1, True)
    robot.clock.sleep(1)
    assert robot.sim.servos[1]["torque enable"] == 1
    assert degrees(robot, 1) == pytest.approx(100, abs=1)


def test_all_servos_become_stiff_or_limp(robot):
    def torques():
        return [robot.sim.servos[id]["torque enable"] for id in (1, 2, 3)]

    robot.hold()
    assert torques() == [1, 1, 1]
    robot.limp([2])
    assert torques() == [1, 0, 1]
    robot.limp()
    assert torques() == [0, 0, 0]
    robot.torque_on([1, 3])
    assert torques() == [1, 0, 1]


def test_torque_does_not_stop_who_has_it(robot):
    robot.move(1, 250, 2)
    robot.clock.sleep(0.5)
    robot.torque_on()
    assert robot.wait_until_still()
    assert degrees(robot, 1) == pytest.approx(250, abs=1)


def test_those_that_answer_are_all_of_an_unknown_robot(robot):
    robot.description = None
    robot.sim.faults.on("dead", 2)
    assert robot.servos() == [1, 3]
    assert robot.scanned == [1, 3, 100]


@pytest.mark.parametrize(
    ("policy", "moving", "resting", "limp"),
    [("hold", 1, 1, 0), ("limp", 0, 0, 0)],
)
def test_stopping_as_the_policy_says(robot, policy, moving, resting, limp):
    robot.stop_policy = policy
    robot.hold([2])
    robot.limp([3])
    robot.move(1, 250, 5)
    robot.clock.sleep(1)
    robot.stop()
    position = robot.sim.servos[1].position
    robot.clock.sleep(5)
    assert robot.sim.servos[1].position == pytest.approx(position, abs=3)
    torques = [robot.sim.servos[id]["torque enable"] for id in (1, 2, 3)]
    assert torques == [moving, resting, limp]


def test_who_is_dead_does_not_keep_others_from_stopping(robot):
    robot.move_all({1: 250, 2: 250, 3: 250}, 5)
    robot.clock.sleep(1)
    robot.sim.faults.on("dead", 2)
    with pytest.raises(StatusError, match="id 2: expected a servo at rest"):
        robot.stop()
    positions = [robot.sim.servos[id].position for id in (1, 3)]
    robot.clock.sleep(5)
    assert [robot.sim.servos[id].position for id in (1, 3)] == pytest.approx(
        positions, abs=3
    )


def test_all_servos_are_those_of_the_robot_whatever_was_scanned(robot):
    robot.scan(1)
    assert robot.servos() == [1, 2, 3]


def test_who_is_missing_is_not_asked_again_and_again(robot):
    robot.sim.faults.on("dead", 2)
    robot.sim.servos[3].memory[0] = 116  # some other model
    assert robot.servos() == [1]
    sent = robot.brain.counters.sent
    assert robot.servos() == [1]
    assert robot.brain.counters.sent == sent
    robot.sim.faults.off()
    robot.scan(5)
    assert robot.servos() == [1, 2]


def test_a_robot_that_was_never_used_has_nothing_to_stop(robot):
    robot.stop()
    robot.close()
    assert robot.brain.counters.sent == 0


def test_servos_written_by_format_are_in_use(robot):
    robot.brain.set_write_format([1, 2], "goal position", 1)
    robot.brain.write_natural([250, 250])
    robot.clock.sleep(0.1)
    robot.stop()
    robot.clock.sleep(1)
    assert degrees(robot, 1) < 230


def test_a_wheel_turns_and_becomes_the_joint_that_it_was(robot):
    servo = robot.sim.servos[1]
    robot.put(1, "cw angle limit", 30)
    robot.put(1, "ccw angle limit", 270)
    robot.put(1, "moving speed", 40)
    robot.wheel(1, 60)
    robot.clock.sleep(2)
    assert servo.wheel
    assert speed(robot, 1) > 1.0
    robot.wheel(1, -60)
    robot.clock.sleep(2)
    assert speed(robot, 1) < -1.0
    assert robot.wheels == [1]
    with pytest.raises(RegisterError, match="joint mode, but id 1 is in wheel mode"):
        robot.move(1, 90)
    with pytest.raises(RegisterError, match="id 1 is in wheel mode"):
        robot.put(1, "goal position", 90)
    robot.joint(1)
    robot.clock.sleep(1)
    assert servo["cw angle limit"] == round(30 * DEGREE)
    assert servo["ccw angle limit"] == round(270 * DEGREE)
    assert robot.get(1, "moving speed") == pytest.approx(40, abs=0.1)
    assert speed(robot, 1) == 0
    assert servo["torque enable"] == 1
    assert robot.wheels == []
    robot.move(1, 90)
    assert robot.wait_until_still()
    assert degrees(robot, 1) == pytest.approx(90, abs=1)


def test_a_wheel_of_unknown_limits_gets_the_full_range(robot):
    robot.put(1, "ccw angle limit", 0)
    assert robot.device(1).wheel
    robot.joint(1)
    assert robot.device(1).limits == (0, 1023)


def test_only_a_wheel_turns_backwards(robot):
    with pytest.raises(RegisterError, match="expected 0 or more, since id 1 is not"):
        robot.put(1, "moving speed", -10)
    robot.wheel(1, 10)
    robot.put(1, "moving speed", -10)
    assert robot.get(1, "moving speed") == pytest.approx(-10, abs=0.1)


@pytest.mark.parametrize("end", ["hold", "stop", "close"])
def test_a_wheel_does_not_go_on_for_ever(robot, end):
    robot.wheel(1, 60)
    robot.clock.sleep(1)
    getattr(robot, end)()
    robot.clock.sleep(1)
    assert speed(robot, 1) == 0
    assert robot.sim.servos[1].wheel is (end != "close")


def test_waiting_is_not_for_wheels(robot):
    robot.wheel(1, 60)
    robot.move(2, 200)
    assert robot.wait_until_still()


@pytest.mark.parametrize(
    ("stop", "closing", "policy"),
    [
        ("hold", None, "hold"),
        ("limp", None, "limp"),
        ("hold", "limp", "limp"),
        ("limp", "hold", "hold"),
    ],
)
def test_the_end_of_a_program(robot, stop, closing, policy):
    robot.stop_policy, robot.closing_policy = stop, closing
    robot.move(1, 250, 1)
    robot.close()
    robot.clock.sleep(2)
    arrived = degrees(robot, 1) == pytest.approx(250, abs=1)
    assert arrived is (policy == "hold")
    assert robot.sim.servos[1]["torque enable"] == (policy == "hold")


@pytest.fixture
def shut_down():
    """An arm whose gripper was sent through its stop, at 160 degrees, and gave up."""
    robot = brbrain.open("sim:arm", fast=True)
    robot.put("gripper", "alarm shutdown", 0x20)
    robot.move("gripper", 250)
    robot.clock.sleep(4)
    assert robot.get("gripper", "torque limit") == 0
    return robot


def test_a_servo_that_has_shut_itself_down_is_told(shut_down):
    with pytest.raises(StatusError, match=r"id 5: .* torque, but received OVERLOAD"):
        shut_down.move("gripper", 130)


def test_a_servo_is_given_its_torque_back_where_it_stands(shut_down):
    shut_down.recover_servo("gripper")
    shut_down.clock.sleep(4)
    assert shut_down.get("gripper", "torque limit") == 1
    assert degrees(shut_down, 5) == pytest.approx(160, abs=1)
    shut_down.move("gripper", 130)
    assert shut_down.wait_until_still()
    assert degrees(shut_down, 5) == pytest.approx(130, abs=1)


def test_a_servo_outside_of_its_limits_is_not_recovered(shut_down):
    shut_down.put("gripper", "ccw angle limit", 120)
    with pytest.raises(RegisterError, match=r"the angle limits of id 5, .* 160"):
        shut_down.recover_servo("gripper")
    assert shut_down.get("gripper", "torque limit") == 0


def test_a_cause_that_lasts_is_told(robot):
    robot.put(1, "alarm shutdown", 0x01)
    robot.sim.battery = 4.0
    robot.clock.sleep(1)
    with pytest.raises(StatusError, match="over, but received INPUT_VOLTAGE") as e:
        robot.recover_servo(1)
    assert (e.value.status, e.value.failed) == (0x01, (1,))


def test_leds(robot):
    robot.led(2, True)
    assert robot.sim.servos[2].lit
    robot.led(2, False)
    assert not robot.sim.servos[2].lit
    with pytest.raises(BrError, match="led: expected a device with this register"):
        robot.led(100, True)


def test_a_robot_of_more_servos_than_fit_in_a_packet():
    ids = range(1, 41)
    robot = brbrain.open(f"sim:ids:{','.join(map(str, ids))}", fast=True)
    robot.move_all(dict.fromkeys(ids, 160))
    assert robot.wait_until_still()
    assert all(abs(degrees(robot, id) - 160) < 1 for id in ids)
