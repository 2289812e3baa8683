"""Files of firmware for a CM-5: the bytes to load, or what is wrong with them.

A file is a raw image or Intel HEX; its contents decide, since images that are passed
around as .hex are raw ones, too.
"""

from brbrain.arguments import refused, text
from brbrain.errors import BrError
from brbrain.intel_hex import from_intel_hex, is_intel_hex

MAX_SIZE = 0x1E000
"""Bytes in front of the boot loader, in the 128 kB of the CM-5's ATmega128."""


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
        if is_intel_hex(content):
            content = from_intel_hex(content, MAX_SIZE, "the boot loader")
        return check_firmware(content)
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
