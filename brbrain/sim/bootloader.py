"""The boot loader of a CM-5: what runs after MODE is pressed, before the firmware.

It answers at 57600 bps what it is told in lines: load, up, go, app, sys. Its words are
those that were seen of version 1.31. Our guesses are all times, what it says while it
waits for START, where the size stands in its report, and what it says to a wrong
command. It does not execute what it is given: the simulated firmware runs again.
"""

from collections.abc import Generator

from brbrain.sim.line import Line, Program, Wait, Wake

BAUD = 57_600
"""Bits per second of the boot loader."""

FLASH_SIZE = 0x1E000
"""Bytes of flash memory in front of the boot loader."""

WINDOW = 0.2
"""Seconds after MODE in which # calls the boot loader (our guess)."""

LOAD_PATIENCE = 10.0
"""Seconds until the first byte of an image has to come (our guess)."""

LOAD_PAUSE = 1.0
"""Seconds without a byte that end an image (our guess)."""

LOOK = 0.02
"""Seconds between two looks at the START button (our guess)."""

RESET = b"\xff"
"""What the host hears when the CM-5 is reset."""

WELCOME = b"\r\nSYSTEM O.K. (CM5 Boot loader V1.31)\r\n"
PROMPT = b"\r\n- "

_Reading = Generator[Wait, Wake, bytes]


class BootLoader:
    """The boot loader, its flash memory, and what can go wrong with it.

    ``deaf``: it does not hear #. ``baud``: another speed than the host's gives garbage.
    ``echoes``: the image comes back while it is sent. ``stalls_after`` so many bytes
    of an image, ``dump_stalls_after`` so many of a read-back, it is silent for ever.
    ``loses`` the bytes at these places of an image, ``dump_loses`` those of a
    read-back; ``corrupts`` the bytes at these addresses. Unless it ``starts``, the
    firmware hangs.
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._now = 0.0
        self._pushed = b""  # has come already, and is to be heard next
        self._start_pressed = False
        self._stays = False  # as sys and app say
        self.flash = bytearray(b"\xff" * FLASH_SIZE)
        self.baud = BAUD
        self.deaf = self.echoes = False
        self.starts = True
        self.stalls_after: int | None = None
        self.dump_stalls_after: int | None = None
        self.loses: frozenset[int] = frozenset()
        self.dump_loses: frozenset[int] = frozenset()
        self.corrupts: frozenset[int] = frozenset()
        self.active = False

    def press_start(self) -> None:
        """Press START, which begins a read-back that waits for it."""
        self._start_pressed = True

    def run(self, firmware: Program) -> Program:
        """Be reset: serve the host if it calls, then run the firmware."""
        self.active = True
        self._line.baud = self.baud
        wake = yield Wait(0.0, False)
        self._now, self._pushed = wake.time, b""
        self._send(RESET)
        if (yield from self._is_called()) or self._stays:
            yield from self._serve()
        self.active = False
        if self.starts:
            yield from firmware
        yield from self._hang()

    def _is_called(self) -> Generator[Wait, Wake, bool]:
        until = self._now + WINDOW
        while data := (yield from self._hear(until)):
            if b"#" in data and not self.deaf:
                return True
        return False

    def _serve(self) -> Program:
        """Do what the host says, until it says go."""
        self._send(WELCOME + PROMPT)
        while True:
            command, _, rest = (yield from self._command()).partition(b" ")
            if not command:
                self._send(PROMPT)
            elif b"go".startswith(command):
                return
            elif b"load".startswith(command):
                yield from self._load()
            elif b"up".startswith(command):
                yield from self._dump(rest)
            elif command in (b"app", b"sys"):
                self._stays = command == b"sys"
                self._send(PROMPT)
            else:
                self._send(b"\r\n?" + PROMPT)

    def _command(self) -> _Reading:
        """Return the next line in lower case, without the # in front; echo it."""
        line = bytearray()
        while True:
            data = yield from self._hear(None)
            for end, byte in enumerate(data):
                if byte in b"\r\n":
                    # What stands behind is the next line: the host waits for the
                    # answer to all but an empty one.
                    self._pushed = data[end + 1 :]
                    return bytes(line).strip(b"# ").lower()
                line.append(byte)
                self._send(bytes([byte]))

    def _load(self) -> Program:
        """Take an image until it pauses, and tell how much it was."""
        self._send(b"\r\nWrite Address : 00000000\r\nReady..\r\n")
        image = bytearray()
        count = 0
        data = yield from self._hear(self._now + LOAD_PATIENCE)
        while data:
            for byte in data:
                if count not in self.loses:
                    image.append(byte)
                count += 1
            if self.echoes:
                self._send(data)
            if self.stalls_after is not None and count >= self.stalls_after:
                yield from self._hang()
            data = yield from self._hear(self._now + LOAD_PAUSE)
        del image[FLASH_SIZE:]
        checksum = sum(image) % 0x100
        for address in self.corrupts & set(range(len(image))):
            image[address] ^= 1
        self.flash[: len(image)] = image
        report = f"Size:0X{len(image):08X}  Checksum:{checksum:02X}-{checksum:02X}"
        self._send(f"\r\n{report}  Success".encode() + PROMPT)

    def _dump(self, arguments: bytes) -> Program:
        """Send a part of the memory when START is pressed."""
        try:
            start, size = (int(word, 16) for word in arguments.split(b","))
        except ValueError:
            self._send(b"\r\n?" + PROMPT)
            return
        self._send(b"\r\nPress START\r\n")
        self._start_pressed = False
        while not self._start_pressed:
            self._now = (yield Wait(self._now + LOOK, False)).time
        data = self.flash[start : start + size][: self.dump_stalls_after]
        self._send(
            bytes(byte for at, byte in enumerate(data) if at not in self.dump_loses)
        )
        if len(data) < size:
            yield from self._hang()
        self._send(PROMPT)

    def _hang(self) -> Program:
        while True:
            yield Wait(None, False)

    def _hear(self, until: float | None) -> _Reading:
        """Return the bytes that come, none if none came in time."""
        data, self._pushed = self._pushed, b""
        if not data:
            wake = yield Wait(until, True)
            self._now, data = wake.time, wake.data
        return data

    def _send(self, data: bytes) -> None:
        self._line.to_host(data, self._now)
