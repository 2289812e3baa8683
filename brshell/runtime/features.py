"""What (features) and cond-expand know. R7RS appendix B."""

from __future__ import annotations

import os
import sys

# The SRFIs that are libraries, stdlib/srfi/*.sld.
SRFIS = (1, 2, 8, 13, 26, 27, 28, 69, 95, 125, 132)
FEATURES = (
    "r7rs",
    "exact-closed",
    "exact-complex",
    "ieee-float",
    "full-unicode",
    "ratios",
    "brshell",
    *(f"srfi-{number}" for number in SRFIS),
    sys.platform,
    os.name,
)
