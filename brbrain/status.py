"""What the CM-5 says about each command: its status byte and its retry count.

Calls that return a status give one integer: the status byte in bits 0-7, the number
of packets that the CM-5 had to repeat on the Dynamixel bus in bits 8-15.
"""

from collections.abc import Mapping, Sequence
from enum import IntFlag

from brbrain.arguments import text, whole
from brbrain.errors import StatusError


class StatusBits(IntFlag):
    """The CM-5's status byte; none set means that the command succeeded."""

    PC_TIMEOUT = 0x01
    DYNAMIXEL_TIMEOUT = 0x02
    INVALID_PC_COMMAND = 0x04
    INVALID_DYNAMIXEL_RESPONSE = 0x08
    PC_RX_OVERFLOW = 0x10
    DYNAMIXEL_RX_OVERFLOW = 0x20
    PC_CHECKSUM_ERROR = 0x40
    DYNAMIXEL_CHECKSUM_ERROR = 0x80


STATUS_MASK = 0xFF

REQUEST_FAULTS = (
    StatusBits.PC_TIMEOUT
    | StatusBits.INVALID_PC_COMMAND
    | StatusBits.PC_RX_OVERFLOW
    | StatusBits.PC_CHECKSUM_ERROR
).value
"""Bits that say that our own request arrived damaged."""


_WRONG_ANSWERS = {
    StatusBits.DYNAMIXEL_CHECKSUM_ERROR: "one with a wrong checksum",
    StatusBits.DYNAMIXEL_RX_OVERFLOW: "one that is too long",
    StatusBits.INVALID_DYNAMIXEL_RESPONSE: "one that makes no sense",
}
"""What the CM-5 says of a device's answer, in plain words; what is first counts."""


def make_status(status: int, retries: int) -> int:
    """Return the status byte and the retry count as one integer."""
    return status | retries << 8


def retry_count(status: int) -> int:
    """Return how many Dynamixel packets the CM-5 repeated."""
    return status >> 8


def both(first: int, second: int) -> int:
    """Return the status of two commands as if they had been one."""
    retries = retry_count(first) + retry_count(second)
    return make_status((first | second) & STATUS_MASK, min(retries, 0xFF))


def is_ok(status: int) -> bool:
    """Return whether the command succeeded, be it after retries."""
    return not status & STATUS_MASK


def status_text(status: int) -> str:
    """Return a status in words, "" for a plain success.

    0x030A is "DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE (3 dynamixel retries)".
    """
    whole("status", status, 0, 0xFFFF)
    names = ", ".join(bit.name or "" for bit in StatusBits if status & bit)
    retries = retry_count(status)
    return f"{names} ({retries} dynamixel retries)".lstrip() if retries else names


def answer_text(status: int) -> str:
    """Return what came instead of a device's answer, in plain words."""
    if status & StatusBits.DYNAMIXEL_TIMEOUT:
        return "none"
    wrong = (words for bit, words in _WRONG_ANSWERS.items() if status & bit)
    return next(wrong, status_text(status))


def verify_status(status: int, operation: str, warn_only: bool = False) -> bool:
    """Return whether ``status`` is good; raise StatusError if it is not.

    With ``warn_only`` it is a warning (logger "brbrain") instead of an error. Retries
    alone are always just a warning.
    """
    text("operation", operation)
    if is_ok(whole("status", status, 0, 0xFFFF)):
        if status:
            warn(f"{operation} required {retry_count(status)} dynamixel retries")
        return True
    error = status_error(status, operation)
    if not warn_only:
        raise error
    warn(str(error))
    return False


def status_error(
    status: int,
    operation: str,
    failed: tuple[int, ...] = (),
    values: Mapping[int, Sequence[int]] | None = None,
) -> StatusError:
    """Return the error that says that ``operation`` ended with a bad ``status``.

    ``failed`` are the ids of the devices that it failed for, as far as known, and
    ``values`` are what the others said.
    """
    message = f"{operation}: expected status 0, but received {status_text(status)}"
    if failed:
        message += f" from id {', '.join(map(str, failed))}"
    return StatusError(message, status, failed, values)


def warn(message: str) -> None:
    """Say something that is no error; logger "brbrain"."""
    import logging  # seldom needed, and slow to import

    logging.getLogger("brbrain").warning("W: %s", message)
