"""Simple forms can stand as operands: computing one makes no unknown call."""

from __future__ import annotations

from brshell.compiler.primitives import is_inlined, needs_atoms
from brshell.expander.core import (
    Call,
    Constant,
    Core,
    Either,
    Global,
    If,
    Reference,
)
from brshell.runtime.datums import FALSE, TRUE

# An operand nested deeper is computed in steps: Python's compiler uses C stack.
MAX_DEPTH = 50


class SimpleForms:
    """The simple forms of a program: constants, variables, and what is made of them.

    They are nested in inlined builtins and in conditionals, but not too deep.
    """

    def __init__(self) -> None:
        self._depths: dict[Core, int] = {}  # each form is looked at once

    def __contains__(self, core: Core) -> bool:
        """Tell whether a form is simple."""
        return 0 < self._depth(core) <= MAX_DEPTH

    def _depth(self, core: Core) -> int:
        """Return how deep a simple form is nested, 0 if it is not simple."""
        if is_atom(core):
            return 1
        depth = self._depths.get(core)
        if depth is None:
            depth = self._depths[core] = self._depth_of_parts(core)
        return depth

    def _depth_of_parts(self, core: Core) -> int:
        most = MAX_DEPTH
        if isinstance(core, If):
            parts = [core.test, core.consequent, core.alternative]
        elif isinstance(core, Call) and is_inlined(core):
            parts = core.operands
            most = 1 if needs_atoms(core) else MAX_DEPTH
        else:
            return 0
        depth = 0
        for part in parts:  # a plain loop: it may nest deep and must use no C stack
            inner = self._depth(part)
            if not 0 < inner <= most:
                return 0
            depth = max(depth, inner)
        return 1 + depth


class Tests:
    """Simplifies forms of which only the truth matters: ``or`` needs no variable."""

    def __init__(self) -> None:
        self._simplified: set[Core] = set()

    def simplified(self, core: Core) -> Core:
        """Return a form that is true when this one is."""
        if core in self._simplified:
            return core
        result = core
        if isinstance(core, Either):
            first, second = self.simplified(core.first), self.simplified(core.second)
            result = If(first, Constant(TRUE, core.span), second, core.span)
        elif isinstance(core, If):
            result = If(
                self.simplified(core.test),
                self.simplified(core.consequent),
                self.simplified(core.alternative),
                core.span,
            )
        elif isinstance(core, Constant):
            result = Constant(FALSE if core.value is FALSE else TRUE, core.span)
        self._simplified.add(result)
        return result


def is_atom(core: Core) -> bool:
    """Tell whether a form is a constant or a variable."""
    return isinstance(core, (Constant, Reference))


def is_stable(core: Core) -> bool:
    """Tell whether a simple form gives the same value later as now."""
    if isinstance(core, Reference):
        variable = core.variable
        if isinstance(variable, Global):
            return variable.builtin is not None
        return not variable.assigned
    return isinstance(core, Constant)
