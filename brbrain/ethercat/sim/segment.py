"""A line of simulated slaves on one wire, and what can go wrong on it."""

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from brbrain.arguments import whole
from brbrain.clock import Clock, WallClock
from brbrain.errors import LinkError, ReplyError
from brbrain.ethercat.datagrams import COUNTER, HEADER, UDP_PORT, Command, walk
from brbrain.ethercat.link import FrameLink, QuickSocket
from brbrain.ethercat.sim.slave import SimulatedSlave

IDLE_SECONDS = 0.02
"""Real seconds between two looks at watchdogs and faults while no frame comes."""


class Segment:
    """Slaves one behind the other: a frame passes through all and comes back.

    ``connected`` False is a cable that is out. ``dropped`` frames are lost, and the
    counter of the next ``miscounted`` logical frames is one short.
    """

    def __init__(self, slaves: Sequence[SimulatedSlave]) -> None:
        self.slaves = list(slaves)
        self.connected = True
        self.dropped = self.miscounted = 0
        for number, slave in enumerate(self.slaves, start=1):
            slave.set_ports(1 if number == len(self.slaves) else 2)

    def process(self, frame: bytearray) -> bool:
        """Serve a frame in place; False if it does not come back."""
        if not self.connected:
            return False
        if self.dropped:
            self.dropped -= 1
            return False
        try:
            for at, size in walk(frame):
                for slave in self.slaves:
                    slave.datagram(frame, at)
                if self.miscounted:
                    self._miscount(frame, at, size)
        except ReplyError:
            return False
        return True

    def watch(self) -> None:
        """Let watchdogs expire while no frames come."""
        for slave in self.slaves:
            slave.watch()

    def _miscount(self, frame: bytearray, at: int, size: int) -> None:
        if frame[at] in (Command.LRD, Command.LWR, Command.LRW):
            self.miscounted -= 1
            where = at + HEADER.size + size
            (counter,) = COUNTER.unpack_from(frame, where)
            COUNTER.pack_into(frame, where, max(0, counter - 1))


class SegmentLink(FrameLink):
    """A link to slaves in the same process: frames come back at once."""

    name = "simulated EtherCAT"

    def __init__(self, segment: Segment, clock: Clock | None = None) -> None:
        self.segment = segment
        self.clock: Clock = clock or WallClock()
        self._frame: bytearray | None = None

    def send(self, frame: bytes) -> None:
        """Let the frame pass through all slaves."""
        passed = bytearray(frame)
        self._frame = passed if self.segment.process(passed) else None

    def receive(self, seconds: float) -> bytes | None:
        """Return the frame, or None, ``seconds`` later, if it was lost."""
        frame, self._frame = self._frame, None
        if frame is None:
            self.clock.sleep(seconds)
            self.segment.watch()
            return None
        return bytes(frame)

    def close(self) -> None:
        """Nothing is open."""


class UdpSegment:
    """Serves a segment over UDP, on loopback unless told otherwise.

    ``port`` 0 takes a free one; `address` tells which. Raises LinkError if the port is
    taken.
    """

    def __init__(
        self, segment: Segment, host: str = "127.0.0.1", port: int = UDP_PORT
    ) -> None:
        self.segment = segment
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((host, whole("port", port, 0, 0xFFFF)))
        except OSError as error:
            self._socket.close()
            raise LinkError(
                f"UDP port {port} on {host}: expected it free, but {error.strerror}"
            ) from error
        self._quick = QuickSocket(self._socket)

    @property
    def address(self) -> tuple[str, int]:
        """The host and port that it serves on."""
        host, port = self._socket.getsockname()
        return host, port

    def fileno(self) -> int:
        """Return the socket's number, to wait for it beside others."""
        return self._socket.fileno()

    def serve(self, going_on: Callable[[], bool] = lambda: True) -> None:
        """Serve frames until ``going_on`` says no."""
        while going_on():
            try:
                received = self._quick.receive(IDLE_SECONDS)
            except OSError:
                return  # closed by another thread
            if received is None:
                self.segment.watch()
                continue
            frame = bytearray(received[0])
            if self.segment.process(frame):
                with suppress(OSError):  # nobody listens any more
                    self._socket.sendto(frame, received[1])

    def close(self) -> None:
        """Close the socket; `serve` ends."""
        self._socket.close()
