"""Bytevectors: sequences of bytes 0..255."""

from __future__ import annotations

from brshell.builtins.checks import (
    byte_of,
    bytes_of,
    index_of,
    length_of,
    range_of,
    room_of,
    text_of,
)
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value
from brshell.runtime.datums import (
    DEFAULT,
    UNSPECIFIED,
    Boolean,
    Bytevector,
    String,
    Unique,
    boolean,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


@builtin("bytevector?")
def is_bytevector(obj: Any) -> Boolean:
    """Return whether the object is a bytevector. R7RS 6.9."""
    return boolean(isinstance(obj, Bytevector))


@builtin("make-bytevector")
def make_bytevector(k: int, byte: int = 0) -> Bytevector:
    """Return a bytevector of k times the byte. R7RS 6.9."""
    length = length_of("make-bytevector", k)
    return Bytevector(bytearray([byte_of("make-bytevector", byte)]) * length)


@builtin("bytevector")
def bytevector_of(*byte: int) -> Bytevector:
    """Return a bytevector of the bytes. R7RS 6.9."""
    return Bytevector(bytearray([byte_of("bytevector", each) for each in byte]))


@builtin("bytevector-length")
def bytevector_length(bytevector: Bytevector) -> int:
    """Return the number of bytes. R7RS 6.9."""
    return len(bytes_of("bytevector-length", bytevector))


@builtin("bytevector-u8-ref")
def bytevector_u8_ref(bytevector: Bytevector, k: int) -> int:
    """Return byte k, counted from 0. R7RS 6.9."""
    data = bytes_of("bytevector-u8-ref", bytevector)
    return data[index_of("bytevector-u8-ref", k, len(data) - 1)]


@builtin("bytevector-u8-set!")
def bytevector_u8_set(bytevector: Bytevector, k: int, byte: int) -> Unique:
    """Change byte k, counted from 0. R7RS 6.9."""
    data = bytes_of("bytevector-u8-set!", bytevector)
    index = index_of("bytevector-u8-set!", k, len(data) - 1)
    data[index] = byte_of("bytevector-u8-set!", byte)
    return UNSPECIFIED


@builtin("bytevector-copy")
def bytevector_copy(
    bytevector: Bytevector, start: int = 0, end: Any = DEFAULT
) -> Bytevector:
    """Return a copy of the part start..end. R7RS 6.9."""
    data = bytes_of("bytevector-copy", bytevector)
    return Bytevector(data[range_of("bytevector-copy", start, end, len(data))])


@builtin("bytevector-copy!")
def bytevector_copy_into(
    to: Bytevector, at: int, from_: Bytevector, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Copy the part start..end of a bytevector into another. R7RS 6.9."""
    who = "bytevector-copy!"
    data, source = bytes_of(who, to), bytes_of(who, from_)
    part = source[range_of(who, start, end, len(source))]
    index = room_of(who, at, len(part), len(data))
    data[index : index + len(part)] = part
    return UNSPECIFIED


@builtin("bytevector-append")
def bytevector_append(*bytevector: Bytevector) -> Bytevector:
    """Return a bytevector of the bytes of all. R7RS 6.9."""
    parts = [bytes_of("bytevector-append", each) for each in bytevector]
    return Bytevector(bytearray().join(parts))


@builtin("bytevector-fill!")
def bytevector_fill(
    bytevector: Bytevector, fill: int, start: int = 0, end: Any = DEFAULT
) -> Unique:
    """Set every byte of the part start..end."""
    data = bytes_of("bytevector-fill!", bytevector)
    byte = byte_of("bytevector-fill!", fill)
    part = range_of("bytevector-fill!", start, end, len(data))
    data[part] = bytes([byte]) * (part.stop - part.start)
    return UNSPECIFIED


@builtin("utf8->string")
def utf8_to_string(
    bytevector: Bytevector, start: int = 0, end: Any = DEFAULT
) -> String:
    """Return the text that the part start..end encodes in UTF-8. R7RS 6.9."""
    data = bytes_of("utf8->string", bytevector)
    part = data[range_of("utf8->string", start, end, len(data))]
    try:
        return String(part.decode())
    except UnicodeDecodeError:
        raise bad_value("utf8->string", "bytes in UTF-8", bytevector) from None


@builtin("string->utf8")
def string_to_utf8(string: String, start: int = 0, end: Any = DEFAULT) -> Bytevector:
    """Return the part start..end of a string as UTF-8. R7RS 6.9."""
    text = text_of("string->utf8", string)
    part = text[range_of("string->utf8", start, end, len(text))]
    return Bytevector(bytearray(part.encode()))
