"""Host <-> CM-5 packets: golden bytes, and decoding whatever comes in."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain.decoders import ReplyDecoder, RequestDecoder
from brbrain.errors import FormatError
from brbrain.packets import (
    BadRequest,
    Data,
    Ping,
    ReadData,
    SetReadFormat,
    SetWriteFormat,
    Span,
    Status,
    WriteData,
    encode,
)

ADC = (122, 12, 80)

# Recorded in both directions from the original host library.
REQUESTS = [
    (Ping(255), "F0 FF 10"),
    (Ping(3), "F0 03 0C"),
    (Ping(4), "F0 04 0B"),
    (
        SetReadFormat((Span(3, 36, 8), Span(7, 36, 8))),
        "F1 02 03 24 08 07 24 08 AA",
    ),
    (ReadData(), "F3 0C"),
    (
        SetWriteFormat((Span(3, 30, 2), Span(7, 30, 2))),
        "F2 02 03 1E 02 07 1E 02 C1",
    ),
    (WriteData(bytes.fromhex("55 01 AA 02")), "F4 55 01 AA 02 09"),
    (
        SetReadFormat((Span(1, 42, 2), Span(2, 42, 2), Span(3, 42, 2))),
        "F1 03 01 2A 02 02 2A 02 03 2A 02 81",
    ),
    (SetReadFormat(()), "F1 00 0E"),
]
READ_DATA = bytes.fromhex("00 02 00 00 32 04 62 23 55 01 64 04 1E 00 61 24")
REPLIES = [
    (Status(0, 0, ADC), None, "FA 00 00 7A 0C 50 2F"),
    (Status(0x0A, 0, ADC), None, "FA 0A 00 7A 0C 50 25"),
    (Status(0, 2, ADC), None, "FA 00 02 7A 0C 50 2D"),
    (
        Data(READ_DATA, 0, 0, ADC),
        16,
        "FB 00 02 00 00 32 04 62 23 55 01 64 04 1E 00 61 24 00 00 7A 0C 50 10",
    ),
]


@pytest.mark.parametrize(("packet", "text"), REQUESTS)
def test_requests_have_the_bytes_of_the_original(packet, text):
    data = bytes.fromhex(text)
    assert encode(packet) == data
    decoder = RequestDecoder(write_size=4)
    decoder.feed(data)
    assert decoder.next() == packet
    assert decoder.next() is None
    assert decoder.pending == 0


@pytest.mark.parametrize(("packet", "size", "text"), REPLIES)
def test_replies_have_the_bytes_of_the_original(packet, size, text):
    data = bytes.fromhex(text)
    assert encode(packet) == data
    decoder = ReplyDecoder(size)
    decoder.feed(data)
    assert decoder.next() == packet
    assert decoder.next() is None


def test_the_largest_packets():
    spans = tuple(Span(id, 0, 55) for id in range(32))
    assert len(encode(SetReadFormat(spans))) == 99
    assert len(encode(Data(bytes(32 * 55)))) == 1767


@pytest.mark.parametrize(
    "packet", [Ping(256), Ping(-1), Status(300), SetReadFormat((Span(1, 2, 999),))]
)
def test_a_field_that_fits_in_no_byte_is_an_error(packet):
    with pytest.raises(FormatError, match="0 to 255"):
        encode(packet)


def test_an_unknown_instruction_is_one_bad_byte():
    decoder = RequestDecoder()
    decoder.feed(b"\xe3\x0c" + encode(ReadData()))
    assert decoder.next() == BadRequest(b"\xe3")
    assert decoder.next() == BadRequest(b"\x0c")
    assert decoder.next() == ReadData()


def test_a_wrong_checksum_is_told_with_what_the_request_would_be():
    decoder = RequestDecoder()
    decoder.feed(bytes.fromhex("F0 03 0D"))
    assert decoder.next() == BadRequest(bytes.fromhex("F0 03 0D"), Ping(3))


def test_an_incomplete_request_can_be_forgotten():
    decoder = RequestDecoder(write_size=4)
    decoder.feed(bytes.fromhex("F4 55 01"))
    assert decoder.next() is None
    assert decoder.pending == 3
    decoder.reset()
    decoder.feed(encode(Ping(3)))
    assert decoder.next() == Ping(3)


def test_a_data_reply_is_garbage_when_only_status_may_come():
    decoder = ReplyDecoder()
    decoder.feed(encode(Data(b"")) + encode(Status(1)))
    assert decoder.next() == Status(1)
    assert decoder.dropped == 7


def test_a_damaged_reply_is_counted_and_the_next_one_found():
    decoder = ReplyDecoder(2)
    damaged = bytearray(encode(Data(b"\x12\x34", 0, 0, ADC)))
    damaged[1] ^= 0x10
    good = encode(Data(b"\x12\x34", 0, 1, ADC))
    decoder.feed(bytes(damaged) + good)
    assert decoder.next() == Data(b"\x12\x34", 0, 1, ADC)
    assert decoder.dropped == len(damaged)
    assert decoder.bad_checksums == 1


byte = st.integers(0, 255)
spans = st.lists(st.builds(Span, byte, byte, byte), max_size=32).map(tuple)
adc = st.tuples(byte, byte, byte)
requests = st.one_of(
    st.builds(Ping, byte),
    st.builds(SetReadFormat, spans),
    st.builds(SetWriteFormat, spans),
    st.builds(ReadData),
    st.builds(WriteData, st.binary(min_size=6, max_size=6)),
)
replies = st.one_of(
    st.builds(Status, byte, byte, adc),
    st.builds(Data, st.binary(min_size=6, max_size=6), byte, byte, adc),
)


def pieces(data: bytes, cuts: list[int]) -> list[bytes]:
    at = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(at)]


def decode(decoder, chunks):
    packets = []
    for chunk in chunks:
        decoder.feed(chunk)
        while (packet := decoder.next()) is not None:
            packets.append(packet)
    return packets


@given(st.lists(requests, max_size=4), st.lists(st.integers(0, 500), max_size=6))
def test_requests_decode_however_they_are_cut(packets, cuts):
    data = b"".join(map(encode, packets))
    assert decode(RequestDecoder(6), pieces(data, cuts)) == packets


@given(
    st.binary(max_size=20).filter(lambda b: not {0xFA, 0xFB} & set(b)),
    replies,
    st.lists(st.integers(0, 60), max_size=4),
)
def test_replies_decode_after_noise_however_they_are_cut(noise, packet, cuts):
    decoder = ReplyDecoder(6)
    assert decode(decoder, pieces(noise + encode(packet), cuts)) == [packet]
    assert decoder.dropped == len(noise)


@given(st.binary(max_size=60), replies)
def test_any_noise_leaves_the_decoder_able_to_take_a_later_reply(noise, packet):
    decoder = ReplyDecoder(6)
    # Padding longer than a reply gets the decoder out of what noise promised.
    packets = decode(decoder, [noise, bytes(20), encode(packet)])
    assert packets[-1] == packet
