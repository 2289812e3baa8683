"""Whoever asks for no help does not wait for it."""

from __future__ import annotations

import os
import subprocess
import sys

START = """
import sys
from brshell.cli import main
code = main(["-e", "(+ 1 2)"])
loaded = [name for name in sys.modules if name.startswith("brshell.help")]
print(*loaded, end="", file=sys.stderr)
sys.exit(code)
"""


def test_a_program_starts_without_help(tmp_path):
    for _ in ("compiled", "from the cache"):
        done = subprocess.run(
            [sys.executable, "-c", START],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr, done.returncode) == ("3\n", "", 0)
