"""Files of firmware for a CM-5: the bytes to load, or what is wrong with them.

A file is a raw image or Intel HEX; its contents decide, since images that are passed
around as .hex are raw ones, too.
"""

from brbrain.arguments import refused, text
from brbrain.errors import BrError

MAX_SIZE = 0x1E000
"""Bytes in front of the boot loader, in the 128 kB of the CM-5's ATmega128."""

ERASED = 0xFF
"""What flash memory holds where nothing was written."""

_DATA, _END, _SEGMENT, _START_SEGMENT, _LINEAR, _START_LINEAR = range(6)
_OVERHEAD = 5
"""Bytes of a record of Intel HEX beside its data: count, address, type, checksum."""


def load_firmware(path: str) -> bytes:
    """Return the image in a file, from address 0 on.

    Raises BrError if the file cannot be read, is a damaged Intel HEX, or is not what
    `check_firmware` demands.
    """
    text("path", path)
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BrError(f"cannot read {path}: {reason}") from None
    try:
        image = _from_hex(content) if content.lstrip()[:1] == b":" else content
        return check_firmware(image)
    except BrError as error:
        raise BrError(f"{path}: {error}") from None


def check_firmware(image: bytes) -> bytes:
    """Return an image if it can be a CM-5's firmware; raise BrError if it cannot.

    It is to begin with a jump, as what compilers make for an AVR does (its first word
    is what the processor does after a reset), and to leave the boot loader alone. That
    it must be a jump is our rule, against texts, archives and other wrong files.
    """
    if not isinstance(image, bytes | bytearray):
        raise refused("image", "bytes", image)
    if not image:
        raise BrError("image: expected firmware, but received an empty one")
    if len(image) > MAX_SIZE:
        raise BrError(
            f"image: expected at most {MAX_SIZE} bytes, but received {len(image)}"
        )
    if not _is_jump(image):
        raise BrError(
            "image: expected AVR code, that begins with a jump (jmp or rjmp), "
            f"but received {image[:4].hex(' ').upper()}"
        )
    return bytes(image)


def _is_jump(image: bytes) -> bool:
    """Return whether the first word is jmp (with its second one) or rjmp."""
    word = int.from_bytes(image[:2], "little")
    is_jmp = word & 0xFE0E == 0x940C and len(image) >= 4
    return is_jmp or (word & 0xF000 == 0xC000 and len(image) >= 2)


def _from_hex(content: bytes) -> bytes:
    """Return the image that Intel HEX describes; gaps are as if erased."""
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
                _put(memory, base + address, data)
        except BrError as error:
            raise BrError(f"line {number}: {error}") from None
    else:
        raise BrError("expected a record that ends the file, but received none")
    size = max(memory, default=-1) + 1
    return bytes(memory.get(address, ERASED) for address in range(size))


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


def _put(memory: dict[int, int], start: int, data: bytes) -> None:
    """Note data at an address."""
    if start + len(data) > MAX_SIZE:
        raise BrError(
            f"address: expected less than 0x{MAX_SIZE:X}, where the boot loader is, "
            f"but received 0x{start + len(data) - 1:X}"
        )
    for address, byte in enumerate(data, start):
        if address in memory:
            raise BrError(
                f"address: expected each once, but received 0x{address:X} again"
            )
        memory[address] = byte
