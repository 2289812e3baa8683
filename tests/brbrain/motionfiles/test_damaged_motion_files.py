"""Damaged motion files are read or refused with a place, never anything else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from motion_samples import NAMES, SAMPLES

from brbrain.errors import BrError
from brbrain.motionfiles import FORMATS
from brbrain.motionfiles.formats import Reading
from brbrain.motionfiles.joints import AnyJoints, Joints

PLACE = re.compile(r"f(:\d+:\d+: |: (page \d+, byte \d+: )?expected )")
PIECES = st.binary(max_size=8) | st.sampled_from(
    [b"\n", b" ", b"-", b"0", b"9999999999", b"page_end\n", b",", b"\0", b"<a>", b'"']
)


@st.composite
def damaged(draw, data):
    """Cut, double or overwrite a piece of a file, once or more."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 20)))
        data = data[:start] + draw(PIECES) + data[end:]
    return data


def refusal(read: Callable[[], object]) -> str:
    """Return what an error says; something with a place if there is none."""
    try:
        read()
    except BrError as error:
        return str(error)
    return "f: expected nothing else"


def play(document, joints):
    """Take a document for moves."""
    Reading("f", joints, lambda name: document).parts(document)


@pytest.mark.parametrize("suffix", SAMPLES)
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_damaged_files_are_read_or_refused_with_a_place(suffix, data):
    text = data.draw(damaged(SAMPLES[suffix]))
    if suffix == ".bin":
        text = text.ljust(131_072, b"\0")[:131_072]
    documents = []
    said = refusal(lambda: documents.append(FORMATS[suffix].parse(text, "f")))
    assert PLACE.match(said), said
    for document in documents:
        assert refusal(partial(play, document, AnyJoints())).startswith("f")
        assert refusal(partial(play, document, Joints(names=NAMES))).startswith("f")


@pytest.mark.parametrize("suffix", SAMPLES)
@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_a_place(suffix, data):
    assert PLACE.match(refusal(lambda: FORMATS[suffix].parse(data, "f")))
