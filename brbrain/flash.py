"""Loading firmware into a CM-5, in a dialogue with its boot loader.

The host calls with # while MODE is pressed, says load, sends the image, reads it back
(up) when START is pressed, and sees the firmware answer after MODE is pressed again.
That is the procedure of BRBrain. A failure tells in what state the CM-5 is, and how to
go on: the boot loader itself cannot be overwritten this way.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from brbrain.arguments import flag, hook, kind
from brbrain.cm5 import CM5
from brbrain.errors import LinkError, ReplyError
from brbrain.firmware import check_firmware
from brbrain.link import Link
from brbrain.packets import CM5_ID
from brbrain.robot import Robot

BAUD = 57_600
"""Bits per second of the boot loader."""

CALL_PERIOD = 0.05
"""Seconds between two # (as BRBrain has it)."""

SETTLE = 1.0
"""Seconds for the boot loader to say what it has to say (as BRBrain has it)."""

PATIENCE = 10.0
"""Seconds without a byte after which the boot loader has stalled (as BRBrain's)."""

USER_SECONDS = 60.0
"""Seconds in which the user has to press a button; our choice."""

CHUNK = 64
"""Bytes that are sent at once, between two looks at what comes in; our choice."""

BYTE_TIME = 10 / BAUD + 100e-6
"""Seconds for each byte sent: on the wire, and 100 us as owners of CM-5s found good."""

ANSWER = 0.5
"""Seconds in which the new firmware has to answer a ping; our choice."""

WELCOME = b"SYSTEM O.K."
"""How the boot loader's welcome begins."""

_MEMORY = 4096
_SIZE = re.compile(rb"Size:0X([0-9A-F]{1,8})\s", re.IGNORECASE)

Tell = Callable[[str], None]
"""Gets what the user should know."""

Ask = Callable[[str, str], None]
"""Gets which button is to be pressed now, "mode" or "start", and words to say so."""

Progress = Callable[[int, int, str], None]
"""Gets how many bytes are done, of how many, and the stage: "send" or "verify"."""

_BUTTONS = {
    "boot": ("mode", "press MODE on the CM-5 (its boot loader is being called)"),
    "verify": ("start", "press START on the CM-5 (the firmware is read back)"),
    "start": ("mode", "press MODE on the CM-5 again (the new firmware starts)"),
}


class Stage(NamedTuple):
    """A stage of the dialogue: what is so if it fails there, and how to go on."""

    name: str
    state: str
    remedy: str


_AGAIN = "flash again, and press MODE when told"
_INCOMPLETE = (
    "the firmware in the CM-5 is incomplete and may not run, but its boot loader is "
    "untouched"
)
BOOT = Stage(
    "boot",
    "nothing was written: the CM-5 has the firmware that it had",
    "see that the CM-5 is on, its cable is the serial one and no other program uses "
    f"the port, then {_AGAIN}; to use it as before, press MODE",
)
LOAD = Stage(
    "load",
    "the boot loader waits, and no byte of the image was sent",
    f"{_AGAIN}; to use the CM-5 as before, press MODE",
)
SEND = Stage("send", _INCOMPLETE, _AGAIN)
REPORT = Stage("size", _INCOMPLETE, _AGAIN)
VERIFY = Stage(
    "verify",
    "all of the firmware was sent, but perhaps the CM-5 does not have it unchanged",
    _AGAIN,
)
START = Stage(
    "start",
    "the CM-5 has the new firmware",
    "press MODE once more and ping it; if it stays silent, the file is not BRBrain's "
    f"firmware for this CM-5: take another and {_AGAIN}",
)


class FlashError(LinkError):
    """Loading firmware has failed; ``stage`` says in which state the CM-5 is."""

    def __init__(self, message: str, stage: Stage) -> None:
        super().__init__(f"{stage.name}: {message}; {situation(stage)}")
        self.stage = stage


def situation(stage: Stage) -> str:
    """Return in words in which state the CM-5 is, and how to go on."""
    return f"{stage.state}; to go on, {stage.remedy}"


def flash_cm5(
    robot: Robot,
    image: bytes,
    *,
    verify: bool = True,
    tell: Tell | None = None,
    ask: Ask | None = None,
) -> int:
    """Load firmware into the CM-5 of a robot and return the number of its bytes.

    The robot is stopped before; while the CM-5 is silent, servos hold their last goals.
    Unless told not to ``verify``, the firmware is read back. ``tell`` and ``ask`` are
    for the user; `Robot.on_progress` gets the bytes done. A simulated CM-5 presses its
    buttons itself. At the end the link has its speed again, and the CM-5 has answered.
    Raises FlashError; whatever else ends it, as Ctrl-C does, the state is told.
    """
    kind("robot", robot, "a Robot", "stop", "tell_progress")
    check_firmware(image)
    flag("verify", verify)
    hook("tell", tell)
    hook("ask", ask)
    say = tell or (lambda words: None)

    def press(button: str, words: str) -> None:
        if ask is not None:
            ask(button, words)
        if robot.sim is not None:
            robot.sim.press(button)

    brain = robot.brain
    with brain.transaction():
        _bring_to_rest(robot, say)
        brain.forget_capabilities()
        flasher = Flasher(brain.link, say, press, robot.tell_progress)
        try:
            return flasher.flash(image, verify)
        finally:
            brain.forget_capabilities()
            robot.forget_devices()
            with suppress(LinkError):
                brain.recover()


def _bring_to_rest(robot: Robot, tell: Tell) -> None:
    """Stop the robot, if its CM-5 answers: it may have no firmware that works."""
    try:
        robot.brain.ping_cm5()
        robot.stop()
        robot.brain.restore_link_baud()
    except ReplyError:
        tell("the CM-5 does not answer now: its servos are left as they are")
    tell(
        "while the CM-5 is silent, servos hold their last goals, and nothing stops them"
    )


class Flasher:
    """The host's side of the dialogue over a link."""

    def __init__(self, link: Link, tell: Tell, ask: Ask, progress: Progress) -> None:
        self._link = link
        self._tell = tell
        self._ask = ask
        self._progress = progress
        self._stage = BOOT

    def flash(self, image: bytes, verify: bool) -> int:
        """Load an image and see the firmware start; return the number of bytes."""
        before = self._link.baud
        try:
            self._link.baud = BAUD
            self._call()
            self._load()
            self._send(image)
            self._check_size(image, verify)
            if verify:
                self._verify(image)
            self._link.baud = before
            self._start(verify)
        except LinkError as error:
            raise FlashError(str(error), self._stage) from None
        except BaseException:
            self._tell(f"{self._stage.name}: broken off; {situation(self._stage)}")
            raise
        finally:
            with suppress(LinkError):
                self._link.baud = before
        return len(image)

    def _call(self) -> None:
        """Call the boot loader until it welcomes us."""
        self._stage = BOOT
        self._link.discard_input()
        self._ask(*_BUTTONS["boot"])
        heard = b""
        deadline = self._now() + USER_SECONDS
        while WELCOME not in heard:
            if self._now() >= deadline:
                raise LinkError(
                    "expected the welcome of the boot loader after MODE, but received "
                    f"{_described(heard)} in {USER_SECONDS:g} s"
                )
            if WELCOME[:3] not in heard[-len(WELCOME) :]:
                self._link.write(b"#")
            heard = (heard + self._listen(CALL_PERIOD))[-_MEMORY:]

    def _load(self) -> None:
        """Tell the boot loader that an image comes."""
        self._stage = LOAD
        self._listen(SETTLE)
        self._link.write(b"\nl\n")
        if not self._listen(SETTLE):
            raise LinkError("expected an answer to load, but received nothing")

    def _send(self, image: bytes) -> None:
        """Send the image, slowly enough; what is echoed is forgotten."""
        self._stage = SEND
        self._progress(0, len(image), "send")
        for start in range(0, len(image), CHUNK):
            chunk = image[start : start + CHUNK]
            self._link.write(chunk)
            self._listen(len(chunk) * BYTE_TIME)
            self._progress(start + len(chunk), len(image), "send")

    def _check_size(self, image: bytes, verify: bool) -> None:
        """See that the boot loader got all bytes; its own verdict does not count.

        It has been seen to say Error where the memory was right. One that reports in
        other words is believed only if the firmware is read back.
        """
        self._stage = REPORT
        heard = b""
        deadline = self._now() + PATIENCE
        while not (report := _SIZE.search(heard)) and self._now() < deadline:
            heard = (heard + self._link.read(deadline))[-_MEMORY:]
        size = int(report[1], 16) if report else None
        if size != len(image) and (report or not heard or not verify):
            received = _described(heard) if size is None else f"{size} bytes"
            raise LinkError(
                f"expected the boot loader to report {len(image)} bytes, "
                f"but received {received}"
            )

    def _verify(self, image: bytes) -> None:
        """Read the firmware back and compare it."""
        self._stage = VERIFY
        self._listen(SETTLE)
        self._link.write(b"\nup 0, %X\n" % len(image))
        if not self._listen(SETTLE):
            raise LinkError("expected an answer to up, but received nothing")
        self._ask(*_BUTTONS["verify"])
        self._compare(image, self._read_back(len(image)))

    def _read_back(self, size: int) -> bytes:
        """Return the bytes that come, fewer than asked for if no more do."""
        data = b""
        patience = USER_SECONDS
        self._progress(0, size, "verify")
        while len(data) < size:
            got = self._link.read(self._now() + patience)
            if not got:
                break
            data, patience = data + got, PATIENCE
            self._progress(min(len(data), size), size, "verify")
        return data[:size]

    def _compare(self, image: bytes, data: bytes) -> None:
        """Raise LinkError for the first byte that differs, or is not there."""
        for address, (sent, held) in enumerate(zip(image, data, strict=False)):
            if sent != held:
                raise LinkError(
                    f"address 0x{address:04X}: expected 0x{sent:02X} to be read back, "
                    f"but received 0x{held:02X}"
                )
        if len(data) < len(image):
            received = f"{len(data)}, all of them right" if data else "none"
            raise LinkError(
                f"expected {len(image)} bytes to be read back after START, "
                f"but received {received}"
            )

    def _start(self, verified: bool) -> None:
        """See that the new firmware answers."""
        how = "read back without a fault" if verified else "not read back"
        self._stage = START._replace(state=f"{START.state}, {how}")
        self._listen(SETTLE)
        self._ask(*_BUTTONS["start"])
        cm5 = CM5(self._link, ANSWER, 0)
        deadline = self._now() + USER_SECONDS
        while True:
            try:
                cm5.ping(CM5_ID)
                return
            except ReplyError:
                if self._now() >= deadline:
                    raise LinkError(
                        "expected the new firmware to answer a ping at "
                        f"{self._link.baud} bps, but it was silent for "
                        f"{USER_SECONDS:g} s"
                    ) from None

    def _listen(self, seconds: float) -> bytes:
        """Return all that comes in a time."""
        heard = b""
        deadline = self._now() + seconds
        while data := self._link.read(deadline):
            heard += data
        return heard

    def _now(self) -> float:
        return self._link.clock.now()


def _described(heard: bytes) -> str:
    """Return in words what came instead of something."""
    heard = heard.replace(b"#", b"")
    if not heard:
        return "nothing"
    words = heard[:8].hex(" ").upper()
    if heard.isascii() and b"\0" not in heard:
        return f"{heard[:40].decode()!r}"
    return f"bytes ({words} ...) of another speed or another program"
