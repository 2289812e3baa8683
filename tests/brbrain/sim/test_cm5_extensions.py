"""The extensions of the CM-5's protocol in bytes: docs/protocol.md tells of them."""

import pytest

from brbrain import packets
from brbrain.packets import Span

ADC = (122, 12, 80)
OK = "FA 00 00 7A 0C 50 2F"
INVALID = "FA 04 00 7A 0C 50 2B"
BAD_SUM = "FA 40 00 7A 0C 50 EF"
TIMED_OUT = "FA 01 00 7A 0C 50 2E"

SYNC = "F6 01 08"
GOALS = "F2 02 03 1E 02 07 1E 02 C1"
PLACES = "F1 02 03 24 02 07 24 02 B6"


def hexed(packet):
    return packets.encode(packet).hex(" ").upper()


def data(text, bits=0):
    return hexed(packets.Data(bytes.fromhex(text), bits, 0, ADC))


def goals(robot):
    return [servo["goal position"] for servo in robot.sim.servos.values()]


@pytest.mark.parametrize(
    ("request_bytes", "reply"),
    [
        ("F5 0A", "FB 01 0F 01 00 00 00 7A 0C 50 1D"),  # version 1, all, firmware 1.0
        ("F6 00 09", OK),
        ("F6 01 08", OK),
        ("F6 02 07", INVALID),
        ("F9 00 06", OK),
        ("F9 04 02", INVALID),
        # PING of servo 3, of which 6 bytes answer; and of 4, of which nothing does.
        ("F8 06 06 FF FF 03 02 01 F9 FE", data("06 FF FF 03 02 00 FA")),
        ("F8 06 06 FF FF 04 02 01 F8 FE", data("00 FF FF FF FF FF FF")),
        ("F8 06 00 FF FF 03 02 01 F9 04", data("00")),
        ("F8 00 06 01", INVALID),
        ("F8 01 A1 00 65", INVALID),
    ],
)
def test_requests(connect, request_bytes, reply):
    robot = connect("ids:3,7")
    assert robot.ask(request_bytes) == reply
    assert robot.ask("F0 03 0C") == OK


@pytest.mark.parametrize(
    "request_bytes", ["F5 0B", "F6 01 09", "F8 01 00 00 07", "F9 01 06"]
)
def test_a_wrong_checksum_changes_nothing(connect, request_bytes):
    robot = connect("ids:3")
    assert robot.ask(request_bytes) == BAD_SUM
    assert robot.sim.host_baud == 115_200
    assert robot.ask("F0 03 0C") == OK


@pytest.mark.parametrize("request_bytes", ["F5", "F6", "F7", "F8 06 06 FF", "F9"])
def test_what_breaks_off(connect, request_bytes):
    robot = connect("ids:3")
    reply = robot.ask(request_bytes)
    wanted = data("", 0x01) if request_bytes == "F7" else TIMED_OUT
    assert reply == wanted
    assert robot.ask("F0 03 0C") == OK


@pytest.mark.parametrize("first", range(0xF5, 0xFA))
def test_the_original_firmware_knows_none_of_them(connect, first):
    robot = connect("ids:3", firmware="original")
    assert robot.ask(f"{first:02X}") == INVALID


@pytest.mark.parametrize("together", [False, True])
def test_a_write_read_writes_and_says_what_was_before(connect, together):
    robot = connect("ids:3,7")
    for request in (PLACES, GOALS, *[SYNC] * together):
        assert robot.ask(request) == OK
    assert robot.ask("F7 55 01 AA 02 06") == data("00 02 00 02")
    assert goals(robot) == [341, 682]


def test_a_write_read_with_a_wrong_checksum_reads_only(connect):
    robot = connect("ids:3,7")
    robot.ask(PLACES)
    robot.ask(GOALS)
    assert robot.ask("F7 55 01 AA 02 07") == data("00 02 00 02", 0x40)
    assert goals(robot) == [512, 512]


def test_a_write_read_that_breaks_off_reads_only(connect):
    robot = connect("ids:3,7")
    robot.ask(PLACES)
    robot.ask(GOALS)
    assert robot.ask("F7 55 01") == data("00 02 00 02", 0x01)
    assert goals(robot) == [512, 512]


def test_it_reads_while_it_is_told_what_to_write(connect):
    robot = connect("humanoid")
    ids = range(1, 19)
    robot.ask(hexed(packets.SetReadFormat(tuple(Span(id, 36, 2) for id in ids))))
    robot.ask(hexed(packets.SetWriteFormat(tuple(Span(id, 30, 2) for id in ids))))
    robot.ask(SYNC)
    began = robot.clock.now()
    robot.ask(hexed(packets.WriteRead(bytes.fromhex("00 02") * 18)))
    # 18 readings of 160 us and 500 us, the writing in one packet of 620 us, and what
    # remains to be sent: at least six bytes. One after the other it would be 20 ms.
    assert 0.0128 < robot.clock.now() - began < 0.0135


def test_data_that_come_while_it_reads_are_not_lost(connect):
    """Even if they are more than the 128 bytes that wait while the CM-5 is busy."""
    robot = connect("ids:3,7")
    robot.ask(hexed(packets.SetReadFormat(tuple(Span(9, 0, 1) for _ in range(32)))))
    spans = tuple(Span(3, 24, 12) for _ in range(32))
    robot.ask(hexed(packets.SetWriteFormat(spans)))
    memory = bytes.fromhex("01 00 02 02 08 08 2C 01 64 00 F4 01")
    reply = robot.ask(hexed(packets.WriteRead(memory * 32)))
    assert reply == data("FF " * 32, 0x0A)
    assert robot.sim.servos[3]["goal position"] == 300


def test_one_packet_on_the_bus_for_all(connect):
    robot = connect("ids:3,7")
    robot.ask(GOALS)
    robot.ask(SYNC)
    heard = []
    for servo in robot.sim.servos.values():
        servo.execute = lambda packet: heard.append(packet.instruction)
    assert robot.ask("F4 55 01 AA 02 09") == OK
    assert heard == [0x83, 0x83]


@pytest.mark.parametrize(
    "spans",
    [
        (Span(3, 30, 2), Span(7, 30, 4)),
        (Span(3, 30, 2), Span(7, 32, 2)),
        (Span(3, 30, 0),),
        (),
        tuple(Span(3, 30, 4) for _ in range(28)),  # 148 bytes
    ],
)
def test_spans_that_differ_are_written_one_by_one(connect, spans):
    robot = connect("ids:3,7")
    robot.ask(hexed(packets.SetWriteFormat(spans)))
    robot.ask(SYNC)
    size = sum(span.size for span in spans)
    assert robot.ask(hexed(packets.WriteData(b"\x01" * size))) == OK
    assert goals(robot)[0] == (257 if size and spans[0].start == 30 else 512)


def test_a_new_write_format_is_written_as_the_original_firmware_does(connect):
    robot = connect("ids:3,7")
    robot.ask(SYNC)
    robot.ask(GOALS)
    robot.sim.faults.on("dead", 7)
    assert robot.ask("F4 55 01 AA 02 09") == "FA 0A 00 7A 0C 50 25"


def test_each_module_has_retries_of_its_own(connect):
    robot = connect("ids:3,7")
    robot.ask(PLACES)
    robot.sim.faults.on("corrupt", 1.0, times=6)
    reply = packets.Data(bytes.fromhex("FF FF 00 02"), 0x88, 5, ADC)
    assert robot.ask("F3 0C") == hexed(reply)


def test_after_the_eeprom_modules_are_left_alone(connect):
    robot = connect("ids:3", paced=False)
    robot.ask(hexed(packets.SetWriteFormat((Span(3, 18, 1),))))
    assert robot.ask(hexed(packets.WriteData(b"\x24"))) == OK
    began = robot.clock.now()
    assert robot.ask("F0 03 0C") == OK
    assert robot.clock.now() - began == pytest.approx(0.02, abs=1e-6)


def make_faster(robot):
    """Go to 1 Mbps; the first request there comes in time."""
    robot.write("F9 03 03")
    robot.clock.sleep(0.002)
    assert robot.sim.poll().hex(" ").upper() == OK
    assert robot.ask("F0 FF 10") == OK


def test_the_link_goes_at_the_new_speed_after_the_reply(connect):
    robot = connect("ids:3")
    make_faster(robot)
    began = robot.clock.now()
    assert robot.ask("F0 FF 10") == OK
    assert robot.clock.now() - began == pytest.approx(1e-4, rel=0.01)  # 10 bytes


def test_a_new_speed_that_nobody_uses_is_given_up_after_a_second(connect):
    robot = connect("ids:3")
    robot.sim.host_baud = 115_200
    assert robot.ask("F9 03 03") == OK
    robot.clock.sleep(1.01)
    assert robot.ask("F0 FF 10") == OK


def test_a_host_with_the_usual_speed_gets_it_back(connect):
    robot = connect("ids:3")
    make_faster(robot)
    robot.sim.host_baud = 115_200
    assert robot.ask("F0 FF 10") != OK
    robot.clock.sleep(0.5)
    assert robot.ask("F0 FF 10") == OK


def test_switched_off_and_on_it_has_the_usual_speed(connect):
    robot = connect("ids:3")
    make_faster(robot)
    robot.sim.power_cycle()
    robot.sim.host_baud = 115_200
    assert robot.ask("F0 FF 10") == OK
