"""Gravity on a robot's servos, against the change of its potential energy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain.clock import VirtualClock
from brbrain.errors import BrError
from brbrain.kinematics import Kinematics
from brbrain.robots import find_robot
from brbrain.sim import Simulation
from brbrain.sim.gravity import GRAVITY, Gravity
from brbrain.sim.motor import COUNT

HUMANOID = find_robot("humanoid")


def energy(robot, counts):
    """Return the potential energy of all links in J."""
    frames = Kinematics(robot).frames(counts)
    return sum(
        joint.mass * GRAVITY * frame.point(*joint.center)[2]
        for joint, frame in zip(robot.joints, frames, strict=True)
    )


@pytest.mark.parametrize("name", ["humanoid", "arm"])
@given(data=st.data())
def test_torque_is_what_turning_a_servo_costs(name, data):
    robot = find_robot(name)
    many = len(robot.joints)
    counts = data.draw(st.lists(st.integers(0, 1023), min_size=many, max_size=many))
    torques = Gravity(robot).torques(counts)
    for number in range(many):
        up, down = list(counts), list(counts)
        up[number] += 0.5
        down[number] -= 0.5
        slope = (energy(robot, up) - energy(robot, down)) / COUNT
        assert torques[number] == pytest.approx(-slope, abs=1e-5)


def test_outstretched_arms_weigh_most_at_the_shoulder():
    counts = {joint.id: joint.zero for joint in HUMANOID.joints}
    torques = Gravity(HUMANOID).torques([counts[j.id] for j in HUMANOID.joints])
    by_name = dict(zip((j.name for j in HUMANOID.joints), torques, strict=True))
    # Upper arm: 69.2 g at 50 mm; lower arm: 17.2 g at 67.5 + 60 mm.
    expected = 9.81 * (0.0692 * 0.050 + 0.0172 * 0.1275)
    assert abs(by_name["left-shoulder-roll"]) == pytest.approx(expected)
    assert by_name["left-shoulder-roll"] == -by_name["right-shoulder-roll"]


def test_loose_servos_have_no_load():
    assert Gravity(find_robot("ids:1,2")).absent
    assert not Gravity(HUMANOID).absent


def test_a_weight_on_the_hand_is_felt_up_the_arm():
    clock = VirtualClock()
    sim = Simulation("arm", clock)
    for servo in sim.servos.values():  # as if bolted
        servo.motor.stops = servo.position, servo.position

    def torque():
        clock.sleep(0.1)
        return sim.servos[2].motor.gravity

    before = torque()
    sim.load(4, 0.2)
    loaded = torque()
    assert abs(loaded) > abs(before)
    sim.load(4, 0.1)
    assert torque() == pytest.approx((before + loaded) / 2)
    sim.load(4, 0.0)
    assert torque() == pytest.approx(before)
    with pytest.raises(BrError, match=r"expected one of base, .* but received 9"):
        sim.load(9, 1.0)
    with pytest.raises(BrError, match="mass: expected 0 kg or more, but received -1"):
        sim.load(4, -1)
