"""The checks of the language that are written in Scheme, one file a topic.

Each runs compiled, and on the slow reference evaluator: both must pass.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.datums import TRUE

FOLDER = Path(__file__).parent
HARNESS = FOLDER / "harness.scm"
# How often a check of bounded space goes round: ``many`` in the programs.
MANY = {Machine: 20_000, ReferenceMachine: 1_000}
PROGRAMS = sorted(set(FOLDER.glob("*.scm")) - {HARNESS})


def run_file(machine, path):
    return machine.run_source(Source(path.name, path.read_text("utf-8")))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("kind", MANY)
def test_program(kind, path, tmp_path, monkeypatch, subtests):
    monkeypatch.chdir(tmp_path)
    machine = kind()
    machine.run_source(Source("many", f"(define many {MANY[kind]})"))
    run_file(machine, HARNESS)
    run_file(machine, path)
    results = machine.run_source(Source("results", "(reverse test-results)"))
    for name, passed, difference in results:
        with subtests.test(name.text):
            if passed is not TRUE:
                pytest.fail(difference.text, pytrace=False)
