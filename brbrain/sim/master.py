"""The CM-5's side of the servo bus: one packet at a time, retries and time-outs."""

from collections.abc import Generator, Iterable

from brbrain import dynamixel
from brbrain.dynamixel import Decoder, ErrorBits, InstructionPacket, StatusPacket
from brbrain.packets import Span
from brbrain.registers import ERROR_ADDRESS, RAM_START_ADDRESS
from brbrain.sim.bus import ServoBus
from brbrain.sim.firmware import EEPROM_SECONDS, Firmware
from brbrain.sim.line import Program, Wait, Wake
from brbrain.status import StatusBits

MOST_RETRIES = 3
"""For wrong checksums only."""

BLOCK = 20
"""Most bytes that are read from a module at a time."""

LARGEST_PACKET = 143
"""Bytes of a packet that an AX-12 has room for."""

SYNC_WRITE_SIZE = 8
"""Bytes of a SYNC_WRITE without its data."""

FAILED = 0xFF
"""What stands for each byte that could not be read."""


class BusMaster:
    """What a program does on the bus. ``time`` is that of the program.

    ``status`` and ``retries`` are those of the request that is served.
    """

    def __init__(self, bus: ServoBus, firmware: Firmware, time: float) -> None:
        self.time = time
        self.status = StatusBits(0)
        self.retries = 0
        self.sending = self.waiting = False
        self._bus = bus
        self._firmware = firmware
        self._timed_out = False
        self._free_at = time  # modules may be busy with their EEPROM before

    def begin(self) -> None:
        """Serve a new request."""
        self.status, self.retries = StatusBits(0), 0

    def wait(
        self, until: float | None, listening: bool = False
    ) -> Generator[Wait, Wake, bytes]:
        """Wait for a time, or for bytes of the host, and return these."""
        self.time, data = yield Wait(until, listening)
        return data

    def exchange(
        self, request: InstructionPacket, size: int = 0
    ) -> Generator[Wait, Wake, StatusPacket | None]:
        """Return a module's reply with ``size`` bytes; None, and a status, if none."""
        reply = yield from self._try(request, size)
        # The original firmware goes on asking a module that does not answer.
        timed_out = reply == StatusBits.DYNAMIXEL_TIMEOUT
        self._timed_out = timed_out and self._firmware.extensions
        if isinstance(reply, StatusPacket):
            return reply
        self.status |= reply | StatusBits.INVALID_DYNAMIXEL_RESPONSE
        return None

    def _try(
        self, request: InstructionPacket, size: int
    ) -> Generator[Wait, Wake, StatusPacket | StatusBits]:
        """Send, again after a wrong checksum; return the reply or what went wrong."""
        before = 0 if self._firmware.shared else self.retries
        while True:
            reply = yield from self._transact(request, size)
            again = reply == StatusBits.DYNAMIXEL_CHECKSUM_ERROR
            if not again or self.retries - before >= MOST_RETRIES:
                return reply
            self.retries += 1

    def read(self, span: Span) -> Generator[Wait, Wake, bytes]:
        """Return the bytes of a span in blocks, and the error register if it is in."""
        end = span.start + span.size
        data, error = b"", FAILED
        silent = False
        for start in range(span.start, min(end, ERROR_ADDRESS), BLOCK):
            size = min(BLOCK, min(end, ERROR_ADDRESS) - start)
            request = dynamixel.read(span.id, start, size)
            reply = None
            if not silent:
                reply = yield from self.exchange(request, size)
                silent = reply is None and self._timed_out
            data += reply.parameters if reply else bytes([FAILED]) * size
            error = reply.error if reply else FAILED
        if span.size and end > ERROR_ADDRESS:
            if not data:
                reply = yield from self.exchange(dynamixel.ping(span.id))
                error = reply.error if reply else FAILED
            data += bytes([error])
        return data

    def write(self, spans: Iterable[Span], data: bytes, together: bool) -> Program:
        """Give each module its bytes, and have all of them act at once.

        ``together``, if all spans are alike, one packet does it that nobody answers.
        """
        blocks = []
        for span in spans:
            blocks.append((span, data[: span.size]))
            data = data[span.size :]
        if together and _fit_together([span for span, _ in blocks]):
            yield from self._write_together(blocks)
        else:
            yield from self._write_each(blocks)
        if any(span.start < RAM_START_ADDRESS and block for span, block in blocks):
            self._free_at = self.time + EEPROM_SECONDS

    def _write_together(self, blocks: list[tuple[Span, bytes]]) -> Program:
        first, _ = blocks[0]
        pairs = [(span.id, block) for span, block in blocks]
        packet = dynamixel.sync_write(first.start, first.size, pairs)
        yield from self.transmit(dynamixel.encode(packet))

    def _write_each(self, blocks: list[tuple[Span, bytes]]) -> Program:
        for span, block in blocks:
            if block:
                request = dynamixel.reg_write(span.id, span.start, block)
                yield from self.exchange(request)
        if blocks:
            yield from self.transmit(dynamixel.encode(dynamixel.action()))

    def pass_through(self, data: bytes, size: int) -> Generator[Wait, Wake, bytes]:
        """Send bytes as they are; return what is heard, at most ``size`` bytes."""
        yield from self.transmit(data)
        heard = b""
        while len(heard) < size:
            more = yield from self._listen(begun=bool(heard))
            if not more:
                break
            heard += more
        return heard[:size]

    def transmit(self, data: bytes) -> Program:
        """Send bytes; they are heard when the last bit is through."""
        if self._free_at > self.time:
            yield from self.wait(self._free_at)
        self.sending = True
        yield from self.wait(self.time + len(data) * self._bus.byte_time)
        self.sending = False
        # While it sends it does not hear: what came late is gone.
        self._bus.take(self.time)
        self._bus.send(data, self.time)

    def _transact(
        self, request: InstructionPacket, size: int
    ) -> Generator[Wait, Wake, StatusPacket | StatusBits]:
        """Send once, and return the reply or what went wrong."""
        yield from self.transmit(dynamixel.encode(request))
        decoder = Decoder(StatusPacket)
        reply = None
        begun = False
        while reply is None:
            heard = yield from self._listen(begun)
            if not heard:
                return StatusBits.DYNAMIXEL_TIMEOUT
            begun = True
            decoder.feed(heard)
            reply = decoder.next()
            if reply is None and decoder.bad_checksums:
                return StatusBits.DYNAMIXEL_CHECKSUM_ERROR
        if reply.error & ErrorBits.CHECKSUM:
            return StatusBits.DYNAMIXEL_CHECKSUM_ERROR
        if reply.id != request.id or len(reply.parameters) != size:
            return StatusBits.INVALID_DYNAMIXEL_RESPONSE
        return reply

    def _listen(self, begun: bool) -> Generator[Wait, Wake, bytes]:
        """Return the next bytes on the bus, none if the time for a byte is over."""
        arrival = self._bus.next_arrival()
        patience = self._firmware.next_byte if begun else self._firmware.first_byte
        deadline = self.time + patience
        until = deadline if arrival is None else min(arrival, deadline)
        self.waiting = True
        yield from self.wait(max(until, self.time))
        self.waiting = False
        return bytes(arrival.byte for arrival in self._bus.take(self.time))


def _fit_together(spans: list[Span]) -> bool:
    """Return whether one packet can write all: they are alike, and it has room."""
    alike = len({(span.start, span.size) for span in spans}) == 1
    if not alike or not spans[0].size:
        return False
    return SYNC_WRITE_SIZE + len(spans) * (1 + spans[0].size) <= LARGEST_PACKET
