"""One packet to the servos, one status packet back, on the bare Dynamixel bus."""

from collections.abc import Callable
from threading import RLock, get_ident

from brbrain.dialogue import SHOWN_BYTES, Counters
from brbrain.dynamixel import (
    BROADCAST_ID,
    HEADER,
    Decoder,
    Instruction,
    InstructionPacket,
    StatusPacket,
    encode,
    ping,
    read,
)
from brbrain.errors import LinkError, ReplyError
from brbrain.link import Link

BITS_PER_BYTE = 10
"""Start bit, eight data bits, stop bit."""

RETURN_DELAY = 508e-6
"""Longest return delay of a device: 254 times 2 us (AX-S1 manual, address 5)."""

IN_MEMORY = 1e-3
"""What a link without an adapter may add; our guess."""

LOW_LATENCY = 2e-3
"""What an adapter set to low latency may add; our guess."""

HIGH_LATENCY = 18e-3
"""What an FTDI adapter adds with its timer of 16 ms; 2 ms more are our guess."""

QUIET = 0.02
"""Silence after which nothing of an exchange broken off can come; our guess."""

RESYNC_LIMIT = 1.0
"""How long bytes may go on coming while we wait for silence; our guess."""

READS_ONLY, ALWAYS = 1, 2
"""Return levels: a device answers reads, or everything; PING at any level."""

PacketHook = Callable[[bytes, bytes], None]
"""Takes the bytes of the packet sent, and all that was received."""


class BusDialogue:
    """Sends packets over a link to the servo bus and takes their replies.

    Calls may come from any thread and wait their turn. What changes nothing is sent
    again up to ``retries`` times; nothing else ever is. ``timeout`` is what the
    adapter may add to the time on the wire, in seconds. ``return_levels`` has the
    level of each device (register "status return level") that is not 2.
    """

    def __init__(self, link: Link, *, timeout: float | None = None, retries: int = 2):
        self.link = link
        self.retries = retries
        self.counters = Counters()
        self.return_levels: dict[int, int] = {}
        self.trace: PacketHook | None = None
        self.on_idle: Callable[[], None] | None = None
        self.lock = RLock()
        if timeout is None:
            known = {None: IN_MEMORY, True: LOW_LATENCY, False: HIGH_LATENCY}
            timeout = known[getattr(link, "low_latency", None)]
        self.timeout = timeout
        self._owner: int | None = None
        self._in_step = True
        self._echoes: bool | None = None

    @property
    def in_step(self) -> bool:
        """Whether the last exchange came to its end."""
        return self._in_step

    def pause(self, seconds: float) -> None:
        """Have the next packet wait that long, and for silence after it."""
        self.link.clock.sleep(seconds)
        self._in_step = False

    @property
    def busy(self) -> bool:
        """Whether the calling thread is in the middle of an exchange."""
        return self._owner == get_ident()

    def ping(self, id: int) -> StatusPacket:
        """Return the answer of a device; ReplyError if there is none.

        It is not sent again, since not to answer is what an absent device does.
        """
        return self._ask(ping(id), 0)

    def read(self, id: int, address: int, size: int) -> StatusPacket:
        """Return the answer with ``size`` bytes from ``address`` on.

        Its error bits come with the data. Raises ReplyError.
        """
        left = self.retries
        while True:
            try:
                return self._ask(read(id, address, size), size)
            except ReplyError:
                if not left:
                    raise
                left -= 1
                self.counters.retries += 1

    def send(self, packet: InstructionPacket) -> StatusPacket | None:
        """Send a packet that changes something, once.

        Returns the answer, None if the packet is of a kind, or the device of a return
        level, that has none.
        """
        if self._is_answered(packet):
            return self._ask(packet, 0)
        self._perform(packet, None)
        return None

    def _is_answered(self, packet: InstructionPacket) -> bool:
        silent = (Instruction.ACTION, Instruction.SYNC_WRITE)
        if packet.id == BROADCAST_ID or packet.instruction in silent:
            return False
        return self.return_levels.get(packet.id, ALWAYS) == ALWAYS

    def _ask(self, packet: InstructionPacket, size: int) -> StatusPacket:
        reply = self._perform(packet, size)
        assert reply is not None
        return reply

    def _perform(
        self, packet: InstructionPacket, size: int | None
    ) -> StatusPacket | None:
        """Send and, if ``size`` is not None, take an answer with as much data."""
        sent = encode(packet)  # may refuse it, before anything is locked or sent
        received = bytearray()
        with self.lock:
            self._idle()
            self._owner = get_ident()
            try:
                return self._exchange(packet, sent, size, received)
            except LinkError:
                self.counters.errors += 1
                raise
            finally:
                self._owner = None
                if self.trace is not None:
                    self.trace(sent, bytes(received))
                self._idle()

    def _idle(self) -> None:
        if self.on_idle is not None:
            self.on_idle()

    def _exchange(
        self,
        packet: InstructionPacket,
        sent: bytes,
        size: int | None,
        received: bytearray,
    ) -> StatusPacket | None:
        if not self._in_step:
            self.resynchronise()
        self._in_step = False
        self.link.discard_input()
        self.link.write(sent)
        self.counters.sent += 1
        reply = None
        if size is not None:
            wire = (len(sent) + 6 + size) * BITS_PER_BYTE / self.link.baud
            deadline = self.link.clock.now() + wire + RETURN_DELAY + self.timeout
            reply = self._await(packet, sent, size, received, deadline)
            self.counters.received += 1
        self._in_step = True
        return reply

    def _await(
        self,
        packet: InstructionPacket,
        sent: bytes,
        size: int,
        received: bytearray,
        deadline: float,
    ) -> StatusPacket:
        """Return the first status packet that fits, passing over all else."""
        decoder: Decoder[StatusPacket] = Decoder(StatusPacket)
        echoed: StatusPacket | None = None
        try:
            while chunk := self.link.read(deadline):
                received += chunk
                decoder.feed(chunk)
                while (status := decoder.next()) is not None:
                    if echoed is None and encode(status) == sent:
                        echoed = status
                    elif status.id == packet.id and len(status.parameters) == size:
                        self._echoes = echoed is not None
                        return status
        finally:
            self.counters.dropped_bytes += decoder.dropped
            self.counters.bad_checksums += decoder.bad_checksums
        # A servo low on voltage answers PING with the very bytes of PING.
        if echoed and packet.instruction == Instruction.PING and self._echoes is False:
            return echoed
        if not received or received == sent:
            self._in_step = True  # silence until now: nothing to wait for
        raise _no_reply(packet, size, bytes(received))

    def resynchronise(self) -> None:
        """Wait for silence, discarding all input; raise LinkError if there is none."""
        clock = self.link.clock
        limit = clock.now() + RESYNC_LIMIT
        while self.link.read(clock.now() + max(QUIET, self.timeout)):
            if clock.now() > limit:
                raise LinkError(
                    f"{self.link.name}: expected the bus to fall silent, "
                    "but bytes go on coming"
                )
        self._in_step = True


def _no_reply(packet: InstructionPacket, size: int, received: bytes) -> ReplyError:
    name = Instruction(packet.instruction).name.lower().replace("_", " ")
    came = received[:SHOWN_BYTES].hex(" ").upper() or "nothing"
    if received.startswith(HEADER) and received == encode(packet):
        came = "what was sent"
    return ReplyError(
        f"{name} {packet.id}: expected a status packet with {size} bytes of data, "
        f"but received {came}",
        received,
    )
