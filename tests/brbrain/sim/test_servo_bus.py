"""The half-duplex bus: pace, ids and baud rates, collisions, noise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import dynamixel
from brbrain.dynamixel import StatusPacket, encode
from brbrain.sim.bus import InstructionReader, collide

PING_1, PONG_1 = "FF FF 01 02 01 FB", "FF FF 01 02 00 FC"


def hexed(packet):
    return encode(packet).hex(" ").upper()


@pytest.mark.parametrize(
    ("delay", "seconds"),
    # 6 bytes of 10 us each way, and 2 us for each count of the return delay
    [(250, 0.000620), (0, 0.000120), (100, 0.000320)],
)
def test_bytes_and_return_delay_take_their_time(connect, delay, seconds):
    robot = connect("ids:1", bus=True)
    robot.ask(hexed(dynamixel.write(1, 5, bytes([delay]))))
    began = robot.clock.now()
    assert robot.ask(PING_1) == PONG_1
    assert robot.clock.now() - began == pytest.approx(seconds, abs=1e-6)


def test_unpaced_replies_come_at_once(connect):
    robot = connect("ids:1", bus=True, paced=False)
    assert robot.ask(PING_1) == PONG_1
    assert robot.clock.now() == 0.0


def test_packets_one_after_the_other_are_answered_in_their_order(connect):
    for paced in (False, True):
        robot = connect("ids:1,2", bus=True, paced=paced)
        replies = robot.ask(PING_1 + hexed(dynamixel.ping(2)) + PING_1)
        assert replies == f"{PONG_1} {hexed(StatusPacket(2))} {PONG_1}"


def test_who_is_not_there_does_not_answer(connect):
    assert connect("ids:1", bus=True).ask(hexed(dynamixel.ping(2))) == ""


def test_a_new_id_counts_after_the_reply(connect):
    robot = connect("ids:1", bus=True)
    assert robot.ask(hexed(dynamixel.write(1, 3, b"\x09"))) == PONG_1
    assert robot.ask(PING_1) == ""
    assert robot.ask(hexed(dynamixel.ping(9))) == hexed(StatusPacket(9))
    assert list(robot.sim.servos) == [9]


def test_a_new_baud_rate_counts_after_the_reply(connect):
    robot = connect("ids:1", bus=True)
    assert robot.ask(hexed(dynamixel.write(1, 4, bytes([34])))) == PONG_1
    assert robot.ask(PING_1) == ""
    robot.sim.baud = 57_600
    began = robot.clock.now()
    assert robot.ask(PING_1) == PONG_1
    # 12 bytes of 10 bits and 500 us
    assert robot.clock.now() - began == pytest.approx(120 / 57_600 + 0.0005)


@pytest.mark.parametrize(("baud", "heard"), [(1_029_000, True), (1_031_000, False)])
def test_a_baud_rate_may_be_wrong_by_3_percent(connect, baud, heard):
    robot = connect("ids:1", bus=True)
    robot.sim.baud = baud
    assert robot.ask(PING_1) == (PONG_1 if heard else "")


def test_an_id_to_all_renumbers_all(connect):
    robot = connect("ids:1,2,3", bus=True)
    assert robot.ask("FF FF FE 04 03 03 01 F6") == ""
    assert [device.id for device in robot.sim.all_devices] == [1, 1, 1]
    assert list(robot.sim.devices) == [1]


def test_servos_with_the_same_id_collide(connect):
    robot = connect("ids:1,2", bus=True)
    robot.ask("FF FF FE 04 03 03 01 F6")
    for request in (PING_1, hexed(dynamixel.read(1, 36, 2))):
        reply = bytes.fromhex(robot.ask(request))
        decoder = dynamixel.Decoder(StatusPacket)
        decoder.feed(reply)
        assert reply
        assert decoder.next() is None
    # Who answers when the other has ended does not collide with it.
    robot.sim.all_devices[0]["return delay time"] = 0
    assert robot.ask(PING_1) == f"{PONG_1} {PONG_1}"


def test_a_ping_to_all_is_answered_by_all(connect):
    assert connect("ids:7", bus=True).ask("FF FF FE 02 01 FE") == "FF FF 07 02 00 F6"
    assert connect("ids:7,8", bus=True).ask("FF FF FE 02 01 FE") != ""


def test_a_low_level_wins():
    # One bit later: line = first & second, read from the first start bit on.
    assert collide(b"\xff", b"\xff", 1) == b"\xfe"  # the second's start bit
    assert collide(b"\x00", b"\xff", 1) == b"\x00"
    # 20 bits later the first is through.
    assert collide(b"\x12\x34", b"\x56", 20) == b"\x12\x34\x56"
    assert collide(b"\xaa\x55", b"\xaa\x55", 0) == b"\xaa\x55"


@pytest.mark.parametrize(
    ("noise", "packets"),
    [
        ("", [(1, True)]),
        ("00 55", [(1, True)]),
        ("FF", [(1, True)]),
        ("FF FF", [(1, True)]),
        ("FF FF 01 02 01 FA", [(1, False), (1, True)]),
        ("FF FF 01 00", [(1, True)]),
        ("FF FF 01 01", [(1, True)]),
    ],
)
def test_how_a_module_finds_its_packet(noise, packets):
    reader = InstructionReader()
    found = list(reader.read(bytes.fromhex(noise + PING_1)))
    assert [(packet.id, valid) for packet, valid in found] == packets


def test_a_false_length_swallows_what_follows_until_a_pause():
    reader = InstructionReader()
    assert not list(reader.read(bytes.fromhex("FF FF 05" + PING_1)))
    reader.reset()
    assert len(list(reader.read(bytes.fromhex(PING_1)))) == 1


def test_a_wrong_checksum_is_told_by_its_receiver_only(connect):
    robot = connect("ids:1,2", bus=True)
    assert robot.ask("FF FF 01 02 01 FA") == "FF FF 01 02 10 EC"
    assert robot.ask("FF FF FE 02 01 FA") == ""


def test_after_100_ms_of_silence_a_packet_begins_anew(connect):
    robot = connect("ids:1", bus=True)
    robot.write("FF FF 01")
    robot.clock.sleep(0.09)
    assert robot.ask("02 01 FB") == PONG_1
    robot.write("FF FF 01 F0 02")
    robot.clock.sleep(0.11)
    assert robot.ask(PING_1) == PONG_1


@given(noise=st.binary(max_size=300), paced=st.booleans())
def test_noise_never_harms_the_bus(connect, noise, paced):
    robot = connect("ids:1,100", bus=True, paced=paced)
    robot.ask(noise.hex())
    robot.clock.sleep(0.2)
    robot.read()
    # Whatever the noise did to registers, a module with a fresh EEPROM answers.
    for device in robot.sim.all_devices:
        device.memory[:24] = device.model.factory()[:24]
    assert robot.ask(PING_1)[:8] == "FF FF 01"


@given(
    packets=st.lists(
        st.tuples(
            st.sampled_from([1, 100, 254]),
            st.sampled_from([1, 2, 3, 4, 5, 6, 7, 0x83]),
            st.binary(max_size=12),
        ),
        max_size=20,
    )
)
def test_no_packet_harms_a_module(connect, packets):
    robot = connect("ids:1,100", bus=True)
    for id, instruction, parameters in packets:
        packet = dynamixel.InstructionPacket(id, instruction, parameters)
        robot.ask(encode(packet).hex())
        robot.clock.sleep(0.05)
        for device in robot.sim.all_devices:
            assert 0 <= device["present voltage"] <= 255
