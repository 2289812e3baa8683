"""docs/protocol.md: the exchanges it shows happen with the simulated CM-5."""

import re
from pathlib import Path

import pytest

from brbrain.clock import VirtualClock
from brbrain.packets import Instruction
from brbrain.sim import Simulation
from brbrain.sim.firmware import FIRMWARES
from brbrain.status import StatusBits

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
EXCHANGES = re.findall(r"^\| `([0-9A-F ]+)` \| `(F[AB][0-9A-F ]+)` \|", PAGE, re.M)


def test_the_exchanges():
    clock = VirtualClock()
    sim = Simulation("ids:3,7", clock)
    assert len(EXCHANGES) == 18
    for request, reply in EXCHANGES:
        sim.receive(bytes.fromhex(request))
        heard = b""
        while (due := sim.next_time()) is not None:
            clock.sleep(due - clock.now())
            heard += sim.poll()
        assert (request, heard.hex(" ").upper()) == (request, reply)


def test_all_instructions_are_told():
    rows = re.findall(r"^\| ([A-Z_]+) \| `(F.)`", PAGE, re.M)
    assert {(name, int(byte, 16)) for name, byte in rows} == {
        (instruction.name, instruction.value) for instruction in Instruction
    }


def test_all_bits_of_the_status_are_told():
    rows = re.findall(r"^\| ([0-9]{2}) \| ([A-Z_]+) \|", PAGE, re.M)
    assert [(int(bit, 16), name) for bit, name in rows] == [
        (bit.value, bit.name) for bit in StatusBits
    ]


@pytest.mark.parametrize(
    ("what", "field"),
    [
        ("a device that does not answer", "first_byte"),
        ("the next byte of an answer", "next_byte"),
    ],
)
def test_the_times(what, field):
    row = re.search(rf"^\| {what} \| (\S+) ms \| (\S+) ms \|", PAGE, re.M)
    told = [float(number) / 1000 for number in row.groups()]
    firmwares = (FIRMWARES["original"], FIRMWARES["brshell"])
    assert told == [getattr(firmware, field) for firmware in firmwares]
