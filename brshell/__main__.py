"""``python -m brshell`` is the command ``brshell``."""

import sys

from brshell.cli import run

if __name__ == "__main__":
    sys.exit(run())
