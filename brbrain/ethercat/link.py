"""What carries EtherCAT frames: UDP here; the simulation has one without a socket."""

import os
import socket
from math import inf
from select import select
from time import monotonic
from typing import Any, Final, Protocol

from brbrain.arguments import text, whole
from brbrain.clock import Clock, WallClock
from brbrain.errors import LinkError
from brbrain.ethercat.datagrams import UDP_PORT

SPIN: Final = 0.0002
"""Seconds for which a socket is looked at before a sleep; our choice."""

LARGEST: Final = 2048
"""Bytes of the largest datagram that is taken; a frame has 1500."""


class FrameLink(Protocol):
    """Sends frames and receives those that come back."""

    name: str
    clock: Clock

    def send(self, frame: bytes) -> None:
        """Send a frame; a wire that is down loses it."""
        ...

    def receive(self, seconds: float) -> bytes | None:
        """Return the next frame that comes back, None if none does in that time."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


class UdpLink:
    """EtherCAT frames as UDP datagrams, port 0x88A4 unless told otherwise.

    With ``quick`` frames may follow one another at once; a cycle of its own pace has no
    use for that. Raises LinkError if the host is not known.
    """

    def __init__(
        self, host: str = "127.0.0.1", port: int = UDP_PORT, quick: bool = True
    ) -> None:
        self.name = f"udp:{text('host', host)}:{whole('port', port, 1, 0xFFFF)}"
        self.clock: Clock = WallClock()
        try:
            spin = SPIN if quick else 0.0
            self._socket = QuickSocket(_connected(host, port), spin)
        except OSError as error:
            reason = error.strerror or str(error)
            raise LinkError(f"{self.name}: cannot reach it: {reason}") from error

    def send(self, frame: bytes) -> None:
        """Send a frame; raises LinkError once the link is closed."""
        try:
            self._socket.socket.send(frame)
        except ConnectionRefusedError:
            return  # nobody there: as lost as on a wire that is cut
        except OSError as error:
            raise LinkError(f"{self.name}: {error.strerror or error}") from error

    def receive(self, seconds: float) -> bytes | None:
        """Return the next frame, None after ``seconds``."""
        try:
            received = self._socket.receive(seconds)
        except ConnectionRefusedError:
            return None
        except OSError as error:
            raise LinkError(f"{self.name}: {error.strerror or error}") from error
        return None if received is None else received[0]

    def close(self) -> None:
        """Close the socket."""
        self._socket.socket.close()


class QuickSocket:
    """A UDP socket that looks for what comes next before it sleeps.

    To wake a processor that sleeps takes longer than an exchange. So while datagrams
    come one right after the other, it is looked at for ``spin`` seconds first; at 1 kHz
    it never is.
    """

    def __init__(self, plain: socket.socket, spin: float = SPIN) -> None:
        self.socket = plain
        self.spin = spin
        self.socket.setblocking(False)
        self._came = -inf

    def receive(self, seconds: float) -> tuple[bytes, Any] | None:
        """Return a datagram and its sender, None after ``seconds``; raises OSError."""
        began = now = monotonic()
        quick = now - self._came < self.spin
        while True:
            try:
                received = self.socket.recvfrom(LARGEST)
            except BlockingIOError:
                pass
            else:
                self._came = monotonic()
                return received
            now = monotonic()
            if now - began >= seconds:
                return None
            if not quick or now - began > self.spin:
                self._sleep(seconds - (now - began))
            else:
                _yield()  # to whoever has to answer, on the same processor

    def _sleep(self, seconds: float) -> None:
        try:
            select([self.socket], [], [], seconds)
        except ValueError as error:  # closed meanwhile
            raise OSError("closed") from error


_yield = getattr(os, "sched_yield", lambda: None)
"""Lets others run, where the system can be asked for that."""


def _connected(host: str, port: int) -> socket.socket:
    """Return a socket that only hears from there."""
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_DGRAM
    )[0]
    made = socket.socket(family, kind, protocol)
    try:
        made.connect(address)
    except OSError:
        made.close()
        raise
    return made
