"""An adapter (USB2Dynamixel, U2D2) that puts the host on the bare servo bus."""

from collections.abc import Generator

from brbrain.sim.bus import ServoBus
from brbrain.sim.faults import Faults
from brbrain.sim.line import Line, Program, Wait, Wake


class Adapter:
    """Bytes go through as they come, at the bus's own pace."""

    def __init__(self, bus: ServoBus, line: Line, faults: Faults) -> None:
        self._bus = bus
        self._line = line
        self._faults = faults

    def run(self) -> Program:
        """Pass bytes on for ever."""
        while True:
            time, data = yield Wait(self._bus.next_arrival(), listening=True)
            if data:
                if self._faults.strikes("echo"):
                    self._line.to_host(data, time)
                time = yield from self._transmit(data, time)
            heard = bytes(arrival.byte for arrival in self._bus.take(time))
            self._line.to_host(heard, time)

    def _transmit(self, data: bytes, time: float) -> Generator[Wait, Wake, float]:
        """Send, and return the time when it is done."""
        pieces = [data]
        if self._bus.paced:
            # One by one: a module answers when its own packet is complete.
            pieces = [bytes((byte,)) for byte in data]
        for piece in pieces:
            time, _ = yield Wait(time + len(piece) * self._bus.byte_time, False)
            self._bus.send(piece, time)
        return time
