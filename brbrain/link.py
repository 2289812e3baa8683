"""Bytes to and from a robot: a serial port or URL, or a simulation in memory."""

from typing import TYPE_CHECKING, NoReturn, Protocol

from brbrain.arguments import kind, text, whole
from brbrain.clock import Clock, WallClock
from brbrain.errors import LinkError
from brbrain.ports import (
    Port,
    device_with,
    lost_reason,
    open_port,
    port_io,
    set_low_latency,
    usb_serial_number,
)

if TYPE_CHECKING:
    from serial import Serial

DEFAULT_BAUD = 115200
"""Bits per second of the CM-5's BRBrain firmware."""


class Link(Protocol):
    """A way to send bytes and to wait for bytes until a deadline."""

    name: str
    clock: Clock
    baud: int
    """The speed in bits per second; setting it changes the open link."""

    @property
    def is_open(self) -> bool:
        """Whether it is neither closed nor lost, as far as is known."""
        ...

    def write(self, data: bytes) -> None:
        """Send all of ``data``; raise LinkError if the link is lost."""
        ...

    def read(self, deadline: float) -> bytes:
        """Return what there is, at least one byte, or b"" at the deadline.

        ``deadline`` is a time of ``clock``. Raises LinkError if the link is lost.
        """
        ...

    def discard_input(self) -> None:
        """Forget the bytes that have come in."""
        ...

    def reopen(self) -> None:
        """Open a lost or closed link again; raise LinkError if that fails."""
        ...

    def status(self) -> str:
        """Return the state of the link in words."""
        ...

    def close(self) -> None:
        """End the link; closing twice does no harm."""
        ...


class Peer(Protocol):
    """The robot's side of a `MemoryLink`."""

    host_baud: int
    """The bits per second of the host."""

    def receive(self, data: bytes) -> None:
        """Take bytes that the host wrote now."""
        ...

    def poll(self) -> bytes:
        """Return the bytes that have arrived at the host by now."""
        ...

    def next_time(self) -> float | None:
        """Return when the next byte or event is due, None if nothing is pending."""
        ...

    def close(self) -> None:
        """Stop."""
        ...


class MemoryLink:
    """A link to a simulated robot in the same program."""

    def __init__(self, peer: Peer, clock: Clock, name: str = "memory") -> None:
        kind("peer", peer, "a simulated robot", "receive", "poll", "next_time")
        kind("clock", clock, "a clock", "now", "sleep")
        self.name = text("name", name)
        self.clock = clock
        self._peer = peer
        self._closed = False

    @property
    def baud(self) -> int:
        """The speed in bits per second, that the peer may know or not."""
        return self._peer.host_baud

    @baud.setter
    def baud(self, baud: int) -> None:
        self._peer.host_baud = whole("baud", baud, 1)

    @property
    def is_open(self) -> bool:
        """Whether it is not closed."""
        return not self._closed

    def write(self, data: bytes) -> None:
        """Hand ``data`` to the peer."""
        self._check_open()
        self._peer.receive(data)

    def read(self, deadline: float) -> bytes:
        """Return what the peer has sent, letting the clock run until there is some."""
        self._check_open()
        while not (data := self._peer.poll()):
            now = self.clock.now()
            if now >= deadline:
                break
            due = self._peer.next_time()
            self.clock.sleep((deadline if due is None else min(due, deadline)) - now)
        return data

    def discard_input(self) -> None:
        """Forget what the peer has sent."""
        self._check_open()
        self._peer.poll()

    def reopen(self) -> None:
        """Open the link again."""
        self._closed = False

    def status(self) -> str:
        """Return the state of the link in words."""
        return f"{self.name}, {'closed' if self._closed else 'open'}"

    def close(self) -> None:
        """Stop the peer."""
        if not self._closed:
            self._closed = True
            self._peer.close()

    def _check_open(self) -> None:
        if self._closed:
            raise LinkError(f"{self.name}: expected an open link, but it is closed")


class SerialLink:
    """A link over a serial port or any pyserial URL, opened for exclusive use.

    ``url`` is a device (``/dev/ttyUSB0``, ``COM3``) or ``socket://host:port``,
    ``rfc2217://host:port``, ``loop://``. ``baud`` is in bits per second; the line is
    8N1 without flow control. Raises LinkError when the port cannot be opened.
    """

    def __init__(self, url: str, baud: int = DEFAULT_BAUD) -> None:
        self.name = text("url", url)
        self.clock: Clock = WallClock()
        self.low_latency = False
        self._baud = whole("baud", baud, 1)
        self._port: Serial | None = None
        self._usb_number: str | None = None
        self.reopen()

    @property
    def baud(self) -> int:
        """The speed in bits per second; setting it changes the open port."""
        return self._baud

    @baud.setter
    def baud(self, baud: int) -> None:
        whole("baud", baud, 1)
        port = self._port or self._closed()
        try:
            port.baudrate = baud
        except (OSError, ValueError):
            raise LinkError(
                f"baud: expected a speed that {self.name} has, but received {baud}"
            ) from None
        self._baud = baud

    def reopen(self) -> None:
        """Open the port again.

        A USB adapter that has a serial number is found under whatever name the system
        has given it this time.
        """
        self.close()
        if self._usb_number:
            self.name = device_with(self._usb_number) or self.name
        self._port = open_port(self.name, self._baud)
        self._io: Port | None = port_io(self._port)
        self.low_latency = set_low_latency(self._port)
        self._usb_number = self._usb_number or usb_serial_number(self.name)

    @property
    def is_open(self) -> bool:
        """Whether the port is neither closed nor lost."""
        return self._port is not None

    def write(self, data: bytes) -> None:
        """Send all of ``data``; raise LinkError if the port is lost."""
        io = self._io or self._closed()
        try:
            io.write(data)
        except OSError as error:
            raise self._lost(error) from None

    def read(self, deadline: float) -> bytes:
        """Return what there is, at least one byte, or b"" at the deadline."""
        io = self._io or self._closed()
        try:
            return io.read(deadline - self.clock.now())
        except OSError as error:
            raise self._lost(error) from None

    def discard_input(self) -> None:
        """Forget the bytes that have come in."""
        io = self._io or self._closed()
        try:
            io.discard_input()
        except OSError as error:
            raise self._lost(error) from None

    def status(self) -> str:
        """Return the state of the link in words."""
        if self._port is None:
            return f"{self.name}, closed"
        latency = "low latency" if self.low_latency else "low latency not available"
        return f"{self.name}, open at {self._baud} bps, {latency}"

    def close(self) -> None:
        """Close the port."""
        port, self._port, self._io = self._port, None, None
        if port is not None:
            port.close()

    def _lost(self, error: OSError) -> LinkError:
        self.close()
        return LinkError(
            f"{self.name}: expected an open port, but it was lost: {lost_reason(error)}"
        )

    def _closed(self) -> NoReturn:
        raise LinkError(f"{self.name}: expected an open port, but it is closed")
