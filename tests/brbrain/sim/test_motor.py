"""How a servo moves: the measured figures of the AX-12 at 12 V."""

import math

import pytest

from brbrain.sim.motor import AMBIENT, COUNT, STEP, Motor

RPM = 60.0 / math.tau


def step_of_300(seconds=4.0, push=0.0, **settings):
    """Return the motor after a step of 300 counts, and its positions and top rpm."""
    motor = Motor(300.0, goal=600.0, target=300.0, driven=True, push=push, **settings)
    positions, top = [], 0.0
    for _ in range(round(seconds / STEP)):
        motor.run(1, 12.0)
        positions.append(motor.position)
        top = max(top, motor.speed * RPM)
    return motor, positions, top


def arrival(positions):
    """Return the seconds until it is within two counts of where it ends."""
    ends = positions[-1]
    late = [n for n, place in enumerate(positions) if abs(place - ends) > 2.0]
    return (late[-1] + 1) * STEP


@pytest.mark.parametrize(
    ("settings", "rpm", "seconds", "error", "load"),
    [
        ({}, 57.0, 0.275, 0.0, 0.0),
        ({"push": -0.3}, 45.0, 0.357, 5.5, 0.17),
        ({"push": -0.3, "slopes": (128.0, 128.0)}, 45.0, 0.56, 27.7, 0.23),
    ],
    ids=["free", "0.3 N.m against it", "the same, soft"],
)
def test_a_step_of_300_counts(settings, rpm, seconds, error, load):
    motor, positions, top = step_of_300(**settings)
    assert top == pytest.approx(rpm, rel=0.02)
    assert arrival(positions) == pytest.approx(seconds, rel=0.05)
    assert 600.0 - motor.position == pytest.approx(error, abs=1.1)
    assert motor.duty == pytest.approx(load, abs=0.005)
    assert motor.speed == 0.0


def speed_of(register):
    """Return counts a step for a moving speed: 0.111 rpm a unit."""
    return register * 114.0 / 1023.0 / RPM / COUNT * STEP


@pytest.mark.parametrize("push", [0.0, -0.3])
def test_moving_speed_100_takes_1_35_s_also_under_load(push):
    _, positions, _ = step_of_300(push=push, target_speed=speed_of(100))
    middle = (positions[800] - positions[600]) / 0.2 * COUNT * RPM
    assert middle == pytest.approx(11.1, rel=0.02)
    assert arrival(positions) == pytest.approx(1.35, rel=0.05)


def test_the_slowest_speed_moves_and_a_slow_servo_holds_as_strongly():
    motor, positions, _ = step_of_300(seconds=20.0, target_speed=speed_of(1), push=-0.3)
    rate = (positions[-1] - positions[-10001]) / 10.0 * COUNT * RPM
    assert rate == pytest.approx(0.111, rel=0.1)
    assert motor.duty == pytest.approx(0.23, abs=0.01)


@pytest.mark.parametrize(
    ("volts", "rpm"),
    # The no-load speeds that the e-manual's 59 rpm at 12 V scales to, less friction.
    [(12.0, 59.0), (11.1, 54.6), (9.6, 47.2), (7.4, 36.4)],
)
def test_speed_goes_with_the_voltage(volts, rpm):
    motor = Motor(driven=True, wheel_duty=1.0)
    motor.run(1000, volts)
    assert motor.speed * RPM == pytest.approx(rpm - 59.0 * 0.05 / 1.5, abs=0.1)


def test_the_torque_limit_limits_speed_and_torque():
    motor, _, top = step_of_300(duty_limit=0.5)
    assert top == pytest.approx(59.0 * (0.5 - 0.05 / 1.5), rel=0.02)
    motor.push = -0.5 * 1.5 - 0.3
    motor.run(1000, 12.0)
    assert motor.position < 500.0  # more than it can hold


def test_a_limp_motor_gives_way_only_to_more_than_friction():
    motor = Motor(300.0, push=0.045)
    motor.run(1000, 12.0)
    assert motor.position == 300.0
    motor.push = 0.06
    motor.run(1000, 12.0)
    assert motor.position > 310.0
    assert motor.duty == 0.0


def test_it_stops_at_a_mechanical_stop_and_pushes_on():
    motor, positions, _ = step_of_300(stops=(200.0, 450.0))
    assert max(positions) == motor.position == 450.0
    assert motor.duty == 1.0
    assert not motor.run(10, 12.0)


def test_at_rest_it_costs_nothing_and_says_so():
    motor, _, _ = step_of_300()
    assert not motor.run(10**9, 12.0)


def test_it_warms_up_under_load_and_cools_down():
    motor = Motor(driven=True, duty=1.0)
    motor.warm(300.0, 12.0)
    # 4 K/W and 18 W make 72 K; after a time constant it has 1 - 1/e of it.
    assert motor.temperature == pytest.approx(AMBIENT + 72.0 * (1 - 1 / math.e))
    seconds = motor.time_to(90.0, 12.0)
    motor.warm(seconds, 12.0)
    assert motor.temperature == pytest.approx(90.0)
    assert motor.time_to(80.0, 12.0) == math.inf
    motor.duty = 0.0
    motor.warm(3000.0, 12.0)
    assert motor.temperature == pytest.approx(AMBIENT, abs=0.01)
