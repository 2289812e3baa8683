"""An iob controller at 200 Hz on 18 simulated joints: signals that were missed.

The robot lives in real time in this process, its link as fast as it can be; the
controller commands and reads all joints in each signal.
"""

import math
import time

import brbrain
from brbrain.iob import ALL, Interface
from brbrain.robot_device import RobotDevice

SECONDS = 10
PERIOD_NS = 5_000_000
AMPLITUDE = 0.1  # rad


def main():
    with brbrain.open("sim:humanoid") as robot:
        iob = Interface(RobotDevice(robot))
        iob.open_iob()
        iob.set_signal_period(PERIOD_NS)
        iob.write_servo(ALL, True)
        starts = iob.read_actual_angles()
        cycles = SECONDS * 10**9 // PERIOD_NS
        for _ in range(60):  # until the gains have risen
            iob.wait_for_iob_signal()
        missed, busy = 0, []
        for cycle in range(cycles):
            began = time.perf_counter()
            wave = AMPLITUDE * math.sin(2 * math.pi * cycle * PERIOD_NS / 1e9)
            iob.write_command_angles([start + wave for start in starts])
            iob.read_actual_angles()
            busy.append(time.perf_counter() - began)
            missed += iob.wait_for_iob_signal()
        iob.close_iob()
    print(f"{iob.number_of_joints()} joints, {cycles} signals of {PERIOD_NS / 1e6} ms")
    print(f"missed: {missed} (bar 0 on an idle machine)")
    print(f"commands and readings: {sum(busy) / len(busy) * 1e6:.0f} us a cycle")


if __name__ == "__main__":
    main()
