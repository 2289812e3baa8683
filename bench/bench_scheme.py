"""How fast Scheme runs: brshell, the same programs in Python, and calysto-scheme.

    make bench    (or: python bench/bench_scheme.py [PROGRAM ...])

Every program of bench/scheme runs in a process of its own, once for warming up and
then in turns with the others, so that all meet the same state of the machine. The
numbers are medians of CPU seconds; what the same interpreter takes for an empty
program is subtracted, except where start-up itself is measured.

calysto-scheme is slow at some programs. There it gets a fraction of the size, and its
time is multiplied by what that saves; the work of these programs is known to be in
proportion (mandelbrot's to the square of the size).
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

PROGRAMS = Path(__file__).parent / "scheme"
BRSHELL = [sys.executable, "-m", "brshell"]
PYTHON = [sys.executable]
CALYSTO = [
    sys.executable,
    "-c",
    "import sys; from calysto_scheme import scheme;"
    "print(scheme.execute_file_rm(sys.argv[1]))",
]
CALYSTO_FAILED = "(exception "  # what it prints instead of ending with an exit code

# (what the size is divided by, what the time is multiplied by) for calysto-scheme.
FRACTIONS = {
    "alist": (10, 10),
    "closures": (200, 200),
    "coroutines": (10, 10),
    "ctak": (8, 8),
    "deep": (100, 100),
    "deriv": (40, 40),
    "generator": (10, 10),
    "lists": (10, 10),
    "loop": (5, 5),
    "mandelbrot": (4, 16),
    "mutual": (100, 100),
    "sieve": (200, 200),
    "sort": (40, 40),
    "strings": (40, 40),
}
RUNS = 5
STARTS = 21
THREE_LINES = "(define (double n) (* 2 n))\n(display (double 21))\n(newline)\n"
DEEP = "(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) (display (count {}))"
DEPTH = 1_000_000


class Run:
    """What one run of a command took: CPU seconds, bytes at its peak, its output."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, env=environment, text=True
        )
        assert process.stdout is not None
        with process.stdout:
            self.output = process.stdout.read().strip()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
        self.seconds = usage.ru_utime + usage.ru_stime
        self.peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


class Contest:
    """Commands that run in turns, by name."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # A cache of our own; and every interpreter may keep its compiled modules.
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(folder)}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.commands: dict[str, list[str]] = {}
        self.times: dict[str, list[float]] = {}
        self.outputs: dict[str, str] = {}

    def enter(self, name: str, command: list[str]) -> None:
        """Let a command take part; run it once to warm up."""
        self.commands[name] = command
        self.times[name] = []
        self.outputs[name] = self.run(command).output

    def run(self, command: list[str]) -> Run:
        return Run(command, self.environment)

    def hold(self, rounds: int) -> None:
        for _ in range(rounds):
            for name, command in self.commands.items():
                self.times[name].append(self.run(command).seconds)

    def seconds(self, name: str) -> float:
        return statistics.median(self.times[name])

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)


class Program:
    """A program of bench/scheme, in all the languages that have it."""

    def __init__(self, name: str, contest: Contest) -> None:
        self.name = name
        self.contest = contest
        self.text = (PROGRAMS / f"{name}.scm").read_text()
        self.size = int(self.text.splitlines()[0].removeprefix("; size: "))
        self.divisor, self.factor = FRACTIONS.get(name, (1, 1))
        self.twin = PROGRAMS / f"{name}.py"

    def enter(self) -> None:
        """Enter the program into the contest; check that all agree on the result."""
        contest = self.contest
        contest.enter(f"{self.name} brshell", [*BRSHELL, self._scheme(self.size)])
        if self.twin.exists():
            twin = [*PYTHON, str(self.twin), str(self.size)]
            contest.enter(f"{self.name} python", twin)
            results = [contest.outputs[f"{self.name} {x}"] for x in _OURS]
            if results[0] != results[1]:
                raise SystemExit(f"{self.name}: the results differ: {results}")
        small = self._scheme(self.size // self.divisor)
        command = [*CALYSTO, small]
        if CALYSTO_FAILED not in contest.run(command).output:
            contest.enter(f"{self.name} calysto", command)

    def _scheme(self, size: int) -> str:
        text = f"(define size {size})\n{self.text}"
        return self.contest.file(f"{self.name}-{size}.scm", text)

    def seconds(self, language: str) -> float | None:
        """Return the time without start-up, or None if the language has it not."""
        name = f"{self.name} {language}"
        if name not in self.contest.times:
            return None
        taken = self.contest.seconds(name) - self.contest.seconds(f"empty {language}")
        return max(taken, 0.001) * (self.factor if language == "calysto" else 1)

    def row(self) -> list[str]:
        python, brshell, calysto = map(self.seconds, ("python", "brshell", "calysto"))
        scaled = f"1/{self.divisor} size, x{self.factor}" if self.factor > 1 else ""
        return [
            self.name,
            str(self.size),
            _number(python, "{:.3f}"),
            _number(brshell, "{:.3f}"),
            _number(calysto, "{:.3f}"),
            _number(brshell and python and brshell / python, "{:.2f}"),
            _number(brshell and calysto and calysto / brshell, "{:.1f}"),
            scaled if calysto is not None else "it does not run there",
        ]


_OURS = ("brshell", "python")


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)


def compare_programs(names: Iterable[str], folder: Path) -> Iterator[list[str]]:
    """Yield the rows of the table of programs, the headings first."""
    contest = Contest(folder)
    empty = contest.file("empty.scm", "")
    contest.enter("empty brshell", [*BRSHELL, empty])
    contest.enter("empty python", [*PYTHON, contest.file("empty.py", "")])
    contest.enter("empty calysto", [*CALYSTO, empty])
    programs = [Program(name, contest) for name in names]
    for program in programs:
        program.enter()
    contest.hold(RUNS)
    yield [
        "program",
        "size",
        "Python s",
        "brshell s",
        "calysto s",
        "brshell/Python",
        "calysto/brshell",
        "calysto scaled",
    ]
    for program in programs:
        yield program.row()


def compare_starts(folder: Path) -> Iterator[list[str]]:
    """Yield the rows of the table of start-up times, the headings first."""
    contest = Contest(folder)
    contest.enter("python -c pass", [*PYTHON, "-c", "pass"])
    contest.enter("brshell -e '(+ 1 2)'", [*BRSHELL, "-e", "(+ 1 2)"])
    script = contest.file("three-lines.scm", THREE_LINES)
    contest.enter("brshell, a script of three lines", [*BRSHELL, script])
    contest.hold(STARTS)
    yield ["start-up", "CPU s", "ratio"]
    least = contest.seconds("python -c pass")
    for name in contest.commands:
        seconds = contest.seconds(name)
        yield [name, f"{seconds:.4f}", f"{seconds / least:.2f}"]


def deep_recursion(folder: Path) -> Iterator[list[str]]:
    """Yield the rows of the table of memory, the headings first."""
    contest = Contest(folder)
    yield ["recursion", "MB at most"]
    for depth in (1, DEPTH):
        run = contest.run([*BRSHELL, contest.file("deep.scm", DEEP.format(depth))])
        yield [f"{depth} deep", f"{run.peak / 1e6:.0f}"]


def show(rows: Iterable[list[str]]) -> None:
    """Print a table whose first column is text, and the others mostly numbers."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for first, *others in table:
        cells = [cell.rjust(w) for cell, w in zip(others, widths[1:], strict=True)]
        print("  ".join([first.ljust(widths[0]), *cells]))
    print(flush=True)


def main() -> None:
    names = sys.argv[1:] or sorted(path.stem for path in PROGRAMS.glob("*.scm"))
    with tempfile.TemporaryDirectory() as folder:
        show(compare_programs(names, Path(folder)))
        if not sys.argv[1:]:
            show(compare_starts(Path(folder)))
            show(deep_recursion(Path(folder)))


if __name__ == "__main__":
    main()
