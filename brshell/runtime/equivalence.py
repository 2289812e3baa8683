"""When two objects are the same: eq, eqv and equal. R7RS 6.1."""

from __future__ import annotations

import math

from brshell.runtime.datums import Bytevector, Pair, String, Vector
from brshell.runtime.numbers.complex import Complex
from brshell.runtime.numbers.ratio import Ratio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# After so many pairs ``equal`` remembers where it is: see there.
STRIDE = 256


def eq(left: Any, right: Any) -> bool:
    """Return whether both are one object; exact integers are one if they are equal."""
    return left is right or (
        isinstance(left, int) and isinstance(right, int) and left == right
    )


def eqv(left: Any, right: Any) -> bool:
    """Return whether both are one object, or numbers alike in value and exactness."""
    if left is right:
        return True
    if isinstance(left, (int, Ratio)):
        return isinstance(right, (int, Ratio)) and left == right
    if isinstance(left, float):
        return isinstance(right, float) and _same_float(left, right)
    if isinstance(left, Complex) and isinstance(right, Complex):
        return eqv(left.real, right.real) and eqv(left.imag, right.imag)
    return False


def _same_float(left: float, right: float) -> bool:
    if left == right:
        return math.copysign(1.0, left) == math.copysign(1.0, right)
    return math.isnan(left) and math.isnan(right)


def equal(left: Any, right: Any) -> bool:
    """Return whether both are alike in content, however deep, and even if circular."""
    pending = [(left, right)]
    # Now and then two objects are remembered, to be skipped when they meet again: so
    # data that are circular or share much come to an end, at little cost for others.
    remembered: set[tuple[int, int]] = set()
    steps = 0
    while pending:
        left, right = pending.pop()
        if left is right or (remembered and (id(left), id(right)) in remembered):
            continue
        if isinstance(left, Pair):
            if not isinstance(right, Pair):
                return False
            steps += 1
            if steps % STRIDE == 0:
                remembered.add((id(left), id(right)))
            pending.append((left.cdr, right.cdr))
            pending.append((left.car, right.car))
        elif isinstance(left, Vector):
            if not isinstance(right, Vector) or len(left.items) != len(right.items):
                return False
            remembered.add((id(left), id(right)))
            pending.extend(zip(left.items, right.items, strict=True))
        elif not _equal_leaves(left, right):
            return False
    return True


def _equal_leaves(left: Any, right: Any) -> bool:
    if isinstance(left, String):
        return isinstance(right, String) and left.text == right.text
    if isinstance(left, Bytevector):
        return isinstance(right, Bytevector) and left.data == right.data
    return eqv(left, right)
