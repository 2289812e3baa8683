"""Which named lets can become Python loops where they stand."""

from __future__ import annotations

from typing import NamedTuple

from brshell.compiler.analysis import children, mentioned
from brshell.expander.core import (
    Begin,
    Call,
    CaseLambda,
    Core,
    Global,
    If,
    Lambda,
    Let,
    Reference,
    Variable,
)

# Python allows 20 nested loops in a function.
MAX_LOOPS = 12


class NamedLet(NamedTuple):
    """The parts of (let name ((variable value) ...) body ...), or of a do form."""

    name: Variable
    code: Lambda
    call: Call


def inline_loop(core: Let, tail: bool) -> NamedLet | None:
    """Return the parts of a named let that can become a loop, None for another let.

    All calls of its name must stand where the loop's value would be delivered. From
    inside one inner loop such a call is all right when the outer loop ends by
    returning from the procedure (``tail``): Python has no labelled continue.
    """
    loop = named_let(core)
    if loop is None or _loops_in(loop.code.body) >= MAX_LOOPS:
        return None
    return loop if _fits(loop.code.body, loop, 1 if tail else 0) else None


def is_call_of(core: Core, variable: Variable | Global, count: int) -> bool:
    """Tell whether a form calls the variable with that many operands."""
    return (
        isinstance(core, Call)
        and isinstance(core.operator, Reference)
        and core.operator.variable is variable
        and len(core.operands) == count
    )


def named_let(core: Core) -> NamedLet | None:
    """Return the parts of a form that calls its one local procedure at once."""
    if not (isinstance(core, Let) and core.recursive and len(core.bindings) == 1):
        return None
    name, code = core.bindings[0]
    call = core.body
    if (
        isinstance(code, Lambda)
        and code.rest is None
        and not name.assigned
        and is_call_of(call, name, len(code.parameters))
        and isinstance(call, Call)
        and not any(name in mentioned(operand) for operand in call.operands)
    ):
        return NamedLet(name, code, call)
    return None


def _loops_in(core: Core) -> int:
    """Return how deep Python loops would be nested in a form, outside lambdas."""
    if isinstance(core, (Lambda, CaseLambda)):
        return 0
    loop = named_let(core)
    if loop is not None:
        inside = _loops_in(loop.code.body)
        return max(inside + 1 if inside < MAX_LOOPS else 0, _loops_in(loop.call))
    most = 0
    for part in list(children(core)):  # plain recursion: it must use no C stack
        most = max(most, _loops_in(part))
    return most


def _fits(core: Core, loop: NamedLet, depth: int) -> bool:
    """Tell whether a form in delivering position uses the name of the loop rightly.

    ``depth`` is how many more inner loops may be entered.
    """
    name = loop.name
    if isinstance(core, Call) and is_call_of(core, name, len(loop.code.parameters)):
        return depth >= 0 and not any(name in mentioned(o) for o in core.operands)
    if isinstance(core, If):
        return (
            name not in mentioned(core.test)
            and _fits(core.consequent, loop, depth)
            and _fits(core.alternative, loop, depth)
        )
    if isinstance(core, Begin):
        return not any(name in mentioned(form) for form in core.forms[:-1]) and (
            _fits(core.forms[-1], loop, depth)
        )
    if isinstance(core, Let):
        inner = inline_loop(core, depth > 0)
        if inner is not None:
            return name not in mentioned(inner.call) and (
                _fits(inner.code.body, loop, depth - 1)
            )
        return not any(name in mentioned(value) for _, value in core.bindings) and (
            _fits(core.body, loop, depth)
        )
    return name not in mentioned(core)
