"""Intel HEX: texts whose records say which bytes of memory are what."""

from math import inf

from brbrain.errors import BrError

ERASED = 0xFF
"""What flash memory holds where nothing was written."""

_DATA, _END, _SEGMENT, _START_SEGMENT, _LINEAR, _START_LINEAR = range(6)
_OVERHEAD = 5
"""Bytes of a record beside its data: count, address, type, checksum."""


def is_intel_hex(content: bytes) -> bool:
    """Return whether a file's contents begin as Intel HEX does."""
    return content.lstrip()[:1] == b":"


def from_intel_hex(content: bytes, size: float = inf, behind: str = "") -> bytes:
    """Return the image that Intel HEX describes, from address 0; gaps are as if erased.

    Raises BrError for a damaged file, and for addresses from ``size`` on, where
    ``behind`` is. What is wrong is told with its line.
    """
    memory: dict[int, int] = {}
    base = 0
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            kind, address, data = _record(line.strip())
            if kind == _END:
                break
            if kind in (_SEGMENT, _LINEAR):
                base = int.from_bytes(data, "big") << (16 if kind == _LINEAR else 4)
            elif kind == _DATA:
                _put(memory, base + address, data, size, behind)
        except BrError as error:
            raise BrError(f"line {number}: {error}") from None
    else:
        raise BrError("expected a record that ends the file, but received none")
    end = max(memory, default=-1) + 1
    return bytes(memory.get(address, ERASED) for address in range(end))


def _record(line: bytes) -> tuple[int, int, bytes]:
    """Return the type, the address and the data of a record."""
    try:
        record = bytes.fromhex(line.removeprefix(b":").decode("ascii"))
    except ValueError:
        record = b""
    if line[:1] != b":" or len(record) < _OVERHEAD:
        raise BrError(
            "expected a record, that is : and hexadecimal digits, "
            f"but received {line[:20].decode('latin-1')!r}"
        )
    count, address, kind = record[0], int.from_bytes(record[1:3], "big"), record[3]
    if len(record) != count + _OVERHEAD:
        raise BrError(
            f"expected {count} bytes of data, but received {len(record) - _OVERHEAD}"
        )
    if sum(record) % 0x100:
        right = -sum(record[:-1]) % 0x100
        raise BrError(f"expected checksum {right:02X}, but received {record[-1]:02X}")
    if kind > _START_LINEAR:
        raise BrError(f"expected a record of type 0 to 5, but received {kind}")
    if kind in (_SEGMENT, _LINEAR) and count != 2:
        raise BrError(f"expected 2 bytes of address, but received {count}")
    return kind, address, record[4:-1]


def _put(
    memory: dict[int, int], start: int, data: bytes, size: float, behind: str
) -> None:
    """Note data at an address."""
    if start + len(data) > size:
        where = f", where {behind} is" if behind else ""
        raise BrError(
            f"address: expected less than 0x{int(size):X}{where}, "
            f"but received 0x{start + len(data) - 1:X}"
        )
    for address, byte in enumerate(data, start):
        if address in memory:
            raise BrError(
                f"address: expected each once, but received 0x{address:X} again"
            )
        memory[address] = byte
