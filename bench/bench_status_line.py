"""What the line at the bottom of the screen costs, drawn anew five times a second.

The bar is 3 % of a core, for all that is done at the prompt meanwhile. The best of many
rounds counts, which is what it costs when nothing else disturbs.
"""

import sys
import time

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.session import Session
from brshell.repl.status_line import status_line

A_SECOND = 5
ROUNDS = 50
CALLS = 20
BAR = 0.03


def seconds(session):
    start = time.process_time()
    for _ in range(CALLS):
        status_line(session, 80)
    return (time.process_time() - start) / CALLS


def main():
    machine = Machine(robot_options={"fast": True})
    session = Session(machine)
    machine.run_source(Source("bench", "(scan-info 100) (every 1 (lambda () 1))"))
    cost = min(seconds(session) for _ in range(ROUNDS))
    machine.close()
    share = cost * A_SECOND
    print(f"status line: {cost * 1e3:.3f} ms, {share:.2%} of a core (bar: {BAR:.0%})")
    return int(share > BAR)


if __name__ == "__main__":
    sys.exit(main())
