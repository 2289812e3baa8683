"""What the CM-5 does for each of the host's requests."""

from collections.abc import Callable, Generator, Sequence

from brbrain import dynamixel
from brbrain.packets import (
    BAUDS,
    CM5_ID,
    MAX_DYNAMIXELS,
    MOST_HEARD,
    MOST_SENT,
    BadRequest,
    BusExchange,
    Capability,
    Data,
    Instruction,
    Option,
    Ping,
    ReadData,
    Reply,
    Request,
    SetBaud,
    SetOptions,
    SetReadFormat,
    SetWriteFormat,
    Span,
    Status,
    Version,
    WriteData,
    WriteRead,
    encode,
)
from brbrain.registers import DEVICES, ERROR_ADDRESS
from brbrain.sim.firmware import Firmware
from brbrain.sim.line import Program, Wait, Wake
from brbrain.sim.master import FAILED, BusMaster
from brbrain.status import StatusBits

EXTENSIONS = 1
"""The version of the extensions of the protocol."""

READ_ONLY = set.intersection(
    *(
        {
            address
            for register in table
            if not register.writable
            for address in range(register.address, register.end)
        }
        for table in DEVICES.values()
    )
)
"""Addresses that can be written on no module; the CM-5 does not know which is which."""

Received = Request | BadRequest | None
"""What came from the host: None if it broke off."""

Receive = Callable[[], Generator[Wait, Wake, Received]]
"""Waits for the rest of a request."""


class Commands:
    """The formats and options that the host has set, and what they make of requests.

    ``send`` takes bytes for the host, and ``adc`` returns what is measured.
    """

    def __init__(
        self,
        master: BusMaster,
        firmware: Firmware,
        send: Callable[[bytes], None],
        adc: Callable[[], tuple[int, int, int]],
    ) -> None:
        self.write_size = 0
        self._master = master
        self._firmware = firmware
        self._send = send
        self._adc = adc
        self._read_format: tuple[Span, ...] = ()
        self._write_format: tuple[Span, ...] = ()
        self._options = Option(0)

    def serve(self, request: Received) -> Program:
        """Do what a request says, and answer it."""
        match request:
            case ReadData():
                self._end_data((yield from self._read()))
                return
            case BusExchange(data, size) if self._can_pass(data, size):
                heard = yield from self._master.pass_through(data, size)
                filled = heard.ljust(size, bytes([FAILED]))
                self._reply(Data(bytes((len(heard),)) + filled, *self._trailer()))
                return
            case Version():
                data = bytes((EXTENSIONS, sum(Capability), *self._firmware.version))
                self._reply(Data(data, *self._trailer()))
                return
            case WriteData(data):
                yield from self._write(data)
            case Ping(id) if id != CM5_ID:
                yield from self._ping(id)
            case _:
                self._set(request)
        self._reply(Status(*self._trailer()))

    def write_read(self, rest: Receive) -> Generator[Wait, Wake, bool]:
        """Answer WRITE_READ, of which only the first byte has come.

        It reads while the ``rest`` is coming in, and then writes, if that is in order;
        return whether it is.
        """
        data = yield from self._read()
        request = yield from rest()
        if isinstance(request, WriteRead):
            yield from self._write(request.data)
        else:
            self._set(request)
        self._end_data(data)
        return isinstance(request, WriteRead)

    def _set(self, request: Received) -> None:
        """Take what a request sets, if it is in order; else set the status."""
        match request:
            case SetReadFormat(spans):
                if self._accepts(spans):
                    self._read_format = spans
            case SetWriteFormat(spans):
                if self._accepts(spans) and self._all_writable(spans):
                    self._write_format = spans
                    self.write_size = sum(span.size for span in spans)
                    # So a host that knows nothing of options never meets any.
                    self._options = Option(0)
            case SetOptions(options):
                if self._check(options <= sum(Option)):
                    self._options = Option(options)
            case SetBaud(code):
                self._check(code < len(BAUDS))
            case BadRequest(request=None):
                self._check(False)
            case BadRequest():
                self._master.status |= StatusBits.PC_CHECKSUM_ERROR
            case None:
                self._master.status |= StatusBits.PC_TIMEOUT

    def _ping(self, id: int) -> Program:
        if self._check(id <= dynamixel.MAX_ID):
            yield from self._master.exchange(dynamixel.ping(id))

    def _accepts(self, spans: Sequence[Span]) -> bool:
        """Return whether a format is within the limits; set the status if not."""
        return self._check(
            len(spans) <= MAX_DYNAMIXELS
            and all(
                span.id <= dynamixel.MAX_ID
                and span.start <= ERROR_ADDRESS
                and span.start + span.size <= ERROR_ADDRESS + 1
                for span in spans
            )
        )

    def _all_writable(self, spans: Sequence[Span]) -> bool:
        return self._check(
            not any(
                READ_ONLY.intersection(range(span.start, span.start + span.size))
                for span in spans
            )
        )

    def _can_pass(self, data: bytes, size: int) -> bool:
        return self._check(1 <= len(data) <= MOST_SENT and size <= MOST_HEARD)

    def _check(self, good: bool) -> bool:
        if not good:
            self._master.status |= StatusBits.INVALID_PC_COMMAND
        return good

    def _read(self) -> Generator[Wait, Wake, bytes]:
        """Send the bytes of each module when it has answered; return all of them."""
        self._send(bytes((Instruction.DATA,)))
        data = b""
        for span in self._read_format:
            part = yield from self._master.read(span)
            self._send(part)
            data += part
        return data

    def _end_data(self, data: bytes) -> None:
        """Send what comes after the data of a reply that are already sent."""
        reply = encode(Data(data, *self._trailer()))
        self._send(reply[1 + len(data) :])

    def _write(self, data: bytes) -> Program:
        together = Option.SYNC_WRITE in self._options
        yield from self._master.write(self._write_format, data, together)

    def _reply(self, reply: Reply) -> None:
        self._send(encode(reply))

    def _trailer(self) -> tuple[int, int, tuple[int, int, int]]:
        """Return what ends each reply: status, retries and ADC."""
        return self._master.status, min(self._master.retries, 255), self._adc()
