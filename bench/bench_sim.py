"""What the simulated humanoid costs in real time, as a share of one core.

Its 18 servos move in steps of 1 ms, all of them all the time; the bar is 6 %. Then the
same with a host that reads and writes all servos 30 times a second through the CM-5,
and what a day of rest costs.
"""

import math
import sys
import time

from brbrain.clock import VirtualClock
from brbrain.packets import SetReadFormat, SetWriteFormat, Span, WriteData, encode
from brbrain.sim import Simulation

IDS = range(1, 19)
SECONDS = 10.0
RATE = 30
ROUNDS = 5
BAR = 0.06

READ = bytes.fromhex("F3 0C")


class Robot:
    """A humanoid on a virtual clock, told to wave with all joints."""

    def __init__(self):
        self.clock = VirtualClock()
        self.sim = Simulation("humanoid", self.clock, paced=False)
        self.ask(encode(SetReadFormat(tuple(Span(id, 36, 8) for id in IDS))))
        self.ask(encode(SetWriteFormat(tuple(Span(id, 30, 4) for id in IDS))))

    def ask(self, request):
        self.sim.receive(request)
        return self.sim.poll()

    def wave(self):
        """Send all servos on by a sine of 20 degrees at half a turn a second."""
        swing = math.sin(math.pi * self.clock.now())
        data = bytearray()
        for id in IDS:
            goal = round(self.sim.robot.home[id] + 68 * swing)
            data += goal.to_bytes(2, "little") + (300).to_bytes(2, "little")
        self.ask(encode(WriteData(bytes(data))))

    def run(self, reading):
        for _ in range(round(SECONDS * RATE)):
            self.wave()
            if reading:
                self.ask(READ)
            self.clock.sleep(1.0 / RATE)
        self.sim.advance()


def cost(reading):
    """Return processor seconds a simulated second, of the best round."""
    best = math.inf
    for _ in range(ROUNDS):
        robot = Robot()
        start = time.process_time()
        robot.run(reading)
        best = min(best, (time.process_time() - start) / SECONDS)
    return best


def physics():
    """Return the same for the servos alone: goals are written, nothing else."""
    best = math.inf
    for _ in range(ROUNDS):
        robot = Robot()
        world, spent = robot.sim._world, 0.0
        for _ in range(round(SECONDS * RATE)):
            robot.wave()
            robot.clock.sleep(1.0 / RATE)
            start = time.process_time()
            world.advance(robot.clock.now())
            spent += time.process_time() - start
        best = min(best, spent / SECONDS)
    return best


def rest():
    """Return processor seconds of a day at rest."""
    robot = Robot()
    robot.clock.sleep(10.0)
    robot.sim.advance()
    robot.clock.sleep(86_400.0)
    start = time.process_time()
    robot.sim.advance()
    return time.process_time() - start


def main():
    servos = physics()
    print(f"18 servos in motion:        {servos:6.1%} of a core (bar {BAR:.0%})")
    print(f"with {RATE} writes a second:    {cost(reading=False):6.1%}")
    print(f"and {RATE} reads as well:       {cost(reading=True):6.1%}")
    print(f"a day at rest:              {rest() * 1000:6.2f} ms")
    return servos > BAR


if __name__ == "__main__":
    sys.exit(main())
