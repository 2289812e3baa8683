"""Capturing poses, reading and writing them, recording and thinning motions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brbrain
from brbrain import BrError, StatusError
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brbrain.thinning import thin

DEGREE = 1023 / 300


@pytest.fixture
def robot():
    """A plain robot of three servos at 512 counts, without any weight."""
    robot = brbrain.open("sim:ids:1,2,3,100", fast=True)
    robot.limp([1, 2, 3])
    return robot


def turn(robot, **degrees):
    """Turn limp servos named a (id 1), b (2) and c (3)."""
    for name, angle in degrees.items():
        robot.sim.servos[" abc".index(name)].turn(angle * DEGREE)


def test_capture_takes_the_present_positions_as_goals(robot):
    turn(robot, a=60, b=200)
    pose = robot.capture()
    assert pose.ids == (1, 2, 3)
    assert [pose.get(id) for id in pose.ids] == pytest.approx([60, 200, 150], abs=0.3)
    assert pose.write_blocks[0].start.name == "goal position"


def test_capture_of_some_servos_and_other_registers(robot):
    robot.put(2, "led", 1)
    turn(robot, b=200)
    pose = robot.capture([2, 1], ["led", "goal position", "present voltage"], "lit")
    assert (pose.name, pose.ids) == ("lit", (2, 1))
    assert pose.get(2, "led") == 1
    assert pose.get(2) == pytest.approx(200, abs=0.3)
    assert 6 < pose.get(1, "present voltage") < 13


def test_capture_names_servos_that_do_not_answer(robot, caplog):
    robot.sim.faults.on("dead", 2)
    assert robot.capture([1, 2, 3]).ids == (1, 3)
    assert "capture: id 2 did not answer" in caplog.text
    with pytest.raises(StatusError, match="id 2: expected an answer"):
        robot.capture([2])


def test_reading_and_writing_a_pose(robot):
    pose = Pose([1, 2], ["goal position", "led"], {1: [200, 1], 2: [800, 0]})
    seconds = robot.write_pose(pose, 1.0)
    assert seconds == pytest.approx(1.0, rel=0.05)
    assert robot.wait_until_still()
    assert [robot.get(id, "led") for id in (1, 2)] == [1, 0]
    assert robot.get_raw(1, "present position") == pytest.approx(200, abs=4)
    robot.put(2, "led", 1)
    robot.read_pose(pose)
    assert (pose.raw(1), pose.raw(2)) == ((200, 1), (800, 1))


def test_a_pose_that_the_servos_would_refuse_moves_nothing(robot):
    robot.put(2, "ccw angle limit", 200)
    before = robot.get_raw(1, "goal position")
    with pytest.raises(BrError, match="the angle limits of id 2"):
        robot.write_pose(Pose([1, 2], values={1: [100], 2: [1000]}))
    assert robot.get_raw(1, "goal position") == before


def test_recording_what_a_person_shows(robot):
    frames = []

    def show(frame):
        frames.append(frame)
        turn(robot, a=150 + 2 * frame)

    sequence = robot.record(2.0, 10, [1, 2], on_frame=show)
    assert frames == list(range(21))
    assert sequence.total_time == pytest.approx(2.0, abs=0.05)
    assert all(step.time == pytest.approx(0.1, abs=0.02) for step in list(sequence)[1:])
    angles = [sequence.pose(index).get(1) for index in range(len(sequence))]
    assert angles[1:] == pytest.approx([150 + 2 * n for n in range(20)], abs=0.3)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "1", True])
def test_how_long_to_record(robot, seconds):
    with pytest.raises(BrError, match="seconds: expected more than 0"):
        robot.record(seconds)


def recorded(*counts):
    """Return a sequence of one or more joints, a frame each 0.1 s."""
    rows = [row if isinstance(row, tuple) else (row,) for row in counts]
    poses = [
        Pose(range(len(row)), values=dict(enumerate([[v] for v in row])))
        for row in rows
    ]
    return Sequence(
        [
            Step(pose, 0.1 if at else 0.0, easing="linear")
            for at, pose in enumerate(poses)
        ]
    )


def kept(sequence):
    return [sequence.pose(index).scatter()[0] for index in range(len(sequence))]


@pytest.mark.parametrize(
    ("counts", "degrees", "left"),
    [
        ((0, 10, 20, 30), 0, [0, 30]),
        ((0, 10, 20, 30, 20, 10, 0), 0, [0, 30, 0]),
        ((5, 5, 5, 5), 0, [5, 5]),
        ((0, 10, 23, 30), 0, [0, 10, 23, 30]),
        ((0, 10, 23, 30), 1.0, [0, 30]),
        ((0, 100, 0, 100), 10, [0, 100, 0, 100]),
        ((0, 100, 0, 100), 100, [0, 100]),
        ((7,), 1, [7]),
        ((7, 9), 9, [7, 9]),
    ],
)
def test_thinning_keeps_the_fewest_frames_that_do(counts, degrees, left):
    thinned = thin(recorded(*counts), degrees)
    assert kept(thinned) == left
    assert thinned.total_time == pytest.approx(recorded(*counts).total_time)


@given(
    st.lists(st.tuples(*[st.integers(0, 60)] * 2), min_size=2, max_size=25),
    st.sampled_from([0.0, 0.5, 2.0, 5.0]),
)
def test_every_frame_left_out_is_within_the_tolerance(rows, degrees):
    thinned = thin(recorded(*rows), degrees)
    times, rest = 0.0, []
    for index, step in enumerate(thinned):
        times += step.time
        rest.append((times, thinned.pose(index).scatter()))
    for frame, row in enumerate(rows):
        time = frame * 0.1
        after = next(i for i, (t, _) in enumerate(rest) if t >= time - 1e-9)
        (end, to), (start, frm) = rest[after], rest[max(0, after - 1)]
        part = (time - start) / (end - start) if end > start else 1.0
        for joint, value in enumerate(row):
            path = frm[joint] + (to[joint] - frm[joint]) * part
            assert abs(path - value) <= degrees * DEGREE + 1e-5


@pytest.mark.parametrize("tolerance", [-1, float("nan"), "1"])
def test_what_no_tolerance_can_be(tolerance):
    with pytest.raises(BrError, match="tolerance: expected 0 or more"):
        thin(recorded(1, 2, 3), tolerance)
