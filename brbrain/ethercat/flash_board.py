"""Loading a program into the board of a motor, over the palm's CAN bus.

A magic message starts the board's boot loader; memory is erased, written in blocks of
32 bytes, read back and compared; a reset starts the new program. Each message is
acknowledged before the next. The hand is halted meanwhile, and stays so.
"""

from collections.abc import Callable
from typing import Final, Protocol

from brbrain.arguments import hook, refused
from brbrain.errors import BrError, LinkError
from brbrain.ethercat.can_bridge import (
    BOARD_SHIFT,
    BOOT_LOADER,
    MAGIC_DATA,
    BootCommand,
    CanMessage,
    board_address,
)
from brbrain.ethercat.hand import CAN_SECONDS, CanBridge
from brbrain.files import read_bytes
from brbrain.intel_hex import ERASED, from_intel_hex, is_intel_hex

FLASH_SIZE: Final = 0x8000
"""Bytes of a board's flash memory; our guess."""

MAGIC_ATTEMPTS: Final = 2
"""The magic message is sent once more, as SR06 does it."""

ERASE_SECONDS: Final = 3.0
"""Time to erase, as SR06 gives it."""

ERASE_ATTEMPTS: Final = 3
"""Times that erasing is tried; our choice: SR06 never stops."""

BLOCK: Final = 32
WORD: Final = 8
"""Bytes of a block, and of each message that carries it."""

BLOCK_ATTEMPTS: Final = 5
"""Times that a block is sent; our choice."""

READ_ATTEMPTS: Final = 20
"""Times that a word is read back until it is right, as SR06 does it."""

ADDRESS_SIZE: Final = 3
"""Bytes of an address in a message, the lowest first; our guess."""

Progress = Callable[[str, int, int], None]
"""Is told "write" or "verify", and how many bytes of how many are done."""


class FlashableHand(CanBridge, Protocol):
    """The hand, in this process or another."""

    def halt(self, why: str = "asked for") -> None:
        """Ask no motor for anything."""
        ...

    def reinitialize_boards(self) -> None:
        """Ask all boards anew for what is known once."""
        ...


class BoardError(LinkError):
    """Loading has failed; the message says what the board has now."""


def load_board_image(path: str) -> bytes:
    """Return the image in a file, raw or Intel HEX, from address 0 on.

    Raises BrError if it cannot be read, is damaged, empty or too large.
    """
    content = read_bytes(path)
    try:
        if is_intel_hex(content):
            content = from_intel_hex(content, FLASH_SIZE)
        return _checked(content)
    except BrError as error:
        raise BrError(f"{path}: {error}") from None


def flash_board(
    hand: FlashableHand,
    board: int,
    image: bytes,
    progress: Progress | None = None,
    abort: Callable[[], bool] | None = None,
) -> None:
    """Load an image into the board of a motor, 0 to 19, and start it.

    ``abort`` is asked between messages; if it says yes, loading ends with a BoardError.
    Raises BoardError too if the board does not answer, or has not kept what was sent.
    """
    hook("progress", progress)
    hook("abort", abort)
    board_address(board)
    _Flashing(hand, board, _checked(image), progress, abort).run()


class _Flashing:
    """One loading; ``state`` says what the board has if it fails now."""

    def __init__(
        self,
        hand: FlashableHand,
        board: int,
        image: bytes,
        progress: Progress | None,
        abort: Callable[[], bool] | None,
    ) -> None:
        self.hand = hand
        self.board = board
        self.bus, self.number = board_address(board)
        size = -(-len(image) // BLOCK) * BLOCK
        self.image = image.ljust(size, bytes([ERASED]))
        self.progress = progress or (lambda stage, done, total: None)
        self.abort = abort or (lambda: False)
        self.state = "nothing was written: the board has the program that it had"

    def run(self) -> None:
        """Load, in all its stages."""
        self.hand.halt(f"flashing board {self.board}")
        self._try(MAGIC_ATTEMPTS, BootCommand.MAGIC, MAGIC_DATA)
        self.state = "the board has no program that runs; flash it again"
        self._try(ERASE_ATTEMPTS, BootCommand.ERASE, bytes(1), ERASE_SECONDS)
        total = len(self.image)
        for start in range(0, total, BLOCK):
            self._write_block(start)
            self.progress("write", start + BLOCK, total)
        for start in range(0, total, WORD):
            self._verify(start)
            if (start + WORD) % BLOCK == 0:
                self.progress("verify", start + WORD, total)
        self.state = "the board has the new program, but has not started it"
        self._try(MAGIC_ATTEMPTS, BootCommand.RESET, b"")
        self.hand.reinitialize_boards()

    def _write_block(self, start: int) -> None:
        """Send a block, all of it again if any of it is not acknowledged."""
        for attempt in range(1, BLOCK_ATTEMPTS + 1):
            try:
                self._send(BootCommand.WRITE_ADDRESS, _address(start))
                for at in range(start, start + BLOCK, WORD):
                    self._send(BootCommand.WRITE_DATA, self.image[at : at + WORD])
                return
            except BoardError:
                raise
            except LinkError as error:
                if attempt == BLOCK_ATTEMPTS:
                    raise self._failed(f"block at 0x{start:04X}: {error}") from error

    def _verify(self, start: int) -> None:
        """Read a word back until it is what was sent."""
        expected = self.image[start : start + WORD]
        found = "nothing"
        for _ in range(READ_ATTEMPTS):
            try:
                answer = self._send(BootCommand.READ, _address(start))
            except BoardError:
                raise
            except LinkError:
                continue
            if answer.data == expected:
                return
            found = answer.data.hex(" ")
        raise self._failed(
            f"address 0x{start:04X}: expected {expected.hex(' ')}, but read {found}"
        )

    def _try(
        self,
        attempts: int,
        command: BootCommand,
        data: bytes,
        seconds: float = CAN_SECONDS,
    ) -> None:
        """Send a message until it is acknowledged."""
        for attempt in range(1, attempts + 1):
            try:
                self._send(command, data, seconds)
                return
            except BoardError:
                raise
            except LinkError as error:
                if attempt == attempts:
                    stage = command.name.replace("_", " ").lower()
                    raise self._failed(f"{stage}: {error}") from error

    def _send(
        self, command: BootCommand, data: bytes, seconds: float = CAN_SECONDS
    ) -> CanMessage:
        if self.abort():
            raise self._failed("aborted")
        id = BOOT_LOADER | self.number << BOARD_SHIFT | command
        return self.hand.send(self.bus, id, data, seconds)

    def _failed(self, what: str) -> BoardError:
        return BoardError(f"board {self.board}: {what}; {self.state}")


def _address(start: int) -> bytes:
    return start.to_bytes(ADDRESS_SIZE, "little")


def _checked(image: bytes) -> bytes:
    """Return an image that a board can hold; raise BrError for any other."""
    if not isinstance(image, bytes | bytearray):
        raise refused("image", "bytes", image)
    if not 0 < len(image) <= FLASH_SIZE:
        raise BrError(f"image: expected 1 to {FLASH_SIZE} bytes, but has {len(image)}")
    return bytes(image)
