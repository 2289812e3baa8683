"""The simulated robot on a pseudo-terminal, for any program that talks serially."""

import contextlib
import os
import select
import signal
import termios
import tty
from collections.abc import Iterator
from typing import TextIO

from brbrain.arguments import kind, positive
from brbrain.clock import WallClock
from brbrain.errors import LinkError
from brbrain.sim.simulation import Simulation

CHUNK = 4096
"""Most bytes read at a time."""

PATIENCE = 0.25
"""Seconds between two looks at the port's baud rate while nothing comes."""

RATES = {
    getattr(termios, name): int(name[1:])
    for name in dir(termios)
    if name[0] == "B" and name[1:].isdigit() and name != "B0"
}
"""The bits per second that the codes of the terminal interface mean."""


class PtyServer:
    """Serves a simulation until it is stopped; a context manager that leaves nothing.

    On the bare servo bus the adapter has the baud rate that the client sets on the port
    (1 Mbps until then). ``speed`` is that of the simulation's wall clock.
    """

    def __init__(self, simulation: Simulation, speed: float = 1.0) -> None:
        kind("simulation", simulation, "a Simulation", "receive", "poll", "next_time")
        self.simulation = simulation
        self._speed = positive("speed", speed)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._awake, self._wake = os.pipe()
        os.set_blocking(self._wake, False)
        self._rate = self._line_rate()

    @property
    def port(self) -> str:
        """The path to open."""
        return os.ttyname(self._slave)

    def __enter__(self) -> "PtyServer":
        return self

    def __exit__(self, *exception: object) -> None:
        for descriptor in (self._master, self._slave, self._awake, self._wake):
            os.close(descriptor)

    def run(self) -> None:
        """Serve until `stop`. Raises LinkError when the fault "unplugged" strikes."""
        while not self._stopped():
            self._follow_rate()
            with contextlib.suppress(BlockingIOError):
                self.simulation.receive(os.read(self._master, CHUNK))
            self._send(self.simulation.poll())

    def stop(self) -> None:
        """End `run`; may be called by another thread or a signal handler."""
        os.write(self._wake, b"\0")

    def _stopped(self) -> bool:
        """Wait for bytes either way, or for `stop`."""
        due = self.simulation.next_time()
        patience = PATIENCE
        if due is not None:
            left = (due - self.simulation.clock.now()) / self._speed
            patience = max(0.0, min(patience, left))
        waiting = [self._master, self._awake]
        return self._awake in select.select(waiting, [], [], patience)[0]

    def _send(self, data: bytes) -> None:
        # A client that does not read loses bytes, as with a real port.
        with contextlib.suppress(BlockingIOError):
            if data:
                os.write(self._master, data)

    def _follow_rate(self) -> None:
        rate = self._line_rate()
        if rate != self._rate:
            self._rate = rate
            # The CM-5 has a line of its own; it is an adapter that passes the rate on.
            if rate in RATES and self.simulation.cm5 is None:
                self.simulation.baud = RATES[rate]

    def _line_rate(self) -> int:
        return int(termios.tcgetattr(self._slave)[tty.OSPEED])


@contextlib.contextmanager
def _stopping(server: PtyServer) -> Iterator[None]:
    """Let SIGINT and SIGTERM stop the server."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: server.stop()) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def serve_pty(
    robot: str = "humanoid",
    bus: bool = False,
    faults: str = "",
    out: TextIO | None = None,
    speed: float = 1.0,
    firmware: str = "brshell",
) -> None:
    """Serve a simulated robot on a pseudo-terminal until SIGINT or SIGTERM.

    Prints "port: PATH" to ``out`` first. ``bus``, ``faults`` and ``firmware`` are those
    of `Simulation`; at ``speed`` 2 the robot lives twice as fast. Call it in the main
    thread. Raises BrError for a robot or fault it does not know.
    """
    simulation = Simulation(
        robot, WallClock(speed), bus=bus, faults=faults, firmware=firmware
    )
    with PtyServer(simulation, speed) as server, _stopping(server):
        print(f"port: {server.port}", file=out, flush=True)
        try:
            server.run()
        except LinkError as error:
            print(error, file=out, flush=True)
