"""Reading from ports; with no port given, from the current input port."""

from __future__ import annotations

from brshell.builtins.checks import bytes_of, length_of, natural_of, range_of
from brshell.builtins.declare import builtin
from brshell.builtins.ports import attempt, port_of
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import (
    CHARS,
    DEFAULT,
    EOF,
    TRUE,
    Boolean,
    Bytevector,
    Char,
    String,
    Unique,
    boolean,
)
from brshell.runtime.ports import BinaryInput, TextInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Result = TypeVar("Result")


READABLE = "a port that can be read"


def _from(
    who: str, port: TextInput, action: Callable[..., Result], *args: Any
) -> Result:
    return attempt(who, "a port that can be read as UTF-8", port, action, *args)


@builtin("read-char")
def read_char(port: Any = DEFAULT) -> Char | Unique:
    """Return the next character, or an end-of-file object. R7RS 6.13.2."""
    source = port_of("read-char", TextInput, port)
    character = _from("read-char", source, source.read, 1)
    return CHARS[character] if character else EOF


@builtin("peek-char")
def peek_char(port: Any = DEFAULT) -> Char | Unique:
    """Return the next character without going on, or end-of-file. R7RS 6.13.2."""
    source = port_of("peek-char", TextInput, port)
    character = _from("peek-char", source, source.peek)
    return CHARS[character] if character else EOF


@builtin("read-line")
def read_line(port: Any = DEFAULT) -> String | Unique:
    """Return the next line without its end, or end-of-file. R7RS 6.13.2."""
    source = port_of("read-line", TextInput, port)
    line = _from("read-line", source, source.read_line)
    return EOF if line is None else String(line)


@builtin("read-string")
def read_string(k: int, port: Any = DEFAULT) -> String | Unique:
    """Return the next k characters, less at the end, or end-of-file. R7RS 6.13.2."""
    count = natural_of("read-string", k)
    source = port_of("read-string", TextInput, port)
    text = _from("read-string", source, source.read, count)
    return String(text) if text or count == 0 else EOF


@builtin("char-ready?")
def is_char_ready(port: Any = DEFAULT) -> Boolean:
    """Return whether reading a character would not wait. R7RS 6.13.2."""
    return boolean(port_of("char-ready?", TextInput, port).is_ready())


@builtin("read")
def read(port: Any = DEFAULT) -> Any:
    """Return the next datum, or an end-of-file object. R7RS 6.13.2."""
    # Most programs never come here, and the reader takes a while to load.
    from brshell.reader.errors import Incomplete
    from brshell.reader.reader import Reader
    from brshell.reader.source import Source

    source = port_of("read", TextInput, port)
    while True:
        text = Source(source.name, source.fetched)
        reader = Reader(text, source.position, fold_case=source.fold_case)
        try:
            datum = reader.read()
        except Incomplete:
            if _from("read", source, source.look_ahead):
                continue
            source.position = len(source.fetched)
            raise
        except SchemeError:
            source.position = reader.position
            source.fold_case = reader.fold_case
            raise
        if datum is EOF and _from("read", source, source.look_ahead):
            continue
        source.position = reader.position
        source.fold_case = reader.fold_case
        return datum


def _bytes_from(who: str, port: Any, count: int) -> bytes:
    source = port_of(who, BinaryInput, port)
    return attempt(who, READABLE, source, source.source.read, count)


@builtin("read-u8")
def read_u8(port: BinaryInput) -> int | Unique:
    """Return the next byte, or an end-of-file object. R7RS 6.13.2."""
    data = _bytes_from("read-u8", port, 1)
    return data[0] if data else EOF


@builtin("peek-u8")
def peek_u8(port: BinaryInput) -> int | Unique:
    """Return the next byte without going on, or end-of-file. R7RS 6.13.2."""
    source = port_of("peek-u8", BinaryInput, port)
    data = attempt("peek-u8", READABLE, source, source.source.peek, 1)
    return data[0] if data else EOF


@builtin("u8-ready?")
def is_u8_ready(port: BinaryInput) -> Boolean:
    """Return whether reading a byte would not wait, as is so of files. R7RS 6.13.2."""
    port_of("u8-ready?", BinaryInput, port)
    return TRUE


@builtin("read-bytevector")
def read_bytevector(k: int, port: BinaryInput) -> Bytevector | Unique:
    """Return the next k bytes, less at the end, or end-of-file. R7RS 6.13.2."""
    count = length_of("read-bytevector", k)
    data = _bytes_from("read-bytevector", port, count)
    return Bytevector(bytearray(data)) if data or count == 0 else EOF


@builtin("read-bytevector!")
def read_bytevector_into(
    bytevector: Bytevector, port: BinaryInput, start: int = 0, end: Any = DEFAULT
) -> int | Unique:
    """Read bytes into the part start..end; return how many. R7RS 6.13.2."""
    who = "read-bytevector!"
    target = bytes_of(who, bytevector)
    part = range_of(who, start, end, len(target))
    data = _bytes_from(who, port, part.stop - part.start)
    target[part.start : part.start + len(data)] = data
    return len(data) if data or part.start == part.stop else EOF
