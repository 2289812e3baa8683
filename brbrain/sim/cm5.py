"""A CM-5 with the BRBrain firmware: the host's requests become servo packets.

It does what the original firmware does, without its known defects: a wrong checksum
or a read-only register is refused before anything is done, a refused format is read
to its end, and the virtual error register is where it belongs.
"""

import math
from collections.abc import Generator, Sequence

from brbrain import dynamixel
from brbrain.errors import BrError
from brbrain.packets import (
    CM5_ID,
    MAX_DYNAMIXELS,
    BadRequest,
    Data,
    Instruction,
    Ping,
    ReadData,
    Request,
    RequestDecoder,
    SetReadFormat,
    SetWriteFormat,
    Span,
    Status,
    WriteData,
    encode,
)
from brbrain.registers import DEVICES, ERROR_ADDRESS
from brbrain.sim.bus import ServoBus
from brbrain.sim.device import Surroundings
from brbrain.sim.line import Line, Program, Wait, Wake
from brbrain.sim.master import BusMaster
from brbrain.status import StatusBits

BAUD = 115_200
"""Bits per second between host and CM-5."""

PC_TIMEOUT = 1.0
"""Seconds that a request may pause between two bytes."""

PAUSE = 0.5
"""Seconds of deafness after an unknown instruction."""

RING = 128
"""Bytes that wait while the CM-5 is busy; more get lost."""

BLOCK = 20
"""Most bytes that are read from a module at a time."""

FAILED = 0xFF
"""What stands for each byte that could not be read."""

ADC_PERIOD = 5.0
"""Seconds between two measurements of the battery."""

ADC_NEGATIVE, ADC_THERMISTOR = 12, 80
"""What the other two channels read, at rest and in the cool (our guess)."""

BUTTONS = ("start", "up", "down", "left", "right")

TRAFFIC_TIME = 0.05
"""Seconds that a traffic light stays on after a byte (our guess)."""

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


class CM5:
    """The controller box. ``press`` its buttons and look at its ``leds``."""

    def __init__(self, bus: ServoBus, line: Line, surroundings: Surroundings) -> None:
        self._bus = bus
        self._line = line
        self._surroundings = surroundings
        self._start()

    def _start(self) -> None:
        self.bluetooth = False
        self._line.connected = True
        self._master = BusMaster(self._bus, self._surroundings.time)
        self._decoder = RequestDecoder()
        self._read_format: tuple[Span, ...] = ()
        self._write_format: tuple[Span, ...] = ()
        self._battery = 0
        self._measured = -math.inf
        self._idle = True
        self._failed = False
        self._received = self._sent = -math.inf

    @property
    def leds(self) -> frozenset[str]:
        """The lights that are on: power, txd, rxd, aux, manage, program, play.

        aux: it waits for a request; program and manage: it sends to, or waits for, a
        module (manage also: Bluetooth is on); play: there was an error.
        """
        now = self._surroundings.time
        lights = {
            "power": True,
            "txd": now - self._sent < TRAFFIC_TIME,
            "rxd": now - self._received < TRAFFIC_TIME,
            "aux": self._idle,
            "manage": self._master.waiting or self.bluetooth,
            "program": self._master.sending,
            "play": self._failed,
        }
        return frozenset(name for name, lit in lights.items() if lit)

    def press(self, button: str) -> None:
        """Press a button. START goes from the cable to Bluetooth and back while idle.

        The others do nothing in this firmware. Raises BrError for an unknown name.
        """
        if button not in BUTTONS:
            raise BrError(
                f"button: expected one of {', '.join(BUTTONS)}, but received {button!r}"
            )
        if button == "start" and self._idle and not self._decoder.pending:
            self.bluetooth = not self.bluetooth
            self._line.connected = not self.bluetooth

    def run(self) -> Program:
        """Serve requests for ever."""
        self._start()
        while True:
            self._idle = True
            request = yield from self._next_request()
            self._idle = False
            yield from self._serve(request)
            self._failed = self._failed or bool(self._master.status)

    def _next_request(self) -> Generator[Wait, Wake, Request | BadRequest | None]:
        """Return the next request, None if one breaks off."""
        self._master.begin()
        while True:
            request = self._decoder.next()
            if request is not None:
                return request
            if self._line.overflows(RING, self._master.time):
                self._master.status |= StatusBits.PC_RX_OVERFLOW
            started = self._decoder.pending > 0
            until = self._master.time + PC_TIMEOUT if started else None
            data = yield from self._master.wait(until, listening=True)
            if not data:
                self._decoder.reset()
                return None
            self._received = self._master.time
            self._decoder.feed(data)

    def _serve(self, request: Request | BadRequest | None) -> Program:
        match request:
            case ReadData():
                yield from self._read()
                return
            case WriteData(data):
                yield from self._write(data)
            case Ping(id) if id != CM5_ID:
                yield from self._ping(id)
            case SetReadFormat(spans):
                if self._accepts(spans):
                    self._read_format = spans
            case SetWriteFormat(spans):
                if self._accepts(spans) and self._all_writable(spans):
                    self._write_format = spans
                    self._decoder.write_size = sum(span.size for span in spans)
            case BadRequest(request=None):
                self._master.status |= StatusBits.INVALID_PC_COMMAND
            case BadRequest():
                self._master.status |= StatusBits.PC_CHECKSUM_ERROR
            case None:
                self._master.status |= StatusBits.PC_TIMEOUT
        self._send(encode(Status(*self._trailer())))
        if isinstance(request, BadRequest) and request.request is None:
            yield from self._pause()

    def _pause(self) -> Program:
        """Be deaf for a while: what follows an unknown instruction has no meaning."""
        yield from self._master.wait(self._master.time + PAUSE)
        self._line.take_for_controller(self._master.time)
        self._bus.take(self._master.time)
        self._decoder.reset()

    def _ping(self, id: int) -> Program:
        if id > dynamixel.MAX_ID:
            self._master.status |= StatusBits.INVALID_PC_COMMAND
        else:
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

    def _check(self, good: bool) -> bool:
        if not good:
            self._master.status |= StatusBits.INVALID_PC_COMMAND
        return good

    def _read(self) -> Program:
        """Answer READ_DATA, sending the bytes of each module when it has answered."""
        self._send(bytes((Instruction.DATA,)))
        data = b""
        for span in self._read_format:
            part = yield from self._read_span(span)
            self._send(part)
            data += part
        reply = encode(Data(data, *self._trailer()))
        self._send(reply[1 + len(data) :])

    def _read_span(self, span: Span) -> Generator[Wait, Wake, bytes]:
        """Return the bytes of a span in blocks, and the error register if it is in."""
        end = span.start + span.size
        data, error = b"", FAILED
        for start in range(span.start, min(end, ERROR_ADDRESS), BLOCK):
            size = min(BLOCK, min(end, ERROR_ADDRESS) - start)
            request = dynamixel.read(span.id, start, size)
            reply = yield from self._master.exchange(request, size)
            data += reply.parameters if reply else bytes([FAILED]) * size
            error = reply.error if reply else FAILED
        if span.size and end > ERROR_ADDRESS:
            if not data:
                reply = yield from self._master.exchange(dynamixel.ping(span.id))
                error = reply.error if reply else FAILED
            data += bytes([error])
        return data

    def _write(self, data: bytes) -> Program:
        """Give each module its bytes, then have all of them act at once."""
        for span in self._write_format:
            block, data = data[: span.size], data[span.size :]
            if block:
                yield from self._master.exchange(
                    dynamixel.reg_write(span.id, span.start, block)
                )
        if self._write_format:
            yield from self._master.transmit(dynamixel.action())

    def _send(self, data: bytes) -> None:
        if data:
            faults = self._bus.faults
            heard = faults.distort(data, "link-")
            self._line.to_host(heard, self._master.time + faults.lateness("link-"))
            self._sent = self._master.time

    def _trailer(self) -> tuple[int, int, tuple[int, int, int]]:
        """Return what ends each reply: status, retries and ADC."""
        return self._master.status, self._master.retries, self._adc()

    def _adc(self) -> tuple[int, int, int]:
        """Return the three channels, measured now and then."""
        if self._master.time - self._measured >= ADC_PERIOD:
            self._measured = self._master.time
            divided = self._surroundings.voltage * 3.3 / (10.0 + 3.3)
            self._battery = max(0, min(255, round(divided / 5.0 * 255)))
        return self._battery, ADC_NEGATIVE, ADC_THERMISTOR
