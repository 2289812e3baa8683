"""The CM-5's commands: formats sent when they differ, safe commands sent again."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from brbrain.dialogue import Dialogue
from brbrain.errors import ReplyError, StatusError
from brbrain.formats import Format, ReadFormat, WriteFormat, read_format, write_format
from brbrain.link import Link
from brbrain.packets import (
    STATUS_SIZE,
    TRAILER_SIZE,
    VERSION_SIZE,
    BusExchange,
    Capability,
    Data,
    Instruction,
    Option,
    Ping,
    ReadData,
    SetBaud,
    SetOptions,
    Version,
    encode,
)
from brbrain.status import (
    REQUEST_FAULTS,
    StatusBits,
    is_ok,
    make_status,
    status_error,
)
from brbrain.trace import describe_reply, describe_request

PacketHook = Callable[[str, bytes, str], None]
"""Takes "sent" or "received", the bytes of a packet, and what they say in words."""

FIRST_RETRIES = 1
"""How often a command is sent again if there never was an answer; our choice."""

_READ_DATA = encode(ReadData())
_CAN_NOTHING = encode(Data(bytes(VERSION_SIZE)))
_STATUS = -TRAILER_SIZE - 1
_NO_READ_FORMAT = read_format(())
_NO_WRITE_FORMAT = write_format(())

T = TypeVar("T")


class CM5:
    """A CM-5 with the BRBrain firmware at the other end of a link.

    It remembers the formats that the CM-5 has. What changes nothing but these is sent
    again, up to ``retries`` times, when it or its reply is damaged or lost; WRITE_DATA,
    WRITE_READ and BUS never are, since the devices may already have moved.
    ``capabilities`` are what it can do beyond the original protocol, None before it was
    asked.
    """

    def __init__(self, link: Link, timeout: float, retries: int) -> None:
        self.retries = retries
        self.dialogue = Dialogue(link, timeout)
        self.adc: Sequence[int] | None = None
        self.capabilities: Capability | None = None
        self._on_packet: PacketHook | None = None
        # The formats that the CM-5 is known to have.
        self._installed: dict[type[Format], Format] = {}
        self._options = 0  # of the write format that it is known to have

    def forget_formats(self) -> None:
        """Take it that the CM-5 may have lost its formats."""
        self._installed.clear()

    def ping(self, id: int) -> int:
        """Send PING and return the status."""
        return self._finish(self._repeat(self._ping, id))

    def install(self, format: Format) -> int:
        """Make sure that the CM-5 has ``format`` and return the status."""
        if self._has(format):
            return 0
        return self._finish(self._repeat(self._set_format, format))

    def negotiate(self) -> Capability:
        """Return what the CM-5 can do, asking it the first time.

        A CM-5 with the original firmware takes it for an invalid command, and is deaf
        for half a second.
        """
        if self.capabilities is None:
            packet = self._repeat(self._version, Version())
            self.capabilities = Capability(packet[2] & sum(Capability))
        return self.capabilities

    def set_baud(self, code: int) -> int:
        """Have the link go on at another speed after the reply; return the status."""
        request = encode(SetBaud(code))
        return self._finish(self.dialogue.ask("set baud", request, None, 0))

    def pass_through(self, data: bytes, size: int) -> tuple[bytes, int]:
        """Return what is heard after bytes on the servo bus, and the status."""
        request = encode(BusExchange(data, size))
        packet = self.dialogue.ask("pass through", request, 1 + size, 1)
        return packet[2 : 2 + packet[1]], self._finish(packet)

    def read(self, format: ReadFormat) -> tuple[bytes, int]:
        """Read by ``format``; return the whole DATA packet, and the status."""
        packet = self._repeat(self._read, format)
        return packet, self._finish(packet)

    def write(self, format: WriteFormat, request: bytes, together: bool) -> int:
        """Send ``request``, a WRITE_DATA packet of ``format``; return the status.

        ``together`` is for one packet on the servo bus, that nobody answers.
        """
        self._prepare_to_write(format, together)
        packet = self._once("write", request, None, format.bus_packets)
        return self._finish(packet)

    def write_read(
        self, format: WriteFormat, request: bytes, reading: ReadFormat
    ) -> tuple[bytes, int]:
        """Send ``request``, a WRITE_READ packet; return the reply, and the status.

        The devices are written together, if that can be: reading tells who is there.
        """
        _demand(self.install(reading), reading)
        self._prepare_to_write(format, together=True)
        bus_packets = format.bus_packets + reading.bus_packets
        packet = self._once("write and read", request, reading.size, bus_packets)
        return packet, self._finish(packet)

    @property
    def on_packet(self) -> PacketHook | None:
        """What to call with each packet sent or received."""
        return self._on_packet

    @on_packet.setter
    def on_packet(self, call: PacketHook | None) -> None:
        self._on_packet = call
        self.dialogue.trace = self._trace if call else None

    def _has(self, format: Format) -> bool:
        # A robot whose exchange was broken off may have been switched off.
        in_step = self.dialogue.in_step
        return in_step and self._installed.get(type(format)) is format

    def _prepare_to_write(self, format: WriteFormat, together: bool) -> None:
        """Make sure that the CM-5 has a format, and writes in the way wanted."""
        _demand(self.install(format), format)
        can = Capability.SYNC_WRITE in (self.capabilities or Capability(0))
        alike = together and format.uniform
        wanted = Option.SYNC_WRITE.value if alike and can else 0
        if wanted != self._options:
            status = self._finish(self._repeat(self._set_options, wanted))
            if not is_ok(status):
                raise status_error(status, "set options")

    def _once(
        self, what: str, request: bytes, data_size: int | None, bus_packets: int
    ) -> bytes:
        """Ask for what must not be done twice."""
        try:
            packet = self.dialogue.ask(what, request, data_size, bus_packets)
        except ReplyError:
            self.forget_formats()
            raise
        if packet[_STATUS] & REQUEST_FAULTS:
            self.forget_formats()
        return packet

    def _version(self, request: Version) -> bytes:
        try:
            return self.dialogue.ask("version", encode(request), VERSION_SIZE, 0)
        except ReplyError as error:
            if not _is_invalid_command(error.received):
                raise
            return _CAN_NOTHING

    def _set_options(self, options: int) -> bytes:
        packet = self.dialogue.ask("set options", encode(SetOptions(options)), None, 0)
        if not packet[_STATUS]:
            self._options = options
        return packet

    def _ping(self, id: int) -> bytes:
        return self.dialogue.ask(f"ping {id}", encode(Ping(id)), None, 1)

    def _set_format(self, format: Format) -> bytes:
        self._installed.pop(type(format), None)
        what = f"set {format.name}"
        packet = self.dialogue.ask(what, format.request, None, 0)
        if not packet[_STATUS]:
            self._installed[type(format)] = format
            if isinstance(format, WriteFormat):
                self._options = 0  # as the CM-5 has it then
        return packet

    def _read(self, format: ReadFormat) -> bytes:
        if not self._has(format):
            _demand(self._set_format(format)[_STATUS], format)
        return self.dialogue.ask("read", _READ_DATA, format.size, format.bus_packets)

    def _repeat(self, command: Callable[[T], bytes], argument: T) -> bytes:
        """Return the reply to a command that may be sent again.

        After a failure the CM-5 may have been reset, so that its formats are unknown.
        """
        counters, clock = self.dialogue.counters, self.dialogue.link.clock
        start = clock.now()
        left = self.retries
        if not counters.received:
            left = min(left, FIRST_RETRIES)
        while True:
            try:
                packet = command(argument)
                if not packet[_STATUS] & REQUEST_FAULTS:
                    return packet
                self.forget_formats()
                if not left:
                    return packet
            except (ReplyError, StatusError) as error:
                self.forget_formats()
                if not left and isinstance(error, ReplyError) and not counters.received:
                    raise self._no_cm5(error, clock.now() - start) from None
                if not left:
                    raise
            left -= 1
            counters.retries += 1

    def _no_cm5(self, error: ReplyError, seconds: float) -> ReplyError:
        """Return the error of a link on which nobody has ever answered."""
        return ReplyError(
            f"{self.dialogue.link.name}: expected a CM-5 with BRBrain's firmware, but "
            "nothing there speaks its protocol, as a bare servo bus does not either; "
            f"tried for {seconds:.1f} s: {error}",
            error.received,
        )

    def _finish(self, packet: bytes) -> int:
        """Take the status, retry count and ADC values that end each reply."""
        status, retries, *self.adc = packet[_STATUS:-1]
        self.dialogue.counters.device_retries += retries
        return make_status(status, retries)

    def _trace(self, request: bytes, reply: bytes) -> None:
        if self._on_packet is not None:
            write = self._installed.get(WriteFormat, _NO_WRITE_FORMAT)
            self._on_packet("sent", request, describe_request(request, write))
            read = self._installed.get(ReadFormat, _NO_READ_FORMAT)
            self._on_packet("received", reply, describe_reply(reply, read))


def _is_invalid_command(reply: bytes) -> bool:
    """Return whether a reply is a STATUS packet that says just that."""
    return (
        len(reply) == STATUS_SIZE
        and reply[0] == Instruction.STATUS
        and reply[_STATUS] == StatusBits.INVALID_PC_COMMAND
    )


def _demand(status: int, format: Format) -> None:
    if not is_ok(status):
        raise status_error(status, f"set {format.name}")
