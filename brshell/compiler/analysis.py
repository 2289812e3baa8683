"""What the compiler must know of core forms: free variables, and which loops fit."""

from __future__ import annotations

from brshell.expander.core import (
    Assignment,
    Begin,
    Call,
    CaseLambda,
    Constant,
    Core,
    Global,
    If,
    Lambda,
    Let,
    Reference,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


# Python allows 20 nested loops in a function.
MAX_LOOPS = 12


def children(core: Core) -> Iterator[Core]:
    """Yield the direct parts of a core form."""
    if isinstance(core, Call):
        yield core.operator
        yield from core.operands
    elif isinstance(core, If):
        yield core.test
        yield core.consequent
        yield core.alternative
    elif isinstance(core, Let):
        for _, value in core.bindings:
            yield value
        yield core.body
    elif isinstance(core, Begin):
        yield from core.forms
    elif isinstance(core, Assignment):
        yield core.value
    elif isinstance(core, Lambda):
        yield core.body
    elif isinstance(core, CaseLambda):
        yield from core.clauses


def mentioned(core: Core) -> set[Variable]:
    """Return the local variables that a form refers to or sets, at any depth.

    Variables are unique, so those bound inside do no harm to the uses of this.
    """
    found: set[Variable] = set()
    pending = [core]
    while pending:
        form = pending.pop()
        if isinstance(form, (Reference, Assignment)) and isinstance(
            form.variable, Variable
        ):
            found.add(form.variable)
        pending += children(form)
    return found


def global_definitions(core: Core) -> dict[str, int]:
    """Count how often a program sets each global variable."""
    counts: dict[str, int] = {}
    pending = [core]
    while pending:
        form = pending.pop()
        if isinstance(form, Assignment) and isinstance(form.variable, Global):
            counts[form.variable.key] = counts.get(form.variable.key, 0) + 1
        pending += children(form)
    return counts


def loop_of(core: Core) -> tuple[Variable, Lambda, Call] | None:
    """Return (name, procedure, first call) of a named let or do, or None."""
    if not (isinstance(core, Let) and core.recursive and len(core.bindings) == 1):
        return None
    variable, code = core.bindings[0]
    call = core.body
    if (
        isinstance(code, Lambda)
        and code.rest is None
        and not variable.assigned
        and is_call_of(call, variable, len(code.parameters))
        and isinstance(call, Call)
        and not any(variable in mentioned(operand) for operand in call.operands)
    ):
        return variable, code, call
    return None


def is_call_of(core: Core, variable: Variable | Global, count: int) -> bool:
    """Tell whether a form calls the variable with that many operands."""
    return (
        isinstance(core, Call)
        and isinstance(core.operator, Reference)
        and core.operator.variable is variable
        and len(core.operands) == count
    )


def is_inline_loop(core: Core, tail: bool) -> bool:
    """Tell whether a named let can become a Python loop in its place.

    All calls of its name must stand where the loop's value would be delivered. From
    inside one inner loop such a call is all right when the outer loop ends by
    returning from the procedure (``tail``): Python has no labelled continue.
    """
    loop = loop_of(core)
    if loop is None:
        return False
    variable, code, _ = loop
    return _loops_in(code.body) < MAX_LOOPS and _fits(
        code.body, variable, len(code.parameters), 1 if tail else 0
    )


def _loops_in(core: Core) -> int:
    """Return how deep Python loops would be nested in a form, outside lambdas."""
    if isinstance(core, (Lambda, CaseLambda)):
        return 0
    loop = loop_of(core)
    if loop is not None:
        _, code, call = loop
        inside = _loops_in(code.body)
        return max(inside + 1 if inside < MAX_LOOPS else 0, _loops_in(call))
    most = 0
    for part in list(children(core)):  # plain recursion: it must use no C stack
        most = max(most, _loops_in(part))
    return most


def _fits(core: Core, variable: Variable, count: int, depth: int) -> bool:
    """Tell whether a form in delivering position uses the variable rightly.

    ``depth`` is how many more inner loops may be entered.
    """
    if isinstance(core, Constant):
        return True
    if is_call_of(core, variable, count):
        assert isinstance(core, Call)
        return depth >= 0 and not any(variable in mentioned(o) for o in core.operands)
    if isinstance(core, If):
        return (
            variable not in mentioned(core.test)
            and _fits(core.consequent, variable, count, depth)
            and _fits(core.alternative, variable, count, depth)
        )
    if isinstance(core, Begin):
        return not any(variable in mentioned(form) for form in core.forms[:-1]) and (
            _fits(core.forms[-1], variable, count, depth)
        )
    if isinstance(core, Let):
        if is_inline_loop(core, depth > 0):
            _, code, call = loop_of(core)  # type: ignore[misc]
            return variable not in mentioned(call) and _fits(
                code.body, variable, count, depth - 1
            )
        return not any(variable in mentioned(value) for _, value in core.bindings) and (
            _fits(core.body, variable, count, depth)
        )
    return variable not in mentioned(core)
