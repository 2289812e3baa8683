"""R+ Motion 2, Tekkotsu, Webots, pypot and PyPose: what files say, what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from motion_samples import MOVE, MTNX, POS, PPR, SAMPLES, WEBOTS

from brbrain.errors import BrError
from brbrain.motionfiles import FORMATS, mtnx, pypose, pypot, tekkotsu, webots
from brbrain.motionfiles.elements import Element


@pytest.mark.parametrize("suffix", SAMPLES)
def test_files_are_written_as_they_were(suffix, caplog):
    data = SAMPLES[suffix]
    assert FORMATS[suffix].parse(data, "f").to_bytes() == data
    assert caplog.messages == []


@pytest.mark.parametrize("suffix", [".mtnx", ".pos", ".mot", ".motion", ".ppr"])
def test_texts_may_have_a_mark_and_carriage_returns(suffix):
    data = SAMPLES[suffix]
    windows = b"\xef\xbb\xbf" + data.replace(b"\n", b"\r\n")
    assert FORMATS[suffix].parse(windows, "f").to_bytes() == data


def test_what_r_motion_says():
    document = mtnx.parse(MTNX, "f")
    assert (document.ids, document.enabled) == ([1, 2, 19], [True, True, False])
    dance, empty = document.flows
    assert [tuple(vars(unit).values()) for unit in dance.units] == [
        ("Up", 2.0, 2),
        ("Down", 1.0, 1),
    ]
    assert (empty.name, empty.units) == ("Up", ())
    assert document.pages[1] == mtnx.Page("Down", (mtnx.Step(32, (0.0, 0.0, 0.0)),))


def test_what_a_recording_says_is_in_the_order_of_times():
    document = pypot.parse(
        b'{"framerate": 50, "positions": {"10.0": {"m": [1, 0]}, "9": {"m": [2]}}}',
        "f",
    )
    assert [(frame.time, frame.motors) for frame in document.frames] == [
        (9.0, {"m": [2]}),
        (10.0, {"m": [1, 0]}),
    ]


def test_old_recordings_are_lists():
    data = b'{"framerate": 10, "position": [{"m": [1.0]}, {"m": [2.0]}], "by": "us"}'
    document = pypot.parse(data, "f")
    assert [frame.time for frame in document.frames] == [0.0, 0.1]
    assert document.others == {"by": "us"}
    assert pypot.parse(document.to_bytes(), "f") == document


def test_old_projects_name_poses_without_a_key():
    document = pypose.parse(b"robot:2\nup: 1, 2\nPose=down:3,4\n", "f")
    assert document.poses == {"up": [1, 2], "down": [3, 4]}
    assert document.resolutions == [1024, 1024]


def test_positions_that_are_missing_are_middles(caplog):
    assert pypose.parse(b"robot:3\nPose=up:1\n", "f").poses == {"up": [1, 512, 512]}
    assert caplog.messages == ["W: f:2: 2 positions are missing: 512"]


def test_an_end_that_is_missing_is_a_warning(caplog):
    document = tekkotsu.parse(POS.replace(b"#END\n", b""), "f")
    assert document.to_bytes() == POS
    assert caplog.messages == ["W: f: expected #END as the last line"]


def test_postures_may_have_equals_signs():
    lines = tekkotsu.parse(b"#POS\noutputs = 1 2\na=0.5\n#END\n", "f").lines
    assert [line.words for line in lines] == [["outputs", "1", "2"], ["a", "0.5"]]


BOMB = b'<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><Root name="&c;"/>'
OTHER_FILE = b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Root>&b;</Root>'
DEEP = b"<Root>" * 100


@pytest.mark.parametrize(
    ("suffix", "data", "message"),
    [
        (".mtnx", BOMB, "f:1:13: expected no declarations"),
        (".mtnx", OTHER_FILE, "f:1:13: expected no declarations"),
        (".mtnx", DEEP, "f:1:121: expected elements that are less deep"),
        (".mtnx", b"<a>\n<b></a>", "f:2:6: expected XML, but received mismatched tag"),
        (".mtnx", b"", "f:1:1: expected XML, but received no element found"),
        (".mtnx", b"<a/>", 'f:1:1: expected <Root name="R+Motion">'),
        (".mtnx", b"<a>hello</a>", "f:1:4: expected no text, but received 'hello'"),
        (".mtnx", MTNX.replace(b'frame="64" ', b""), "f:26:9: step: expected frame="),
        (".mtnx", MTNX.replace(b'"64"', b'"200"'), "f:27:9: expected a frame after"),
        (".mtnx", MTNX.replace(b'"0 0.29 0"', b'"0"'), "f:26:9: pose: expected 3 angl"),
        (".mtnx", MTNX.replace(b" 0.29", b" x"), "f:26:9: expected degrees, but recei"),
        (".mtnx", MTNX.replace(b'main="Up"', b'main="U"'), "f:14:9: expected the name"),
        (".mtnx", MTNX.replace(b'mainSpeed="2"', b'mainSpeed="0"'), "f:14:9: expected"),
        (".pos", b"x", "f:1:1: expected #POS or #MSq, but received 'x'"),
        (".pos", b"#POS\na x\n#END", "f:2:3: expected a number, but received 'x'"),
        (".pos", b"#POS\na\n#END", "f:2:1: a: expected a value, but received none"),
        (".pos", b"#POS\n<x>\n#END", "f:2:1: expected one of meta-info, outputs"),
        (".pos", b"#POS\n#END\nmore", "f:3:1: expected nothing behind #END, but"),
        (".mot", b"#MSq\ndelay x\n#END", "f:2:7: expected milliseconds from 0 to"),
        (".mot", b"#MSq\na 1 2 3\n#END", "f:2:1: a: expected another number of words"),
        (".motion", b"x", "f:1:1: expected #WEBOTS_MOTION,V1.0 and names of joints"),
        (".motion", WEBOTS.replace(b"00:02", b"00:01:"), "f:4:1: expected a time such"),
        (".motion", WEBOTS.replace(b"0:02", b"0:00"), "f:4:1: expected a time after"),
        (
            ".motion",
            WEBOTS.replace(b"0.5,*", b"0.5", 1),
            "f:2:1: expected a time, a na",
        ),
        (
            ".motion",
            WEBOTS.replace(b"*", b"nan", 1),
            "f:2:23: expected radians or *, b",
        ),
        (".motion", WEBOTS.replace(b"elbow", b"shoulder"), "f:1:1: expected the name"),
        (".move", b"{", "f:1:2: expected JSON, but expecting property name"),
        (".move", b"[" * 100_000, "f:1:21: expected JSON that is less deep"),
        (".move", b"[]", "f:1:1: expected an object with framerate and positions"),
        (".move", MOVE.replace(b"10,", b"0,"), "f:2:3: framerate: expected a number"),
        (".move", MOVE.replace(b'"0.5"', b'"soon"'), "f:4:5: expected seconds, but"),
        (".move", MOVE.replace(b'"10.0"', b'"0.50"'), "f:14:5: expected each time on"),
        (".move", MOVE.replace(b"10.0,", b"NaN,"), "f:6:9: expected a finite number"),
        (".move", MOVE.replace(b"10.0,", b"1e999,"), "f:6:9: expected a number, but"),
        (".move", MOVE.replace(b"10.0,", b"9" * 5000 + b","), "f:6:9: expected a num"),
        (".move", MOVE.replace(b"10.0,", b'"x",'), "f:4:5: 0.5 s: shoulder: expected "),
        (".move", MOVE.replace(b"elbow", b"shoulder"), "f:5:7: expected 'shoulder' o"),
        (".ppr", b"robot", "f:1:1: expected NAME:COUNT, but received 'robot'"),
        (".ppr", b"robot:999", "f:1:7: expected a number of servos from 0 to 253"),
        (".ppr", b"r:1\nPose=a:1, 2", "f:2:11: expected 1 positions, but there are m"),
        (".ppr", b"r:1\nPose=a:x", "f:2:8: expected a position from 0 to 4095, but"),
        (".ppr", b"r:1\nPose=a:1\nPose=a:1", "f:3:6: expected a new name, but rec"),
        (".ppr", b"r:1\nSeq=s: a|5", "f:2:8: expected the name of a pose, but recei"),
        (".ppr", PPR.replace(b"up|500", b"up"), "f:4:11: expected POSE|TIME, but"),
        (".ppr", PPR.replace(b"|500", b"|now"), "f:4:14: expected milliseconds from"),
        (".ppr", PPR + b"hello", "f:7:1: expected Pose=NAME:POSITIONS, Seq=NAME:PO"),
        (".ppr", PPR + b"a:\xff", "f:7:3: expected UTF-8 text, but received byte 0xFF"),
    ],
)
def test_what_is_wrong_with_a_file(suffix, data, message):
    with pytest.raises(BrError) as caught:
        FORMATS[suffix].parse(data, "f")
    assert str(caught.value).startswith(message)


# Whatever a document has, its file has it too.

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LINE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r"))
FIELD = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r,"))
WORD = st.from_regex(r"[A-Za-z]{1,5}", fullmatch=True)


@st.composite
def webots_documents(draw):
    joints = draw(st.lists(WORD, min_size=1, max_size=4, unique=True))
    angles = st.lists(st.none() | FLOATS, min_size=len(joints), max_size=len(joints))
    times = draw(st.lists(st.integers(0, 10_000_000), unique=True, max_size=4))
    rows = [webots.Row(time, draw(FIELD), draw(angles)) for time in sorted(times)]
    return webots.Document(joints, rows)


NUMBER = FLOATS | st.integers(-(10**15), 10**15)
FRAMES = st.dictionaries(
    st.floats(0, 1e9),
    st.dictionaries(st.text(), st.lists(NUMBER, min_size=1, max_size=2)),
).map(lambda frames: [pypot.Frame(time, frames[time]) for time in sorted(frames)])
PYPOT = st.builds(pypot.Document, st.floats(1, 1000), FRAMES)


@st.composite
def pypose_documents(draw):
    count = draw(st.integers(1, 4))
    counts = st.lists(st.integers(0, 4095), min_size=count, max_size=count)
    poses = draw(st.dictionaries(WORD, counts, min_size=1))
    moves = st.tuples(st.sampled_from(sorted(poses)), st.integers(0, 65_535))
    sequences = draw(st.dictionaries(WORD, st.lists(moves)))
    resolutions = draw(st.lists(st.integers(1, 4096), min_size=count, max_size=count))
    name = draw(LINE).replace(":", "")
    return pypose.Document(name, resolutions, poses, sequences, draw(WORD))


COMMENT = st.none() | LINE.map(lambda text: f" {text}".rstrip())
OUTPUT = st.tuples(WORD, FLOATS.map(repr)).map(list)
POSTURE_LINES = st.builds(tekkotsu.Line, st.just([]) | OUTPUT, COMMENT)
COMMANDS = st.sampled_from(
    [[], ["radians"], ["delay", "20"], ["load", "a.pos"]]
) | st.tuples(WORD, FLOATS.map(repr), FLOATS.map(repr)).map(list)
COMMAND_LINES = st.builds(tekkotsu.Line, COMMANDS, COMMENT)
TEKKOTSU = st.builds(
    tekkotsu.Document, st.just(tekkotsu.POSTURE), st.lists(POSTURE_LINES)
) | st.builds(tekkotsu.Document, st.just(tekkotsu.SEQUENCE), st.lists(COMMAND_LINES))

XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
)
REMARKS = st.lists(st.sampled_from([" hello ", "", " <&> ", "two\nlines"]), max_size=2)
ELEMENTS = st.recursive(
    st.builds(Element, WORD, st.dictionaries(WORD, XML_TEXT), comments=REMARKS),
    lambda inner: st.builds(
        Element,
        WORD,
        st.dictionaries(WORD, XML_TEXT),
        st.lists(inner, max_size=3),
        REMARKS,
        REMARKS,
    ),
    max_leaves=6,
)
MTNX_DOCUMENTS = st.builds(
    lambda elements, comments: mtnx.Document(
        Element("Root", {"name": "R+Motion"}, elements, comments), comments
    ),
    st.lists(ELEMENTS, max_size=3),
    REMARKS,
)


@pytest.mark.parametrize(
    ("module", "documents"),
    [
        (webots, webots_documents()),
        (pypot, PYPOT),
        (pypose, pypose_documents()),
        (tekkotsu, TEKKOTSU),
        (mtnx, MTNX_DOCUMENTS),
    ],
    ids=["webots", "pypot", "pypose", "tekkotsu", "mtnx"],
)
@given(data=st.data())
def test_documents_come_back_as_they_were(module, documents, data):
    document = data.draw(documents)
    assert module.parse(document.to_bytes(), "f") == document


@pytest.mark.parametrize(
    "document",
    [
        webots.Document(["a,b"]),
        webots.Document(["a"], [webots.Row(0, "x", [])]),
        webots.Document(["a"], [webots.Row(0, "x\ny", [1.0])]),
        pypot.Document(10, [pypot.Frame(0.0, {"m": [float("nan")]})]),
        pypose.Document("a:b"),
        pypose.Document("a", [1024], {"p": []}),
        pypose.Document("a", [1024], {"p|q": [1]}),
        pypose.Document("a", [1024], {"p": [-1]}),
        pypose.Document("a", [1024], {"p": [1]}, {"s": [("p", 65_536)]}),
        tekkotsu.Document(lines=[tekkotsu.Line(["two words", "1"])]),
        tekkotsu.Document(lines=[tekkotsu.Line(comment="END")]),
        tekkotsu.Document(lines=[tekkotsu.Line(comment="\ud800")]),
        webots.Document(["\ud800"]),
        pypose.Document("\ud800"),
        mtnx.Document(Element("Root", {"name": "\ud800"})),
        mtnx.Document(Element("two words")),
        mtnx.Document(Element("Root", {"name": "\0"})),
        mtnx.Document(Element("Root"), ["--"]),
    ],
    ids=repr,
)
def test_what_a_file_cannot_say_is_not_written(document):
    with pytest.raises(BrError):
        document.to_bytes()
