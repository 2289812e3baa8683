"""The stages of loading firmware: what is so where one fails, and how to go on."""

from typing import NamedTuple

from brbrain.errors import LinkError


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
