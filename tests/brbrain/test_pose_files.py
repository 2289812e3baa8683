"""Files of poses and sequences: what they say, what is wrong with them, saving."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain.errors import BrError
from brbrain.pose import Pose
from brbrain.pose_files import Motions, load, parse, save_motions, text_of
from brbrain.sequence import Sequence, Step

FILE = """\
; How it stands.
(pose "stand" (type ax12) (registers goal-position) (units natural)
  ; the arms
  (1 68.9)
  (2 231.1))

(pose "glow" (type ax12) (registers led goal-position) (units raw)
  (1 1 235))

; Hello!
(sequence "wave"
  (step "stand" (time 0.6) (pause 0.1))
  ; slowly
  (step "glow" (time 2) (easing linear) (label "up"))
  (step "glow" (time 1.5) (easing (1 cubic) (2 linear))))
; the end
"""


def test_what_a_file_says():
    motions = parse(FILE, "wave.scm")
    assert motions.poses["stand"] == Pose([1, 2], values={1: [235], 2: [788]})
    assert motions.poses["glow"].raw(1) == (1, 235)
    wave = motions.sequences["wave"]
    assert [step.time for step in wave] == [0.6, 2, 1.5]
    assert wave[0].pause == 0.1
    assert (wave[1].easing_of(1), wave[1].label) == ("linear", "up")
    assert [wave[2].easing_of(id) for id in (1, 2, 3)] == [
        "cubic",
        "linear",
        "min-jerk",
    ]
    assert wave.pose(0) is motions.poses["stand"]


def test_a_file_is_saved_as_it_was():
    assert text_of(parse(FILE, "wave.scm")) == FILE


def test_comments_stay_when_values_change():
    motions = parse(FILE, "wave.scm")
    motions.poses["stand"].put(1, "goal position", 70)
    motions.sequences["wave"].delete(1)
    text = text_of(motions)
    assert "  ; the arms\n  (1 70.1)\n" in text
    assert "slowly" not in text


def test_a_comment_behind_something_stays_with_it():
    motions = parse('(pose "a" (1 0) ; first\n (2 0)) ; last\n', "a")
    assert motions.poses["a"].comments == {None: ["last"], 1: ["first"]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "f:1:1: expected (pose ...) or (sequence ...), but received x"),
        ("()", "f:1:1: expected (pose ...) or (sequence ...), but received ()"),
        ("(pose)", "f:1:1: expected a name, but received (pose)"),
        ('(pose "a"\n (1 400))', "f:2:5: goal position: expected 0 to 300 deg, but"),
        ('(pose "a" (1 x))', "f:1:14: expected a number, but received x"),
        ('(pose "a" (1 4 5))', "f:1:11: expected 1 values, but received 2"),
        ('(pose "a" (type x) (1 4))', "f:1:1: register: expected device ax12 or axs1"),
        ('(pose "a" (units x) (1 4))', "f:1:18: expected natural or raw"),
        (
            '(pose "a" (unit raw) (1 4))',
            "f:1:11: expected one of type, registers, units",
        ),
        ('(pose "a" (type) (1 4))', "f:1:11: type: expected a value"),
        ('(pose "a" (1 4) (1 4))', "f:1:1: ids: expected each once"),
        (
            '(pose "a" (units raw) (1 1.5))',
            "f:1:26: goal position: expected an integer",
        ),
        ('(pose "a" (1 4)', "f:1:1: expected a ) for the list that begins here"),
        ('(pose "a" (1 4)))', "f:1:17: expected a ( before this )"),
        ('(pose "a (1 4))', 'f:1:7: expected a " that ends the string'),
        ('(pose "a" (1 4))\n(pose "a" (1 4))', "f:2:7: expected each name once"),
        ('(sequence "s" (step "q" (time 1)))', "f:1:15: step: expected the name of a"),
        ('(pose "q" (1 4)) (sequence "s" (step "q"))', "f:1:32: step: expected (time"),
        (
            '(pose "q" (1 4)) (sequence "s" (step "q" (time -1)))',
            "f:1:32: time: expected",
        ),
        ('(sequence "s" 5)', "f:1:15: expected (step NAME (time SECONDS) ...), but"),
    ],
)
def test_what_is_wrong_with_a_file(text, message):
    with pytest.raises(BrError) as caught:
        parse(text, "f")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("units", ["natural", "raw"])
@given(st.dictionaries(st.integers(0, 253), st.integers(0, 1023)), st.text())
def test_poses_come_back_as_they_were(units, counts, name):
    pose = Pose(counts, values={id: [count] for id, count in counts.items()}, name=name)
    pose.units = units
    assert parse(text_of(Motions({name: pose})), "f").poses == {name: pose}


@given(st.lists(st.tuples(st.floats(0, 1e6), st.floats(0, 1e6), st.text())))
def test_sequences_come_back_as_they_were(rows):
    poses = {"p": Pose([1], name="p")}
    steps = [Step("p", time, pause, label=label) for time, pause, label in rows]
    motions = Motions(poses, {"s": Sequence(steps, name="s", poses=poses)})
    assert parse(text_of(motions), "f") == motions


@given(st.text(alphabet='()"; \n\\ab1.-'))
def test_any_text_is_read_or_refused_with_a_place(text):
    message = "f:"
    try:
        parse(text, "f")
    except BrError as error:
        message = str(error)
    assert message.startswith("f:")


def test_saving_and_loading(tmp_path):
    path = tmp_path / "wave.scm"
    save_motions(path, parse(FILE, "f"))
    assert path.read_text() == FILE
    assert load(path) == parse(FILE, "f")
    assert os.listdir(tmp_path) == ["wave.scm"]


def test_a_file_that_cannot_be_saved_stays_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "wave.scm"
    path.write_text("old")
    monkeypatch.setattr(
        os, "fsync", lambda file: (_ for _ in ()).throw(OSError(28, "Full"))
    )
    with pytest.raises(BrError, match=r"cannot save .*wave\.scm: full"):
        save_motions(path, parse(FILE, "f"))
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["wave.scm"]


@pytest.mark.parametrize("data", [None, b"\xff"])
def test_a_file_that_cannot_be_read(tmp_path, data):
    path = tmp_path / "wave.scm"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BrError, match=r"wave\.scm"):
        load(path)
