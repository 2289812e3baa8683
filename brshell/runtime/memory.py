"""How deep programs may recurse before memory is used up."""

from __future__ import annotations

import os

# Measured: a frame of a small procedure takes about 170 bytes while it waits, and about
# 290 when an error passes through it. Half of what is free may go to frames.
BYTES_A_FRAME = 300
LEAST = 1_100_000
# Our choice: recursion that never ends should be told within seconds.
MOST = 2_500_000


def recursion_limit() -> int:
    """Return how many frames a program may use on this machine."""
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not a POSIX system
        return LEAST
    return max(LEAST, min(MOST, free // 2 // BYTES_A_FRAME))
