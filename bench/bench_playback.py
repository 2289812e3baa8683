"""How well playback keeps its rate: 18 servos at 30 Hz, while the program computes.

The robot is simulated with bytes that take their time at 115200 bps, on the wall clock,
in this process too; a real one leaves more time.
"""

import sys
import threading
import time
from statistics import median

import brbrain
from brbrain.clock import WallClock
from brbrain.link import MemoryLink
from brbrain.playback import Playback
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brbrain.sim import Simulation

SECONDS = 10.0
RATE = 30.0
LATE = 0.005
IDS = range(1, 19)


def robot():
    """Return a robot of 18 servos whose bytes take their time."""
    clock = WallClock()
    sim = Simulation(f"ids:{','.join(map(str, IDS))}", clock, paced=True)
    link = MemoryLink(sim, clock, "sim")
    return brbrain.Robot(brbrain.Brain(link), sim.robot, sim)


def waving(seconds):
    poses = [Pose(IDS, values={id: [count] for id in IDS}) for count in (400, 600)]
    return Sequence([Step(poses[at % 2], 1.0) for at in range(round(seconds))])


def lateness(busy):
    """Play, and return by how many seconds each frame was late."""
    late = []
    playback = Playback(
        robot(),
        waving(SECONDS),
        rate=RATE,
        on_progress=lambda progress: late.append(playback.lateness),
    )
    player = threading.Thread(target=playback.run)
    player.start()
    while player.is_alive():
        if busy:
            sum(range(1000))  # what the prompt computes
        else:
            time.sleep(0.01)
    return late[1:], playback.progress.skipped  # at first the formats are set


def main():
    print(f"{'':24}{'frames':>8}{'in time':>9}{'median ms':>11}{'skipped':>9}")
    for busy in (False, True):
        late, skipped = lateness(busy)
        share = sum(each <= LATE for each in late) / (len(late) + skipped)
        name = "while it computes" if busy else "while it waits"
        print(
            f"{name:24}{len(late):8}{share:9.1%}{median(late) * 1e3:11.2f}{skipped:9}"
        )
    print(
        f"bar: 99 % within {LATE * 1e3:g} ms; switch interval {sys.getswitchinterval()}"
    )


if __name__ == "__main__":
    main()
