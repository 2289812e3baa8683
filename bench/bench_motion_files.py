"""How long it takes to read and write motion files of the size that people have.

Bar: a `.mtn` of 200 kB is read in half a second. Fails if it takes longer.
"""

import logging
import os
import sys
import tempfile
import time

from brbrain import motionfiles
from brbrain.motionfiles import mtn
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step

BAR = 0.5
ROUNDS = 5
STEPS = 1466  # of the largest file of this kind that we know


def stock_motions():
    """Return pages of 18 servos, as large as the largest file that we know."""
    pages = [mtn.Page(f"page {number}") for number in range(1, 256)]
    for number in range(STEPS):
        positions = [512, *((number * 7 + id * 31) % 1024 for id in range(1, 26))]
        pages[number // 7].steps.append(mtn.Step(positions, 0.0, 0.4))
    return mtn.Document(enable=[0] + [1] * 18 + [0] * 7, pages=pages)


def recording():
    """Return 50 s at 30 poses a second."""
    steps = []
    for number in range(1500):
        counts = {id: ((number + id * 50) % 1024,) for id in range(1, 19)}
        steps.append(Step(Pose(counts, values=counts), 1 / 30))
    return Sequence(steps)


def seconds(call, *arguments):
    """Return the seconds of the best round."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def main():
    logging.disable()  # that times are rounded is known
    with tempfile.TemporaryDirectory() as folder:
        read = stock(os.path.join(folder, "stock.mtn"))
        long = recording()
        for suffix in (".bin", ".mtnx", ".mot", ".motion", ".move", ".ppr"):
            path = os.path.join(folder, f"recording{suffix}")
            saved = seconds(motionfiles.save, path, long)
            loaded = seconds(motionfiles.load, path)
            print(f"1500 poses {suffix:8} saved {saved:6.3f} s, loaded {loaded:6.3f} s")
    return read > BAR


def stock(path):
    """Print the times for a large `.mtn`; return that for reading it."""
    data = stock_motions().to_bytes()
    with open(path, "wb") as file:
        file.write(data)
    read = seconds(motionfiles.read, path)
    print(f".mtn of {len(data) / 1000:.0f} kB read:    {read:6.3f} s (bar {BAR} s)")
    print(f"its pages listed:       {seconds(motionfiles.pages, path):6.3f} s")
    print(f"a page loaded:          {seconds(motionfiles.load, path):6.3f} s")
    return read


if __name__ == "__main__":
    sys.exit(main())
