"""The true binary, its core on this machine and the simulated CM-5 do the same.

The same streams of requests, good, damaged, cut short, with noise between, must give
the same bytes on both sides, for the host and on the servo bus.
"""

import random

import pytest
from firmware_bench import Core, Model, TrueBinary

from brbrain import packets
from brbrain.packets import Span

SEEDS = range(40)
WRITABLE = {3, 18, 24, 26, 30, 34}
QUIET = 2.2
"""Seconds after which nothing of a stream is pending: a time-out, and a pause."""


def spans(random, writable):
    """Return the spans of a format, now and then of one that is refused."""
    count = random.choice([0, 1, 2, 2, 3, 5, 33])
    places = [(24, 1), (30, 2), (30, 4), (3, 1), (26, 8), (34, 2), (18, 1)]
    if not writable:
        places += [(0, 55), (36, 2), (36, 8), (50, 5), (54, 1)]
    elif random.random() < 0.2:
        places = [(36, 8), (54, 1), (0, 3), (60, 1)]
    alike = random.choice(places) if random.random() < 0.5 else None
    return tuple(
        Span(random.choice([3, 7, 9]), *(alike or random.choice(places)))
        for _ in range(count)
    )


class Talk:
    """A host that makes up requests, and knows how long its writes have to be."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.size = 0

    def write(self, kind):
        return kind(self.random.randbytes(self.size))

    def request(self):
        make = self.random
        match make.randrange(13):
            case 0 | 1:
                return packets.Ping(make.choice([3, 7, 9, 253, 254, 255]))
            case 2 | 3:
                return packets.SetReadFormat(spans(make, writable=False))
            case 4 | 5:
                wanted = spans(make, writable=True)
                if len(wanted) < 33 and WRITABLE.issuperset(s.start for s in wanted):
                    self.size = sum(span.size for span in wanted)
                return packets.SetWriteFormat(wanted)
            case 6 | 7:
                return packets.ReadData()
            case 8:
                return self.write(packets.WriteData)
            case 9:
                return self.write(packets.WriteRead)
            case 10:
                return packets.SetBaud(make.randrange(5))
            case 11:
                return make.choice(
                    [packets.Version(), packets.SetOptions(make.choice([0, 1, 1, 2]))]
                )
            case _:
                data = make.randbytes(make.choice([1, 6, 20]))
                return packets.BusExchange(data, make.choice([0, 6, 30, 161]))

    def piece(self):
        """Return bytes of the host, and whether it goes on at once."""
        make = self.random
        data = packets.encode(self.request())
        match make.randrange(14):
            case 0:
                at = make.randrange(len(data))
                data = (
                    data[:at]
                    + bytes((data[at] ^ 1 << make.randrange(8),))
                    + data[at + 1 :]
                )
            case 1:
                data = data[: make.randrange(1, len(data) + 1)]
            case 2:
                return make.randbytes(make.randrange(1, 5)), False
            case _:
                return data, make.random() < 0.2
        return data, False


def stream(seed):
    """Return what a host sends: lists of bytes with silence between."""
    talk = Talk(seed)
    sent, now = [], b""
    for _ in range(30):
        data, goes_on = talk.piece()
        now += data
        # No more than waits in the ring while a request is served.
        if not goes_on or len(now) > 60:
            sent.append(now)
            now = b""
    return [*sent, now] if now else sent


def played(kind, sent, **options):
    """Return the bytes for the host and on the bus."""
    machine = kind(**options)
    for servo in machine.servos.values():
        servo.refresh = lambda: None  # what they say does not depend on the time
    try:
        for data in sent:
            machine.send(data)
            machine.run(machine.time + QUIET)
        return tuple(
            bytes(byte for _, byte in side).hex(" ")
            for side in (machine.to_host, machine.on_bus)
        )
    finally:
        machine.close()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_bytes_on_both_sides(seed):
    sent = stream(seed)
    core = played(Core, sent)
    assert played(TrueBinary, sent) == core
    assert played(Model, sent) == core


@pytest.mark.parametrize("fault", ["corrupt", "lost", "noise"])
@pytest.mark.parametrize("seed", range(5))
def test_the_same_bytes_on_a_bad_bus(seed, fault):
    sent = stream(100 + seed)
    options = {"faults": [(fault, 0.3)], "seed": seed}
    core = played(Core, sent, **options)
    assert played(TrueBinary, sent, **options) == core
    assert played(Model, sent, **options) == core
