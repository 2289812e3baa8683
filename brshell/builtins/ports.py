"""Ports: the present ones, string and bytevector ports, files. R7RS 6.13.1."""

from __future__ import annotations

import io
import os

from brshell.builtins.checks import bytes_of, text_of
from brshell.builtins.declare import builtin
from brshell.runtime.conditions import bad_value, failure, wrong_type
from brshell.runtime.datums import (
    DEFAULT,
    EOF,
    UNSPECIFIED,
    Boolean,
    Bytevector,
    String,
    Unique,
    boolean,
)
from brshell.runtime.parameters import Parameter
from brshell.runtime.ports import (
    BinaryInput,
    BinaryOutput,
    Port,
    StandardInput,
    StandardOutput,
    TextInput,
    TextOutput,
    bytes_input,
    string_input,
    string_output,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    Result = TypeVar("Result")
    AnyPort = TypeVar("AnyPort", bound=Port)

CURRENT_INPUT = Parameter(
    TextInput("stdin", StandardInput()),
    help="Return the port that is read from if none is given. R7RS 6.13.1.",
)
CURRENT_OUTPUT = Parameter(
    TextOutput("stdout", StandardOutput("stdout")),
    help="Return the port that is written to if none is given. R7RS 6.13.1.",
)
CURRENT_ERROR = Parameter(
    TextOutput("stderr", StandardOutput("stderr")),
    help="Return the port for what is wrong and what is going on. R7RS 6.13.1.",
)

# The parameters of this module, which are no functions, by their names.
PARAMETERS = {
    "current-input-port": CURRENT_INPUT,
    "current-output-port": CURRENT_OUTPUT,
    "current-error-port": CURRENT_ERROR,
}

KINDS: dict[type[Port], str] = {
    TextInput: "a textual input port",
    TextOutput: "a textual output port",
    BinaryInput: "a binary input port",
    BinaryOutput: "a binary output port",
}


# The port that is meant if none is given; for bytes there is none.
PRESENT = {TextInput: CURRENT_INPUT, TextOutput: CURRENT_OUTPUT}


def port_of(who: str, kind: type[AnyPort], value: Any) -> AnyPort:
    """Return the value if it is an open port; DEFAULT is the present one."""
    if value is DEFAULT and kind in PRESENT:
        value = PRESENT[kind]()
    if not isinstance(value, kind):
        raise wrong_type(who, KINDS[kind], value)
    if not value.is_open:
        raise bad_value(who, "an open port", value)
    return value


def attempt(
    who: str, expected: str, received: Any, action: Callable[..., Result], *args: Any
) -> Result:
    """Return what the action returns; if the system refuses it, that is an error.

    The condition is of kind "file", and its fact is what the system says.
    """
    try:
        return action(*args)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        message = f"expected {expected}, but received"
        raise failure("file", who, message, received, fact=reason.lower()) from None


@builtin("port?")
def is_port(obj: Any) -> Boolean:
    """Return whether the object is a port. R7RS 6.13.1."""
    return boolean(isinstance(obj, Port))


@builtin("input-port?")
def is_input_port(obj: Any) -> Boolean:
    """Return whether the object is an input port. R7RS 6.13.1."""
    return boolean(isinstance(obj, (TextInput, BinaryInput)))


@builtin("output-port?")
def is_output_port(obj: Any) -> Boolean:
    """Return whether the object is an output port. R7RS 6.13.1."""
    return boolean(isinstance(obj, (TextOutput, BinaryOutput)))


@builtin("textual-port?")
def is_textual_port(obj: Any) -> Boolean:
    """Return whether the object is a port for characters. R7RS 6.13.1."""
    return boolean(isinstance(obj, (TextInput, TextOutput)))


@builtin("binary-port?")
def is_binary_port(obj: Any) -> Boolean:
    """Return whether the object is a port for bytes. R7RS 6.13.1."""
    return boolean(isinstance(obj, (BinaryInput, BinaryOutput)))


@builtin("input-port-open?")
def is_input_port_open(port: Port) -> Boolean:
    """Return whether the input port is open. R7RS 6.13.1."""
    return boolean(_input_port("input-port-open?", port).is_open)


@builtin("output-port-open?")
def is_output_port_open(port: Port) -> Boolean:
    """Return whether the output port is open. R7RS 6.13.1."""
    return boolean(_output_port("output-port-open?", port).is_open)


def _input_port(who: str, value: Any) -> TextInput | BinaryInput:
    if isinstance(value, (TextInput, BinaryInput)):
        return value
    raise wrong_type(who, "an input port", value)


def _output_port(who: str, value: Any) -> TextOutput | BinaryOutput:
    if isinstance(value, (TextOutput, BinaryOutput)):
        return value
    raise wrong_type(who, "an output port", value)


@builtin("close-port")
def close_port(port: Port) -> Unique:
    """Close the port. R7RS 6.13.1."""
    if not isinstance(port, Port):
        raise wrong_type("close-port", "a port", port)
    return _close("close-port", port)


@builtin("close-input-port")
def close_input_port(port: Port) -> Unique:
    """Close the input port. R7RS 6.13.1."""
    return _close("close-input-port", _input_port("close-input-port", port))


@builtin("close-output-port")
def close_output_port(port: Port) -> Unique:
    """Close the output port. R7RS 6.13.1."""
    return _close("close-output-port", _output_port("close-output-port", port))


def _close(who: str, port: Port) -> Unique:
    attempt(who, "a port that can be closed", port, port.close)
    return UNSPECIFIED


@builtin("open-input-string")
def open_input_string(string: String) -> TextInput:
    """Return a port that reads the characters of the string. R7RS 6.13.1."""
    return string_input(text_of("open-input-string", string))


@builtin("open-output-string")
def open_output_string() -> TextOutput:
    """Return a port that keeps what is written for get-output-string. R7RS 6.13.1."""
    return string_output()


@builtin("get-output-string")
def get_output_string(port: TextOutput) -> String:
    """Return what was written to a string port so far. R7RS 6.13.1."""
    if isinstance(port, TextOutput) and isinstance(port.sink, io.StringIO):
        return String(port.sink.getvalue())
    raise wrong_type("get-output-string", "a port of open-output-string", port)


@builtin("open-input-bytevector")
def open_input_bytevector(bytevector: Bytevector) -> BinaryInput:
    """Return a port that reads the bytes of the bytevector. R7RS 6.13.1."""
    return bytes_input(bytes(bytes_of("open-input-bytevector", bytevector)))


@builtin("open-output-bytevector")
def open_output_bytevector() -> BinaryOutput:
    """Return a port that keeps bytes for get-output-bytevector. R7RS 6.13.1."""
    return BinaryOutput("bytevector", io.BytesIO())


@builtin("get-output-bytevector")
def get_output_bytevector(port: BinaryOutput) -> Bytevector:
    """Return what was written to a bytevector port so far. R7RS 6.13.1."""
    if isinstance(port, BinaryOutput) and isinstance(port.sink, io.BytesIO):
        return Bytevector(bytearray(port.sink.getvalue()))
    raise wrong_type("get-output-bytevector", "a port of open-output-bytevector", port)


@builtin("open-input-file")
def open_input_file(filename: String) -> TextInput:
    """Return a port that reads a file as UTF-8 text. R7RS 6.13.1."""
    file = _open("open-input-file", filename, "r")
    return TextInput(filename.text, file)


@builtin("open-output-file")
def open_output_file(filename: String) -> TextOutput:
    """Return a port that writes a new file as UTF-8 text. R7RS 6.13.1."""
    file = _open("open-output-file", filename, "w")
    return TextOutput(filename.text, file)


@builtin("open-binary-input-file")
def open_binary_input_file(filename: String) -> BinaryInput:
    """Return a port that reads the bytes of a file. R7RS 6.13.1."""
    file = _open("open-binary-input-file", filename, "rb")
    return BinaryInput(filename.text, file)


@builtin("open-binary-output-file")
def open_binary_output_file(filename: String) -> BinaryOutput:
    """Return a port that writes the bytes of a new file. R7RS 6.13.1."""
    file = _open("open-binary-output-file", filename, "wb")
    return BinaryOutput(filename.text, file)


def _open(who: str, filename: Any, mode: str) -> Any:
    path = text_of(who, filename)
    expected = f"a file that can be {'read' if 'r' in mode else 'written'}"
    encoding, newline = (None, None) if "b" in mode else ("utf-8", "")
    return attempt(
        who, expected, filename, open, path, mode, -1, encoding, None, newline
    )


@builtin("file-exists?")
def does_file_exist(filename: String) -> Boolean:
    """Return whether there is a file with this name. R7RS 6.14."""
    return boolean(os.path.exists(text_of("file-exists?", filename)))


@builtin("delete-file")
def delete_file(filename: String) -> Unique:
    """Delete the file with this name. R7RS 6.14."""
    path = text_of("delete-file", filename)
    attempt("delete-file", "a file that can be deleted", filename, os.remove, path)
    return UNSPECIFIED


@builtin("eof-object")
def eof_object() -> Unique:
    """Return the object that stands for the end of a file. R7RS 6.13.2."""
    return EOF


@builtin("eof-object?")
def is_eof_object(obj: Any) -> Boolean:
    """Return whether the object is the end of a file. R7RS 6.13.2."""
    return boolean(obj is EOF)
