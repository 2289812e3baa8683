"""The CM-5's side of the servo bus: one packet at a time, retries and time-outs."""

from collections.abc import Generator

from brbrain import dynamixel
from brbrain.dynamixel import Decoder, ErrorBits, InstructionPacket, StatusPacket
from brbrain.sim.bus import ServoBus
from brbrain.sim.line import Program, Wait, Wake
from brbrain.status import StatusBits

BUS_TIMEOUT = 0.1
"""Seconds that a module may take for a byte."""

MOST_RETRIES = 3
"""For all modules of a request together, and for wrong checksums only."""


class BusMaster:
    """What a program does on the bus. ``time`` is that of the program.

    ``status`` and ``retries`` are those of the request that is served.
    """

    def __init__(self, bus: ServoBus, time: float) -> None:
        self.time = time
        self.status = StatusBits(0)
        self.retries = 0
        self.sending = self.waiting = False
        self._bus = bus

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
        while True:
            reply = yield from self._transact(request, size)
            if isinstance(reply, StatusPacket):
                return reply
            again = reply == StatusBits.DYNAMIXEL_CHECKSUM_ERROR
            if not again or self.retries == MOST_RETRIES:
                self.status |= reply | StatusBits.INVALID_DYNAMIXEL_RESPONSE
                return None
            self.retries += 1

    def transmit(self, packet: InstructionPacket) -> Program:
        """Send a packet; it is heard when its last bit is through."""
        data = dynamixel.encode(packet)
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
        yield from self.transmit(request)
        decoder = Decoder(StatusPacket)
        reply = None
        while reply is None:
            heard = yield from self._listen()
            if not heard:
                return StatusBits.DYNAMIXEL_TIMEOUT
            decoder.feed(heard)
            reply = decoder.next()
            if reply is None and decoder.bad_checksums:
                return StatusBits.DYNAMIXEL_CHECKSUM_ERROR
        if reply.error & ErrorBits.CHECKSUM:
            return StatusBits.DYNAMIXEL_CHECKSUM_ERROR
        if reply.id != request.id or len(reply.parameters) != size:
            return StatusBits.INVALID_DYNAMIXEL_RESPONSE
        return reply

    def _listen(self) -> Generator[Wait, Wake, bytes]:
        """Return the next bytes on the bus, none if the time for a byte is over."""
        arrival = self._bus.next_arrival()
        deadline = self.time + BUS_TIMEOUT
        until = deadline if arrival is None else min(arrival, deadline)
        self.waiting = True
        yield from self.wait(max(until, self.time))
        self.waiting = False
        return bytes(arrival.byte for arrival in self._bus.take(self.time))
