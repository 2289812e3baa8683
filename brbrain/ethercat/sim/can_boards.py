"""The simulated motor boards on the two CAN buses, with their boot loaders.

A board has flash memory of `FLASH_SIZE` bytes, which is our guess. Its program answers
nothing but the magic message, which starts the boot loader; a reset starts it again.
"""

from typing import Final

from brbrain.ethercat.can_bridge import (
    ACKNOWLEDGED,
    BOARD_SHIFT,
    BOOT_LOADER,
    MAGIC_DATA,
    BootCommand,
    CanMessage,
    board_address,
)
from brbrain.ethercat.palm_image import MOTORS

FLASH_SIZE: Final = 0x8000
ERASED: Final = 0xFF
VERSION: Final = b"\x01"

_COMMAND_BITS = 0xF


class CanBoards:
    """The boards of all motors, and what can go wrong with them.

    The next ``lost`` acknowledgements do not come, and the next ``wrong_reads`` reads
    bring wrong bytes. ``silent`` boards never answer, ``deaf`` ones not to the magic.
    """

    def __init__(self) -> None:
        self.flash = [bytearray([ERASED] * FLASH_SIZE) for _ in range(MOTORS)]
        self.booting = [False] * MOTORS
        self.resets = [0] * MOTORS
        self.lost = self.wrong_reads = 0
        self.silent = self.deaf = False
        self._address = [0] * MOTORS
        self._numbers = {board_address(board): board for board in range(MOTORS)}

    def receive(self, message: CanMessage) -> CanMessage | None:
        """Take a message from the bus; return what a board answers, if one does."""
        if message.id & BOOT_LOADER != BOOT_LOADER or message.id & ACKNOWLEDGED:
            return None
        board = self._numbers.get((message.bus, message.id >> BOARD_SHIFT & 0xF))
        if board is None:
            return None
        answer = self._answer(board, message.id & _COMMAND_BITS, message.data)
        if answer is None or self.silent:
            return None
        if self.lost:
            self.lost -= 1
            return None
        return CanMessage(message.bus, message.id | ACKNOWLEDGED, answer)

    def _answer(self, board: int, command: int, data: bytes) -> bytes | None:
        if command == BootCommand.MAGIC:
            return self._boot(board, data)
        if not self.booting[board]:
            return None
        match command:
            case BootCommand.ERASE:
                self.flash[board] = bytearray([ERASED] * FLASH_SIZE)
            case BootCommand.WRITE_ADDRESS:
                self._address[board] = int.from_bytes(data, "little")
            case BootCommand.WRITE_DATA:
                self._write(board, data)
            case BootCommand.READ:
                return self._read(board, int.from_bytes(data, "little"))
            case BootCommand.VERSION:
                return VERSION
            case BootCommand.RESET:
                self.booting[board] = False
                self.resets[board] += 1
            case _:
                return None
        return data

    def _boot(self, board: int, data: bytes) -> bytes | None:
        if data != MAGIC_DATA or self.deaf:
            return None
        self.booting[board] = True
        return data

    def _write(self, board: int, data: bytes) -> None:
        """Write at the address, which moves on; flash only loses bits until erased."""
        address = self._address[board]
        flash = self.flash[board]
        for at, byte in enumerate(data, start=address):
            if at < FLASH_SIZE:
                flash[at] &= byte
        self._address[board] = address + len(data)

    def _read(self, board: int, address: int) -> bytes:
        found = bytes(self.flash[board][address : address + 8]).ljust(8, b"\xff")
        if self.wrong_reads:
            self.wrong_reads -= 1
            return bytes([found[0] ^ 0xFF]) + found[1:]
        return found
