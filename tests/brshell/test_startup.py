"""What a program needs not when it starts from the cache is not imported."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

MODULES = """\
import sys
before = set(sys.modules)
from brshell.cli import main
main(sys.argv[1:])
print()
print(*set(sys.modules) - before)
"""

# They take long to import, each or with what they import.
HEAVY = {
    "ast",
    "asyncio",
    "brbrain.brain",
    "brbrain.sim",
    "brshell.compiler.unit",
    "brshell.expander.expander",
    "brshell.reader.reader",
    "brshell.runtime.failures",
    "brshell.translator",
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "functools",
    "inspect",
    "lark",
    "logging",
    "pathlib",
    "platformdirs",
    "prompt_toolkit",
    "pygments",
    "re",
    "serial",
    "threading",
    "typing",
}

SCRIPTS = {
    "three lines": "(define (double n) (* 2 n))\n(display (double 21))\n(newline)\n",
    "an object that a guard catches": (
        "(display (guard (e ((symbol? e) e)) (raise 'caught)))"
    ),
    "a continuation entered again": (
        "(define k #f) (define n 0)\n"
        "(display (call/cc (lambda (c) (set! k c) 0)))\n"
        "(set! n (+ n 1)) (if (< n 3) (k n))"
    ),
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {**os.environ, "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache"))}


def imported(environment: dict[str, str], *arguments: str) -> set[str]:
    """Return the modules that the second run of brshell imports."""
    command = [sys.executable, "-c", MODULES, *arguments]
    for _ in range(2):
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        )
    return set(run.stdout.splitlines()[-1].split())


def test_an_expression(environment: dict[str, str]) -> None:
    modules = imported(environment, "-e", "(+ 1 2)")
    assert "brshell.machine" in modules
    assert not modules & {*HEAVY, "brshell.runtime.numbers", "math"}


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_a_script(environment: dict[str, str], text: str, tmp_path: Path) -> None:
    script = tmp_path / "script.scm"
    script.write_text(text)
    assert not imported(environment, str(script)) & HEAVY
