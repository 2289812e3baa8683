"""Packets in words."""

import pytest

from brbrain.formats import parse_blocks, read_format, write_format
from brbrain.trace import describe_reply, describe_request

WRITE = write_format(parse_blocks([(3, "goal position", 2), (100, "buzzer index", 1)]))
READ = read_format(parse_blocks([(3, "registered instruction", 3)]))


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        ("F0 FF 10", "PING CM-5"),
        ("F0 03 0C", "PING 3"),
        ("F1 00 0E", "SET_READ_FORMAT nothing"),
        (
            "F2 02 03 1E 02 07 1E 02 C1",
            "SET_WRITE_FORMAT id 3 bytes 30-31, id 7 bytes 30-31",
        ),
        ("F3 0C", "READ_DATA"),
        (
            "F4 00 02 64 04 05 9C",
            "WRITE_DATA id 3: goal position 512, moving speed -100, "
            "id 100: buzzer index 5",
        ),
        ("F0 03 0D", "not a request"),
        ("00", "not a request"),
        ("", "not a request"),
    ],
)
def test_requests(packet, words):
    assert describe_request(bytes.fromhex(packet), WRITE) == words


@pytest.mark.parametrize(
    ("packet", "words"),
    [
        ("FA 00 00 7A 0C 50 2F", "STATUS ok"),
        ("FA 00 02 7A 0C 50 2D", "STATUS (2 dynamixel retries)"),
        (
            "FB 01 63 00 01 0A 00 7A 0C 50 BF",
            "DATA id 3: registered instruction 1, moving 0, lock 1; "
            "DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE",
        ),
        ("FA 00 00 7A 0C 50 2E", "not a reply"),
        ("", "no reply"),
    ],
)
def test_replies(packet, words):
    assert describe_reply(bytes.fromhex(packet), READ) == words
