"""The status of a command, in bits and in words."""

import logging

import pytest

from brbrain import StatusBits, StatusError, status_text, verify_status
from brbrain.status import is_ok, make_status, retry_count


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (0x0000, ""),
        (0x0200, "(2 dynamixel retries)"),
        (0x000A, "DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE"),
        (
            0x030A,
            "DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE (3 dynamixel retries)",
        ),
        (
            0x00FF,
            "PC_TIMEOUT, DYNAMIXEL_TIMEOUT, INVALID_PC_COMMAND, "
            "INVALID_DYNAMIXEL_RESPONSE, PC_RX_OVERFLOW, DYNAMIXEL_RX_OVERFLOW, "
            "PC_CHECKSUM_ERROR, DYNAMIXEL_CHECKSUM_ERROR",
        ),
    ],
)
def test_a_status_in_words(status, text):
    assert status_text(status) == text


def test_a_status_is_two_bytes():
    assert make_status(0x0A, 3) == 0x030A
    assert retry_count(0x030A) == 3
    assert is_ok(0x0300)
    assert not is_ok(StatusBits.PC_TIMEOUT)


def test_a_good_status_is_verified_quietly(caplog):
    assert verify_status(0, "ping") is True
    assert caplog.messages == []


def test_retries_are_a_warning(caplog):
    assert verify_status(0x0300, "ping") is True
    assert caplog.messages == ["W: ping required 3 dynamixel retries"]
    assert caplog.records[0].levelno == logging.WARNING


def test_a_bad_status_is_an_error_or_a_warning(caplog):
    message = "read: expected status 0, but received DYNAMIXEL_TIMEOUT"
    with pytest.raises(StatusError, match=message) as caught:
        verify_status(0x02, "read")
    assert caught.value.status == 0x02
    assert verify_status(0x02, "read", warn_only=True) is False
    assert caplog.messages == [f"W: {message}"]
