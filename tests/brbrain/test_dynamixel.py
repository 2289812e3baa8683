"""Dynamixel packets: every example of the AX-S1 manual, noise, and cut input."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import dynamixel
from brbrain.dynamixel import (
    Decoder,
    ErrorBits,
    Instruction,
    InstructionPacket,
    StatusPacket,
    encode,
    error_text,
)
from brbrain.errors import FormatError

# Where the scanned manual is damaged (column "scan"), the checksum told what is right.
with Path(__file__).with_name("manual_packets.csv").open() as file:
    MANUAL = list(csv.DictReader(file))


def packet_of(row):
    id, parameters = int(row["id"]), bytes.fromhex(row["parameters"])
    if row["direction"] == "instruction":
        return InstructionPacket(id, Instruction[row["code"]], parameters)
    code = row["code"]
    return StatusPacket(id, 0 if code == "0" else ErrorBits[code], parameters)


def test_the_manual_has_21_examples():
    assert {int(row["example"]) for row in MANUAL} == set(range(1, 22))


@pytest.mark.parametrize("row", MANUAL, ids=range(len(MANUAL)))
def test_the_examples_of_the_manual(row):
    packet, data = packet_of(row), bytes.fromhex(row["bytes"])
    assert encode(packet) == data
    decoder = Decoder(type(packet))
    decoder.feed(data)
    assert decoder.next() == packet
    assert decoder.next() is None
    assert (decoder.dropped, decoder.pending) == (0, 0)


@pytest.mark.parametrize(
    ("packet", "text"),
    [
        (dynamixel.ping(1), "FF FF 01 02 01 FB"),
        (dynamixel.read(1, 43, 1), "FF FF 01 04 02 2B 01 CC"),
        (dynamixel.write(254, 3, b"\x01"), "FF FF FE 04 03 03 01 F6"),
        (dynamixel.reset(0), "FF FF 00 02 06 F7"),
        (dynamixel.action(), "FF FF FE 02 05 FA"),
        # The widely published example of REG_WRITE for id 1: goal position 0x1F4.
        (dynamixel.reg_write(1, 30, b"\xf4\x01"), "FF FF 01 05 04 1E F4 01 E2"),
        (
            dynamixel.sync_write(30, 4, [(0, bytes(4)), (1, b"\x20\x02\x60\x03")]),
            "FF FF FE 0E 83 1E 04 00 00 00 00 00 01 20 02 60 03 C8",
        ),
    ],
)
def test_each_instruction_has_a_constructor(packet, text):
    assert encode(packet) == bytes.fromhex(text)


def test_error_bits_are_named_in_order():
    assert error_text(0x25) == "INPUT_VOLTAGE, OVERHEATING, OVERLOAD"
    assert error_text(0x7F).count(",") == 6
    assert error_text(0) == ""
    assert error_text(0x80) == ""


@pytest.mark.parametrize(
    "packet",
    [
        InstructionPacket(255, 1),
        InstructionPacket(-1, 1),
        InstructionPacket(1, 256),
        StatusPacket(254),
        InstructionPacket(1, 2, bytes(253)),
    ],
)
def test_a_packet_that_cannot_be_sent_is_an_error(packet):
    with pytest.raises(FormatError, match="packet: expected an id"):
        encode(packet)


@pytest.mark.parametrize(
    "build",
    [
        lambda: dynamixel.read(1, 300, 1),
        lambda: dynamixel.write(1, -1, b"\0"),
        lambda: dynamixel.reg_write(1, "30", b"\0"),
        lambda: dynamixel.sync_write(30, 1, [(256, b"\0")]),
    ],
    ids=["read", "write", "reg write", "sync write"],
)
def test_a_field_that_fits_in_no_byte_is_an_error(build):
    with pytest.raises(FormatError, match="expected fields from 0 to 255"):
        build()


def test_sync_write_wants_blocks_of_one_size():
    with pytest.raises(FormatError, match="expected 2 bytes for id 7, but received 1"):
        dynamixel.sync_write(30, 2, [(3, b"\0\0"), (7, b"\0")])


GOOD = StatusPacket(1, 0, b"\x00\x02")


@pytest.mark.parametrize(
    ("noise", "name"),
    [
        ("00 55", "bytes before the header"),
        ("FF", "one FF too many"),
        ("FF FF FE 02 00 FF", "an id that no device has"),
        ("FF FF 01 01 FC", "a length that no packet has"),
        ("FF FF 01 04 00 00 03 F8", "a wrong checksum"),
        ("FF FF 01", "a packet broken off"),
    ],
)
def test_the_decoder_finds_the_next_packet_after(noise, name):
    decoder = Decoder(StatusPacket)
    decoder.feed(bytes.fromhex(noise) + encode(GOOD))
    assert decoder.next() == GOOD, name
    assert decoder.dropped == len(bytes.fromhex(noise))


def test_a_false_length_can_be_skipped_when_time_is_up():
    decoder = Decoder(StatusPacket)
    decoder.feed(bytes.fromhex("FF FF 01 F0") + encode(GOOD))
    assert decoder.next() is None
    decoder.skip()
    assert decoder.next() == GOOD
    decoder.feed(b"\xff\xff\x01")
    decoder.reset()
    assert decoder.pending == 0


byte = st.integers(0, 255)
instructions = st.builds(
    InstructionPacket, st.integers(0, 254), byte, st.binary(max_size=40)
)
statuses = st.builds(StatusPacket, st.integers(0, 253), byte, st.binary(max_size=40))


def decode(decoder, chunks):
    packets = []
    for chunk in chunks:
        decoder.feed(chunk)
        while (packet := decoder.next()) is not None:
            packets.append(packet)
    return packets


@given(st.lists(instructions, min_size=1, max_size=3), st.data())
def test_packets_decode_at_every_split(packets, data):
    stream = b"".join(map(encode, packets))
    for cut in range(len(stream) + 1):
        decoder = Decoder(InstructionPacket)
        assert decode(decoder, [stream[:cut], stream[cut:]]) == packets
    single = [bytes((b,)) for b in stream]
    assert decode(Decoder(InstructionPacket), single) == packets


@given(st.binary(max_size=30).filter(lambda b: 0xFF not in b), statuses)
def test_packets_decode_with_noise_around(noise, packet):
    decoder = Decoder(StatusPacket)
    stream = noise + encode(packet) + noise + encode(packet)
    assert decode(decoder, [stream]) == [packet, packet]
    assert decoder.dropped == 2 * len(noise)


@given(st.binary(max_size=60), statuses)
def test_any_noise_leaves_the_decoder_able_to_take_a_later_packet(noise, packet):
    decoder = Decoder(StatusPacket)
    # Padding longer than a packet gets the decoder out of what noise promised.
    assert decode(decoder, [noise, bytes(260), encode(packet)])[-1] == packet
