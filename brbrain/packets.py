"""Packets between the host and a CM-5 that runs the BRBrain firmware, and their bytes.

A packet is an instruction byte, data, and a checksum: the inverse of the byte sum of
the two. There is no length field: the data of DATA, WRITE_DATA and WRITE_READ is as
long as the read and write formats say. No input or output here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, IntFlag
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
    """The first byte of a packet: 0xF0-0xF9 from the host, 0xFA-0xFB to it.

    The original firmware knows 0xF0 to 0xF4; the rest are extensions.
    """

    PING = 0xF0
    SET_READ_FORMAT = 0xF1
    SET_WRITE_FORMAT = 0xF2
    READ_DATA = 0xF3
    WRITE_DATA = 0xF4
    VERSION = 0xF5
    SET_OPTIONS = 0xF6
    WRITE_READ = 0xF7
    BUS = 0xF8
    SET_BAUD = 0xF9
    STATUS = 0xFA
    DATA = 0xFB


class Capability(IntFlag):
    """What a CM-5 can do beyond the original protocol, as VERSION tells it."""

    SYNC_WRITE = 0x01
    WRITE_READ = 0x02
    BUS = 0x04
    BAUD = 0x08


class Option(IntFlag):
    """How a CM-5 is to do things."""

    SYNC_WRITE = 0x01


BAUDS = (115_200, 250_000, 500_000, 1_000_000)
"""Bits per second between host and CM-5, by the code of SET_BAUD."""

VERSION_SIZE = 4
"""Bytes that VERSION returns: of the extensions, what it can, and of the firmware."""

MOST_SENT, MOST_HEARD = 143, 160
"""Most bytes that BUS sends on the servo bus, and most that it waits for."""


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
class Version:
    """Ask what the CM-5 can do beyond the original protocol."""


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Say how it is to do things, in the bits of `Option`."""

    options: int


@dataclass(frozen=True, slots=True)
class WriteRead:
    """Write the bytes of the write format, and read those of the read format.

    They are read first, while the data to be written is still coming in.
    """

    data: bytes


@dataclass(frozen=True, slots=True)
class BusExchange:
    """Send ``data`` on the servo bus as it is, and return ``size`` bytes heard then."""

    data: bytes
    size: int


@dataclass(frozen=True, slots=True)
class SetBaud:
    """Change the speed of the link to that of `BAUDS` with this index."""

    code: int


@dataclass(frozen=True, slots=True)
class Status:
    """The reply to all that returns no data: status, retries, ADC (pos, neg, therm)."""

    status: int = 0
    retries: int = 0
    adc: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Data:
    """The reply to READ_DATA and its like: the data, and a status.

    0xFF stands for what could not be read.
    """

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


Request = (
    Ping
    | SetReadFormat
    | SetWriteFormat
    | ReadData
    | WriteData
    | Version
    | SetOptions
    | WriteRead
    | BusExchange
    | SetBaud
)
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
        case Version():
            return bytes((Instruction.VERSION,))
        case SetOptions(options):
            return bytes((Instruction.SET_OPTIONS, options))
        case WriteRead(data):
            return bytes((Instruction.WRITE_READ,)) + data
        case BusExchange(data, size):
            return bytes((Instruction.BUS, len(data), size)) + data
        case SetBaud(code):
            return bytes((Instruction.SET_BAUD, code))
        case Status(status, retries, adc):
            return bytes((Instruction.STATUS, status, retries, *adc))
        case Data(data, status, retries, adc):
            return bytes((Instruction.DATA,)) + data + bytes((status, retries, *adc))


def _fields(spans: Sequence[Span]) -> list[int]:
    return [len(spans), *(field for span in spans for field in span)]
