"""Messages on the palm's two CAN buses, one to a cycle, and their acknowledgement."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from brbrain.arguments import refused, whole
from brbrain.ethercat.palm_image import CAN_MESSAGE, HALF, MOTORS

ACKNOWLEDGED: Final = 0x10
"""In the id of an acknowledgement, which is else that of its message."""

BOOT_LOADER: Final = 0x600
"""In the id of messages to and from a boot loader; the board's number follows."""
BOARD_SHIFT: Final = 5


class BootCommand(IntEnum):
    """What a motor board's boot loader does, in the lowest bits of an id."""

    WRITE_DATA = 0x0
    READ = 0x1
    ERASE = 0x2
    RESET = 0x3
    VERSION = 0x4
    WRITE_ADDRESS = 0x5
    MAGIC = 0xA


MAGIC_DATA: Final = bytes([0x55, 0xAA] * 4)
"""With `BootCommand.MAGIC`, what makes a board start its boot loader."""

NO_MESSAGE: Final = bytes(CAN_MESSAGE.size)

_BOARD = 0xF << BOARD_SHIFT
_ASKING = (BOOT_LOADER | BootCommand.READ, BOOT_LOADER | BootCommand.VERSION)


@dataclass(frozen=True, slots=True)
class CanMessage:
    """A message: bus 1 or 2, an id of 11 bits, and up to eight bytes."""

    bus: int
    id: int
    data: bytes

    def pack(self) -> bytes:
        """Return it as the palm has it."""
        return CAN_MESSAGE.struct.pack(
            self.bus, len(self.data), self.id, *self.data.ljust(8, b"\x00")
        )

    def acknowledges(self, message: "CanMessage") -> bool:
        """Return whether this acknowledges a message: it says the same.

        To a boot loader's READ and VERSION, what was asked for comes instead.
        """
        if (self.bus, self.id) != (message.bus, message.id | ACKNOWLEDGED):
            return False
        return self.data == message.data or message.id & ~_BOARD in _ASKING


def can_message(bus: int, id: int, data: bytes) -> CanMessage:
    """Return a message; ArgumentError for one that there cannot be."""
    whole("bus", bus, 1, 2)
    whole("id", id, 0, 0x7FF)
    if not isinstance(data, bytes | bytearray) or len(data) > 8:
        raise refused("data", "8 bytes at most", data)
    return CanMessage(bus, id, bytes(data))


def unpack_message(data: bytes, start: int = 0) -> CanMessage | None:
    """Return the message in a status, None if there is none."""
    bus, length, id, *contents = CAN_MESSAGE.struct.unpack_from(data, start)
    if not bus or length > 8:
        return None
    return CanMessage(bus, id, bytes(contents[:length]))


def board_address(board: int) -> tuple[int, int]:
    """Return bus and number on it of a motor's board: ten to a bus."""
    whole("board", board, 0, MOTORS - 1)
    return 1 + board // HALF, board % HALF
