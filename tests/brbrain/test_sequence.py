"""Sequences of poses: editing, and new ones out of old ones; trajectories."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain.errors import BrError
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brbrain.trajectory import EASINGS, between, find_easing, shortest_time, stretch

UP, DOWN, OUT = (
    Pose([id], values={id: [count]}) for id, count in ((1, 9), (1, 8), (2, 7))
)


def steps(sequence):
    """Return the pose counts and times of a sequence."""
    return [(sequence.pose(i).scatter()[0], s.time) for i, s in enumerate(sequence)]


@pytest.fixture
def sequence():
    return Sequence([Step(UP, 1.0), Step(DOWN, 2.0, 0.5), Step(OUT, 3.0)], name="wave")


def test_what_a_sequence_is(sequence):
    assert len(sequence) == 3
    assert sequence.total_time == 6.5
    assert sequence.ids == (1, 2)


def test_editing(sequence):
    sequence.insert(1, Step(OUT, 9.0))
    assert steps(sequence) == [(9, 1.0), (7, 9.0), (8, 2.0), (7, 3.0)]
    sequence.move(1, 3)
    assert steps(sequence) == [(9, 1.0), (8, 2.0), (7, 3.0), (7, 9.0)]
    assert sequence.delete(3).time == 9.0
    sequence.replace(0, time=0.25)
    assert sequence[0].time == 0.25


def test_new_sequences(sequence):
    assert steps(sequence.reversed()) == [(7, 1.0), (8, 3.0), (9, 2.0)]
    assert steps(sequence.scaled(0.5)) == [(9, 0.5), (8, 1.0), (7, 1.5)]
    assert sequence.scaled(2).total_time == 13.0
    assert steps(sequence.repeated(2)) == steps(sequence) * 2
    assert len(sequence.repeated(0)) == 0
    assert steps(sequence.followed_by(sequence)) == steps(sequence) * 2
    assert len(sequence) == 3


def test_steps_may_name_their_poses():
    sequence = Sequence([Step("up", 1.0)], poses={"up": UP})
    assert sequence.pose(0) is UP
    with pytest.raises(BrError, match=r"a pose of the sequence \(up\), .* 'upp'"):
        sequence.add(Step("upp", 1.0))
    other = Sequence([Step("up", 1.0)], poses={"up": DOWN})
    with pytest.raises(BrError, match="expected one pose 'up'"):
        sequence.followed_by(other)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s.add(Step(UP, -1.0)), "time: expected 0 or more, but received -1"),
        (lambda s: s.add(Step(UP, float("nan"))), "time: expected 0 or more"),
        (
            lambda s: s.add(Step(UP, True)),
            "time: expected 0 or more, but received True",
        ),
        (lambda s: s.add(Step(UP, 1, "x")), "pause: expected 0 or more"),
        (lambda s: s.add(Step(3, 1)), "step: expected a pose, but received 3"),
        (lambda s: s.add(Step(UP, 1, easing="x")), "one of linear, cubic, min-jerk"),
        (
            lambda s: s.insert(4, Step(UP, 1)),
            "index: expected an integer from 0 to 3, but received 4",
        ),
        (
            lambda s: s.delete(3),
            "index: expected an integer from 0 to 2, but received 3",
        ),
        (
            lambda s: s.move(0, 4),
            "index: expected an integer from 0 to 2, but received 4",
        ),
        (
            lambda s: s.move(-1, 0),
            "index: expected an integer from 0 to 2, but received -1",
        ),
        (
            lambda s: s.replace(0, time="1"),
            "time: expected 0 or more, but received '1'",
        ),
        (
            lambda s: s.repeated(-1),
            "times: expected an integer of 0 or more, but received -1",
        ),
        (lambda s: s.scaled(float("inf")), "factor: expected 0 or more"),
    ],
)
def test_what_is_wrong_changes_nothing(sequence, change, message):
    before = sequence.copy()
    with pytest.raises(BrError) as caught:
        change(sequence)
    assert message in str(caught.value)
    assert sequence == before


@given(
    st.sampled_from(list(EASINGS)),
    st.floats(0, 1023),
    st.floats(0, 1023),
    st.floats(0, 1),
)
def test_a_way_begins_and_ends_where_it_should_and_stays_between(
    name, start, end, part
):
    assert between(start, end, 0, name) == start
    assert between(start, end, 1, name) == pytest.approx(end)
    low, high = sorted((start, end))
    assert low - 1e-9 <= between(start, end, part, name) <= high + 1e-9


@pytest.mark.parametrize(
    ("name", "peak"), [("linear", 1), ("cubic", 1.5), ("min-jerk", 1.875)]
)
def test_the_highest_speed_of_an_easing_is_in_the_middle(name, peak):
    done, known = find_easing(name)
    step = 1e-6
    assert (done(0.5 + step) - done(0.5 - step)) / (2 * step) == pytest.approx(
        peak, rel=1e-6
    )
    assert known == peak
    assert done(0.5) == 0.5


def test_the_speed_of_a_servo_without_load():
    # 59 rpm at 12 V are 354 degrees a second (e-manual).
    assert shortest_time(354 / 300 * 1023, "linear", 12.0) == pytest.approx(1.0)
    assert shortest_time(-354 / 300 * 1023, "min-jerk", 6.0) == pytest.approx(3.75)


def test_time_is_stretched_for_the_slowest():
    distances = {1: 100.0, 2: -354 / 300 * 1023}
    easings = dict.fromkeys(distances, "linear")
    assert stretch(distances, 2.0, easings) == (2.0, 1.0, None)
    seconds, factor, slowest = stretch(distances, 0.5, easings)
    assert (seconds, factor, slowest) == (pytest.approx(1.0), pytest.approx(2.0), 2)
