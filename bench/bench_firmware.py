"""How often a second the true firmware tells 18 servos where to be, and hears of them.

The binary runs in simavr, in simulated time, behind 115200 bits per second. A byte
there takes eleven bits instead of ten, so that all is a little slower than on the CM-5.
To the simulated time the computing time of the host's code is added.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from bench_control_rate import report
from firmware_bench import FirmwareLink, TrueBinary

CYCLES = 50


class TimedLink(FirmwareLink):
    """A link that measures what time the simulation costs, to take it off."""

    cost = 0.0

    def write(self, data):
        began = time.perf_counter()
        super().write(data)
        self.cost += time.perf_counter() - began

    def read(self, deadline):
        began = time.perf_counter()
        heard = super().read(deadline)
        self.cost += time.perf_counter() - began
        return heard


def connect(delay):
    """Return a link to the binary, whose servos have this return delay in us."""
    binary = TrueBinary("humanoid")
    for servo in binary.servos.values():
        servo["return delay time"] = delay // 2
    return TimedLink(binary)


if __name__ == "__main__":
    report(connect, CYCLES)
