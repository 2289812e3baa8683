"""Serves a segment on a network interface, with frames of EtherCAT's own type.

It is for interfaces that nothing else answers on, such as an end of a veth pair. It
needs rights to open raw sockets, and Linux.
"""

import socket
from collections.abc import Callable

from brbrain.arguments import text
from brbrain.errors import LinkError, NotSupportedError
from brbrain.ethercat.datagrams import ETHERTYPE
from brbrain.ethercat.sim.segment import IDLE_SECONDS, Segment

_HEADER = 14
"""Bytes of an Ethernet header: to, from, type."""

_SOURCE = 6
_LOCAL = 0x02
"""In the first byte of an address: set by the first slave, so that the master knows a
frame that came back from one that it sent."""


class EthernetSegment:
    """Serves a segment on an interface, such as "veth1".

    Raises LinkError if there is no such interface or it may not be opened,
    NotSupportedError where there are no raw sockets.
    """

    def __init__(self, segment: Segment, interface: str) -> None:
        self.segment = segment
        self.interface = text("interface", interface)
        if not hasattr(socket, "AF_PACKET"):
            raise NotSupportedError("EtherCAT on an interface: raw sockets need Linux")
        try:
            self._socket = socket.socket(
                socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETHERTYPE)
            )
        except OSError as error:
            raise LinkError(f"{interface}: raw sockets: {error.strerror}") from error
        try:
            self._socket.bind((interface, ETHERTYPE))
        except OSError as error:
            self._socket.close()
            raise LinkError(f"{interface}: {error.strerror}") from error
        self._socket.settimeout(IDLE_SECONDS)

    def serve(self, going_on: Callable[[], bool] = lambda: True) -> None:
        """Serve frames until ``going_on`` says no."""
        frame = bytearray(2048)
        while going_on():
            try:
                size, sender = self._socket.recvfrom_into(frame)
            except TimeoutError:
                self.segment.watch()
                continue
            except OSError as error:
                if error.errno is None or self._socket.fileno() < 0:
                    return  # closed by another thread
                continue  # the interface is down for a while
            if sender[2] != socket.PACKET_OUTGOING:
                self._answer(frame[:size])

    def close(self) -> None:
        """Close the socket; `serve` ends."""
        self._socket.close()

    def _answer(self, frame: bytearray) -> None:
        body = frame[_HEADER:]
        if not self.segment.process(body):
            return
        frame[_HEADER:] = body
        frame[_SOURCE] |= _LOCAL
        try:
            self._socket.send(frame)
        except OSError:
            return  # the interface went down: the frame is lost
