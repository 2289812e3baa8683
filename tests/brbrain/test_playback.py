"""Playing sequences: paths, rates, control while playing, and what goes wrong."""

from __future__ import annotations

from itertools import pairwise

import pytest

import brbrain
from brbrain import BrError, StatusError
from brbrain.playback import Playback
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brbrain.trajectory import between

DEGREE = 1023 / 300


@pytest.fixture
def robot():
    """A plain robot of three servos at 512 counts, without any weight."""
    return brbrain.open("sim:ids:1,2,3,100", fast=True)


def pose(**degrees):
    """Return a pose of servos named a (id 1), b (2) and c (3)."""
    counts = {" abc".index(name): [round(v * DEGREE)] for name, v in degrees.items()}
    return Pose(counts, values=counts)


def degrees(robot, id):
    return robot.sim.servos[id].position / DEGREE


WAVE = Sequence(
    [Step(pose(a=180, b=120), 1.0), Step(pose(a=150), 0.5, 0.5), Step(pose(b=150), 1.0)]
)


def play(robot, sequence=WAVE, **options):
    """Play and return every progress, with the time since the start before it."""
    start = robot.clock.now()
    log = []
    playback = Playback(
        robot,
        sequence,
        on_progress=lambda progress: log.append((robot.clock.now() - start, progress)),
        **options,
    )
    playback.run()
    return log


def test_a_sequence_takes_its_time_and_ends_in_its_last_poses(robot):
    log = play(robot)
    time, last = log[-1]
    assert (last.state, last.step) == ("ended", 2)
    # Meeting the servos at first takes some exchanges more.
    assert time == pytest.approx(WAVE.total_time, abs=0.35)
    robot.clock.sleep(0.2)
    assert [degrees(robot, id) for id in (1, 2, 3)] == pytest.approx([150] * 3, abs=1)


def test_many_short_steps_take_no_longer_than_they_say(robot):
    # 0.11 s is no multiple of a cycle.
    steps = [Step(pose(a=150 + i), 0.11, easing="linear") for i in range(40)]
    log = play(robot, Sequence(steps))
    assert log[-1][0] == pytest.approx(4.4, abs=0.2)


@pytest.mark.parametrize(
    ("ids", "degrees", "seconds"), [(1, 60, 1.0), (3, 100, 1.0), (18, 60, 1.0)]
)
def test_joints_go_within_a_degree_of_what_the_easing_says(ids, degrees, seconds):
    ids = range(1, ids + 1)
    robot = brbrain.open(f"sim:ids:{','.join(map(str, ids))}", fast=True)
    here, there = (
        Pose(ids, values={id: [round(angle * DEGREE)] for id in ids})
        for angle in (150, 150 + degrees)
    )
    starts, samples = [], []

    def note(progress):
        if progress.step == 1:
            # The cycle began when the motion was so far; now it is over.
            begun = playback._schedule
            starts.append(begun._start + begun._number * begun.period - progress.time)

    playback = Playback(
        robot, Sequence([Step(here, 0.5), Step(there, seconds)]), on_progress=note
    )

    def watch():
        while playback.progress.state == "playing":
            samples.append((robot.clock.now(), robot.sim.servos[1].position / DEGREE))
            robot.clock.sleep(0.01)

    robot.clock.start(watch, "watch")
    playback.run()
    errors = [
        abs(between(150, 150 + degrees, (time - starts[0]) / seconds, "min-jerk") - at)
        for time, at in samples
    ]
    assert len(errors) > 100
    assert max(errors) < 1.0


@pytest.mark.parametrize("easing", ["linear", "cubic", "min-jerk"])
def test_a_joint_goes_as_its_easing_says(robot, easing):
    log = play(robot, Sequence([Step(pose(a=200), 2.0, easing=easing)]))
    for _, progress in log:
        wanted = between(150, 200, min(1, progress.time / 2.0), easing)
        # Where it is was asked a little later than the time that is told.
        assert progress.positions.get(1, 150) == pytest.approx(wanted, abs=1.5)


def test_joints_that_a_pose_has_not_are_left_alone(robot):
    robot.limp([3])
    play(robot)
    assert robot.get(3, "torque enable") == 0
    assert degrees(robot, 3) == pytest.approx(150, abs=0.2)


def test_nothing_jumps_at_the_beginning(robot):
    robot.sim.servos[1].turn(60 * DEGREE)
    log = play(robot, Sequence([Step(pose(a=150), 2.0)]))
    assert log[0][1].positions[1] == pytest.approx(60, abs=1)


@pytest.mark.parametrize("rate", [10, 20, 30])
def test_it_keeps_its_rate(robot, rate):
    log = play(robot, Sequence([Step(pose(a=180, b=120, c=100), 2.0)]), rate=rate)
    times = [time for time, progress in log if progress.state == "playing"]
    # The first one has to tell the CM-5 the formats.
    gaps = [after - before for before, after in pairwise(times[1:])]
    assert gaps == pytest.approx([1 / rate] * len(gaps), abs=0.005)
    assert log[-1][1].frames == pytest.approx(2.0 * rate, abs=2)


def test_frames_that_there_is_no_time_for_are_skipped(robot):
    log = play(robot, Sequence([Step(pose(a=180, b=120, c=100), 1.0)]), rate=500)
    _, last = log[-1]
    assert last.skipped > 100
    assert last.frames + last.skipped == pytest.approx(500, rel=0.05)


def test_speed_and_repeat(robot):
    once = play(robot, speed=2.0)[-1][0]
    assert once == pytest.approx(WAVE.total_time / 2, abs=0.35)
    thrice = play(robot, speed=2.0, repeat=3)[-1][0]
    assert thrice == pytest.approx(3 * WAVE.total_time / 2, abs=0.6)


def test_speed_counts_for_pauses_as_for_ways(robot):
    log = play(robot, Sequence([Step(pose(a=160), 1.0, 5.0)]), speed=2.0)
    assert log[-1][0] == pytest.approx(3.0, abs=0.2)


def test_speed_may_change_while_it_plays(robot):
    playback = Playback(robot, Sequence([Step(pose(a=180), 2.0)]))

    def hurry(progress):
        playback.speed = 4.0 if progress.time > 1.0 else 1.0

    playback._on_progress = hurry
    start = robot.clock.now()
    playback.run()
    assert robot.clock.now() - start == pytest.approx(1.25, abs=0.2)


def test_a_procedure_decides_what_comes_next(robot):
    seen = []

    def decide(index, progress):
        seen.append((index, progress.step))
        return [2, None, 1][index]

    play(robot, decide=decide)
    assert seen == [(0, 0), (2, 2), (1, 1)]


def test_pause_and_resume_from_another_thread(robot):
    playback = Playback(robot, Sequence([Step(pose(a=200), 1.0)]))
    positions = []

    def interrupt():
        robot.clock.sleep(0.6)
        playback.pause()
        robot.clock.sleep(0.3)
        positions.append(degrees(robot, 1))
        robot.clock.sleep(2.0)
        positions.append(degrees(robot, 1))
        playback.resume()

    start = robot.clock.now()
    robot.clock.start(interrupt, "interrupt")
    playback.run()
    assert robot.clock.now() - start == pytest.approx(3.3, abs=0.3)
    assert 155 < positions[0] < 195
    assert positions[1] == pytest.approx(positions[0], abs=0.5)


def test_stop_holds_where_it_is(robot):
    playback = Playback(robot, Sequence([Step(pose(a=200), 2.0)]))
    playback._on_progress = lambda progress: progress.time > 1.0 and playback.stop()
    assert playback.run().state == "stopped"
    robot.clock.sleep(0.3)
    here = degrees(robot, 1)
    assert 170 < here < 190
    robot.clock.sleep(2.0)
    assert degrees(robot, 1) == pytest.approx(here, abs=0.5)


def test_stop_through_a_pose_in_which_the_robot_is_safe(robot):
    playback = Playback(robot, Sequence([Step(pose(a=200), 2.0)]))
    exit = Step(pose(a=100, c=160), 1.0)

    def stop(progress):
        if progress.time > 1.0 and progress.step == 0 and progress.state == "playing":
            playback.stop(exit)

    playback._on_progress = stop
    assert playback.run().state == "stopped"
    robot.clock.sleep(0.3)
    assert degrees(robot, 1) == pytest.approx(100, abs=1)
    assert degrees(robot, 3) == pytest.approx(160, abs=1)


def test_a_step_that_is_too_fast_takes_longer_and_says_so(robot, caplog):
    log = play(robot, Sequence([Step(pose(a=290), 0.2)]))
    assert "step 0 takes" in caplog.text
    assert "instead of 0.2: id 1 is not faster" in caplog.text
    assert log[-1][0] > 0.6
    robot.clock.sleep(0.2)
    assert degrees(robot, 1) == pytest.approx(290, abs=1)


def test_what_else_a_pose_has_is_written_when_its_step_begins(robot):
    lit = Pose([1, 2], ["goal position", "led"], {1: [512, 1], 2: [512, 0]})
    play(robot, Sequence([Step(lit, 0.2)]))
    assert [robot.get(id, "led") for id in (1, 2)] == [1, 0]


def test_moving_speeds_are_afterwards_what_they_were(robot):
    robot.put(1, "moving speed", 20)
    before = robot.get_raw(1, "moving speed")
    play(robot)
    assert robot.get_raw(1, "moving speed") == before


def test_two_motions_at_once(robot):
    other = Playback(robot, Sequence([Step(pose(c=100), 1.0)]), rate=15)
    thread = robot.clock.start(other.run, "other")
    play(robot, rate=15)
    thread.join()
    robot.clock.sleep(0.2)
    assert degrees(robot, 3) == pytest.approx(100, abs=1)
    assert degrees(robot, 1) == pytest.approx(150, abs=1)


def at(time, action):
    """Return an ``on_progress`` that does something once when so much is played."""
    pending = [action]

    def check(progress):
        if progress.time > time and pending:
            pending.pop()()

    return check


def test_a_lost_servo_stops_the_motion_and_is_named(robot):
    sequence = Sequence([Step(pose(a=250, b=250), 2.0)])
    playback = Playback(
        robot, sequence, on_progress=at(0.8, lambda: robot.sim.faults.on("dead", 2))
    )
    with pytest.raises(StatusError, match="step 0: id 2 does not answer any more"):
        playback.run()
    assert playback.progress.state == "failed"
    robot.clock.sleep(0.5)
    here = degrees(robot, 1)
    assert here < 245
    robot.clock.sleep(1.0)
    assert degrees(robot, 1) == pytest.approx(here, abs=0.5)


def test_one_answer_that_does_not_come_is_no_matter(robot):
    sequence = Sequence([Step(pose(a=200), 1.0)])
    lose = at(0.5, lambda: robot.sim.faults.on("lost", 1.0, times=1))
    assert Playback(robot, sequence, on_progress=lose).run().state == "ended"


def test_an_overload_stops_the_motion_and_is_named(robot):
    def overload():
        robot.sim.servos[2]._put("torque limit", 0)

    sequence = Sequence([Step(pose(a=250, b=250), 2.0)])
    playback = Playback(robot, sequence, on_progress=at(0.8, overload))
    with pytest.raises(StatusError, match="step 0: id 2 has shut down for overload"):
        playback.run()
    robot.clock.sleep(0.5)
    assert robot.sim.servos[1].motor.speed == 0


def test_who_is_made_limp_stays_limp(robot):
    sequence = Sequence([Step(Pose([1, 2], values={1: [700], 2: [700]}), 2.0)])
    playback = Playback(robot, sequence, on_progress=at(0.8, lambda: robot.limp([2])))
    assert playback.run().state == "stopped"
    robot.clock.sleep(1.0)
    torques = [servo["torque enable"] for servo in robot.sim.servos.values()]
    assert torques[:2] == [1, 0]
    # It may be played again: that gives it torque.
    assert Playback(robot, sequence).run().state == "ended"


def test_an_error_of_the_caller_stops_the_robot(robot):
    def fail():
        raise ZeroDivisionError

    sequence = Sequence([Step(pose(a=250), 2.0)])
    with pytest.raises(ZeroDivisionError):
        Playback(robot, sequence, on_progress=at(0.8, fail)).run()
    robot.clock.sleep(0.3)
    assert degrees(robot, 1) < 240
    assert robot.sim.servos[1].motor.speed == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rate": 0}, "rate: expected more than 0, but received 0"),
        ({"speed": -1}, "speed: expected more than 0, but received -1"),
        ({"speed": "x"}, "speed: expected more than 0, but received 'x'"),
        ({"repeat": 0}, "repeat: expected an integer of 1 or more, but received 0"),
        ({"easing": "bouncy"}, "easing: expected one of linear, cubic, min-jerk"),
    ],
)
def test_options_that_are_not_right(robot, options, message):
    with pytest.raises(BrError, match=message):
        Playback(robot, WAVE, **options)


def test_a_goal_out_of_reach_is_refused_before_anything_moves(robot):
    robot.put(2, "ccw angle limit", 200)
    sequence = Sequence([Step(pose(a=100), 1.0), Step(pose(b=250), 1.0)])
    with pytest.raises(BrError, match=r"the angle limits of id 2, but received 249\.8"):
        Playback(robot, sequence).run()
    robot.clock.sleep(0.5)
    assert degrees(robot, 1) == pytest.approx(150, abs=0.2)


def test_deciding_for_a_step_that_is_not_there(robot):
    with pytest.raises(
        BrError, match="index: expected an integer from 0 to 2, but received 7"
    ):
        play(robot, decide=lambda index, progress: 7)
    assert robot.sim.servos[1].motor.speed == 0
