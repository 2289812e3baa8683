"""The checks of the language that are written in Scheme, one file a topic.

Each runs compiled, and on the slow reference evaluator: both must pass. Those of the
robot's libraries, which only calculate, run compiled.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.files import library_folder
from brshell.reader.source import Source
from brshell.runtime.datums import TRUE

FOLDER = Path(__file__).parent
HARNESS = FOLDER / "harness.scm"
LIBRARIES = Path(library_folder())
PROGRAMS = sorted({*FOLDER.glob("*.scm"), *LIBRARIES.rglob("*-test.scm")} - {HARNESS})

# How often a check of bounded space goes round, and how deep a recursion goes.
SIZES = {
    Machine: "(define many 20000) (define deep 1000000)",
    ReferenceMachine: "(define many 1000) (define deep 2000)",
}
# Frames of the stack in all other checks: what should take no space would fail.
SHALLOW = 8_000


@contextmanager
def stack_of(frames):
    """Allow so many frames on Python's stack."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(frames)
    yield
    sys.setrecursionlimit(limit)


def run_file(machine, path):
    return machine.run_source(Source(path.name, path.read_text("utf-8")))


BOTH = [
    (kind, path)
    for kind in SIZES
    for path in PROGRAMS
    if kind is Machine or path.parent.name != "robot"
]


@pytest.mark.parametrize(
    ("kind", "path"), BOTH, ids=[f"{kind.__name__}-{path.stem}" for kind, path in BOTH]
)
def test_program(kind, path, tmp_path, monkeypatch, subtests):
    monkeypatch.chdir(tmp_path)
    machine = kind()
    machine.run_source(Source("sizes", SIZES[kind]))
    frames = SHALLOW if path.stem != "deep-recursion" else sys.getrecursionlimit()
    with stack_of(frames):
        run_file(machine, HARNESS)
        run_file(machine, path)
    results = machine.run_source(Source("results", "test-results"))
    machine.close()
    for name, passed, difference in reversed(list(results)):
        with subtests.test(name.text):
            if passed is not TRUE:
                pytest.fail(difference.text, pytrace=False)
