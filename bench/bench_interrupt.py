"""Ctrl-C at random moments: is a reply ever taken for that of another request?

The peer is another process: a simulated humanoid on a pseudo-terminal whose bytes take
their time on the wires, as on a real robot. In each trial a program talks to it, and
Ctrl-C comes at a random moment; then the positions of two servos are asked for, which
must be theirs. Also timed is how long the program goes on after Ctrl-C: until its
dynamic-wind after runs, and until the robot is held and the error is there. The bars
are 0 stale replies in 1000 trials, and 0.05 s for the afters, but for 1 trial in 100,
when the machine does something else.

    bench_interrupt.py [TRIALS]
"""

import logging
import os
import random
import signal
import sys
import threading
import time

from brbrain.clock import WallClock
from brbrain.sim import Simulation
from brbrain.sim.server import PtyServer
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError

TRIALS = 1000
LONGEST = 0.15  # seconds until Ctrl-C: longer than any exchange
BAR = 0.05

PROGRAMS = {
    "read two servos": "(let loop () (get 1 'goal-position)"
    " (get 2 'goal-position) (loop))",
    "move a servo": "(let loop () (move! 6 140 1) (move! 6 150 1) (loop))",
    "scan": "(scan)",  # 100 ms for each id that is not there
    "a silent servo": "(let loop () (ping 40) (loop))",
    "wait": "(let loop () (wait-until-still 100) (loop))",
    "sleep": "(sleep 100)",
    "compute": "(let loop () (loop))",
}
WATCHED = "(list (get 1 'goal-position) (get 2 'goal-position))"
WRAPPED = """
(dynamic-wind (lambda () #f) (lambda () {program}) (lambda () (set! ended (now))))
"""


def serve(report):
    """Be the robot until killed, in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with PtyServer(Simulation("humanoid", WallClock(), paced=True)) as server:
        os.write(report, f"{server.port}\n".encode())
        server.run()


def started():
    """Start the robot; return its process and port."""
    ours, theirs = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            serve(theirs)
        finally:
            os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as lines:
        return process, lines.readline().strip()


class Trial:
    """One program that is interrupted."""

    def __init__(self, machine, program, moment):
        self.pressed = 0.0
        self._main = threading.get_ident()
        presser = threading.Timer(moment, self._press)
        presser.start()
        try:
            run(machine, WRAPPED.format(program=program))
        except SchemeError as error:
            if error.condition.kind != "interrupt" or error.condition.fact:
                raise
        presser.join()
        self.until_error = time.monotonic() - self.pressed
        self.until_after = run(machine, "ended") - self.pressed

    def _press(self):
        while signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            time.sleep(0.001)  # the program has not begun
        self.pressed = time.monotonic()
        signal.pthread_kill(self._main, signal.SIGINT)


def run(machine, text):
    return machine.run_source(Source("bench", text))


def positions(machine):
    return list(run(machine, WATCHED))


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else TRIALS
    logging.disable(logging.WARNING)  # moves are too short for their time
    process, port = started()
    chance = random.Random(1)
    try:
        machine = Machine(robot_options={"url": port, "robot": "humanoid"})
        run(machine, "(define ended 0)")
        right = positions(machine)
        assert right[0] != right[1]
        stale, afters, errors = 0, [], []
        for number in range(trials):
            program = list(PROGRAMS.values())[number % len(PROGRAMS)]
            trial = Trial(machine, program, chance.uniform(0.001, LONGEST))
            stale += positions(machine) != right
            if trial.until_after > 0:  # else the program had not begun
                afters.append(trial.until_after)
            errors.append(trial.until_error)
        counters = machine.robots.current().brain.counters
        machine.close()
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    late = sum(seconds > BAR for seconds in afters)
    print(f"{trials} times Ctrl-C: {stale} stale replies (bar: 0)")
    print(f"{'':4}{counters.sent} packets sent, {counters.received} received")
    for what, times in (("afters run", afters), ("robot held, error", errors)):
        times.sort()
        print(
            f"{'':4}{what:18} median {times[len(times) // 2] * 1000:6.1f} ms,"
            f" worst {times[-1] * 1000:6.1f} ms"
        )
    print(f"{'':4}{late} later than {BAR:g} s (bar: 1 of 100)")
    return int(stale > 0 or late > trials / 100)


if __name__ == "__main__":
    sys.exit(main())
