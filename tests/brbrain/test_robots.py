"""Robots as data: joints, mirror pairs, limits, and where the links are."""

import pytest

from brbrain.errors import BrError
from brbrain.kinematics import Kinematics
from brbrain.robots import find_robot

HUMANOID = find_robot("humanoid")


def test_the_humanoid_has_18_servos_and_a_sensor_module():
    assert sorted(HUMANOID.ids) == list(range(1, 19))
    assert HUMANOID.sensors == (100,)
    assert HUMANOID.joint("left-knee").id == 14
    assert HUMANOID.joint(5).name == "right-elbow"


@pytest.mark.parametrize("id", range(1, 19, 2))
def test_odd_ids_are_right_and_the_next_is_the_same_joint_left(id):
    right, left = HUMANOID.joint(id), HUMANOID.joint(id + 1)
    assert right.name.startswith("right-")
    assert HUMANOID.mirrored(right) is left
    assert HUMANOID.mirrored(left) is right
    # Of the public standing pose all nine pairs sum to 1023 or 1024.
    assert HUMANOID.home[right.id] + HUMANOID.home[left.id] in (1023, 1024)


@pytest.mark.parametrize("joint", HUMANOID.joints, ids=lambda joint: joint.name)
def test_mirrored_counts_are_mirrored_angles(joint):
    other = HUMANOID.mirrored(joint)
    for count in (0, 300, 1023):
        sign = 1 if joint.axis == "y" else -1
        assert other.angle(1023 - count) == pytest.approx(sign * joint.angle(count))


@pytest.mark.parametrize(
    ("name", "angle"),
    # "hip pitch flex negative, knee flex positive, ankle dorsiflex negative"
    [("hip-pitch", -50.0), ("knee", 79.6), ("ankle-pitch", -39.7)],
)
def test_it_stands_with_bent_legs(name, angle):
    for side in ("left", "right"):
        joint = HUMANOID.joint(f"{side}-{name}")
        assert joint.angle(HUMANOID.home[joint.id]) == pytest.approx(angle, abs=0.1)


@pytest.mark.parametrize(
    "robot", [HUMANOID, find_robot("arm")], ids=["humanoid", "arm"]
)
def test_every_robot_is_at_home_within_its_limits(robot):
    for joint in robot.joints:
        low, high = joint.limits
        assert 0 <= low <= robot.home[joint.id] <= high <= 1023
        assert joint.angle(joint.count(10.0)) == pytest.approx(10.0)


def test_limits_are_those_of_the_build():
    assert HUMANOID.joint("right-knee").limits == (119, 512)  # 0 to 115 degrees
    assert HUMANOID.joint("left-elbow").limits == (0, 1023)


def test_a_list_of_ids_is_a_robot_of_loose_servos():
    robot = find_robot("ids:3,7,100,101")
    assert robot.ids == (3, 7)
    assert robot.sensors == (100, 101)
    assert robot.joint("servo-7").id == 7


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("dog", "robot: expected humanoid, arm or ids:1,2,100, but received 'dog'"),
        ("ids:", "but received 'ids:'"),
        ("ids:1,x", "robot: expected numbers in ids:1,2,100, but received 'ids:1,x'"),
        ("ids:1,-2", "but received 'ids:1,-2'"),
        ("ids:1,1", "expected different ids from 0 to 253, but received 'ids:1,1'"),
        ("ids:254", "but received 'ids:254'"),
    ],
)
def test_what_is_no_robot_says_what_is(spec, message):
    with pytest.raises(BrError) as caught:
        find_robot(spec)
    assert message in str(caught.value)


def test_what_is_no_joint_says_what_is():
    with pytest.raises(
        BrError, match=r"joint: expected one of base, shoulder, .* 'knee'"
    ):
        find_robot("arm").joint("knee")


def places(counts):
    frames = Kinematics(HUMANOID).frames([counts[j.id] for j in HUMANOID.joints])
    return {
        joint.name: frame for joint, frame in zip(HUMANOID.joints, frames, strict=True)
    }


STRAIGHT = {joint.id: joint.zero for joint in HUMANOID.joints}


def test_straight_legs_hang_down_below_the_hips():
    ankle = places(STRAIGHT)["left-ankle-roll"].place
    assert ankle == pytest.approx((0.0, 0.0385, -(65.5 + 50 + 75 + 71) / 1000))


def test_a_bent_knee_takes_the_foot_back_and_a_bent_hip_the_knee_forward():
    bent = dict(STRAIGHT)
    for name, angle in (("right-knee", 90.0), ("left-hip-pitch", -90.0)):
        joint = HUMANOID.joint(name)
        bent[joint.id] = joint.count(angle)
    frames = places(bent)
    # The shank (71 down, 14.5 back) now lies back and up.
    knee, ankle = frames["right-knee"].place, frames["right-ankle-roll"].place
    offset = [a - b for a, b in zip(ankle, knee, strict=True)]
    assert offset == pytest.approx((-0.071, 0.0, 0.0145))
    # The thigh (75 down, 14.5 forward) now lies forward and up.
    hip, knee = frames["left-hip-pitch"].place, frames["left-knee"].place
    offset = [a - b for a, b in zip(knee, hip, strict=True)]
    assert offset == pytest.approx((0.075, 0.0, 0.0145))


def test_the_sides_are_mirror_images():
    frames = places(HUMANOID.home)
    for joint in HUMANOID.joints:
        x, y, z = frames[joint.name].place
        other = frames[HUMANOID.mirrored(joint).name].place
        assert other == pytest.approx((x, -y, z), abs=1e-3)  # home is not exact
