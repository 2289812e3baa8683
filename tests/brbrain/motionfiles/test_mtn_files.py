"""RoboPlus Motion: `.mtn` text, and pages of a controller's memory."""

from __future__ import annotations

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st
from motion_samples import (
    BINARY,
    MTN,
    MTN_TEXT,
    binary_file,
    binary_page,
    with_checksum,
)

from brbrain.errors import BrError
from brbrain.motionfiles import binary, mtn


def test_what_a_text_says():
    document = mtn.parse(MTN, "f")
    assert (document.version, document.encoding) == ("1.01", "utf-8-sig")
    assert [id for id, enabled in enumerate(document.enable) if enabled] == [1, 2]
    bow, back, *_ = document.pages
    assert [bow.name, bow.next, bow.exit, bow.repeat] == ["Bow", 2, 3, 1]
    assert (bow.speed, bow.accel, bow.compliance) == (2.0, 32, [5] * 26)
    assert back.repeat == 2
    assert [(step.pause, step.time) for step in back.steps] == [
        (0.504, 0.096),
        (0.0, 2.04),
    ]
    assert back.steps[0].positions == [512, 300, 700, *[512] * 23]


def test_the_checksum_is_the_complement_of_the_sum():
    assert mtn.checksum(b"\x01\x02") == b"\xff\xfc"
    assert mtn.checksum(b"\xff" * 258) == b"\xff\x01"  # 65,790 = 65,536 + 254


ENCODINGS = {
    "version 1.01 with a mark": MTN,
    "without a mark": with_checksum(MTN_TEXT, "utf-8"),
    "version 1.00 has no motor types": with_checksum(
        MTN_TEXT.replace("1.01", "1.00").replace(
            MTN_TEXT[MTN_TEXT.index("motor_type") : MTN_TEXT.index("page_begin")], ""
        ),
        "utf-8",
    ),
    "a name in Korean": with_checksum(MTN_TEXT.replace("=Round", "=인사")),
    "a name in Latin-1": with_checksum(
        MTN_TEXT.replace("=Round", "=A\xf1o"), "latin-1"
    ),
}


@pytest.mark.parametrize("data", ENCODINGS.values(), ids=ENCODINGS)
def test_a_text_is_written_as_it_was(data, caplog):
    assert mtn.parse(data, "f").to_bytes() == data
    assert caplog.messages == []


def test_decimal_commas_are_read_and_points_written(caplog):
    text = MTN_TEXT.replace("1.01", "1,01").replace("0.000 1.000", "0,000 1,000")
    text = text.replace("2 3 1 2.0", "2 3 1 2,0")
    assert mtn.parse(with_checksum(text), "f").to_bytes() == MTN
    assert caplog.messages == []


def test_lines_may_end_with_carriage_returns():
    data = with_checksum(MTN_TEXT.replace("\n", "\r\n"))
    assert mtn.parse(data, "f").to_bytes() == MTN


@pytest.mark.parametrize(
    ("trailer", "received"),
    [
        (b"", "none"),
        (b"\x00\x00", "0000"),
        (rb"\99\DC", "5C39395C4443"),
        (MTN[-2:] + b"\n", MTN[-2:].hex().upper() + "0A"),
    ],
)
def test_a_wrong_checksum_is_a_warning(trailer, received, caplog):
    assert mtn.parse(MTN[:-2] + trailer, "f") == mtn.parse(MTN, "f")
    expected = MTN[-2:].hex().upper()
    assert caplog.messages[0] == (
        f"W: f: expected checksum {expected}, but received {received}"
    )


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("type=motion", "type=task", "f:1:6: expected motion, but received 'task'"),
        ("version=", "x=", "f:2:1: expected version=, but received 'x=1.01'"),
        ("version=1.01", "version=new", "f:2:9: expected a version, but received"),
        ("enable=0 1 1", "enable=0 1", "f:3:8: expected 26 values, but received 25"),
        ("enable=0 1", "enable=0 2", "f:3:10: expected an integer from 0 to 1, but"),
        ("page_begin\nname=Bow\n", "name=Bow\n", "f:5:1: expected page_begin, but"),
        ("2 3 1 2.0 32", "2 300 1 2.0 32", "f:8:14: expected a page from 0 to 255"),
        ("2 3 1 2.0 32", "2 3 1 fast 32", "f:8:18: expected a speed, but received"),
        (" 800", " 8000", "f:9:14: expected a position from 0 to 4095, but received"),
        (" 800", " 8-0", "f:9:14: expected a position from 0 to 4095, but received"),
        ("0.000 1.000", "0.000", "f:9:6: expected 28 values, but received 27"),
        ("0.000 1.000", "0.000 -1", "f:9:116: expected seconds, but received '-1'"),
        ("page_end\n", "", "f:10:1: expected page_end, but received 'page_begin'"),
    ],
)
def test_what_is_wrong_with_a_text(old, new, message):
    with pytest.raises(BrError) as caught:
        mtn.parse(with_checksum(MTN_TEXT.replace(old, new, 1)), "f")
    assert str(caught.value).startswith(message)


def test_there_are_at_most_255_pages_of_7_steps():
    page = "page_begin" + MTN_TEXT.split("page_begin")[-1]
    line = page.splitlines()[4]
    text = MTN_TEXT + page * 249
    assert len(mtn.parse(with_checksum(text), "f").pages) == 255
    with pytest.raises(BrError, match="expected at most 255 pages"):
        mtn.parse(with_checksum(text + page), "f")
    with pytest.raises(BrError, match="expected at most 7 steps in a page"):
        mtn.parse(
            with_checksum(MTN_TEXT + page.replace(line, "\n".join([line] * 8))), "f"
        )


SECONDS = st.integers(0, 9_999_999).map(lambda units: units / 1000)
SLOTS = st.lists(st.integers(0, 255), min_size=26, max_size=26)
BYTE = st.integers(0, 255)
STEPS = st.builds(
    mtn.Step,
    st.lists(st.integers(0, 4095), min_size=26, max_size=26),
    SECONDS,
    st.floats(0, 1000, width=16),
)
PAGES = st.builds(
    mtn.Page,
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r")),
    SLOTS,
    BYTE,
    BYTE,
    BYTE,
    st.floats(0, 100, width=16),
    BYTE,
    st.lists(STEPS, max_size=7),
)
DOCUMENTS = st.builds(
    mtn.Document,
    st.sampled_from(["1.00", "1.01"]),
    st.lists(st.integers(0, 1), min_size=26, max_size=26),
    st.none() | SLOTS,
    st.lists(PAGES, min_size=1, max_size=3),
    st.sampled_from(["utf-8", "utf-8-sig"]),
)


@given(DOCUMENTS)
def test_texts_come_back_as_they_were(document):
    assert mtn.parse(document.to_bytes(), "f") == document


@pytest.mark.parametrize(
    "page",
    [
        mtn.Page("two\nlines"),
        mtn.Page("\ud800"),
        mtn.Page(repeat=256),
        mtn.Page(speed=-1.0),
        mtn.Page(compliance=[5]),
        mtn.Page(steps=[mtn.Step([512] * 26, 0.0, 1.0)] * 8),
    ],
)
def test_what_cannot_be_a_text_is_not_written(page):
    with pytest.raises(BrError):
        mtn.Document(pages=[page]).to_bytes()


# Pages in a controller's memory


def test_what_binary_pages_say():
    document = binary.parse(BINARY, "f")
    assert (len(document.pages), document.rule) == (256, binary.ADDITIVE)
    bow, back = document.pages[1:3]
    assert (bow.name, bow.speed, bow.next, bow.exit) == ("Bow", 16, 2, 1)
    assert [(step.pause, step.time) for step in back.in_use] == [(64, 12), (0, 255)]
    assert back.in_use[0].words[:3] == [binary.NOT_USED, 300, binary.NOT_USED]
    assert document.pages[3].in_use == []


def test_a_page_has_512_bytes():
    page = binary_page("Up", [({30: 1023}, 5, 6)], next=7, exit=8, speed=9)
    words = page[64:126]
    assert (page[:14], page[15], page[20], page[22]) == (b"Up".ljust(14), 1, 1, 9)
    assert (page[25], page[26], page[126], page[127]) == (7, 8, 5, 6)
    assert words[60:] == b"\xff\x03"
    assert binary.parse(binary_file(page), "f").pages[1].to_bytes() == page


@pytest.mark.parametrize("rule", [binary.ADDITIVE, binary.COMPLEMENT])
@pytest.mark.parametrize("count", [128, 256])
def test_both_checksums_are_known(rule, count, caplog):
    data = binary_file(binary_page("Up", [({1: 5}, 0, 9)], rule=rule), count=count)
    document = binary.parse(data, "f")
    assert (document.rule, document.to_bytes()) == (rule, data)
    assert caplog.messages == []


def test_wrong_checksums_are_a_warning_and_made_right(caplog):
    damaged = bytearray(BINARY)
    damaged[512 + 31] ^= 1
    with caplog.at_level(logging.WARNING, "brbrain"):
        assert binary.parse(bytes(damaged), "f").to_bytes() == BINARY
    assert caplog.messages == ["W: f: expected other checksums in pages 1"]


@pytest.mark.parametrize("rest", [b"\xff", b"\x00"])
def test_erased_memory_stays_as_it_is(rest, caplog):
    data = BINARY[: 3 * 512] + rest * (253 * 512)
    assert binary.parse(data, "f").to_bytes() == data
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BINARY[:-1], "f: expected 65536 or 131072 bytes, but received 131071"),
        (
            BINARY[:532] + b"\x08" + BINARY[533:],
            "f: page 1, byte 532: expected at most 7 steps, but received 8",
        ),
    ],
)
def test_what_is_wrong_with_binary_pages(data, message):
    with pytest.raises(BrError) as caught:
        binary.parse(data, "f")
    assert str(caught.value) == message


@given(st.binary(min_size=512, max_size=512))
def test_binary_pages_keep_all_their_bytes(page):
    data = bytearray(binary_file(page))
    data[512 + 20] = 0  # without steps even the checksum stays
    assert binary.parse(bytes(data), "f").to_bytes() == data


def test_what_is_no_page_is_not_written():
    document = binary.parse(BINARY, "f")
    document.pages[1].speed = 256
    with pytest.raises(BrError, match="page Bow: expected bytes"):
        document.to_bytes()
