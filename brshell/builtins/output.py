"""Writing to ports; with no port given, to the current output port."""

from __future__ import annotations

from brshell.builtins.checks import byte_of, bytes_of, character_of, range_of, text_of
from brshell.builtins.declare import builtin
from brshell.builtins.ports import attempt, port_of
from brshell.runtime.datums import (
    DEFAULT,
    UNSPECIFIED,
    Bytevector,
    Char,
    String,
    Unique,
)
from brshell.runtime.ports import BinaryOutput, TextOutput
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WRITABLE = "a port that can be written"


def put_text(who: str, text: str, port: Any) -> Unique:
    """Write the text to the port, the present one if it is DEFAULT."""
    target = port_of(who, TextOutput, port)
    attempt(who, WRITABLE, target, target.sink.write, text)
    return UNSPECIFIED


@builtin("display")
def display(obj: Any, port: Any = DEFAULT) -> Unique:
    """Write the object for people: strings without quotes. R7RS 6.13.3."""
    return put_text("display", to_text(obj, write=False), port)


@builtin("write")
def write(obj: Any, port: Any = DEFAULT) -> Unique:
    """Write the object as read would read it; circles have labels. R7RS 6.13.3."""
    return put_text("write", to_text(obj), port)


@builtin("write-shared")
def write_shared(obj: Any, port: Any = DEFAULT) -> Unique:
    """Write the object with labels for all that occurs twice. R7RS 6.13.3."""
    return put_text("write-shared", to_text(obj, labels="shared"), port)


@builtin("write-simple")
def write_simple(obj: Any, port: Any = DEFAULT) -> Unique:
    """Write the object without labels, if it is not circular. R7RS 6.13.3."""
    # For circular data the report allows no end; labels are kinder.
    return put_text("write-simple", to_text(obj), port)


@builtin("newline")
def newline(port: Any = DEFAULT) -> Unique:
    """Write an end of line. R7RS 6.13.3."""
    return put_text("newline", "\n", port)


@builtin("write-char")
def write_char(char: Char, port: Any = DEFAULT) -> Unique:
    """Write a character. R7RS 6.13.3."""
    return put_text("write-char", character_of("write-char", char), port)


@builtin("write-string")
def write_string(
    string: String, port: Any = DEFAULT, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Write the characters start..end of a string. R7RS 6.13.3."""
    text = text_of("write-string", string)
    part = text[range_of("write-string", start, end, len(text))]
    return put_text("write-string", part, port)


@builtin("write-u8")
def write_u8(byte: int, port: BinaryOutput) -> Unique:
    """Write a byte. R7RS 6.13.3."""
    return _put_bytes("write-u8", bytes([byte_of("write-u8", byte)]), port)


@builtin("write-bytevector")
def write_bytevector(
    bytevector: Bytevector, port: BinaryOutput, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Write the bytes start..end of a bytevector. R7RS 6.13.3."""
    data = bytes_of("write-bytevector", bytevector)
    part = data[range_of("write-bytevector", start, end, len(data))]
    return _put_bytes("write-bytevector", part, port)


def _put_bytes(who: str, data: bytes | bytearray, port: Any) -> Unique:
    target = port_of(who, BinaryOutput, port)
    attempt(who, WRITABLE, target, target.sink.write, data)
    return UNSPECIFIED


@builtin("flush-output-port", "flush-output")
def flush_output_port(port: Any = DEFAULT) -> Unique:
    """Send what is kept back to the file or terminal. R7RS 6.13.3."""
    who = "flush-output-port"
    target: TextOutput | BinaryOutput
    if isinstance(port, BinaryOutput):
        target = port_of(who, BinaryOutput, port)
    else:
        target = port_of(who, TextOutput, port)
    attempt(who, WRITABLE, target, target.sink.flush)
    return UNSPECIFIED
