"""Serial ports: which there are, and opening one to read and write it fast.

Module serial is imported only when a port is used: a simulated robot needs none.
"""

import errno
import os
import select
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from brbrain.errors import LinkError

if TYPE_CHECKING:
    from serial import Serial

WRITE_TIMEOUT = 2.0
"""Seconds until a port that takes no more bytes counts as lost; our guess."""

POLL_SECONDS = 0.05
"""How long a read blocks on a port that has no file descriptor; our choice."""

_CHUNK = 4096

_NETWORK = ("socket", "rfc2217")
"""URLs of ports that are reached over the network."""

_REASONS = {
    errno.EISDIR: "it is a folder",
    errno.ENOTTY: "it is no serial port",
    errno.EINVAL: "it is no serial port",
    errno.ECONNREFUSED: "nobody listens there",
    errno.ETIMEDOUT: "nobody answers there",
    errno.EHOSTUNREACH: "the network does not reach it",
    errno.ENETUNREACH: "the network does not reach it",
    errno.EIO: "the device hung up",
}
"""Why a port cannot be opened, by the system's numbers of errors."""


class SerialPort(NamedTuple):
    """A serial port of this computer."""

    device: str
    description: str
    serial_number: str | None


def list_ports() -> list[SerialPort]:
    """Return the serial ports of this computer, in the order of their names."""
    from serial.tools.list_ports import comports

    ports = (SerialPort(p.device, p.description, p.serial_number) for p in comports())
    return sorted(ports, key=lambda port: port.device)


class Port(Protocol):
    """An open port. Its methods raise OSError when it is lost."""

    def write(self, data: bytes) -> None:
        """Send all of ``data``."""
        ...

    def read(self, seconds: float) -> bytes:
        """Return what there is, at least one byte, or b"" after ``seconds``."""
        ...

    def discard_input(self) -> None:
        """Forget the bytes that have come in."""
        ...


class DescriptorPort:
    """A port used by its file descriptor, which saves pyserial's share of the time."""

    def __init__(self, port: "Serial") -> None:
        self._port = port
        self._descriptor = port.fileno()
        self._poll = select.poll()
        self._poll.register(self._descriptor, select.POLLIN)

    def write(self, data: bytes) -> None:
        """Send all of ``data``."""
        try:
            sent = os.write(self._descriptor, data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            self._port.write(data[sent:])

    def read(self, seconds: float) -> bytes:
        """Return what there is, at least one byte, or b"" after ``seconds``."""
        if not self._poll.poll(max(0.0, seconds * 1000)):
            return b""
        data = os.read(self._descriptor, _CHUNK)
        if not data:
            raise OSError(errno.EIO, "the device hung up")
        return data

    def discard_input(self) -> None:
        """Forget the bytes that have come in."""
        while self.read(0.0):
            pass


class GenericPort:
    """A port used through pyserial alone: Windows, ``rfc2217://``, ``loop://``."""

    def __init__(self, port: "Serial") -> None:
        self._port = port

    def write(self, data: bytes) -> None:
        """Send all of ``data``."""
        self._port.write(data)

    def read(self, seconds: float) -> bytes:
        """Return what there is, at least one byte, or b"" after ``seconds``."""
        # The port's own time-out stays as it is: to change it configures the port anew.
        for _ in range(int(seconds / POLL_SECONDS) + 1):
            if data := self._port.read(max(1, self._port.in_waiting)):
                return data
        return b""

    def discard_input(self) -> None:
        """Forget the bytes that have come in."""
        self._port.reset_input_buffer()


def open_port(url: str, baud: int) -> "Serial":
    """Return an open pyserial port, locked against other programs where possible.

    Raises LinkError that says why it cannot be opened.
    """
    from serial import serial_for_url

    _check_url(url)
    options: dict[str, Any] = {}
    if "://" not in url:  # some URL handlers refuse these two
        options = {"write_timeout": WRITE_TIMEOUT, "exclusive": True}
    try:
        return serial_for_url(url, baudrate=baud, timeout=POLL_SECONDS, **options)
    except (OSError, ValueError) as error:
        raise LinkError(f"open: {_reason(url, baud, error)}") from None


def port_io(port: "Serial") -> Port:
    """Return the fastest way to use an open port."""
    try:
        return DescriptorPort(port)
    except (AttributeError, OSError, ValueError):
        return GenericPort(port)


def set_low_latency(port: "Serial") -> bool:
    """Ask the driver to hand over bytes at once; return whether it will.

    Without it, an FTDI adapter may keep a reply for 16 ms.
    """
    try:
        port.set_low_latency_mode(True)
    except (AttributeError, NotImplementedError, OSError, ValueError):
        return False
    return True


def usb_serial_number(device: str) -> str | None:
    """Return the USB serial number of the adapter behind ``device``, if it has one."""
    path = os.path.realpath(device)
    numbers = (p.serial_number for p in list_ports() if p.device == path)
    return next(numbers, None)


def device_with(serial_number: str) -> str | None:
    """Return the port whose adapter has that USB serial number, if it is there."""
    devices = (p.device for p in list_ports() if p.serial_number == serial_number)
    return next(devices, None)


def lost_reason(error: OSError) -> str:
    """Return why an open port was lost."""
    from serial import SerialTimeoutException

    if isinstance(error, SerialTimeoutException):
        return "it takes no more bytes"
    return "the device hung up"


def _check_url(url: str) -> None:
    """Raise LinkError for what is no name of a port."""
    scheme, found, _ = url.partition("://")
    if found and scheme in _NETWORK:
        try:
            parts = urlsplit(url)
            complete = bool(parts.hostname and parts.port)
        except ValueError:
            complete = False
        if not complete:
            raise LinkError(
                f"open: expected {scheme}://HOST:PORT, but received {url}: "
                "a name and a number"
            )
    elif not url.isprintable():
        raise LinkError(f"open: expected the name of a port, but received {url!r}")


def _reason(url: str, baud: int, error: Exception) -> str:
    """Return why ``url`` could not be opened, and what helps."""
    code, text = _system_code(error), str(error)
    # On Windows, pyserial tells the kind of error in its text only.
    if code in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "FileNotFound" in text:
        ports = ", ".join(port.device for port in list_ports()) or "none found"
        return f"expected a serial port ({ports}), but received {url}: no such port"
    if code in (errno.EACCES, errno.EPERM):
        return f"expected permission to use {url}; {_permission_help(url)}"
    if code in (errno.EBUSY, errno.EAGAIN) or "PermissionError" in text:
        return f"expected {url} to be free, but another program is using it"
    if isinstance(error, ValueError) and "baud" in text.lower():
        return f"expected a speed that {url} has, but received {baud}"
    return f"expected a port that can be opened, but received {url}: {_why(url, code)}"


def _why(url: str, code: int | None) -> str:
    scheme, found, _ = url.partition("://")
    if code in _REASONS:
        return _REASONS[code]
    if not found:
        return "it is no serial port"
    if scheme not in (*_NETWORK, "loop"):
        return "URLs of ports are socket://HOST:PORT and rfc2217://HOST:PORT"
    if code is None:
        return f"what is there does not speak {scheme}"
    return "no computer of that name is found" if code < 0 else "it cannot be reached"


def _system_code(error: BaseException | None) -> int | None:
    """Return the system's number of an error, or of the one that was behind it."""
    while error is not None:
        if isinstance(error, TimeoutError):
            return errno.ETIMEDOUT
        code = getattr(error, "errno", None) or next(iter(error.args), None)
        if isinstance(code, int):
            return code
        error = error.__context__
    return None


def _permission_help(device: str) -> str:
    import grp  # not there on Windows, where a port belongs to nobody

    try:
        group = grp.getgrgid(os.stat(device).st_gid).gr_name
    except (KeyError, OSError):
        return "it belongs to a group that has no name"
    return (
        f"it belongs to group {group}: run 'sudo usermod -aG {group} $USER', "
        "then log out and in again"
    )
