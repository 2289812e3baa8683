"""Files of firmware: raw images and Intel HEX, and what is wrong with others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import BrError
from brbrain.firmware import MAX_SIZE, check_firmware, load_firmware

JUMP = bytes.fromhex("0C944600")  # jmp 0x8C, as avr-gcc begins a program
RELATIVE = bytes.fromhex("22C0")  # rjmp .+68
END = ":00000001FF"


def record(kind: int, address: int, data: bytes) -> str:
    """Return a record of Intel HEX, whose bytes add up to 0."""
    body = bytes([len(data), *address.to_bytes(2, "big"), kind]) + data
    return f":{(body + bytes([-sum(body) % 256])).hex().upper()}"


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "firmware")


def loaded(path: str, content: bytes | str) -> bytes:
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return load_firmware(path)


@pytest.mark.parametrize(
    "image",
    [JUMP, RELATIVE, JUMP + bytes(1000), JUMP + bytes(MAX_SIZE - 4)],
)
def test_a_raw_image_is_what_the_file_has(path, image):
    assert loaded(path, image) == image


@pytest.mark.parametrize(
    ("lines", "image"),
    [
        ([":040000000C94460016", END], JUMP),
        ([":040000000c94460016\r", "", END, "what follows does not count"], JUMP),
        # the order does not matter; gaps are as if erased
        (
            [record(0, 6, b"\1\2"), record(0, 0, JUMP), END],
            JUMP + b"\xff\xff\1\2",
        ),
        # the start address is not for an AVR
        ([record(0, 0, JUMP), record(5, 0, bytes(4)), END], JUMP),
        # 0x1000 segments of 16 bytes, or 1 of 64 kB, are the same address
        (
            [record(0, 0, JUMP), record(2, 0, b"\x10\0"), record(0, 1, b"\7"), END],
            JUMP + b"\xff" * (0x10001 - 4) + b"\7",
        ),
        (
            [record(0, 0, JUMP), record(4, 0, b"\0\1"), record(0, 1, b"\7"), END],
            JUMP + b"\xff" * (0x10001 - 4) + b"\7",
        ),
    ],
)
def test_intel_hex_is_read(path, lines, image):
    assert loaded(path, "\n".join(lines)) == image


@given(st.binary(max_size=300), st.integers(1, 255))
def test_an_image_written_as_intel_hex_is_read_back(tmp_path_factory, rest, width):
    image = JUMP + rest
    starts = range(0, len(image), width)
    lines = [record(0, start, image[start : start + width]) for start in starts]
    path = str(tmp_path_factory.mktemp("hex") / "a.hex")
    assert loaded(path, "\n".join([*lines, END])) == image


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "image: expected firmware, but received an empty one"),
        (END, "image: expected firmware, but received an empty one"),
        (
            JUMP + bytes(MAX_SIZE),
            "image: expected at most 122880 bytes, but received 122884",
        ),
        (
            "(define x 1)",
            "image: expected AVR code, that begins with a jump (jmp or rjmp), "
            "but received 28 64 65 66",
        ),
        (
            b"\xff" * 100,
            "image: expected AVR code, that begins with a jump (jmp or rjmp), "
            "but received FF FF FF FF",
        ),
        (
            ":040000000C94460017\n" + END,
            "line 1: expected checksum 16, but received 17",
        ),
        (
            record(0, 0, JUMP),
            "expected a record that ends the file, but received none",
        ),
        (
            record(0, 0, JUMP) + "\nhello\n" + END,
            "line 2: expected a record, that is : and hexadecimal digits, "
            "but received 'hello'",
        ),
        (":0400\n" + END, "line 1: expected a record, that is : and hexadecimal"),
        (
            ":050000000C94460015\n" + END,
            "line 1: expected 5 bytes of data, but received 4",
        ),
        (
            record(6, 0, b"") + "\n" + END,
            "line 1: expected a record of type 0 to 5, but received 6",
        ),
        (
            record(4, 0, b"\1") + "\n" + END,
            "line 1: expected 2 bytes of address, but received 1",
        ),
        (
            "\n".join([record(0, 0, JUMP), record(0, 3, b"\0"), END]),
            "line 2: address: expected each once, but received 0x3 again",
        ),
        (
            "\n".join([record(4, 0, b"\0\1"), record(0, 0xE000, b"\0"), END]),
            "line 2: address: expected less than 0x1E000, where the boot loader is, "
            "but received 0x1E000",
        ),
    ],
)
def test_a_wrong_file_is_told(path, content, message):
    with pytest.raises(BrError) as caught:
        loaded(path, content)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_file_that_cannot_be_read_is_told(path):
    with pytest.raises(BrError, match=r"cannot read .*: no such file or directory"):
        load_firmware(path)


@pytest.mark.parametrize("image", [None, "text", 5, [1]])
def test_an_image_is_bytes(image):
    with pytest.raises(BrError, match="image: expected bytes, but received"):
        check_firmware(image)
