"""What a slave's EEPROM, the slave information interface, says of it (ETG.1000.6).

Both sides read and write it with this module: the master to know what is there, the
simulated slave to say so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct, unpack_from
from typing import Final

from brbrain.errors import ReplyError

HEADER_SIZE: Final = 0x80
"""Bytes before the first category."""
IDENTITY: Final = Struct("<IIII")
_IDENTITY_AT: Final = 0x10
_CATEGORY: Final = Struct("<HH")
_SYNC_MANAGER: Final = Struct("<HHBBBB")
_PDO: Final = Struct("<HBBBBH")
_ENTRY: Final = Struct("<HBBBBH")

STRINGS, GENERAL, FMMUS, SYNC_MANAGERS, INPUT_PDOS, OUTPUT_PDOS, END = (
    10,
    30,
    40,
    41,
    50,
    51,
    0xFFFF,
)
"""The numbers of categories."""

_NAME_IN_GENERAL: Final = 3
_GENERAL_SIZE: Final = 32
_OUTPUTS, _INPUTS = 3, 4
"""What a SyncManager is for: process data to the slave, and from it."""

ONE_BUFFER_OUTPUT: Final = 0x26
ONE_BUFFER_INPUT: Final = 0x22
"""Control bytes of SyncManagers in mailbox mode, written and read by the master."""

_ENTRY_BYTES: Final = 16
"""Bytes to an entry of a PDO of ours: an entry counts bits in one byte."""


@dataclass(frozen=True, slots=True)
class Area:
    """Process memory of a slave that one SyncManager guards, in bytes."""

    address: int
    size: int
    output: bool


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a slave is: a name, and four numbers."""

    name: str
    vendor: int
    product: int
    revision: int
    serial: int


def encode(identity: Identity, areas: Sequence[Area]) -> bytes:
    """Return the contents of an EEPROM for a slave with these areas."""
    header = bytearray(HEADER_SIZE)
    header[14] = _checksum(header[:14])
    IDENTITY.pack_into(
        header,
        _IDENTITY_AT,
        identity.vendor,
        identity.product,
        identity.revision,
        identity.serial,
    )
    name = identity.name.encode("latin-1", "replace")
    general = bytearray(_GENERAL_SIZE)
    general[_NAME_IN_GENERAL] = 1
    categories = [
        (STRINGS, bytes([1, len(name)]) + name),
        (GENERAL, bytes(general)),
        (FMMUS, bytes([1, 2])),
        (SYNC_MANAGERS, b"".join(map(_sync_manager, areas))),
        (INPUT_PDOS, _pdos(areas, output=False)),
        (OUTPUT_PDOS, _pdos(areas, output=True)),
    ]
    body = bytearray(header)
    for number, contents in categories:
        padded = contents + b"\x00" * (len(contents) % 2)
        body += _CATEGORY.pack(number, len(padded) // 2) + padded
    body += _CATEGORY.pack(END, 0)
    body[0x7C:0x80] = ((len(body) * 8 + 1023) // 1024 - 1).to_bytes(2, "little") + (
        b"\x01\x00"
    )
    return bytes(body)


def decode(memory: bytes) -> tuple[Identity, tuple[Area, ...]]:
    """Return who a slave is and its areas of process data, in the order it has them.

    Raises ReplyError for an EEPROM that is not laid out as the standard says.
    """
    vendor, product, revision, serial = IDENTITY.unpack_from(memory, _IDENTITY_AT)
    contents = dict(_categories(memory))
    name = _name(contents)
    sizes = {**_sizes(contents.get(INPUT_PDOS, b""))}
    sizes.update(_sizes(contents.get(OUTPUT_PDOS, b"")))
    areas = []
    managers = contents.get(SYNC_MANAGERS, b"")
    whole = len(managers) - len(managers) % _SYNC_MANAGER.size
    for number, entry in enumerate(_SYNC_MANAGER.iter_unpack(managers[:whole])):
        address, size, kind = entry[0], entry[1], entry[5]
        if kind in (_OUTPUTS, _INPUTS):
            areas.append(Area(address, sizes.get(number, size), kind == _OUTPUTS))
    return Identity(name, vendor, product, revision, serial), tuple(areas)


def _categories(memory: bytes) -> Iterable[tuple[int, bytes]]:
    at = HEADER_SIZE
    while at + _CATEGORY.size <= len(memory):
        number, words = _CATEGORY.unpack_from(memory, at)
        if number == END:
            return
        at += _CATEGORY.size
        yield number, memory[at : at + 2 * words]
        at += 2 * words
    raise ReplyError(
        f"EEPROM: expected an end in its {len(memory)} bytes, but found none"
    )


def _name(contents: dict[int, bytes]) -> str:
    """Return the string that the general category calls the name, empty for none."""
    general, strings = contents.get(GENERAL, b""), contents.get(STRINGS, b"")
    number = general[_NAME_IN_GENERAL] if len(general) > _NAME_IN_GENERAL else 0
    at = 1
    for count in range(1, number + 1):
        if at >= len(strings):
            break
        size = strings[at]
        if count == number:
            return strings[at + 1 : at + 1 + size].decode("latin-1")
        at += 1 + size
    return ""


def _sizes(pdos: bytes) -> dict[int, int]:
    """Return how many bytes PDOs put into each SyncManager."""
    bits: dict[int, int] = {}
    at = 0
    while at + _PDO.size <= len(pdos):
        _, count, manager, *_ = unpack_from("<HBBBBH", pdos, at)
        at += _PDO.size
        for _ in range(count):
            if at + _ENTRY.size > len(pdos):
                raise ReplyError("EEPROM: expected the entries of a PDO, but it ends")
            bits[manager] = bits.get(manager, 0) + _ENTRY.unpack_from(pdos, at)[4]
            at += _ENTRY.size
    return {manager: (size + 7) // 8 for manager, size in bits.items()}


def _sync_manager(area: Area) -> bytes:
    control = ONE_BUFFER_OUTPUT if area.output else ONE_BUFFER_INPUT
    kind = _OUTPUTS if area.output else _INPUTS
    return _SYNC_MANAGER.pack(area.address, area.size, control, 0, 1, kind)


def _pdos(areas: Sequence[Area], output: bool) -> bytes:
    """Return the PDOs of one direction: one to an area, of entries of whole bytes."""
    base, objects = (0x1600, 0x7000) if output else (0x1A00, 0x6000)
    contents = b""
    for number, area in enumerate(areas):
        if area.output is not output:
            continue
        sizes = [
            min(_ENTRY_BYTES, area.size - start)
            for start in range(0, area.size, _ENTRY_BYTES)
        ]
        contents += _PDO.pack(base + number, len(sizes), number, 0, 0, 0)
        for sub, size in enumerate(sizes, start=1):
            contents += _ENTRY.pack(objects + number, sub, 0, 0, size * 8, 0)
    return contents


def _checksum(data: bytes | bytearray) -> int:
    """Return the CRC of the first words: x^8 + x^2 + x + 1, begun at 0xFF."""
    remainder = 0xFF
    for byte in data:
        remainder ^= byte
        for _ in range(8):
            carry = remainder & 0x80
            remainder = (remainder << 1) & 0xFF ^ (0x07 if carry else 0)
    return remainder
