"""Motions out of files and into files, as sequences of poses."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from motion_samples import (
    BINARY,
    MTN_TEXT,
    MTNX,
    NAMES,
    SAMPLES,
    binary_file,
    binary_page,
    with_checksum,
)

from brbrain import motionfiles
from brbrain.errors import BrError
from brbrain.motionfiles import binary, mtn
from brbrain.motionfiles.pages import moves_from
from brbrain.pose import Pose
from brbrain.robots import find_robot
from brbrain.sequence import Sequence, Step

HUMANOID = find_robot("humanoid")


@pytest.fixture
def file(tmp_path):
    """Return what puts data into a file."""

    def put(suffix, data):
        path = tmp_path / f"dance{suffix}"
        path.write_bytes(data)
        return path

    return put


def shown(sequence):
    """Return the counts by id, times and pauses of a sequence."""
    return [
        (dict(move.counts), pytest.approx(move.time), pytest.approx(move.pause))
        for move in moves_from(sequence)
    ]


def test_what_motions_there_are(file):
    pages = motionfiles.pages(file(".mtn", SAMPLES[".mtn"]))
    assert [tuple(page)[:6] for page in pages] == [
        (1, "Bow", 1, 2, 3, 1),
        (2, "Bow back", 2, 0, 0, 2),
        (3, "Stand", 1, 0, 0, 1),
        (5, "Round", 1, 6, 0, 1),
        (6, "Stand", 1, 5, 0, 1),
    ]
    assert [page.seconds for page in pages[:2]] == [0.5, pytest.approx(5.28)]


@pytest.mark.parametrize(
    ("suffix", "expected"),
    [
        (".pos", [("dance", 1, 1.0)]),
        (".mot", [("dance", 3, 2.0)]),
        (".motion", [("dance", 3, 60.0)]),
        (".move", [("dance", 2, 10.0)]),
        (".ppr", [("wave", 3, 1.75), ("rest", 1, 2.0)]),
        (".mtnx", [("Dance", 5, 1.75), ("Up", 2, 1.5), ("Down", 1, 0.25)]),
    ],
)
def test_what_motions_there_are_needs_no_robot(suffix, expected, file):
    pages = motionfiles.pages(file(suffix, SAMPLES[suffix]))
    assert [(page.name, page.steps, page.seconds) for page in pages] == expected


BOW = ({1: 200, 2: 800}, 0.5, 0.0)  # its speed is 2
BACK = [({1: 300, 2: 700}, 0.096, 0.504), ({1: 512, 2: 511}, 2.04, 0.0)]


@pytest.mark.parametrize("page", [None, 1, "Bow"])
def test_a_page_goes_on_with_the_next_and_is_repeated(page, file, caplog):
    sequence = motionfiles.load(file(".mtn", SAMPLES[".mtn"]), page)
    assert shown(sequence) == [BOW, *BACK, *BACK]
    assert sequence.name == "Bow"
    assert list(sequence.poses) == ["Bow 1", "Bow back 1", "Bow back 2"]
    assert {step.easing for step in sequence} == {"linear"}
    assert caplog.messages == []


def test_servos_that_are_not_used_are_left_alone(file):
    sequence = motionfiles.load(file(".bin", BINARY), 2)
    assert shown(sequence) == 2 * [
        ({1: 300}, 12 / 128, 0.5),
        ({2: 511}, 255 / 128, 0.0),
    ]


def test_both_kinds_of_mtn_files_are_known(file):
    assert shown(motionfiles.load(file(".mtn", BINARY)))[0] == BOW


@pytest.mark.parametrize(("byte", "seconds"), [(0, 2.0), (8, 2.0625), (9, 9 / 128)])
def test_long_times_in_binary_pages_have_begun_anew(byte, seconds, file):
    page = binary_page("Slow", [({1: 5}, 0, byte)])
    (step,) = motionfiles.load(file(".bin", binary_file(page)))
    assert step.time == seconds


def test_torque_that_is_off_and_flags_leave_a_servo_alone(file):
    page = binary_page("Off", [({1: 5, 2: 0x2005, 3: 0x4005}, 0, 9)])
    assert motionfiles.load(file(".bin", binary_file(page))).ids == (1,)


def test_speeds_instead_of_times_are_told(file, caplog):
    data = bytearray(BINARY)
    data[512 + 16] = 0
    motionfiles.load(file(".bin", bytes(data)))
    assert "the steps of pages 1 have speeds instead of times" in caplog.messages[-1]


def test_pages_that_go_in_circles_are_told_and_played_once(file, caplog):
    path = file(".mtn", SAMPLES[".mtn"])
    sequence = motionfiles.load(path, "Round")
    assert [sequence.pose(index).get_raw(1) for index in (0, 1)] == [1, 3]
    assert caplog.messages == [f"W: {path}: page 6 leads back to page 5: played once"]


def test_a_page_may_lead_back_to_itself(file, caplog):
    data = with_checksum(MTN_TEXT.replace("2 3 1 2.0", "1 3 1 2.0"))
    assert shown(motionfiles.load(file(".mtn", data))) == [BOW]
    assert "page 1 leads back to page 1: played once" in caplog.messages[0]


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("Stand", "expected one page 'Stand', but they are 3, 6"),
        ("Jump", "expected a page with steps (1 Bow, 2 Bow back, 3 Stand, 5 Round, 6"),
        (4, "5 Round, 6 Stand), but received 4"),
    ],
)
def test_which_page_is_not_clear(page, message, file):
    with pytest.raises(BrError) as caught:
        motionfiles.load(file(".mtn", SAMPLES[".mtn"]), page)
    assert message in str(caught.value)


def test_a_position_beyond_an_ax12_is_told_when_its_page_is_loaded(file):
    path = file(".mtn", with_checksum(MTN_TEXT.replace(" 300 700", " 300 1700")))
    assert len(motionfiles.pages(path)) == 5
    assert motionfiles.load(path, 3).ids == (1, 2)
    with pytest.raises(BrError, match="page 2, step 1, id 2: expected a position from"):
        motionfiles.load(path, "Bow back")


def test_endless_repeats_are_refused(file):
    data = MTNX.replace(b'loop="2"', b'loop="999999"')
    with pytest.raises(BrError, match="expected at most 100000 steps in a flow"):
        motionfiles.load(file(".mtnx", data))


def test_a_flow_plays_pages_at_their_speeds(file):
    up = [({1: 512, 2: 513}, 0.25, 0.0), ({1: 410, 2: 614}, 0.25, 0.25)]
    sequence = motionfiles.load(file(".mtnx", MTNX), "Dance")
    assert shown(sequence) == [*up, *up, ({1: 512, 2: 512}, 0.25, 0.0)]


def test_names_are_those_of_the_robot_or_of_a_table(file, caplog):
    data = b"#POS\nleft-knee\t0.5\n#END\n"
    joint = HUMANOID.joint("left-knee")
    expected = round(joint.count(math.degrees(0.5)))
    sequence = motionfiles.load(file(".pos", data), robot=HUMANOID)
    assert shown(sequence) == [({joint.id: expected}, 1.0, 0.0)]
    sequence = motionfiles.load(
        file(".pos", data.replace(b"left-knee", b"LKnee")),
        robot=HUMANOID,
        names={"LKnee": joint.id},
    )
    assert shown(sequence) == [({joint.id: expected}, 1.0, 0.0)]
    assert caplog.messages == []


def test_names_that_are_not_known_are_told(file, caplog):
    path = file(".motion", b"#WEBOTS_MOTION,V1.0,shoulder,ear\n00:01:000,a,0.5,1\n")
    assert motionfiles.load(path, names=NAMES).ids == (1,)
    assert caplog.messages == [f"W: {path}: left out, as no joint has these names: ear"]
    with pytest.raises(BrError, match="expected the names of joints of the robot, but"):
        motionfiles.load(path, robot=HUMANOID)


def test_servos_that_the_robot_does_not_have_are_told(file, caplog):
    path = file(".mtn", SAMPLES[".mtn"])
    sequence = motionfiles.load(path, 3, robot=find_robot("ids:1"))
    assert sequence.ids == (1,)
    assert caplog.messages == [f"W: {path}: left out, as the robot has no id 2"]
    with pytest.raises(BrError, match="it has none of them"):
        motionfiles.load(path, 3, robot=find_robot("ids:7"))


def test_an_angle_that_a_servo_does_not_reach_is_told_with_its_place(file):
    path = file(".motion", b"#WEBOTS_MOTION,V1.0,elbow\n00:01:000,a,3.0\n")
    message = r"1\.0 s: elbow: expected -150\.0 to 150\.0 deg, but received 171\.9"
    with pytest.raises(BrError, match=message):
        motionfiles.load(path, names=NAMES)


def counts(sequence):
    return [(move.time, dict(move.counts)) for move in moves_from(sequence)]


def count(radians):
    return math.floor(511.5 + math.degrees(radians) * 1023 / 300 + 0.5)


def test_a_joint_of_tekkotsu_is_on_its_way_while_others_have_postures(file):
    data = b"#MSq\ndelay 1000\na 0\nb 0\ndelay 500\nb 1\ndelay 500\na 1\n#END\n"
    sequence = motionfiles.load(file(".mot", data), names={"a": 1, "b": 2})
    assert counts(sequence) == [
        (1.0, {1: count(0), 2: count(0)}),
        (0.5, {1: round((count(0) + count(1)) / 2), 2: count(1)}),
        (0.5, {1: count(1)}),
    ]


def test_a_motion_of_tekkotsu_loads_others(file):
    file("s.pos", b"#POS\nb 0.5\n#END\n")
    file("s.mot", b"#MSq\ndegrees\nadvanceTime 500\nB~ 90\n#END\n")
    data = b"#MSq\ndelay 1000\nload dances.pos\nload dances.mot\na 0\n#END\n"
    names = {"a": 1, "b": 2, "LB": 3, "RB": 4}
    sequence = motionfiles.load(file(".mot", data), names=names)
    right = count(math.pi / 2)
    assert counts(sequence) == [
        (1.0, {2: count(0.5)}),
        (0.5, {3: right, 4: right, 1: count(0)}),
    ]


def test_a_motion_of_tekkotsu_that_loads_itself_is_refused(file):
    path = file(".mot", b"#MSq\nload dances.mot\n#END\n")
    file("s.mot", b"#MSq\nload dances.mot\n#END\n")
    with pytest.raises(BrError, match=r"dances\.mot:2:1: expected a file that does"):
        motionfiles.load(path)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no.pos", r"cannot read .*no\.pos: no such file"),
        ("a\0.pos", "cannot read .*: embedded null byte"),
        ("a", "expected a file .mtn, .bin"),
        ("a.ppr", r"dance\.mot:2:1: expected a \.pos or \.mot file, but received a"),
    ],
)
def test_what_a_motion_of_tekkotsu_cannot_load(name, message, file, tmp_path):
    (tmp_path / "a.ppr").write_bytes(SAMPLES[".ppr"])
    path = file(".mot", f"#MSq\nload {name}\n#END\n".encode())
    with pytest.raises(BrError, match=message):
        motionfiles.load(path)


@pytest.mark.parametrize(
    ("first", "time"), [("00:00:000", 1.0), ("00:00:049", 1.0), ("00:00:050", 0.05)]
)
def test_a_recording_begins_gently(first, time, file):
    text = f"#WEBOTS_MOTION,V1.0,elbow\n{first},a,0\n00:01:000,b,1\n"
    sequence = motionfiles.load(file(".motion", text.encode()), names=NAMES)
    assert sequence[0].time == time


@pytest.mark.parametrize("suffix", ["", ".txt", ".scm"])
def test_other_files_are_refused(suffix, file):
    path = file(suffix, b"")
    with pytest.raises(BrError, match=f"dance{suffix}: expected a "):
        motionfiles.load(path)


# Saving


def made(*rows):
    """Return a sequence of (counts by id, time, pause)."""
    return Sequence(
        Step(Pose(row, values={id: (own,) for id, own in row.items()}), time, pause)
        for row, time, pause in rows
    )


WAVE = made(({1: 200, 2: 800}, 0.5, 0.0), ({1: 300, 2: 700}, 1.5, 0.25))


@pytest.mark.parametrize(
    ("suffix", "unit"),
    [
        (".mtn", 0.0041),
        (".bin", 0.0),
        (".mtnx", 0.0),
        (".mot", 0.0),
        (".motion", 0.0),
    ],
)
@pytest.mark.parametrize(
    "whose", [{}, {"robot": HUMANOID}, {"names": NAMES}], ids=["none", "robot", "names"]
)
def test_what_is_saved_is_loaded(suffix, unit, whose, tmp_path):
    path = tmp_path / f"wave{suffix}"
    motionfiles.save(path, WAVE, **whose)
    loaded = motionfiles.load(path, **whose)
    for own, other in zip(moves_from(WAVE), moves_from(loaded), strict=True):
        assert other.counts == own.counts
        assert (other.time, other.pause) == (
            pytest.approx(own.time, abs=unit),
            pytest.approx(own.pause, abs=unit),
        )


def test_a_posture_is_one_step(tmp_path):
    path = tmp_path / "stand.pos"
    motionfiles.save(path, made(({1: 200, 2: 800}, 1.0, 0.0)), robot=HUMANOID)
    loaded = motionfiles.load(path, robot=HUMANOID)
    assert moves_from(loaded)[0].counts == {1: 200, 2: 800}
    with pytest.raises(BrError, match="expected one step for a posture, but received"):
        motionfiles.save(path, WAVE)


def test_pypose_has_a_step_for_a_pause(tmp_path):
    path = tmp_path / "wave.ppr"
    motionfiles.save(path, made(({1: 200}, 0.5, 0.25)))
    assert path.read_text() == (
        "wave:1:1024\nPose=pose1:200\nSeq=wave: pose1|500, pose1|250\n"
    )


def test_pypot_gets_the_whole_way_as_it_goes_from_frame_to_frame(tmp_path):
    path = tmp_path / "wave.move"
    motionfiles.save(path, made(({1: 512}, 1.0, 0.0), ({1: 612}, 1.0, 0.0)))
    document = motionfiles.read(path)
    times = [frame.time for frame in document.frames]
    assert (times[0], times[-1], len(times)) == (1.0, 2.0, 51)
    angles = [frame.motors["servo-1"][0] for frame in document.frames]
    assert all(0 < end - start < 0.7 for start, end in pairwise(angles))
    assert document.frames[-1].motors == {"servo-1": [29.47, 29.33]}


@pytest.mark.parametrize("suffix", [".mtn", ".bin"])
def test_more_than_7_steps_are_linked_pages(suffix, tmp_path):
    path = tmp_path / f"long{suffix}"
    long = made(*(({1: 100 + at}, 0.5 + at / 8, 0.0) for at in range(16)))
    motionfiles.save(path, long)
    pages = motionfiles.pages(path)
    assert [(page.steps, page.next) for page in pages] == [(7, 2), (7, 3), (2, 0)]
    assert [page.name for page in pages] == ["long", "long 2", "long 3"]
    assert [row[0] for row in shown(motionfiles.load(path))] == [
        row[0] for row in shown(long)
    ]


def test_long_steps_get_a_slow_page_and_long_pauses_more_steps(tmp_path):
    path = tmp_path / "slow.mtn"
    motionfiles.save(path, made(({1: 100}, 8.0, 5.0)))
    (page,) = [page for page in motionfiles.read(path).pages if page.steps]
    assert page.speed == 0.2
    loaded = motionfiles.load(path)
    assert loaded.total_time == pytest.approx(13.0, abs=0.05)
    assert loaded[0].time == pytest.approx(8.0, abs=0.02)
    assert {move.counts[1] for move in moves_from(loaded)} == {100}
    with pytest.raises(BrError, match=r"expected steps of at most 10\.2 s"):
        motionfiles.save(path, made(({1: 100}, 11.0, 0.0)))


def test_times_that_are_rounded_are_told(tmp_path, caplog):
    path = tmp_path / "wave.mtn"
    motionfiles.save(path, made(({1: 5}, 0.5, 0.0)))
    assert caplog.messages == [f"W: {path}: times were rounded, by 4 ms at most"]
    caplog.clear()
    motionfiles.save(tmp_path / "wave.bin", made(({1: 5}, 0.5, 0.0)))
    assert caplog.messages == []


def test_what_a_file_cannot_tell_is_told(tmp_path, caplog):
    path = tmp_path / "wave.mtn"
    motionfiles.save(path, made(({1: 5, 26: 7}, 0.8, 0.0), ({2: 6}, 0.8, 0.0)))
    assert caplog.messages == [
        f"W: {path}: without id 26",
        f"W: {path}: id 2 begins later, but goes to its first position in the first "
        "step",
    ]
    caplog.clear()
    motionfiles.save(path.with_suffix(".motion"), WAVE, robot=find_robot("ids:2"))
    assert caplog.messages == [f"W: {path.with_suffix('.motion')}: without id 1"]
    with pytest.raises(BrError, match="expected servos that such a file can tell of"):
        motionfiles.save(path, made(({30: 5}, 1.0, 0.0)))


def test_a_name_that_no_file_can_have_is_told(tmp_path):
    with pytest.raises(BrError, match=r"cannot save .*: embedded null byte"):
        motionfiles.save(tmp_path / "wa\0ve.mtn", WAVE)


def test_a_text_that_is_saved_is_complete(tmp_path, caplog):
    path = tmp_path / "wave.mtn"
    motionfiles.save(path, made(({1: 200}, 0.8, 0.0), ({2: 300}, 0.8, 0.4)))
    caplog.clear()
    document = mtn.parse(path.read_bytes(), "f")
    assert caplog.messages == []
    assert (len(document.pages), sum(document.enable)) == (255, 2)
    assert document.pages[0].steps[1].positions[:4] == [512, 200, 300, 512]


def test_binary_pages_that_are_saved_are_complete(tmp_path, caplog):
    path = tmp_path / "wave.bin"
    motionfiles.save(path, made(({1: 200}, 0.5, 0.0), ({2: 300}, 0.5, 0.5)))
    document = binary.parse(path.read_bytes(), "f")
    assert caplog.messages == []
    assert all(page.checksum == page.sum(document.rule) for page in document.pages)
    step = document.pages[1].in_use[1]
    assert step.words[:4] == [0x4000, 0x4000, 300, 0x4000]
    assert (step.time, step.pause) == (64, 64)


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        (Sequence(), "sequence: expected one step or more, but received none"),
        (
            Sequence([Step(Pose([1], ["led"]), 1.0)]),
            "step 0: expected goal positions, but it has none",
        ),
        (
            made(({1: 5}, 1e300, 0.0)),
            "sequence: expected at most 86400 s, but received",
        ),
    ],
)
def test_what_is_no_motion_is_not_saved(sequence, message, tmp_path):
    path = tmp_path / "wave.mtn"
    path.write_text("old")
    with pytest.raises(BrError, match=message):
        motionfiles.save(path, sequence)
    assert path.read_text() == "old"


MOVES = st.lists(
    st.tuples(st.integers(0, 1023), st.floats(0.1, 8), st.floats(0, 5)), max_size=19
)


def arrivals(sequence):
    """Return when each posture is reached first, and the end."""
    at, found = 0.0, {}
    for move in moves_from(sequence):
        at += move.time
        found.setdefault(tuple(sorted(move.counts.items())), at)
        at += move.pause
    return {**found, "end": at}


@pytest.mark.parametrize(
    ("suffix", "error"),
    [
        (".mtn", 0.05),
        (".bin", 0.05),
        (".mtnx", 0.01),
        (".mot", 0.01),
        (".motion", 0.01),
    ],
)
@settings(max_examples=30, deadline=None)
@given(moves=MOVES)
def test_any_motion_is_the_same_after_saving(suffix, error, moves, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / f"any{suffix}"
    rows = [({1: at, 7: count}, *times) for at, (count, *times) in enumerate(moves)]
    sequence = made(*rows, ({1: 1023, 7: 5}, 1.0, 0.0))
    motionfiles.save(path, sequence)
    loaded = arrivals(motionfiles.load(path))
    assert list(loaded) == list(arrivals(sequence))
    for posture, at in arrivals(sequence).items():
        assert loaded[posture] == pytest.approx(at, abs=error * len(sequence))
