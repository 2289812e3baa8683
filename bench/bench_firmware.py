"""How often a second the true firmware tells 18 servos where to be, and hears of them.

The binary runs in simavr, in simulated time, behind 115200 bits per second. A byte
there takes eleven bits instead of ten, so that all is a little slower than on the CM-5.
To the simulated time the computing time of the host's code is added.
"""

import sys
import time
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from firmware_bench import FirmwareLink, TrueBinary

from brbrain import Brain

IDS = list(range(1, 19))
CYCLES = 50
BARS = {  # cycles a second, by return delay in us
    ("plain", 500): 32,
    ("plain", 0): 75,
    ("extended", 500): 60,
    ("extended", 0): 150,
}


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


def ready(kind, delay):
    binary = TrueBinary("humanoid")
    for servo in binary.servos.values():
        servo["return delay time"] = delay // 2
    brain = Brain(TimedLink(binary))
    if kind == "extended":
        brain.negotiate()
    brain.set_write_format(IDS, "goal position", 1)
    brain.set_read_format(IDS, "present position", 1)
    brain.write_read_raw([512] * len(IDS))
    return brain


def cycle_times(kind, delay):
    """Return the seconds of a cycle: of the firmware and the wires, and of the host."""
    brain = ready(kind, delay)
    link = brain.link
    wires, host = [], []
    for _ in range(CYCLES):
        link.cost, simulated = 0.0, link.now()
        began = time.perf_counter()
        values = brain.write_read_raw([512] * len(IDS))
        host.append(time.perf_counter() - began - link.cost)
        wires.append(link.now() - simulated)
        assert values[-1] == 0
    return mean(wires), mean(host)


def scan_time():
    brain = ready("plain", 500)
    began = brain.link.now()
    assert len(brain.scan()) == 19
    return brain.link.now() - began


def main():
    print(
        f"{'protocol':10}{'delay us':>9}{'cycle ms':>10}{'Hz':>7}{'bar':>5}{'host':>7}"
    )
    for (kind, delay), bar in BARS.items():
        wires, host = cycle_times(kind, delay)
        print(
            f"{kind:10}{delay:9}{wires * 1e3:10.2f}{1 / (wires + host):7.1f}{bar:5}"
            f"{host / (wires + host):7.1%}"
        )
    print("bar for the host's share: 10 %")
    print(f"scan of 254 ids, 19 present: {scan_time():.3f} s (bar 0.7)")


if __name__ == "__main__":
    main()
