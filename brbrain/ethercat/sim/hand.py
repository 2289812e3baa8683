"""Whole simulated hands: in processes of their own, or in a thread in virtual time."""

import subprocess
import sys
from contextlib import suppress
from typing import Final

from brbrain.clock import Clock
from brbrain.errors import LinkError
from brbrain.ethercat.frame_master import FrameMaster
from brbrain.ethercat.hand import PERIOD
from brbrain.ethercat.process import HandProcess
from brbrain.ethercat.sim.faults import cause, check
from brbrain.ethercat.sim.palm import SimulatedPalm
from brbrain.ethercat.sim.segment import Segment, SegmentLink
from brbrain.ethercat.sim.slave import SimulatedSlave
from brbrain.ethercat.thread import HandThread

END_SECONDS: Final = 5.0
"""Time for the simulation's process to end; our choice."""


class SimulatedHand(HandProcess):
    """A hand that is simulated: its palms in one process, its cycle in another."""

    def __init__(self, period: float = PERIOD) -> None:
        super().__init__("sim", period)
        self._palms: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start both processes; the palms are brought to OP, halted."""
        self._palms = subprocess.Popen(
            [sys.executable, "-m", "brbrain.ethercat.sim", "--port", "0"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # signals of the terminal are for us alone
        )
        try:
            assert self._palms.stdout is not None
            line = self._palms.stdout.readline()
            if not line:
                raise LinkError("sim: expected simulated palms, but they did not start")
            self.where = line.split()[-1]
            super().start()
        except BaseException:
            self.close()
            raise

    def set_fault(self, name: str, *arguments: str | float) -> None:
        """Cause a fault, see `FAULTS`; ArgumentError for one that there is not."""
        check(name, *arguments)
        palms = self._palms
        if palms is None or palms.poll() is not None:
            raise LinkError("sim: expected simulated palms, but they have ended")
        assert palms.stdin is not None
        palms.stdin.write(" ".join([name, *map(str, arguments)]) + "\n")
        palms.stdin.flush()

    def close(self) -> None:
        """Halt the hand and end both processes; a second call does no harm."""
        super().close()
        palms, self._palms = self._palms, None
        if palms is None:
            return
        assert palms.stdin is not None
        assert palms.stdout is not None
        with suppress(OSError):
            palms.stdin.close()
        palms.stdout.close()
        try:
            palms.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            palms.kill()
            palms.wait()


class VirtualHand(HandThread):
    """A hand that is simulated in virtual time, palms and cycle, in this process."""

    def __init__(self, clock: Clock, period: float = PERIOD, palms: int = 1) -> None:
        self.simulated = [SimulatedPalm(clock, number + 1) for number in range(palms)]
        slaves = [SimulatedSlave(palm, clock) for palm in self.simulated]
        self.segment = Segment(slaves)
        super().__init__(FrameMaster(SegmentLink(self.segment, clock)), clock, period)

    def set_fault(self, name: str, *arguments: str | float) -> None:
        """Cause a fault, see `FAULTS`; ArgumentError for one that there is not."""
        cause(self.simulated, self.segment, name, *arguments)
