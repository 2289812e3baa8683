"""The errors of the robot library: one root, a few children."""


class BrError(Exception):
    """Root of every error that brbrain and brshell raise on purpose."""


class LinkError(BrError):
    """The link to the robot failed: no such port, lost, busy, or no answer."""


class ReplyError(LinkError):
    """A reply did not come in time or was damaged; the link itself still works.

    ``received`` holds all bytes that came instead.
    """

    def __init__(self, message: str, received: bytes = b"") -> None:
        super().__init__(message)
        self.received = received


class StatusError(BrError):
    """The robot answered with an error status.

    ``status`` is the CM-5 status byte in bits 0-7 and the retry count in bits
    8-15, or the Dynamixel error byte, as the raising call says. ``failed`` names the
    devices that could not be read, as far as that is known.
    """

    def __init__(self, message: str, status: int, failed: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.status = status
        self.failed = failed


class RegisterError(BrError):
    """A register is unknown, read-only, or was given a value out of its range."""


class FormatError(BrError):
    """A read or write format is not acceptable: ids, span, or value count."""
