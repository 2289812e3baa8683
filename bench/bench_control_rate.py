"""How often a second 18 servos are told where to be and say where they are.

The robot is the simulated CM-5 behind 115200 bits per second, in simulated time, to
which the computing time of the host's code is added.
"""

import time
from statistics import mean

from brbrain import Brain, MemoryLink
from brbrain.clock import VirtualClock
from brbrain.sim import Simulation

IDS = range(1, 19)
CYCLES = 200
BARS = {  # cycles a second, by return delay in us
    ("plain", 500): 32,
    ("plain", 0): 75,
    ("extended", 500): 60,
    ("extended", 0): 150,
}


class Wire:
    """A link that measures what time its simulated robot costs, to take it off."""

    def __init__(self, sim, clock):
        self.cost = 0.0
        self._link = MemoryLink(sim, clock)

    def __getattr__(self, name):
        attribute = getattr(self._link, name)
        if name not in ("read", "write", "discard_input"):
            return attribute

        def timed(*arguments):
            began = time.perf_counter()
            try:
                return attribute(*arguments)
            finally:
                self.cost += time.perf_counter() - began

        return timed


def ready(link, kind):
    """Return a brain that has been told the formats, with or without extensions."""
    brain = Brain(link)
    if kind == "extended":
        brain.negotiate()
    brain.set_write_format(list(IDS), "goal position", 1)
    brain.set_read_format(list(IDS), "present position", 1)
    brain.write_read_raw([512] * len(IDS))
    return brain


def cycle_times(brain, cycles=CYCLES):
    """Return the seconds of a cycle: on the wires, and of the host.

    The link counts in ``cost`` the seconds that its simulation takes.
    """
    link = brain.link
    wires, host = [], []
    for _ in range(cycles):
        link.cost, simulated = 0.0, link.clock.now()
        began = time.perf_counter()
        values = brain.write_read_raw([512] * len(IDS))
        host.append(time.perf_counter() - began - link.cost)
        wires.append(link.clock.now() - simulated)
        assert values[-1] == 0
    return mean(wires), mean(host)


def scan_time(brain):
    began = brain.link.clock.now()
    assert len(brain.scan()) == 19
    return brain.link.clock.now() - began


def report(connect, cycles=CYCLES):
    """Print what there is to measure; ``connect`` takes a return delay in us."""
    print(
        f"{'protocol':10}{'delay us':>9}{'cycle ms':>10}{'Hz':>7}{'bar':>5}{'host':>7}"
    )
    for (kind, delay), bar in BARS.items():
        wires, host = cycle_times(ready(connect(delay), kind), cycles)
        print(
            f"{kind:10}{delay:9}{wires * 1e3:10.2f}{1 / (wires + host):7.1f}{bar:5}"
            f"{host / (wires + host):7.1%}"
        )
    print("bar for the host's share: 10 %")
    scanned = scan_time(Brain(connect(500)))
    print(f"scan of 254 ids, 19 present: {scanned:.3f} s (bar 0.7)")


def connect(delay):
    """Return a link to a simulated robot whose servos have this return delay."""
    clock = VirtualClock()
    sim = Simulation("humanoid", clock)
    for servo in sim.servos.values():
        servo["return delay time"] = delay // 2
    return Wire(sim, clock)


if __name__ == "__main__":
    report(connect)
