"""The CM-5 with BRBrain's firmware: recorded packets, statuses, times, old defects.

The recordings were made with the original host library. All of them have the ADC
values 7A 0C 50: 122 (9.64 V), 12 and 80.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import packets
from brbrain.errors import BrError
from brbrain.packets import Span

OK = "FA 00 00 7A 0C 50 2F"
ABSENT = "FA 0A 00 7A 0C 50 25"
INVALID = "FA 04 00 7A 0C 50 2B"


def hexed(packet):
    return packets.encode(packet).hex(" ").upper()


def status(bits, retries=0):
    return hexed(packets.Status(bits, retries, (122, 12, 80)))


@pytest.mark.parametrize(
    ("request_bytes", "reply"),
    [
        ("F0 FF 10", OK),
        ("F0 03 0C", OK),
        ("F0 04 0B", ABSENT),
        ("F1 02 03 24 08 07 24 08 AA", OK),
        ("F2 02 03 1E 02 07 1E 02 C1", OK),
        ("F1 03 01 2A 02 02 2A 02 03 2A 02 81", OK),
        ("F1 00 0E", OK),
        ("F4 0B", OK),
    ],
)
def test_recorded_requests(connect, request_bytes, reply):
    assert connect("ids:3,7").ask(request_bytes) == reply


def test_recorded_reads_and_writes(connect):
    robot = connect("ids:3,7")
    seen = {3: "00 02 00 00 32 04 62 23", 7: "55 01 64 04 1E 00 61 24"}
    for id, servo in robot.sim.servos.items():
        servo.refresh = lambda: None  # what the recording has, not what it does
        servo.memory[36:44] = bytes.fromhex(seen[id])
    robot.ask("F1 02 03 24 08 07 24 08 AA")
    assert robot.ask("F3 0C") == (
        "FB 00 02 00 00 32 04 62 23 55 01 64 04 1E 00 61 24 00 00 7A 0C 50 10"
    )
    robot.ask("F2 02 03 1E 02 07 1E 02 C1")
    assert robot.ask("F4 55 01 AA 02 09") == OK
    assert [servo["goal position"] for servo in robot.sim.servos.values()] == [341, 682]


def test_the_servos_go_where_the_recording_sends_them(connect):
    robot = connect("ids:3,7")
    robot.ask("F2 02 03 1E 02 07 1E 02 C1")
    robot.ask("F4 55 01 AA 02 09")
    robot.clock.sleep(2.0)
    places = [servo["present position"] for servo in robot.sim.servos.values()]
    assert places == pytest.approx([341, 682], abs=1)


@pytest.mark.parametrize(
    ("corrupt", "reply"),
    [(1, status(0, 1)), (2, "FA 00 02 7A 0C 50 2D"), (3, status(0, 3))],
)
def test_wrong_checksums_are_tried_again(connect, corrupt, reply):
    robot = connect("ids:3")
    robot.sim.faults.on("corrupt", 1.0, times=corrupt)
    assert robot.ask("F0 03 0C") == reply


def test_three_retries_are_all_that_a_request_has(connect):
    robot = connect("ids:3,7")
    robot.ask("F1 02 03 24 02 07 24 02 B6")
    robot.sim.faults.on("corrupt", 1.0, times=4)
    reply = bytes.fromhex(robot.ask("F3 0C"))
    # The first servo failed in four tries, the second answered; 0x88 says why.
    assert reply == packets.encode(
        packets.Data(b"\xff\xff\x00\x02", 0x88, 3, (122, 12, 80))
    )
    assert robot.ask("F0 03 0C") == OK


def test_a_servo_that_hears_a_wrong_checksum_is_asked_again(connect):
    robot = connect("ids:3")
    servo = robot.sim.servos[3]
    answers = iter([servo.refuse_checksum(), servo.refuse_checksum()])
    execute = servo.execute
    servo.execute = lambda packet: next(answers, None) or execute(packet)
    assert robot.ask("F0 03 0C") == status(0, 2)


@pytest.mark.parametrize(
    ("request_bytes", "bits"),
    [
        ("F0 FE 11", 0x04),  # all devices
        ("F0 03 0D", 0x40),
        ("F3 0D", 0x40),
        ("F4 0C", 0x40),
        ("F1 00 0F", 0x40),
        ("00", 0x04),
        ("FA", 0x04),
        ("FC", 0x04),
    ],
)
def test_what_is_no_request(connect, request_bytes, bits):
    robot = connect("ids:3")
    assert robot.ask(request_bytes) == status(bits)
    assert robot.ask("F0 03 0C") == OK


def test_after_an_unknown_instruction_it_is_deaf_for_half_a_second(connect):
    robot = connect("ids:3")
    robot.write("00")
    robot.clock.sleep(0.25)
    robot.write("F0 03 0C")
    robot.clock.sleep(0.2)
    assert robot.read() == INVALID
    assert robot.clock.now() == pytest.approx(0.5, abs=0.001)
    assert robot.ask("F0 03 0C") == OK


@pytest.mark.parametrize("request_bytes", ["F0", "F1 02 03", "F4"])
def test_a_request_that_breaks_off_times_out_after_a_second(connect, request_bytes):
    robot = connect("ids:3")
    assert robot.ask(request_bytes) == status(0x01)
    assert 1.0 < robot.clock.now() < 1.002
    assert robot.ask("F0 03 0C") == OK


def test_a_request_may_take_its_time_up_to_a_second_a_byte(connect):
    robot = connect("ids:3")
    for byte in ("F0", "03"):
        robot.write(byte)
        robot.clock.sleep(0.9)
    assert robot.ask("0C") == OK


@pytest.mark.parametrize("kind", [packets.SetReadFormat, packets.SetWriteFormat])
@pytest.mark.parametrize(
    ("spans", "good"),
    [
        ([], True),
        ([Span(3, 24, 12)] * 32, True),
        ([Span(3, 24, 12)] * 33, False),
        ([Span(253, 24, 1)], True),
        ([Span(254, 24, 1)], False),
        ([Span(3, 47, 7)], True),
        ([Span(3, 47, 9)], False),
        ([Span(3, 55, 0)], False),
        ([Span(3, 0, 0)], True),
    ],
)
def test_the_limits_of_formats(connect, kind, spans, good):
    robot = connect("ids:3")
    assert robot.ask(hexed(kind(tuple(spans)))) == (OK if good else INVALID)
    # Its rest is not taken for requests (defect 13 of the original).
    assert robot.ask("F0 03 0C") == OK


@pytest.mark.parametrize(
    ("start", "size", "good"),
    # Read-only on every module: model, version, voltage, temperature, 46, error.
    [
        (0, 1, False),
        (2, 2, False),
        (3, 1, True),
        (30, 6, True),
        (40, 2, True),
        (40, 3, False),
        (43, 1, False),
        (44, 2, True),
        (44, 3, False),
        (47, 3, True),
        (54, 1, False),
    ],
)
def test_a_write_format_has_no_read_only_register(connect, start, size, good):
    """Defect 14 of the original."""
    robot = connect("ids:3")
    request = packets.SetWriteFormat((Span(3, start, size),))
    assert robot.ask(hexed(request)) == (OK if good else INVALID)
    request = packets.SetReadFormat((Span(3, start, size),))
    assert robot.ask(hexed(request)) == OK


def test_a_refused_format_leaves_the_one_before(connect):
    robot = connect("ids:3")
    robot.ask(hexed(packets.SetReadFormat((Span(3, 3, 1),))))
    robot.ask(hexed(packets.SetReadFormat((Span(254, 3, 1),))))
    assert robot.ask("F3 0C").startswith("FB 03 00 00 7A")


def read(robot, *spans):
    assert robot.ask(hexed(packets.SetReadFormat(spans))) == OK
    reply = bytes.fromhex(robot.ask("F3 0C"))
    assert reply[0] == 0xFB
    assert reply[-1] == packets.checksum(reply[:-1])
    return reply[1:-6], reply[-6]


def test_a_long_span_is_read_in_blocks_of_20_bytes(connect):
    robot = connect("ids:3")
    data, bits = read(robot, Span(3, 0, 54))
    assert (len(data), bits) == (54, 0)
    assert data[:8] == bytes.fromhex("0C 00 18 03 01 FA 00 00")


@pytest.mark.parametrize(
    ("firmware", "seconds"),
    [("original", 0.3), ("brshell", 0.009)],  # three blocks, or one time-out of 1.5 ms
)
def test_bytes_that_cannot_be_read_are_ff_and_their_number_is_right(
    connect, firmware, seconds
):
    """Defect 12 of the original: it sent FF for ever."""
    robot = connect("ids:3,7", firmware=firmware)
    began = robot.clock.now()
    data, bits = read(robot, Span(3, 3, 1), Span(4, 0, 50), Span(7, 3, 1))
    assert data == b"\x03" + b"\xff" * 50 + b"\x07"
    assert bits == 0x0A
    assert robot.clock.now() - began == pytest.approx(seconds, rel=0.07)


def test_the_error_register_is_at_54(connect):
    """Defect 11 of the original: it was where a span ended at 53."""
    robot = connect("ids:3,100", battery=5.0)
    adc = robot.sim.battery * 3.3 / 13.3 / 5.0 * 255
    read_only = hexed(packets.SetReadFormat((Span(3, 52, 2),)))
    assert robot.ask(read_only) == hexed(packets.Status(0, 0, (round(adc), 12, 80)))
    for span, expected in [
        (Span(100, 52, 2), bytes([32, 32])),
        (Span(100, 52, 3), bytes([32, 32, 1])),
        (Span(100, 54, 1), bytes([1])),
        (Span(3, 54, 1), bytes([1])),
    ]:
        robot.ask(hexed(packets.SetReadFormat((span,))))
        reply = bytes.fromhex(robot.ask("F3 0C"))
        assert reply[1:-6] == expected


def test_the_error_register_of_an_absent_module_is_ff(connect):
    assert read(connect("ids:3"), Span(4, 53, 2)) == (b"\xff\xff", 0x0A)
    assert read(connect("ids:3"), Span(4, 54, 1)) == (b"\xff", 0x0A)


def test_a_wrong_checksum_carries_nothing_out(connect):
    """Defect 15 of the original."""
    robot = connect("ids:3,7")
    robot.ask("F2 02 03 1E 02 07 1E 02 C1")
    assert robot.ask("F4 55 01 AA 02 0A") == status(0x40)
    assert [servo["goal position"] for servo in robot.sim.servos.values()] == [512, 512]
    assert [servo["torque enable"] for servo in robot.sim.servos.values()] == [0, 0]


def test_the_battery_is_measured_every_five_seconds(connect):
    """Defect 16 of the original: it was measured once."""
    robot = connect("ids:3")
    assert robot.ask("F0 FF 10") == OK
    robot.sim.battery = 8.0
    robot.clock.sleep(4.9)
    assert robot.ask("F0 FF 10") == OK
    robot.clock.sleep(0.2)
    adc = round(8.0 * 3.3 / 13.3 / 5.0 * 255)
    assert robot.ask("F0 FF 10") == hexed(packets.Status(0, 0, (adc, 12, 80)))


@pytest.mark.parametrize(
    ("firmware", "seconds"), [("original", 0.1), ("brshell", 0.0015)]
)
@pytest.mark.parametrize("paced", [True, False])
def test_what_an_absent_module_costs(connect, firmware, seconds, paced):
    robot = connect("ids:3", paced=paced, firmware=firmware)
    assert robot.ask("F0 04 0B") == ABSENT
    wires = 10 * 10 / 115_200 + 6 * 10 / 1e6 if paced else 0.0
    assert robot.clock.now() == pytest.approx(seconds + wires, rel=1e-3)


@pytest.mark.parametrize(
    ("firmware", "seconds"), [("original", 23.9), ("brshell", 0.6)]
)
def test_what_a_scan_of_all_ids_costs(connect, firmware, seconds):
    robot = connect("humanoid", firmware=firmware)
    pings = [hexed(packets.Ping(id)) for id in range(254)]
    found = [id for id, ping in enumerate(pings) if robot.ask(ping) == OK]
    assert found == [*range(1, 19), 100]
    assert robot.clock.now() == pytest.approx(seconds, rel=0.02)


def test_unpaced_all_else_takes_no_time(connect):
    robot = connect("humanoid", paced=False)
    spans = tuple(Span(id, 36, 8) for id in range(1, 19))
    assert read(robot, *spans)[1] == 0
    assert robot.clock.now() == 0.0


def test_reading_18_servos_takes_what_the_wires_take(connect):
    robot = connect("humanoid")
    robot.ask(hexed(packets.SetReadFormat(tuple(Span(n, 36, 8) for n in range(1, 19)))))
    began = robot.clock.now()
    robot.ask("F3 0C")
    # 2 + 151 bytes at 115200, of which the servos' 12.6 ms (22 bytes at 1 Mbps and
    # 500 us each) are waited for while the CM-5 sends.
    assert 0.0133 < robot.clock.now() - began < 0.0145


def test_the_reply_to_a_read_begins_before_all_has_been_read(connect):
    robot = connect("ids:3", firmware="original")
    robot.ask(hexed(packets.SetReadFormat((Span(3, 3, 1), Span(4, 3, 1)))))
    robot.write("F3 0C")
    robot.clock.sleep(0.05)
    assert robot.sim.poll() == b"\xfb\x03"
    assert robot.read() == "FF 0A 00 7A 0C 50 22"


def test_a_write_acts_at_once_on_all(connect):
    robot = connect("ids:3,7", firmware="original")
    spans = (Span(3, 30, 2), Span(5, 30, 2), Span(7, 30, 2))
    robot.ask(hexed(packets.SetWriteFormat(spans)))
    robot.write(hexed(packets.WriteData(bytes.fromhex("55 01 00 02 AA 02"))))
    robot.clock.sleep(0.05)  # the CM-5 waits for servo 5
    assert robot.sim.servos[3]["registered instruction"] == 1
    assert robot.sim.servos[3]["goal position"] == 512
    assert robot.read() == ABSENT
    goals = [servo["goal position"] for servo in robot.sim.servos.values()]
    assert goals == [341, 682]


def test_bytes_beyond_the_ring_are_lost_and_it_is_said(connect):
    robot = connect("ids:3", firmware="original")
    robot.write("F0 04 0B")
    robot.clock.sleep(0.01)
    robot.write("F0 FF 10" * 50)  # 128 bytes wait: 42 requests and two bytes
    replies = [reply for reply in robot.read().split("FA ") if reply]
    assert len(replies) == 1 + 42 + 1
    bits = [int(reply[:2], 16) for reply in replies]
    assert bits == [0x0A, 0x10, *[0] * 41, 0x01]


def test_a_late_reply_is_not_taken_for_the_next(connect):
    robot = connect("ids:3,7")
    robot.sim.faults.on("late", 0.12, times=1)
    assert robot.ask("F0 03 0C") == ABSENT
    robot.clock.sleep(0.03)
    assert robot.ask("F0 07 08") == OK


def test_a_reply_of_another_module_is_no_answer(connect):
    robot = connect("ids:3,7")
    robot.sim.servos[3].execute = robot.sim.servos[7].execute
    assert robot.ask("F0 03 0C") == status(0x08)


def test_power_off_forgets_the_formats(connect):
    robot = connect("ids:3")
    read(robot, Span(3, 3, 1))
    robot.sim.power_cycle()
    assert robot.ask("F3 0C") == "FB 00 00 7A 0C 50 2E"


def test_lights(connect):
    robot = connect("ids:3", firmware="original")
    cm5 = robot.sim.cm5
    assert cm5.leds == {"power", "aux"}
    robot.write("F0 04 0B")
    robot.clock.sleep(0.0005)
    robot.sim.advance()
    assert cm5.leds == {"power", "rxd", "manage"}
    robot.read()
    assert cm5.leds == {"power", "txd", "aux", "play"}
    robot.clock.sleep(1.0)
    robot.ask("F0 03 0C")
    robot.clock.sleep(1.0)
    robot.sim.advance()
    assert cm5.leds == {"power", "aux", "play"}  # the error light stays


def test_start_goes_to_bluetooth_and_back(connect):
    robot = connect("ids:3")
    robot.sim.cm5.press("start")
    assert robot.sim.cm5.leds == {"power", "aux", "manage"}
    assert robot.ask("F0 FF 10") == ""
    robot.sim.cm5.press("start")
    assert robot.ask("F0 FF 10") == OK
    robot.write("F0")
    robot.clock.sleep(0.01)
    robot.sim.advance()
    robot.sim.cm5.press("start")  # not in the middle of a request
    assert robot.ask("FF 10") == OK
    robot.sim.cm5.press("up")
    with pytest.raises(BrError, match="button: expected one of start, up, "):
        robot.sim.cm5.press("mode")


@given(noise=st.binary(max_size=300), paced=st.booleans())
def test_no_bytes_harm_it_and_after_a_pause_it_understands(connect, noise, paced):
    robot = connect("ids:3", paced=paced)
    robot.ask(noise.hex())
    assert robot.ask("F0 FF 10") == OK


INSTRUCTIONS = st.sampled_from([0xF0, 0xF1, 0xF2, 0xF3, 0xF4])


@given(
    requests=st.lists(st.tuples(INSTRUCTIONS, st.binary(max_size=20)), max_size=10),
)
def test_no_request_harms_it(connect, requests):
    robot = connect("ids:3,100", paced=False)
    for instruction, data in requests:
        body = bytes([instruction]) + data
        robot.ask((body + bytes([packets.checksum(body)])).hex())
    assert robot.ask("F0 FF 10") == OK
