"""Packets between the host and a CM-5 that runs the BRBrain firmware: a codec.

A packet is an instruction byte, data, and a checksum: the inverse of the byte sum of
the two. There is no length field: the data of DATA and WRITE_DATA is as long as the
read and write formats say, so that the decoders must be told. No input or output here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from brbrain.errors import FormatError

CM5_ID = 255
"""The id that PING takes for the CM-5 itself."""

MAX_DYNAMIXELS = 32
"""Most devices in a format."""

TRAILER_SIZE = 5
"""Bytes of status, retry count and the three ADC channels that end each reply."""

STATUS_SIZE = 1 + TRAILER_SIZE + 1
"""Bytes of a whole STATUS packet."""


class Instruction(IntEnum):
    """The first byte of a packet: 0xF0-0xF4 from the host, 0xFA-0xFB to it."""

    PING = 0xF0
    SET_READ_FORMAT = 0xF1
    SET_WRITE_FORMAT = 0xF2
    READ_DATA = 0xF3
    WRITE_DATA = 0xF4
    STATUS = 0xFA
    DATA = 0xFB


class Span(NamedTuple):
    """The bytes of one device in a format."""

    id: int
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Ask whether a device (id 0-253) or the CM-5 itself (255) is there."""

    id: int


@dataclass(frozen=True, slots=True)
class SetReadFormat:
    """Say which bytes READ_DATA is to read."""

    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class SetWriteFormat:
    """Say which bytes WRITE_DATA is to write."""

    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class ReadData:
    """Read the bytes of the read format."""


@dataclass(frozen=True, slots=True)
class WriteData:
    """Write the bytes of the write format."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Status:
    """The reply to everything but READ_DATA: status, retries, ADC (pos, neg, therm)."""

    status: int = 0
    retries: int = 0
    adc: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Data:
    """The reply to READ_DATA: what was read (0xFF where that failed), and a status."""

    data: bytes
    status: int = 0
    retries: int = 0
    adc: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class BadRequest:
    """Bytes that are no request: an unknown instruction, or a wrong checksum.

    ``request`` is what the bytes would mean if their checksum were right.
    """

    data: bytes
    request: "Request | None" = None


Request = Ping | SetReadFormat | SetWriteFormat | ReadData | WriteData
Reply = Status | Data


def checksum(body: bytes) -> int:
    """Return the checksum of instruction and data: the inverse of their byte sum."""
    return ~sum(body) & 0xFF


def encode(packet: Request | Reply) -> bytes:
    """Return the bytes of a packet; FormatError if a field does not fit in a byte."""
    try:
        body = _body(packet)
    except ValueError:
        raise FormatError(
            f"packet: expected fields from 0 to 255, but received {packet}"
        ) from None
    return body + bytes((checksum(body),))


def _body(packet: Request | Reply) -> bytes:
    match packet:
        case Ping(id):
            return bytes((Instruction.PING, id))
        case SetReadFormat(spans):
            return bytes((Instruction.SET_READ_FORMAT, *_fields(spans)))
        case SetWriteFormat(spans):
            return bytes((Instruction.SET_WRITE_FORMAT, *_fields(spans)))
        case ReadData():
            return bytes((Instruction.READ_DATA,))
        case WriteData(data):
            return bytes((Instruction.WRITE_DATA,)) + data
        case Status(status, retries, adc):
            return bytes((Instruction.STATUS, status, retries, *adc))
        case Data(data, status, retries, adc):
            return bytes((Instruction.DATA,)) + data + bytes((status, retries, *adc))


def _fields(spans: Sequence[Span]) -> list[int]:
    return [len(spans), *(field for span in spans for field in span)]


def _spans(data: bytes) -> tuple[Span, ...]:
    fields = iter(data)
    return tuple(Span(*triple) for triple in zip(fields, fields, fields, strict=True))


class RequestDecoder:
    """Takes requests apart as their bytes come in: the CM-5's side.

    ``write_size`` is the number of data bytes in a WRITE_DATA; who receives the
    requests sets it when the write format changes. Unknown instruction bytes come out
    one by one as `BadRequest`.
    """

    def __init__(self, write_size: int = 0) -> None:
        self.write_size = write_size
        self._buffer = bytearray()

    @property
    def pending(self) -> int:
        """The number of bytes of a request that is not complete yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""
        self._buffer += data

    def reset(self) -> None:
        """Forget the bytes of an incomplete request."""
        self._buffer.clear()

    def next(self) -> Request | BadRequest | None:
        """Return the next request, or None if more bytes are needed."""
        size = self._size()
        if size is None or len(self._buffer) < size:
            return None
        packet = bytes(self._buffer[:size])
        del self._buffer[:size]
        request = _request(packet[0], packet[1:-1])
        if request is None or packet[-1] != checksum(packet[:-1]):
            return BadRequest(packet, request)
        return request

    def _size(self) -> int | None:
        """Return the length of the packet at the front, or None if not known yet."""
        if not self._buffer:
            return None
        match self._buffer[0]:
            case Instruction.PING:
                return 3
            case Instruction.SET_READ_FORMAT | Instruction.SET_WRITE_FORMAT:
                return 3 + 3 * self._buffer[1] if len(self._buffer) > 1 else None
            case Instruction.READ_DATA:
                return 2
            case Instruction.WRITE_DATA:
                return 2 + self.write_size
        return 1


def _request(instruction: int, data: bytes) -> Request | None:
    match instruction:
        case Instruction.PING:
            return Ping(data[0])
        case Instruction.SET_READ_FORMAT:
            return SetReadFormat(_spans(data[1:]))
        case Instruction.SET_WRITE_FORMAT:
            return SetWriteFormat(_spans(data[1:]))
        case Instruction.READ_DATA:
            return ReadData()
        case Instruction.WRITE_DATA:
            return WriteData(data)
    return None


class ReplyDecoder:
    """Takes replies apart as their bytes come in: the host's side.

    ``data_size`` is the number of data bytes in a DATA reply, None if none may come.
    Bytes that start no valid reply are dropped one by one until one fits.
    """

    def __init__(self, data_size: int | None = None) -> None:
        self._data_size = data_size
        self._buffer = bytearray()
        self.dropped = 0
        self.bad_checksums = 0

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""
        self._buffer += data

    def next(self) -> Reply | None:
        """Return the next reply, or None if more bytes are needed."""
        packet = self.next_bytes()
        return None if packet is None else _reply(packet)

    def next_bytes(self) -> bytes | None:
        """Return the bytes of the next reply, or None if more bytes are needed."""
        while self._buffer:
            size = self._size()
            if size > len(self._buffer):
                return None
            packet = bytes(self._buffer[:size])
            if size and packet[-1] == checksum(packet[:-1]):
                del self._buffer[:size]
                return packet
            self.bad_checksums += size > 0
            self.dropped += 1
            del self._buffer[0]
        return None

    def _size(self) -> int:
        """Return the length of the packet at the front, 0 if none starts there."""
        if self._buffer[0] == Instruction.STATUS:
            return STATUS_SIZE
        if self._buffer[0] == Instruction.DATA and self._data_size is not None:
            return self._data_size + STATUS_SIZE
        return 0


def _reply(packet: bytes) -> Reply:
    status, retries, pos, neg, therm = packet[-TRAILER_SIZE - 1 : -1]
    if packet[0] == Instruction.STATUS:
        return Status(status, retries, (pos, neg, therm))
    return Data(packet[1 : -TRAILER_SIZE - 1], status, retries, (pos, neg, therm))
