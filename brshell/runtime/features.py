"""What (features) and cond-expand know. R7RS appendix B."""

from __future__ import annotations

import os
import sys

FEATURES = (
    "r7rs",
    "exact-closed",
    "exact-complex",
    "ieee-float",
    "full-unicode",
    "ratios",
    "brshell",
    sys.platform,
    os.name,
)
