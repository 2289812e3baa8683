"""A CM-5 in memory for the tests of the host side, and a clock without waiting."""

from collections import deque

import pytest

from brbrain import Brain, MemoryLink
from brbrain.decoders import RequestDecoder
from brbrain.packets import (
    BadRequest,
    Data,
    Ping,
    ReadData,
    SetReadFormat,
    SetWriteFormat,
    Status,
    WriteData,
    encode,
)
from brbrain.turns import TurnLock

TIMEOUT_STATUS = 0x0A  # DYNAMIXEL_TIMEOUT and INVALID_DYNAMIXEL_RESPONSE


class InstantClock:
    """Sleeping moves the time and takes none."""

    def __init__(self):
        self.time = 100.0

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += max(0.0, seconds)

    def lock(self):
        return TurnLock()


class FakeCM5:
    """Answers as the firmware does; ``faults`` can replace what the next replies send.

    A fault takes the bytes of a reply and gives pairs of delay and bytes.
    """

    host_baud = 115_200

    def __init__(self, clock):
        self.clock = clock
        self.devices = {3: bytearray(55), 7: bytearray(55)}
        self.adc = (122, 12, 80)
        self.retries = 0
        self.faults = deque()
        self.received = []
        self.reset()

    def reset(self):
        """Be switched off and on: the formats are gone."""
        self.decoder = RequestDecoder(extensions=False)
        self.read_spans = self.write_spans = ()
        self.output = []

    def receive(self, data):
        self.received.append(data)
        self.decoder.feed(data)
        while (request := self.decoder.next()) is not None:
            delay, reply = self.answer(request)
            fault = self.faults.popleft() if self.faults else None
            pieces = fault(encode(reply)) if fault else [(0.0, encode(reply))]
            now = self.clock.now()
            self.output += [(now + delay + extra, piece) for extra, piece in pieces]

    def poll(self):
        now = self.clock.now()
        arrived = b"".join(piece for due, piece in self.output if due <= now)
        self.output = [(due, piece) for due, piece in self.output if due > now]
        return arrived

    def next_time(self):
        return min((due for due, _ in self.output), default=None)

    def close(self):
        self.output = []

    def answer(self, request):
        missing = 0
        status = 0
        match request:
            case Ping(id):
                missing = id != 255 and id not in self.devices
            case SetReadFormat(spans):
                self.read_spans = spans
            case SetWriteFormat(spans):
                self.write_spans = spans
                self.decoder.write_size = sum(span.size for span in spans)
            case ReadData():
                missing = self.missing(self.read_spans)
                data = b"".join(map(self.read, self.read_spans))
                status = TIMEOUT_STATUS if missing else 0
                return 0.001 + 0.1 * missing, Data(data, status, self.retries, self.adc)
            case WriteData(data):
                missing = self.missing(self.write_spans)
                self.write(data)
            case BadRequest(_, request):
                status = 0x40 if request else 0x04
        status = TIMEOUT_STATUS if missing else status
        return 0.001 + 0.1 * missing, Status(status, self.retries, self.adc)

    def missing(self, spans):
        return sum(span.id not in self.devices for span in spans)

    def read(self, span):
        memory = self.devices.get(span.id)
        if memory is None:
            return b"\xff" * span.size
        return bytes(memory[span.start : span.start + span.size])

    def write(self, data):
        for id, start, size in self.write_spans:
            if id in self.devices:
                self.devices[id][start : start + size] = data[:size]
            data = data[size:]


@pytest.fixture
def clock():
    return InstantClock()


@pytest.fixture
def cm5(clock):
    return FakeCM5(clock)


@pytest.fixture
def brain(cm5, clock):
    return Brain(MemoryLink(cm5, clock))
