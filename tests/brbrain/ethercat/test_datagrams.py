"""Frames of EtherCAT, against bytes written by hand from the standard's layout."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import ReplyError
from brbrain.ethercat.datagrams import Command, Datagram, decode_frame, encode_frame

# Header: 13 bytes of datagrams, type 1. Datagram: BRD, index 5, position 0, register
# 0x0000, one byte; no interrupt; data; working counter.
BROADCAST_READ = bytes.fromhex("0d10 07 05 0000 0000 0100 0000 00 0000")

# Two datagrams of 14 bytes: FPWR of INIT to AL control of station 0x1001, with "more
# follow" in its length, and a BRD of AL status.
TWO = bytes.fromhex(
    "1c10 05 01 0110 2001 0280 0000 0100 0000 07 02 0000 3001 0200 0000 0000 0000"
)

DATAGRAMS = st.builds(
    Datagram,
    st.sampled_from(Command),
    st.integers(0, 0xFFFF),
    st.integers(0, 0xFFFF),
    st.binary(max_size=300),
    st.integers(0, 0xFF),
    st.integers(0, 0xFFFF),
)


def test_a_broadcast_read_is_these_bytes():
    assert encode_frame([Datagram(Command.BRD, 0, 0, b"\x00", 5)]) == BROADCAST_READ


def test_two_datagrams_share_a_frame():
    first = Datagram(Command.FPWR, 0x1001, 0x120, b"\x01\x00", 1)
    second = Datagram(Command.BRD, 0, 0x130, b"\x00\x00", 2)
    assert encode_frame([first, second]) == TWO
    assert decode_frame(TWO) == [first, second]


@given(st.lists(DATAGRAMS, min_size=1, max_size=4))
def test_what_is_encoded_is_decoded(datagrams):
    assert decode_frame(encode_frame(datagrams)) == datagrams


def test_padding_of_short_ethernet_frames_is_passed_over():
    assert len(decode_frame(BROADCAST_READ + bytes(31))) == 1


@pytest.mark.parametrize("size", range(len(TWO)))
def test_a_frame_that_is_cut_off_is_told_with_its_bytes(size):
    with pytest.raises(ReplyError, match=f"received {size} bytes") as told:
        decode_frame(TWO[:size])
    assert told.value.received == TWO[:size]


@given(st.binary(max_size=80))
def test_any_bytes_at_all_are_decoded_or_refused(received):
    with suppress(ReplyError):
        for datagram in decode_frame(received):
            assert datagram.data in received
