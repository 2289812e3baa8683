"""One request, one reply: deadlines, and finding back into step after a failure."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import get_ident

from brbrain.decoders import ReplyDecoder
from brbrain.errors import LinkError, ReplyError
from brbrain.link import Link
from brbrain.packets import STATUS_SIZE, TRAILER_SIZE, Instruction
from brbrain.status import StatusBits, status_text

BUS_SECONDS = 0.11
"""Time for each Dynamixel packet: a missing device may cost the CM-5 100 ms."""

BYTES_PER_SECOND = 3840
"""Bytes a second at 38400 bps, the slowest speed of the CM-5 firmware."""

MARGIN = 0.1
"""Time for whatever delays a packet between here and the CM-5; our guess."""

PC_TIMEOUT = 1.0
"""Seconds until the CM-5 gives up a request broken off, and says so."""

RECOVER_SECONDS = 0.5
"""How long to wait for what may still come, as BRBrain's recover() did."""

COMMAND_PAUSE = 0.6
"""Seconds that the CM-5 is deaf after an invalid command (0.5 s, and a margin)."""

GAP = 0.3
"""Longest silence within a reply: 100 ms a missing device; thrice that is our guess."""

QUIET = 0.05
"""Silence after which nothing of a damaged reply is left; our guess."""

RESYNC_LIMIT = 3.0
"""How long bytes may go on coming while we wait for silence; our guess."""

SHOWN_BYTES = 24
"""Most bytes that an error message quotes."""

_INVALID_COMMAND = StatusBits.INVALID_PC_COMMAND.value


@dataclass(slots=True)
class Counters:
    """What has happened on the link so far."""

    sent: int = 0
    received: int = 0
    errors: int = 0
    retries: int = 0
    device_retries: int = 0
    dropped_bytes: int = 0
    bad_checksums: int = 0


class Dialogue:
    """Sends requests over a link and takes their replies, one at a time.

    Whatever goes wrong, an exception in the middle included, the next request first
    waits until nothing of the earlier one can come any more, so that no reply is ever
    taken for that of another request.
    """

    def __init__(self, link: Link, timeout: float) -> None:
        self.link = link
        self.timeout = timeout
        self.counters = Counters()
        self.trace: Callable[[bytes, bytes], None] | None = None
        self.on_idle: Callable[[], None] | None = None
        self._owner: int | None = None
        # The state of the last exchange. Out of step until its reply has been taken:
        self._in_step = True
        self._replied = True
        self._data_size: int | None = None
        self._finished_by = 0.0

    @property
    def in_step(self) -> bool:
        """Whether the last exchange came to its end."""
        return self._in_step

    @property
    def busy(self) -> bool:
        """Whether the calling thread is in the middle of an exchange."""
        return self._owner == get_ident()

    def ask(
        self, what: str, request: bytes, data_size: int | None, bus_packets: int
    ) -> bytes:
        """Send ``request`` and return the bytes of the reply, which is whole and valid.

        ``what`` names the operation in errors. The reply is to be a DATA packet with
        ``data_size`` bytes of data, or a STATUS packet if that is None. The deadline
        allows for ``bus_packets`` Dynamixel packets that nobody answers. Raises
        ReplyError, or LinkError if the link is lost.
        """
        if self.on_idle is not None:
            self.on_idle()
        received = b""
        self._owner = get_ident()
        try:
            if not self._in_step:
                self.resynchronise()
            received = self._exchange(what, request, data_size, bus_packets)
        except LinkError as error:
            self.counters.errors += 1
            if isinstance(error, ReplyError):
                received = error.received
            raise
        finally:
            self._owner = None
            if self.trace is not None:
                self.trace(request, received)
            if self.on_idle is not None:
                self.on_idle()
        return received

    def pause(self, seconds: float) -> None:
        """Have the next request wait that long, and for silence after it."""
        self._in_step = False
        self._replied = True
        self._finished_by = self.link.clock.now() + seconds

    def resynchronise(self) -> None:
        """Wait until the last request can have no reply any more; discard all input.

        Raises LinkError if the robot does not fall silent.
        """
        link, clock = self.link, self.link.clock
        decoder = ReplyDecoder(self._data_size)
        while clock.now() < self._finished_by:
            decoder.feed(link.read(self._finished_by))
            if not self._replied and decoder.next():
                break
        limit = clock.now() + RESYNC_LIMIT
        while link.read(clock.now() + QUIET):
            if clock.now() > limit:
                raise LinkError(
                    f"{link.name}: expected the robot to fall silent, "
                    "but it goes on sending"
                )
        self._in_step = True

    def _exchange(
        self, what: str, request: bytes, data_size: int | None, bus_packets: int
    ) -> bytes:
        link, start = self.link, self.link.clock.now()
        size = STATUS_SIZE + (data_size or 0)
        wire = (len(request) + size) / BYTES_PER_SECOND
        budget = MARGIN + bus_packets * BUS_SECONDS + wire
        self._in_step = self._replied = False
        self._data_size = data_size
        self._finished_by = start + PC_TIMEOUT + budget + RECOVER_SECONDS
        link.discard_input()
        link.write(request)
        self.counters.sent += 1
        deadline = start + self.timeout + budget
        reply = link.read(deadline)
        kind = Instruction.STATUS if data_size is None else Instruction.DATA
        # All bytes of a valid packet add up to 0xFF.
        if len(reply) != size or reply[0] != kind or sum(reply) & 0xFF != 0xFF:
            gap = budget if request[0] == Instruction.WRITE_DATA else GAP
            reply = self._collect(what, request, reply, kind, deadline, gap)
        self.counters.received += 1
        self._in_step = True
        if reply[-TRAILER_SIZE - 1] & _INVALID_COMMAND:
            self.pause(COMMAND_PAUSE)
        return reply

    def _collect(
        self,
        what: str,
        request: bytes,
        chunk: bytes,
        kind: Instruction,
        deadline: float,
        gap: float,
    ) -> bytes:
        """Return the reply that begins somewhere in ``chunk`` or comes after it."""
        decoder = ReplyDecoder(self._data_size)
        received = b""
        reply = None
        while chunk and reply is None:
            received += chunk
            decoder.feed(chunk)
            reply = decoder.next_bytes()
            if reply is None:
                chunk = self._read_more(received, deadline, gap)
        self.counters.dropped_bytes += decoder.dropped
        self.counters.bad_checksums += decoder.bad_checksums
        if reply is not None and reply[0] == kind:
            return reply
        if received:
            # It was a reply, if not a good one: no other is to come.
            self.pause(COMMAND_PAUSE if reply else 0.0)
        came = "what was sent" if received == request else _in_words(reply, received)
        raise ReplyError(
            f"{what}: expected a {kind.name} packet, but received {came}", received
        )

    def _read_more(self, received: bytes, deadline: float, gap: float) -> bytes:
        """Return further bytes of a reply, b"" after a silence that ends it."""
        if len(received) >= STATUS_SIZE + (self._data_size or 0):
            gap = QUIET
        now = self.link.clock.now()
        return self.link.read(min(deadline, now + gap))


def _in_words(reply: bytes | None, received: bytes) -> str:
    """Return what came instead of the reply that was expected."""
    if reply:
        status = reply[-TRAILER_SIZE - 1]
        return f"a STATUS packet ({status_text(status) or 'ok'})"
    text = received[:SHOWN_BYTES].hex(" ").upper() or "nothing"
    rest = len(received) - SHOWN_BYTES
    return f"{text} and {rest} bytes more" if rest > 0 else text
