"""Messages on the palm's two CAN buses, one to a cycle, and their acknowledgement."""

from dataclasses import dataclass
from typing import Final

from brbrain.arguments import refused, whole
from brbrain.ethercat.palm_image import CAN_MESSAGE, HALF, MOTORS

ACKNOWLEDGED: Final = 0x10
"""In the id of an acknowledgement, which is else that of its message."""

NO_MESSAGE: Final = bytes(CAN_MESSAGE.size)


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
        """Return whether this is the acknowledgement of a message."""
        return (
            self.bus == message.bus
            and self.id == message.id | ACKNOWLEDGED
            and self.data == message.data
        )


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
