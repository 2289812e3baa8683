"""What Brain costs beyond the bare system calls, on a pseudo-terminal.

The peer is another process that answers at once. Each operation is timed in turns:
the bare os.write and os.read of the same bytes, then Brain over SerialLink. The best
of many rounds counts, which is what it costs when nothing else disturbs. The bar is a
ratio of 2.0.
"""

import os
import sys
import time
import tty

from brbrain import Brain, SerialLink
from brbrain.packets import STATUS_SIZE, Data, Ping, ReadData, Status, WriteData, encode

SERVOS = 18
ROUNDS = 100
CALLS = 50
BAR = 2.0

STATUS = encode(Status(0, 0, (122, 12, 80)))
DATA = encode(Data(b"\x00\x02" * SERVOS, 0, 0, (122, 12, 80)))


def answer(master):
    """Be a CM-5 that has everything ready."""
    while True:
        try:
            request = os.read(master, 4096)
        except OSError:
            os._exit(0)
        os.write(master, DATA if request[0] == 0xF3 else STATUS)


def bare(descriptor, request, size):
    def call():
        os.write(descriptor, request)
        received = 0
        while received < size:
            received += len(os.read(descriptor, 4096))

    return call


def seconds(call):
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return (time.perf_counter() - start) / CALLS


def operations(brain, descriptor):
    ids = list(range(1, SERVOS + 1))
    brain.set_read_format(ids, "present position", 1)
    brain.set_write_format(ids, "goal position", 1)
    goals = [512] * SERVOS
    write = encode(WriteData(b"\x00\x02" * SERVOS))
    yield (
        "ping",
        bare(descriptor, encode(Ping(1)), STATUS_SIZE),
        lambda: brain.ping(1),
    )
    yield (
        f"read {SERVOS} servos",
        bare(descriptor, encode(ReadData()), len(DATA)),
        brain.read_raw,
    )
    yield (
        f"write {SERVOS} servos",
        bare(descriptor, write, STATUS_SIZE),
        lambda: brain.write_raw(goals),
    )


def main():
    if hasattr(os, "sched_setaffinity"):
        # One processor for both, or the scheduler's choices drown the difference.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    master, slave = os.openpty()
    tty.setraw(slave)
    if os.fork() == 0:
        os.close(slave)
        answer(master)
    os.close(master)
    link = SerialLink(os.ttyname(slave))
    worst = 0.0
    with Brain(link) as brain:
        for name, bare_call, brain_call in operations(brain, slave):
            pairs = [(seconds(bare_call), seconds(brain_call)) for _ in range(ROUNDS)]
            bare_time, brain_time = map(min, zip(*pairs, strict=True))
            ratio = brain_time / bare_time
            worst = max(worst, ratio)
            print(
                f"{name:16} bare {bare_time * 1e6:6.1f} us, "
                f"brain {brain_time * 1e6:6.1f} us, ratio {ratio:.2f}"
            )
    os.close(slave)
    os.wait()
    return 0 if worst <= BAR else f"the ratio is above {BAR}"


if __name__ == "__main__":
    sys.exit(main())
