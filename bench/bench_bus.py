"""How fast 18 servos are written and read, and all ids scanned, on the bare bus.

The bus is simulated at 1000000 bits per second, in simulated time, to which the
computing time of the host's code is added.
"""

import time
from statistics import mean

from bench_control_rate import Wire

from brbrain.bus import DynamixelBus
from brbrain.clock import VirtualClock
from brbrain.sim import Simulation

IDS = range(1, 19)
CYCLES = 200
BARS = {500: 75, 0: 230}  # cycles a second, by return delay in us
SCAN_BAR = 0.6  # seconds


def bus_and_robot():
    clock = VirtualClock()
    sim = Simulation("humanoid", clock, bus=True)
    return DynamixelBus(Wire(sim, clock)), sim


def cycle_time(delay):
    """Return the seconds that a cycle is on the wires, and in all."""
    bus, sim = bus_and_robot()
    for servo in sim.servos.values():
        servo["return delay time"] = delay // 2
    bus.set_write_format(list(IDS), "goal position", 1)
    bus.set_read_format(list(IDS), "present position", 1)
    wires, host = [], []
    for _ in range(CYCLES):
        bus.link.cost, simulated = 0.0, bus.link.clock.now()
        began = time.perf_counter()
        assert bus.write_read_raw([512] * len(IDS))[-1] == 0
        host.append(time.perf_counter() - began - bus.link.cost)
        wires.append(bus.link.clock.now() - simulated)
    return mean(wires), mean(wires) + mean(host)


def scan_time():
    bus, _ = bus_and_robot()
    assert len(bus.scan()) == 19
    return bus.link.clock.now()


def main():
    print(f"{'delay us':>8}{'cycle ms':>10}{'Hz':>8}{'with host Hz':>14}{'bar':>6}")
    for delay, bar in BARS.items():
        wires, whole = cycle_time(delay)
        print(f"{delay:8}{wires * 1e3:10.2f}{1 / wires:8.1f}{1 / whole:14.1f}{bar:6}")
    print(f"scan of 254 ids, 19 present: {scan_time():.3f} s (bar {SCAN_BAR})")


if __name__ == "__main__":
    main()
