"""Dynamixel protocol 1.0 packets: a codec for both directions.

A packet is FF FF, the device's id, the number of bytes that follow, an instruction
(or, in a reply, the error byte), parameters, and the inverse of the byte sum from id
to parameters. Source: AX-S1 manual, sections 3 and 4. No input or output here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from typing import Generic, TypeVar

from brbrain.errors import FormatError

MAX_ID = 253
"""Highest id of a device."""

BROADCAST_ID = 254
"""All devices; none of them answers."""

HEADER = b"\xff\xff"

MAX_LENGTH = 254
"""Highest length byte: 255 there is the next packet's header, the rest being lost."""


class Instruction(IntEnum):
    """What a device is told to do (AX-S1 manual, section 4)."""

    PING = 0x01
    READ = 0x02
    WRITE = 0x03
    REG_WRITE = 0x04
    ACTION = 0x05
    RESET = 0x06
    SYNC_WRITE = 0x83


class ErrorBits(IntFlag):
    """The error byte of a status packet (AX-S1 manual, section 3.3)."""

    INPUT_VOLTAGE = 0x01
    ANGLE_LIMIT = 0x02
    OVERHEATING = 0x04
    RANGE = 0x08
    CHECKSUM = 0x10
    OVERLOAD = 0x20
    INSTRUCTION = 0x40


def error_text(error: int) -> str:
    """Return the names of the set bits: 0x25 is "INPUT_VOLTAGE, OVERHEATING, ...".

    No set bit gives the empty string; bit 7 has no meaning and no name.
    """
    return ", ".join(bit.name or "" for bit in ErrorBits if error & bit)


@dataclass(frozen=True, slots=True)
class InstructionPacket:
    """Controller to devices. ``id`` is 0-253, or 254 for all of them."""

    id: int
    instruction: int
    parameters: bytes = b""


@dataclass(frozen=True, slots=True)
class StatusPacket:
    """A device's reply. ``error`` holds `ErrorBits`."""

    id: int
    error: int = 0
    parameters: bytes = b""


Packet = TypeVar("Packet", bound=InstructionPacket | StatusPacket)


def checksum(body: bytes) -> int:
    """Return the checksum of the bytes from the id to the last parameter."""
    return ~sum(body) & 0xFF


def encode(packet: InstructionPacket | StatusPacket) -> bytes:
    """Return the bytes of a packet; FormatError if a field has no room in it."""
    if isinstance(packet, StatusPacket):
        code, highest = packet.error, MAX_ID
    else:
        code, highest = packet.instruction, BROADCAST_ID
    length = len(packet.parameters) + 2
    if not (0 <= packet.id <= highest and 0 <= code <= 255 and length <= MAX_LENGTH):
        raise FormatError(
            f"packet: expected an id from 0 to {highest}, a code from 0 to 255 and at "
            f"most {MAX_LENGTH - 2} bytes of parameters, but received {packet}"
        )
    body = bytes((packet.id, length, code)) + packet.parameters
    return HEADER + body + bytes((checksum(body),))


def ping(id: int) -> InstructionPacket:
    """Ask a device for a status packet, to see whether it is there."""
    return InstructionPacket(id, Instruction.PING)


def read(id: int, address: int, size: int) -> InstructionPacket:
    """Read ``size`` bytes from ``address`` on."""
    return InstructionPacket(id, Instruction.READ, _fields(address, size))


def write(id: int, address: int, data: bytes) -> InstructionPacket:
    """Write ``data`` from ``address`` on, at once."""
    return InstructionPacket(id, Instruction.WRITE, _fields(address) + data)


def reg_write(id: int, address: int, data: bytes) -> InstructionPacket:
    """Have ``data`` ready to be written when ACTION comes."""
    return InstructionPacket(id, Instruction.REG_WRITE, _fields(address) + data)


def action(id: int = BROADCAST_ID) -> InstructionPacket:
    """Carry out what REG_WRITE made ready."""
    return InstructionPacket(id, Instruction.ACTION)


def reset(id: int) -> InstructionPacket:
    """Restore the factory values, the id included."""
    return InstructionPacket(id, Instruction.RESET)


def sync_write(
    address: int, size: int, blocks: Iterable[tuple[int, bytes]]
) -> InstructionPacket:
    """Write ``size`` bytes from ``address`` on in many devices with one packet.

    ``blocks`` are pairs of id and data. Raises FormatError if one has another size.
    """
    parameters = bytearray(_fields(address, size))
    for id, data in blocks:
        if len(data) != size:
            raise FormatError(
                f"sync write: expected {size} bytes for id {id}, "
                f"but received {len(data)}"
            )
        parameters += _fields(id) + data
    return InstructionPacket(BROADCAST_ID, Instruction.SYNC_WRITE, bytes(parameters))


def _fields(*values: int) -> bytes:
    try:
        return bytes(values)
    except (TypeError, ValueError):
        raise FormatError(
            f"packet: expected fields from 0 to 255, but received {values}"
        ) from None


class Decoder(Generic[Packet]):
    """Takes packets of one direction apart as their bytes come in.

    ``kind`` is `InstructionPacket` (a device listens) or `StatusPacket` (a host does).
    Bytes that start no valid packet are dropped one by one until one fits.
    """

    def __init__(self, kind: Callable[[int, int, bytes], Packet]) -> None:
        self._make = kind
        self._highest_id = MAX_ID if kind is StatusPacket else BROADCAST_ID
        self._buffer = bytearray()
        self.dropped = 0
        self.bad_checksums = 0

    @property
    def pending(self) -> int:
        """The number of bytes of a packet that is not complete yet."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take bytes that came in."""
        self._buffer += data

    def next(self) -> Packet | None:
        """Return the next packet, or None if more bytes are needed."""
        while self._find_header():
            if len(self._buffer) < 4:
                return None
            id, length = self._buffer[2], self._buffer[3]
            if id > self._highest_id or not 2 <= length <= MAX_LENGTH:
                self._drop(1)
                continue
            size = 4 + length
            if len(self._buffer) < size:
                return None
            body = bytes(self._buffer[2 : size - 1])
            if self._buffer[size - 1] == checksum(body):
                del self._buffer[:size]
                return self._make(body[0], body[2], body[3:])
            self.bad_checksums += 1
            self._drop(1)
        return None

    def skip(self) -> None:
        """Give up the incomplete packet at the front: its rest did not come in time.

        What follows its first byte is looked at again by `next`.
        """
        if self._buffer:
            self._drop(1)

    def reset(self) -> None:
        """Forget the bytes of an incomplete packet."""
        self._buffer.clear()

    def _find_header(self) -> bool:
        """Drop what comes before a header; return whether a whole one is there."""
        at = self._buffer.find(HEADER)
        if at < 0:
            # The last byte may be the first half of a header.
            at = len(self._buffer) - self._buffer.endswith(b"\xff")
            self._drop(at)
            return False
        self._drop(at)
        return True

    def _drop(self, count: int) -> None:
        del self._buffer[:count]
        self.dropped += count
