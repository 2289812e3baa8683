"""What carries EtherCAT frames: UDP here; the simulation has one without a socket."""

import socket
from typing import Protocol

from brbrain.arguments import text, whole
from brbrain.clock import Clock, WallClock
from brbrain.errors import LinkError
from brbrain.ethercat.datagrams import UDP_PORT


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

    Raises LinkError if the host is not known.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = UDP_PORT) -> None:
        self.name = f"udp:{text('host', host)}:{whole('port', port, 1, 0xFFFF)}"
        self.clock: Clock = WallClock()
        self._waits = -1.0
        try:
            self._socket = _connected(host, port)
        except OSError as error:
            reason = error.strerror or str(error)
            raise LinkError(f"{self.name}: cannot reach it: {reason}") from error

    def send(self, frame: bytes) -> None:
        """Send a frame; raises LinkError once the link is closed."""
        try:
            self._socket.send(frame)
        except ConnectionRefusedError:
            return  # nobody there: as lost as on a wire that is cut
        except OSError as error:
            raise LinkError(f"{self.name}: {error.strerror or error}") from error

    def receive(self, seconds: float) -> bytes | None:
        """Return the next frame, None after ``seconds``."""
        if seconds != self._waits:
            self._socket.settimeout(max(seconds, 1e-6))
            self._waits = seconds
        try:
            return self._socket.recv(2048)
        except (TimeoutError, ConnectionRefusedError):
            return None
        except OSError as error:
            raise LinkError(f"{self.name}: {error.strerror or error}") from error

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


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
