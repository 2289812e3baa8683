"""Ports: where text and bytes are read from and written to. R7RS 6.13."""

from __future__ import annotations

import io
import sys

from brshell.runtime.conditions import Terminated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO, TextIO


# The exit code of a program whose output nobody reads: 128 + SIGPIPE, as in shells.
OUTPUT_CLOSED = 141


class Port:
    """A port; ``name`` is its file, or what else it is."""

    __slots__ = ("is_open", "name")
    direction = ""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_open = True

    def describe(self) -> tuple[str, list[tuple[str, Any]]]:
        """Return the name and parts to print."""
        return f"{self.direction}-port {self.name}", []

    def close(self) -> None:
        """Close the port; it may be closed already."""
        self.is_open = False


class TextInput(Port):
    """A textual input port. What was fetched and not yet read is fetched[position:]."""

    __slots__ = ("fetched", "fold_case", "position", "source")
    direction = "input"

    def __init__(self, name: str, source: TextIO | StandardInput) -> None:
        super().__init__(name)
        self.source = source
        self.fetched = ""
        self.position = 0
        self.fold_case = False  # #!fold-case was read

    def _has_more(self) -> bool:
        if self.position == len(self.fetched):
            self.fetched = self.source.readline()
            self.position = 0
        return self.fetched != ""

    def look_ahead(self) -> bool:
        """Fetch more text without reading any; return whether there was more."""
        more = self.source.read()
        if more:
            self.fetched = self.fetched[self.position :] + more
            self.position = 0
        return more != ""

    def peek(self) -> str:
        """Return the next character, "" at the end."""
        return self.fetched[self.position] if self._has_more() else ""

    def read(self, count: int) -> str:
        """Return the next ``count`` characters, less at the end."""
        parts = []
        while count > 0 and self._has_more():
            part = self.fetched[self.position : self.position + count]
            self.position += len(part)
            count -= len(part)
            parts.append(part)
        return "".join(parts)

    def read_line(self) -> str | None:
        """Return the rest of the line without its end, None at the end of the text."""
        if not self._has_more():
            return None
        start = self.position
        newline = self.fetched.find("\n", start)
        end = newline if newline >= 0 else len(self.fetched)
        carriage_return = self.fetched.find("\r", start, end)
        if carriage_return >= 0:
            end = carriage_return
        is_double = self.fetched.startswith("\r\n", end)
        self.position = min(end + (2 if is_double else 1), len(self.fetched))
        return self.fetched[start:end]

    def is_ready(self) -> bool:
        """Return whether a character can be had, or the end, without waiting."""
        if self.position < len(self.fetched):
            return True
        return not isinstance(self.source, StandardInput) or self.source.is_ready()

    def close(self) -> None:
        """Close the port and its file; the program's own input stays open."""
        if not isinstance(self.source, StandardInput):
            super().close()
            self.source.close()


class TextOutput(Port):
    """A textual output port."""

    __slots__ = ("sink",)
    direction = "output"

    def __init__(self, name: str, sink: TextIO | StandardOutput) -> None:
        super().__init__(name)
        self.sink = sink

    def close(self) -> None:
        """Close the port and its file.

        The program's own output stays open, and a string port keeps its text.
        """
        if isinstance(self.sink, StandardOutput):
            self.sink.flush()
            return
        super().close()
        if not isinstance(self.sink, io.StringIO):
            self.sink.close()


class BinaryInput(Port):
    """A binary input port."""

    __slots__ = ("source",)
    direction = "binary-input"

    def __init__(self, name: str, source: io.BufferedReader) -> None:
        super().__init__(name)
        self.source = source

    def close(self) -> None:
        """Close the port and its file."""
        super().close()
        self.source.close()


class BinaryOutput(Port):
    """A binary output port."""

    __slots__ = ("sink",)
    direction = "binary-output"

    def __init__(self, name: str, sink: BinaryIO) -> None:
        super().__init__(name)
        self.sink = sink

    def close(self) -> None:
        """Close the port and its file; a bytevector port keeps its bytes."""
        super().close()
        if not isinstance(self.sink, io.BytesIO):
            self.sink.close()


class StandardInput:
    """The program's own input, whatever Python has for it when it is read."""

    def readline(self) -> str:
        """Return the next line, after the output so far is shown."""
        sys.stdout.flush()
        line = sys.stdin.readline()
        line.encode()  # in some locales Python lets bytes pass that are no text
        return line

    read = readline

    def is_ready(self) -> bool:
        """Return whether there is something to read now."""
        import select  # rarely needed

        try:
            return bool(select.select([sys.stdin], [], [], 0)[0])
        except (OSError, ValueError):
            return True  # no file of the system, so nobody to wait for


class StandardOutput:
    """The program's own output, ``stdout`` or ``stderr``, as Python has it now."""

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, text: str) -> None:
        """Write the text; what the terminal's encoding lacks goes out as escapes.

        The program ends if nobody reads its output any more (| head).
        """
        stream = getattr(sys, self._name)
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoded = text.encode(stream.encoding, "backslashreplace")
            stream.write(encoded.decode(stream.encoding))
        except BrokenPipeError:
            raise Terminated(OUTPUT_CLOSED) from None

    def flush(self) -> None:
        """Show the output so far; the program ends if nobody reads it."""
        try:
            getattr(sys, self._name).flush()
        except BrokenPipeError:
            raise Terminated(OUTPUT_CLOSED) from None


def string_input(text: str) -> TextInput:
    """Return a port that reads from a text."""
    port = TextInput("string", io.StringIO())
    port.fetched = text
    return port


def string_output() -> TextOutput:
    """Return a port that keeps what is written."""
    return TextOutput("string", io.StringIO())


def bytes_input(data: bytes) -> BinaryInput:
    """Return a port that reads from bytes."""
    return BinaryInput("bytevector", io.BufferedReader(io.BytesIO(data)))
