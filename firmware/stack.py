"""Tell what the firmware takes of the ATmega128, and whether the stack has room.

    python3 stack.py build/cm5.elf

The deepest stack is that of the longest chain of calls, from the frames that the
compiler tells of (.su files) and the calls in the code, and of the largest interrupt on
top of it.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

FLASH, RAM = 128 * 1024, 4096
BOOT_LOADER = 8 * 1024
RETURN_ADDRESS = 2
"""Bytes that a call puts on the stack of an ATmega128."""

LEAST_LEFT = 200
"""Bytes of RAM that must be left; our choice."""

POINTED_TO = {"listen": ["collect"]}
"""Functions that are called by way of a pointer."""


def run(*command: str) -> str:
    """Return what a command prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def frames(folder: Path) -> dict[str, int]:
    """Return the bytes of stack that each function takes, as the compiler says."""
    found = {}
    for file in folder.rglob("*.su"):
        for line in file.read_text().splitlines():
            place, size, _ = line.split("\t")
            found[place.rsplit(":", 1)[1]] = int(size)
    return found


def calls(elf: str) -> dict[str, set[str]]:
    """Return which functions each function calls or jumps to."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in run("avr-objdump", "-d", elf).splitlines():
        if begun := re.match(r"[0-9a-f]+ <(.+)>:$", line):
            name = begun[1]
            found[name] = set(POINTED_TO.get(name.partition(".")[0], []))
        elif called := re.search(r"\b(?:r?call|r?jmp)\b.*<([^+>]+)>", line):
            found[name].add(called[1])
    return found


def deepest(elf: str) -> tuple[int, list[str]]:
    """Return the most bytes on the stack, and the calls that lead there."""
    sizes, graph = frames(Path(elf).parent), calls(elf)

    @cache
    def below(name: str, above: frozenset[str] = frozenset()) -> tuple[int, list[str]]:
        if name in above:
            sys.exit(f"{elf}: expected no recursion, but {name} calls itself")
        following = [
            below(other, above | {name})
            for other in graph.get(name, ())
            if other != name and other in graph
        ]
        size, path = max(following, default=(0, []))
        return sizes.get(name, 0) + RETURN_ADDRESS + size, [name, *path]

    size, path = below("main")
    interrupts = [below(name)[0] for name in graph if name.startswith("__vector_")]
    return size + max(interrupts, default=0), path


def main() -> int:
    """Print the report; return 1 if there is too little room."""
    elf = sys.argv[1]
    text, data, bss = map(int, run("avr-size", elf).splitlines()[1].split()[:3])
    stack, path = deepest(elf)
    left = RAM - data - bss - stack
    print(f"flash {text + data} of {FLASH - BOOT_LOADER} bytes")
    print(f"RAM   {data + bss} of {RAM} bytes, stack at most {stack}, {left} left")
    print(f"      deepest: {' > '.join(path)}")
    if text + data > FLASH - BOOT_LOADER or left < LEAST_LEFT:
        print(f"firmware: expected {LEAST_LEFT} bytes of RAM left", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
