"""The half-duplex servo bus: one wire on which the modules listen and answer."""

from bisect import insort
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from brbrain.dynamixel import (
    BROADCAST_ID,
    HEADER,
    InstructionPacket,
    StatusPacket,
    checksum,
    encode,
)
from brbrain.sim.device import Device
from brbrain.sim.faults import Faults

BAUD = 1_000_000
"""Bits per second of the CM-5's bus, and of the modules from the factory."""

BITS = 10
"""Bits of a byte on the wire: a start bit, eight of data, a stop bit."""

TOLERANCE = 0.03
"""By how much of it a baud rate may be wrong (AX-S1 manual, page 14)."""

BYTE_TIMEOUT = 0.1
"""Seconds without a byte after which modules wait for a new header (page 37)."""


class Arrival(NamedTuple):
    """A byte at the end of the wire, when its stop bit is through."""

    time: float
    byte: int


class ServoBus:
    """The wire. ``baud`` is the rate of the controller, which may be changed.

    Unless ``paced``, bytes take no time and return delays neither; who waits for a
    reply that does not come waits all the same.
    """

    def __init__(
        self, devices: Sequence[Device], faults: Faults, paced: bool, baud: int = BAUD
    ) -> None:
        self.devices = devices
        self.faults = faults
        self.paced = paced
        self.baud = baud
        self._reader = InstructionReader()
        self._last_heard = 0.0
        self._arrivals: list[Arrival] = []

    @property
    def byte_time(self) -> float:
        """The seconds that a byte takes."""
        return BITS / self.baud if self.paced else 0.0

    def send(self, data: bytes, time: float) -> None:
        """Let the modules hear bytes of the controller whose last ends at ``time``."""
        if time - self._last_heard > BYTE_TIMEOUT:
            self._reader.reset()
        self._last_heard = time
        for packet, valid in self._reader.read(data):
            self._answer(packet, valid, time)

    def next_arrival(self) -> float | None:
        """Return when the next byte of a reply arrives, None if none is on its way."""
        return self._arrivals[0].time if self._arrivals else None

    def take(self, time: float) -> list[Arrival]:
        """Return and remove the bytes of replies that have arrived by ``time``."""
        count = sum(arrival.time <= time for arrival in self._arrivals)
        taken = self._arrivals[:count]
        del self._arrivals[:count]
        return taken

    def clear(self) -> None:
        """Forget what is under way."""
        self._reader.reset()
        self._arrivals.clear()

    def _answer(self, packet: InstructionPacket, valid: bool, time: float) -> None:
        replies = []
        for device in [*self.devices]:
            if self._hears(device, packet):
                delay = device.return_delay
                reply = self._reply(device, packet, valid)
                if reply is not None:
                    replies.append((delay, encode(reply)))
        for delay, data in _on_one_wire(replies, self.baud):
            self._transmit(data, time + (delay if self.paced else 0.0))

    def _hears(self, device: Device, packet: InstructionPacket) -> bool:
        return (
            packet.id in (device.id, BROADCAST_ID)
            and abs(device.baud / self.baud - 1.0) <= TOLERANCE
            and not self.faults.dead(device.id)
        )

    def _reply(
        self, device: Device, packet: InstructionPacket, valid: bool
    ) -> StatusPacket | None:
        if valid:
            return device.execute(packet)
        return device.refuse_checksum() if packet.id == device.id else None

    def _transmit(self, data: bytes, start: float) -> None:
        start += self.faults.lateness()
        heard = self.faults.distort(data)
        for number, byte in enumerate(heard, start=1):
            arrival = Arrival(start + number * self.byte_time, byte)
            insort(self._arrivals, arrival, key=lambda known: known.time)


SHORT = (b"\x00", b"\x01")
"""Lengths that no packet has."""


class InstructionReader:
    """How a module finds packets in what it hears; it cannot look back.

    A packet with a wrong checksum is over when its length is.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def reset(self) -> None:
        """Wait for a new header."""
        self._buffer.clear()

    def read(self, data: bytes) -> Iterator[tuple[InstructionPacket, bool]]:
        """Take bytes; give each packet and whether its checksum is right."""
        self._buffer += data
        while self._at_header() and len(self._buffer) >= 4:
            size = 4 + self._buffer[3]
            if len(self._buffer) < size:
                return
            body = bytes(self._buffer[2 : size - 1])
            valid = self._buffer[size - 1] == checksum(body)
            del self._buffer[:size]
            yield InstructionPacket(body[0], body[2], body[3:]), valid

    def _at_header(self) -> bool:
        """Drop all before a header, an id and a length that can be."""
        while self._buffer:
            if not self._buffer.startswith(HEADER[: len(self._buffer)]):
                at = self._buffer.find(0xFF, 1)
                del self._buffer[: at if at > 0 else len(self._buffer)]
            elif self._buffer[2:3] == b"\xff" or bytes(self._buffer[3:4]) in SHORT:
                del self._buffer[0]
            else:
                return True
        return False


Reply = tuple[float, bytes]
"""Seconds after the instruction, and the bytes of a status packet."""


def _on_one_wire(replies: list[Reply], baud: int) -> list[Reply]:
    """Return what a listener receives: replies that overlap have collided."""
    received: list[Reply] = []
    for delay, data in sorted(replies):
        if received:
            before, first = received[-1]
            shift = round((delay - before) * baud)
            if shift < len(first) * BITS:
                received[-1] = before, collide(first, data, shift + 1)
                continue
        received.append((delay, data))
    return received


def collide(first: bytes, second: bytes, shift: int) -> bytes:
    """Return what is received when two talk at once, the second ``shift`` bits later.

    A low level wins over a high one. No two clocks agree to the bit, so equal packets
    do not pass unharmed either (how servos collide in detail is our guess).
    """
    line = _levels(first) & (_levels(second) << shift | (1 << shift) - 1)
    received = bytearray()
    length = max(len(first) * BITS, len(second) * BITS + shift)
    at = 0
    while at < length:
        if line >> at & 1:
            at += 1
        else:
            received.append(line >> at + 1 & 0xFF)
            at += BITS
    return bytes(received)


def _levels(data: bytes) -> int:
    """Return the levels of the wire as bits, the first lowest, then idle: high."""
    levels = -1
    for byte in reversed(data):
        levels = levels << BITS | 1 << 9 | byte << 1
    return levels
