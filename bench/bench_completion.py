"""What completion costs with 2,000 names, in milliseconds for each key that is typed.

    python bench/bench_completion.py

Prints, for each text, how long its candidates and its hint take (the middle of many
runs), and what making the snapshot of the names takes, first and afterwards.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from statistics import median

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.completion import candidates, hint, names_of

NAMES = 2_000
RUNS = 51
ENTRY = "(define (walk steps)\n  (do ((i 0 (+ i 1))) ((= i steps))\n" + (
    "    (move! 'left-hip-pitch (+ 150 (* i 2.5)) 0.5) ; a step\n" * 56
)
TEXTS = {
    "a letter": "(s",
    "a name": "(move",
    "nothing like it": "(qxzk",
    "a register": "(get 1 'pos",
    "a file": '(load "b',
    "a library": "(import (srf",
    "a topic of help": ",help pos",
    "a 60-line entry": ENTRY + "    (move! 'le",
}


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    machine = Machine()
    missing = NAMES - len(list(machine.environment.names()))
    program = "\n".join(
        f"; Step {i}.\n(define (step-{i} side) side)" for i in range(missing)
    )
    machine.run_source(Source("steps.scm", program))
    uses: Counter[str] = Counter()
    first = milliseconds(lambda: names_of(machine, uses))
    again = milliseconds(lambda: names_of(machine, uses))
    names = names_of(machine, uses)
    print(f"{len(names.entries)} names; snapshot: {first:.1f} ms, then {again:.1f} ms")
    print(f"{'':18} candidates  hint")
    for title, text in TEXTS.items():
        offer = median(
            milliseconds(lambda text=text: candidates(text, len(text), names))
            for _ in range(RUNS)
        )
        tell = median(
            milliseconds(lambda text=text: hint(text, len(text), names))
            for _ in range(RUNS)
        )
        print(f"{title:18} {offer:7.2f} ms {tell:5.2f} ms")


if __name__ == "__main__":
    main()
