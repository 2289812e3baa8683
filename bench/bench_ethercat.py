"""The hand's cycle: its lateness beside a busy interpreter, and how fast it can be.

A simulated hand is exchanged with over UDP: at 1 kHz by its own process while this one
computes, and by this process as fast as it goes. With a name of an interface, and palms
served on the other end of its cable, the last is measured over SOEM, too.
"""

import os
import subprocess
import sys
import time

from brbrain.ethercat.hand import Hand
from brbrain.ethercat.opening import open_hand, open_master

SECONDS = 10
EXCHANGES = 20_000
LATENESS_BAR = 0.2  # ms, median
RATE_BAR = 10_000  # exchanges a second


def busy_prompt():
    """Compute for a while beside a hand at 1 kHz."""
    hand = open_hand()
    hand.reset()
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < SECONDS:
        rounds += sum(range(1000)) > 0
    late = hand.lateness()
    print(f"1 kHz for {SECONDS} s beside a busy interpreter: {hand.cycles} cycles")
    print(
        f"  lateness ms: median {late.median * 1e3:.3f} (bar {LATENESS_BAR}), "
        f"99 % {late.percentile_99 * 1e3:.3f}, worst {late.worst * 1e3:.2f}"
    )
    print(f"  wrong working counters: {hand.invalid} (bar 0), skipped: {late.missed}")
    hand.close()


def free_running(where, cores=None):
    """Exchange as fast as it goes with palms that are served somewhere."""
    master = open_master(where)
    hand = Hand(master)
    hand.start()
    good, began = 0, time.perf_counter()
    for _ in range(EXCHANGES):
        good += master.exchange() == master.expected_counter
    rate = EXCHANGES / (time.perf_counter() - began)
    print(
        f"free running, {where}{cores or ''}: {good} of {EXCHANGES} right, "
        f"{rate:.0f} a second (bar {RATE_BAR})"
    )
    hand.close()


def served():
    """Serve palms over UDP, on the cores of this process."""
    server = subprocess.Popen(
        [sys.executable, "-m", "brbrain.ethercat.sim", "--port", "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    return server, server.stdout.readline().split()[-1]


def main():
    busy_prompt()
    everywhere = os.sched_getaffinity(0)
    for cores in (everywhere, {min(everywhere)}):
        os.sched_setaffinity(0, cores)
        server, where = served()
        with server:
            free_running(where, f" on {len(cores)} core(s)")
            server.stdin.close()
    os.sched_setaffinity(0, everywhere)
    for interface in sys.argv[1:]:
        free_running(interface)


if __name__ == "__main__":
    main()
