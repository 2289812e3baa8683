"""The errors of the robot library: one root, a few children."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from brbrain.registers import Register


class BrError(Exception):
    """Root of every error that brbrain and brshell raise on purpose.

    ``wrong`` is the argument that it complains of, if it does: a value, or the register
    or the `Identity` of the device that was named.
    """

    def __init__(self, message: object = "", wrong: object = None) -> None:
        super().__init__(message)
        self.wrong = wrong


class ArgumentError(BrError):
    """An argument is not what the call takes; nothing was sent or changed."""


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
    devices that failed, as far as that is known; ``values`` are the raw values that the
    others said all the same, by id, in the order in which they were asked for.
    """

    def __init__(
        self,
        message: str,
        status: int,
        failed: tuple[int, ...] = (),
        values: "Mapping[int, Sequence[int]] | None" = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.failed = failed
        self.values = values or {}


class RegisterError(BrError):
    """A register is unknown, read-only, or was given a value that it does not take.

    ``register`` is the one, None if there is none of that name.
    """

    def __init__(
        self,
        message: str,
        register: "Register | None" = None,
        wrong: object = None,
    ) -> None:
        super().__init__(message, wrong)
        self.register = register


class NotSupportedError(BrError):
    """What was asked for, this robot or its controller does not have."""


class FormatError(BrError):
    """A read or write format is not acceptable: ids, span, or value count."""
