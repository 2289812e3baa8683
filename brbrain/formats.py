"""Read and write formats: which registers of which devices one packet carries."""

import operator
import struct
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from brbrain.arguments import is_whole
from brbrain.dynamixel import MAX_ID
from brbrain.errors import FormatError, RegisterError
from brbrain.packets import (
    MAX_DYNAMIXELS,
    Instruction,
    SetReadFormat,
    SetWriteFormat,
    Span,
    checksum,
    encode,
)
from brbrain.registers import (
    ERROR_ADDRESS,
    SIGN_BIT,
    Register,
    find,
    from_sign_magnitude,
    gaps,
    span,
    span_bytes,
    span_layout,
)

READ_BLOCK = 20
"""Most bytes that the CM-5 reads from a device with one Dynamixel packet."""

_INTEGERS = {int}


_NO_LISTS = (str, Mapping, Set)


class Block(NamedTuple):
    """``number`` registers of device ``id``, one after the other from ``start`` on."""

    id: int
    start: Register
    number: int


class Format:
    """The registers that one packet carries, in the order of their values.

    On the wire each block is one span of bytes, reserved (gap) bytes included. The
    plan for packing is made here, once, so that a read or write costs little.
    ``request`` is the packet that tells the format to the CM-5; ``bus_packets`` is how
    many Dynamixel packets the CM-5 then needs for its data, not counting retries.
    """

    name: str
    request: bytes
    bus_packets: int

    def __init__(self, blocks: Sequence[Block]) -> None:
        parts = [span(block.start, block.number) for block in blocks]
        self.blocks = tuple(blocks)
        self.keys = tuple(
            (block.id, register)
            for block, part in zip(blocks, parts, strict=True)
            for register in part
        )
        # Registers that both devices have go by one name.
        self.names = [(id, register.name) for id, register in self.keys]
        self.spans = tuple(
            Span(block.id, part[0].address if part else 0, span_bytes(part))
            for block, part in zip(blocks, parts, strict=True)
        )
        self.size = sum(span.size for span in self.spans)
        self._layout = "".join(map(span_layout, parts))
        # In DATA and WRITE_DATA alike, the data stand behind the instruction byte.
        self._reader = struct.Struct(f"<x{self._layout}")
        self._signed = [i for i, (_, r) in enumerate(self.keys) if r.signed]

    def __len__(self) -> int:
        return len(self.keys)

    def triples(self) -> list[int | Register]:
        """Return the format as BRBrain's flat list: id, start, count, id, ..."""
        return [field for block in self.blocks for field in block]

    def unpack(self, packet: bytes) -> list[int]:
        """Return the raw values in a whole DATA or WRITE_DATA packet."""
        values = list(self._reader.unpack_from(packet))
        for i in self._signed:
            values[i] = from_sign_magnitude(values[i])
        return values


class ReadFormat(Format):
    """What READ_DATA reads."""

    name = "read format"

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__(blocks)
        self._conversions = [r.conversion.to_natural for _, r in self.keys]
        self.request = encode(SetReadFormat(self.spans))
        self.bus_packets = sum(-(-span.size // READ_BLOCK) for span in self.spans)

    def to_natural(self, values: Iterable[int]) -> list[float]:
        """Return raw values in the natural units of their registers."""
        pairs = zip(self._conversions, values, strict=True)
        return [to_natural(value) for to_natural, value in pairs]

    def by_id(self, values: Iterable[int]) -> dict[int, list[int]]:
        """Return the values of each device."""
        found: dict[int, list[int]] = {block.id: [] for block in self.blocks}
        for (id, _), value in zip(self.keys, values, strict=True):
            found[id].append(value)
        return found

    def failed(self, packet: bytes) -> tuple[int, ...]:
        """Return the devices that a DATA packet with a bad status has no data of.

        The CM-5 fills what it could not read with 0xFF, one Dynamixel packet's worth
        at a time. If there is no such filling any of the devices may have failed.
        """
        failed = []
        at = 1
        for id, start, size in self.spans:
            # The error register is the CM-5's own and never filled up.
            own = size if start > ERROR_ADDRESS else min(size, ERROR_ADDRESS - start)
            end = at + own
            if _has_filling(packet[at:end]):
                failed.append(id)
            at += size
        return tuple(failed) or tuple(span.id for span in self.spans)


def _has_filling(data: bytes) -> bool:
    blocks = (data[i : i + READ_BLOCK] for i in range(0, len(data), READ_BLOCK))
    return any(set(block) == {0xFF} for block in blocks)


class WriteFormat(Format):
    """What WRITE_DATA writes: writable registers without reserved bytes between."""

    name = "write format"

    def __init__(self, blocks: Sequence[Block]) -> None:
        super().__init__(blocks)
        for id, register in self.keys:
            if not register.writable:
                raise FormatError(
                    f"write format: expected writable registers for id {id}, "
                    f"but received {register}, which is read-only"
                )
        for block in blocks:
            if reserved := gaps(span(block.start, block.number)):
                raise FormatError(
                    f"write format: expected a span without reserved bytes for id "
                    f"{block.id}, but received one over address {reserved[0]}"
                )
        self._writer = struct.Struct(f"<B{self._layout}")
        self._minima: list[Any] = [r.minimum for _, r in self.keys]
        self._maxima: list[Any] = [r.maximum for _, r in self.keys]
        self.request = encode(SetWriteFormat(self.spans))
        self.bus_packets = len(self.spans)

    @property
    def uniform(self) -> bool:
        """Whether the same registers are written in all devices, and at least one."""
        return len({span[1:] for span in self.spans}) == 1 and self.size > 0

    def pack(
        self, values: Sequence[int], instruction: int = Instruction.WRITE_DATA
    ) -> bytes:
        """Return the whole packet that carries raw ``values``.

        ``instruction`` is WRITE_DATA or WRITE_READ. Raises FormatError if their number
        is wrong, RegisterError for a value that its register does not take.
        """
        self._check_count(values)
        if not self._fits(values):
            self._check_each(values)
        body = self._writer.pack(instruction, *self._sign_bits(values))
        return body + bytes((checksum(body),))

    def to_raw(self, naturals: Sequence[float]) -> list[int]:
        """Return natural values as raw ones; RegisterError for what is no number."""
        self._check_count(naturals)
        pairs = zip(self.keys, naturals, strict=True)
        return [register.to_raw(natural) for (_, register), natural in pairs]

    def _check_count(self, values: Sequence[float]) -> None:
        listed = hasattr(values, "__len__") and not isinstance(values, _NO_LISTS)
        count = len(values) if listed else repr(values)
        if count != len(self.keys):
            raise FormatError(
                f"write: expected {len(self.keys)} values, but received {count}", values
            )

    def _sign_bits(self, values: Sequence[int]) -> Sequence[int]:
        if not self._signed:
            return values
        bits = list(values)
        for i in self._signed:
            bits[i] = SIGN_BIT - bits[i] if bits[i] < 0 else bits[i]
        return bits

    def _fits(self, values: Sequence[int]) -> bool:
        """Return whether all values are plain integers in range, without a loop."""
        return (
            set(map(type, values)) <= _INTEGERS
            and all(map(operator.le, self._minima, values))
            and all(map(operator.ge, self._maxima, values))
        )

    def _check_each(self, values: Sequence[int]) -> None:
        for (id, register), value in zip(self.keys, values, strict=True):
            try:
                register.validate(value)
            except RegisterError as error:
                raise RegisterError(f"id {id}: {error}", register, value) from None


@lru_cache(maxsize=128)
def read_format(blocks: tuple[Block, ...]) -> ReadFormat:
    """Return the read format of ``blocks``, made once."""
    return ReadFormat(blocks)


@lru_cache(maxsize=128)
def write_format(blocks: tuple[Block, ...]) -> WriteFormat:
    """Return the write format of ``blocks``, made once."""
    return WriteFormat(blocks)


def parse_blocks(
    ids: Sequence[Any], starts: Any = None, counts: Any = None
) -> tuple[Block, ...]:
    """Return checked blocks from any of the ways to write a format.

    Three lists: ids, start registers, counts, of which the latter two may be single or
    hold one element for all; an id of -1 ends the lists. Or only one list: triples of
    id, register and count, or the same flat. Registers may be given by name. Raises
    FormatError, or RegisterError for an unknown register name.
    """
    if not isinstance(ids, Sequence) or isinstance(ids, str | bytes):
        raise FormatError(f"format: expected a list, but received {ids!r}", ids)
    flat = starts is None and counts is None
    triples = _split(ids) if flat else _transpose(ids, starts, counts)
    blocks = tuple(_block(*triple) for triple in triples)
    if len(blocks) > MAX_DYNAMIXELS:
        raise FormatError(
            f"format: expected at most {MAX_DYNAMIXELS} ids, but received {len(blocks)}"
        )
    seen: set[int] = set()
    for block in blocks:
        if block.id in seen:
            raise FormatError(
                f"format: expected each id once, but received id {block.id} twice"
            )
        seen.add(block.id)
    return blocks


def _split(fields: Sequence[Any]) -> Iterable[Sequence[Any]]:
    """Return the triples of a list of triples or of a flat list."""
    if fields and isinstance(fields[0], int):
        fields = [fields[i : i + 3] for i in range(0, len(fields), 3)]
    for triple in fields:
        if not isinstance(triple, list | tuple) or len(triple) != 3:
            raise FormatError(
                "format: expected triples of id, register and count, "
                f"but received {triple!r}"
            )
    return fields


def _transpose(ids: Sequence[Any], starts: Any, counts: Any) -> Iterable[Sequence[Any]]:
    """Return the triples of three lists."""
    ids = list(takewhile(lambda id: id != -1, ids))
    starts = _for_each(ids, starts, "start registers")
    return zip(ids, starts, _for_each(ids, counts, "counts"), strict=False)


def _for_each(ids: Sequence[int], fields: Any, what: str) -> list[Any]:
    each = list(fields) if isinstance(fields, list | tuple) else [fields]
    if len(each) == 1:
        return each * len(ids)
    if len(each) < len(ids):
        raise FormatError(
            f"format: expected 1 or {len(ids)} {what}, but received {len(each)}"
        )
    return each


def _block(id: Any, start: Any, count: Any) -> Block:
    if not is_whole(id, 0, MAX_ID):
        raise FormatError(
            f"format: expected an id from 0 to {MAX_ID}, but received {id!r}"
        )
    register = find(start)
    if not is_whole(count, 0):
        raise FormatError(
            f"format: expected a count of registers for id {id}, but received {count!r}"
        )
    try:
        span(register, count)
    except RegisterError as error:
        raise FormatError(f"format: id {id}: {error}") from None
    return Block(id, register, count)
