"""EtherCAT frames: datagrams one after the other behind a header of two bytes.

A datagram names a command and an address, carries data there and back, and a working
counter which every slave that serves it adds to. Little-endian; layout as in ETG.1000.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from struct import Struct
from typing import Final

from brbrain.errors import ReplyError

UDP_PORT: Final = 0x88A4
ETHERTYPE: Final = 0x88A4
MAXIMUM_FRAME: Final = 1500
"""Bytes in the payload of an Ethernet frame."""

FRAME_HEADER: Final = Struct("<H")
HEADER: Final = Struct("<BBHHHH")
"""Command, index, two halves of the address, length and flags, interrupt."""
COUNTER: Final = Struct("<H")

COMMANDS_TYPE: Final = 0x1000
"""In the frame's header: it carries datagrams."""
LENGTH_MASK: Final = 0x07FF
MORE: Final = 0x8000
"""In a datagram's length: another one follows."""

OVERHEAD: Final = HEADER.size + COUNTER.size
MAXIMUM_DATA: Final = MAXIMUM_FRAME - FRAME_HEADER.size - OVERHEAD


class Command(IntEnum):
    """What a datagram does: auto-increment, fixed, broadcast or logical addressing."""

    NOP = 0
    APRD = 1
    APWR = 2
    APRW = 3
    FPRD = 4
    FPWR = 5
    FPRW = 6
    BRD = 7
    BWR = 8
    BRW = 9
    LRD = 10
    LWR = 11
    LRW = 12
    ARMW = 13
    FRMW = 14


@dataclass(frozen=True, slots=True)
class Datagram:
    """One datagram; the logical commands have their address's low half in `station`."""

    command: int
    station: int
    offset: int
    data: bytes
    index: int = 0
    counter: int = 0


def encode_frame(datagrams: Iterable[Datagram]) -> bytes:
    """Return a frame with these datagrams in order."""
    parts = list(datagrams)
    body = bytearray()
    for at, part in enumerate(parts):
        more = MORE if at < len(parts) - 1 else 0
        body += HEADER.pack(
            part.command,
            part.index,
            part.station & 0xFFFF,
            part.offset,
            len(part.data) | more,
            0,
        )
        body += part.data
        body += COUNTER.pack(part.counter)
    return FRAME_HEADER.pack(len(body) | COMMANDS_TYPE) + bytes(body)


def decode_frame(frame: bytes) -> list[Datagram]:
    """Return the datagrams of a frame; ReplyError if it is cut off or none."""
    found = []
    for at, size in walk(frame):
        command, index, station, offset, _, _ = HEADER.unpack_from(frame, at)
        start = at + HEADER.size
        data = bytes(frame[start : start + size])
        (counter,) = COUNTER.unpack_from(frame, start + size)
        found.append(Datagram(command, station, offset, data, index, counter))
    return found


def walk(frame: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Give where each datagram of a frame begins, and the size of its data.

    Raises ReplyError where the frame is not what its lengths say.
    """
    if len(frame) < FRAME_HEADER.size:
        raise _cut_off(frame)
    (header,) = FRAME_HEADER.unpack_from(frame)
    end = FRAME_HEADER.size + (header & LENGTH_MASK)
    if header & 0xF000 != COMMANDS_TYPE or end > len(frame):
        raise _cut_off(frame)
    at, more = FRAME_HEADER.size, MORE
    while more:
        if at + HEADER.size > end:
            raise _cut_off(frame)
        flags = HEADER.unpack_from(frame, at)[4]
        size, more = flags & LENGTH_MASK, flags & MORE
        if at + OVERHEAD + size > end:
            raise _cut_off(frame)
        yield at, size
        at += OVERHEAD + size


def _cut_off(frame: bytes | bytearray) -> ReplyError:
    return ReplyError(
        f"EtherCAT: expected a whole frame, but received {len(frame)} bytes",
        bytes(frame),
    )
