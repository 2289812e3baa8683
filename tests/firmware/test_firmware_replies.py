"""What the firmware answers: its core on this machine, and the true binary."""

import itertools
import re
from pathlib import Path

import pytest
from firmware_bench import Core, TrueBinary

from brbrain import packets
from brbrain.packets import Span
from brbrain.sim.commands import READ_ONLY

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
EXCHANGES = re.findall(r"^\| `([0-9A-F ]+)` \| `(F[AB][0-9A-F ]+)` \|", PAGE, re.M)

OK = "FA 00 00 7A 0C 50 2F"
INVALID = "FA 04 00 7A 0C 50 2B"


def hexed(packet):
    return packets.encode(packet).hex(" ").upper()


def set_write_format(*spans):
    return hexed(packets.SetWriteFormat(spans))


@pytest.fixture(params=[Core, TrueBinary])
def connect(request):
    made = []

    def make(*arguments, **options):
        made.append(request.param(*arguments, **options))
        return made[-1]

    yield make
    for machine in made:
        machine.close()


def test_what_the_page_of_the_protocol_shows(connect):
    machine = connect()
    assert [machine.ask(request) for request, _ in EXCHANGES] == [
        reply for _, reply in EXCHANGES
    ]


def test_what_was_recorded_with_the_original_library(connect):
    machine = connect()
    seen = {3: "00 02 00 00 32 04 62 23", 7: "55 01 64 04 1E 00 61 24"}
    for id, servo in machine.servos.items():
        servo.refresh = lambda: None  # what the recording has, not what it does
        servo.memory[36:44] = bytes.fromhex(seen[id])
    assert machine.ask("F1 02 03 24 08 07 24 08 AA") == OK
    assert machine.ask("F3 0C") == (
        "FB 00 02 00 00 32 04 62 23 55 01 64 04 1E 00 61 24 00 00 7A 0C 50 10"
    )
    machine.ask("F2 02 03 1E 02 07 1E 02 C1")
    assert machine.ask("F4 55 01 AA 02 09") == OK
    assert [s["goal position"] for s in machine.servos.values()] == [341, 682]


@pytest.mark.parametrize("kind", [packets.SetReadFormat, packets.SetWriteFormat])
@pytest.mark.parametrize(
    ("spans", "good"),
    [
        ([], True),
        ([Span(3, 24, 12)] * 32, True),
        ([Span(3, 24, 12)] * 33, False),
        ([Span(3, 24, 12)] * 255, False),
        ([Span(253, 24, 1)], True),
        ([Span(254, 24, 1)], False),
        ([Span(3, 47, 9)], False),
        ([Span(3, 55, 0)], False),
        ([Span(3, 255, 255)], False),
        ([Span(3, 0, 0)], True),
    ],
)
def test_the_limits_of_formats(connect, kind, spans, good):
    machine = connect()
    assert machine.ask(hexed(kind(tuple(spans)))) == (OK if good else INVALID)
    assert machine.ask("F0 03 0C") == OK  # its rest is not taken for requests


def test_which_registers_cannot_be_written(connect):
    machine = connect()
    refused = {
        address
        for address in range(55)
        if machine.ask(hexed(packets.SetWriteFormat((Span(3, address, 1),))), 0.01)
        != OK
    }
    assert refused == READ_ONLY


def test_the_largest_packets(connect):
    machine = connect()
    spans = tuple(Span(3, 0, 55) for _ in range(32))
    assert machine.ask(hexed(packets.SetReadFormat(spans))) == OK
    reply = bytes.fromhex(machine.ask("F3 0C"))
    assert len(reply) == 32 * 55 + 7
    assert sum(reply) & 0xFF == 0xFF
    assert reply[-6:-4] == b"\0\0"


@pytest.mark.parametrize(
    ("corrupt", "reply"),
    [
        (1, "FA 00 01 7A 0C 50 2E"),
        (3, "FA 00 03 7A 0C 50 2C"),
        (4, "FA 88 03 7A 0C 50 A4"),
    ],
)
def test_wrong_checksums_are_tried_again(connect, corrupt, reply):
    machine = connect()
    machine.faults.on("corrupt", 1.0, times=corrupt)
    assert machine.ask("F0 03 0C") == reply
    assert machine.ask("F0 07 08") == OK


def test_each_device_has_retries_of_its_own(connect):
    machine = connect()
    machine.ask("F1 02 03 24 02 07 24 02 B6")
    machine.faults.on("corrupt", 1.0, times=6)
    reply = packets.Data(bytes.fromhex("FF FF 00 02"), 0x88, 5, (122, 12, 80))
    assert machine.ask("F3 0C") == hexed(reply)


@pytest.mark.parametrize("request_bytes", ["F0", "F1 02 03", "F7", "F8 06 06 FF", "F9"])
def test_what_breaks_off(connect, request_bytes):
    machine = connect()
    begin = machine.time
    kind = packets.Data(b"", 1, 0, (122, 12, 80)) if request_bytes == "F7" else None
    kind = kind or packets.Status(1, 0, (122, 12, 80))
    assert machine.ask(request_bytes) == hexed(kind)
    assert 1.0 < machine.to_host[-1][0] - begin < 1.02
    assert machine.ask("F0 03 0C") == OK


def test_it_goes_on_after_any_garbage(connect):
    machine = connect()
    machine.send(bytes(range(256)))
    machine.run(machine.time + 3.0)
    machine.taken()
    assert machine.ask("F0 03 0C") == OK


def test_requests_that_come_while_it_is_busy_are_served_next(connect):
    machine = connect()
    machine.ask("F2 02 03 1E 02 07 1E 02 C1")
    machine.ask("F1 02 03 1E 02 07 1E 02 C2")
    both = machine.ask("F4 55 01 AA 02 09 F3 0C")
    assert both == f"{OK} FB 55 01 AA 02 00 00 7A 0C 50 2C"


def test_data_that_come_while_it_reads_are_not_lost(connect):
    machine = connect()
    silent = tuple(Span(9, 0, 1) for _ in range(32))
    machine.ask(hexed(packets.SetReadFormat(silent)))
    machine.ask(
        hexed(packets.SetWriteFormat(tuple(Span(3, 24, 12) for _ in range(32))))
    )
    memory = bytes.fromhex("01 00 02 02 08 08 2C 01 64 00 F4 01")
    reply = machine.ask(hexed(packets.WriteRead(memory * 32)))
    assert reply == hexed(packets.Data(b"\xff" * 32, 0x0A, 0, (122, 12, 80)))
    assert machine.servos[3]["goal position"] == 300


def test_after_the_eeprom_devices_are_left_alone(connect):
    machine = connect()
    machine.ask(set_write_format(Span(3, 18, 1)))
    machine.send(bytes.fromhex(hexed(packets.WriteData(b"\x24")) + "F0 03 0C"))
    machine.run(machine.time + 0.5)
    times = [time for time, _ in machine.on_bus]
    longest = max(after - before for before, after in itertools.pairwise(times))
    assert 0.02 <= longest < 0.021
