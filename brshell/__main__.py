"""``python -m brshell`` is the command ``brshell``."""

import sys

from brshell.cli import main

if __name__ == "__main__":
    sys.exit(main())
