"""An iob controller at 200 Hz on 18 simulated joints: signals that were missed.

The robot lives in real time in this process; the controller commands and reads all
joints in each signal. What others do on the machine can be seen in the worst cycles.
"""

import gc
import math
import time

import brbrain
from brbrain.iob import ALL, Interface
from brbrain.simulated_device import SimulatedDevice

SECONDS = 10
PERIOD_NS = 5_000_000
AMPLITUDE = 0.1  # rad


def timed(device):
    """Return a list that gets the seconds of each exchange."""
    seconds, exchange = [], device.exchange

    def measured(commands=None):
        began = time.perf_counter()
        state = exchange(commands)
        seconds.append(time.perf_counter() - began)
        return state

    device.exchange = measured
    return seconds


def main():
    with brbrain.open("sim:humanoid") as robot:
        iob = Interface(SimulatedDevice(robot))
        iob.open_iob()
        iob.set_signal_period(PERIOD_NS)
        iob.write_servo(ALL, True)
        starts = iob.read_actual_angles()
        cycles = SECONDS * 10**9 // PERIOD_NS
        for _ in range(60):  # until the gains have risen
            iob.wait_for_iob_signal()
        missed, busy = 0, timed(iob.device)
        gc.collect()
        gc.freeze()  # what lives for long is not to be looked through in a cycle
        for cycle in range(cycles):
            wave = AMPLITUDE * math.sin(2 * math.pi * cycle * PERIOD_NS / 1e9)
            iob.write_command_angles([start + wave for start in starts])
            iob.read_actual_angles()
            missed += iob.wait_for_iob_signal()
        iob.close_iob()
    print(f"{iob.number_of_joints()} joints, {cycles} signals of {PERIOD_NS / 1e6} ms")
    print(f"missed: {missed} (bar 0 on an idle machine)")
    busy.sort()
    shares = [busy[len(busy) * share // 100] * 1e3 for share in (50, 90, 99)]
    print("exchange ms: median {:.2f}, 90 % {:.2f}, 99 % {:.2f}".format(*shares))


if __name__ == "__main__":
    main()
