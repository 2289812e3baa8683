"""Normal form: every call that may run unknown code is a statement of its own.

In normal form the operands of calls are *simple*: constants, variables, and
primitives on simple operands. What is left is straight-line code, branches and loops,
so that "the rest of the body after call k" is again a body: that is what makes
continuations cheap (see residual.py).
"""

from __future__ import annotations

from brshell.expander.core import (
    Assignment,
    Call,
    Core,
    Global,
    Lambda,
    Reference,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias


class Return:
    """Deliver a simple value, or that of a builtin, to where the body's value goes."""

    __slots__ = ("value",)

    def __init__(self, value: Core) -> None:
        self.value = value


class TailCall:
    """Leave the procedure by calling another; operator and operands are simple."""

    __slots__ = ("call",)

    def __init__(self, call: Call) -> None:
        self.call = call


class NonTailCall:
    """A call whose value the body waits for, of a procedure that may do anything."""

    __slots__ = ("call",)

    def __init__(self, call: Call) -> None:
        self.call = call


class Bind:
    """Run ``value``, keep it in ``variable`` (None: drop it), go on with ``then``.

    Copies of a Bind in residual bodies have the same ``origin``: what follows is the
    same for them all.
    """

    __slots__ = ("origin", "then", "value", "variable")

    def __init__(self, variable: Variable | None, value: Value, then: Body) -> None:
        self.variable = variable
        self.value = value
        self.then = then
        self.origin = self


class Boxes:
    """Make empty boxes for variables that procedures may see before their value."""

    __slots__ = ("then", "variables")

    def __init__(self, variables: list[Variable], then: Body) -> None:
        self.variables = variables
        self.then = then


class Procedure:
    """A lambda whose body is in normal form.

    ``self_loop`` is the loop that tail calls of itself turn into, if there are any;
    ``unboxed`` are the parameters that come as values, not yet in boxes.
    A residual of a procedure has the procedure as its ``origin``; ``looped`` are the
    variables that its loops bind, of which one turn may have begun before it.
    """

    __slots__ = (
        "body",
        "core",
        "looped",
        "origin",
        "parameters",
        "rest",
        "self_loop",
        "unboxed",
    )

    def __init__(self, core: Lambda) -> None:
        self.core = core
        self.origin = self
        self.parameters = core.parameters
        self.rest = core.rest
        self.unboxed = [*core.parameters, *([core.rest] if core.rest else [])]
        self.body: Body = Return(core)  # filled in by the normalizer
        self.self_loop: Loop | None = None
        self.looped: set[Variable] = set()


class ProcedureValue(Core):
    """A procedure as the value of the definition of a global variable."""

    __slots__ = ("procedure",)

    def __init__(self, procedure: Procedure) -> None:
        self.procedure = procedure
        self.span = procedure.core.span


class Closures:
    """Make procedures that may refer to each other, and go on with ``then``."""

    __slots__ = ("group", "then")

    def __init__(self, group: list[tuple[Variable, Procedure]], then: Body) -> None:
        self.group = group
        self.then = then


class Branch:
    """Go on with one of two bodies; the test is simple, or a call of a builtin."""

    __slots__ = ("alternative", "consequent", "test")

    def __init__(self, test: Core, consequent: Body, alternative: Body) -> None:
        self.test = test
        self.consequent = consequent
        self.alternative = alternative


class Loop:
    """Run ``body`` with the variables set to ``operands``; Continue runs it again.

    ``name`` is what the program calls to run it again: a named let, or with ``whole``
    the procedure whose whole body the loop is. Copies of a loop have the same
    ``origin``, so that a Continue fits them all.
    """

    __slots__ = ("body", "name", "operands", "origin", "variables", "whole")

    def __init__(
        self,
        name: Variable | Global,
        variables: list[Variable],
        operands: list[Core],
        *,
        whole: bool = False,
    ) -> None:
        self.name = name
        self.variables = variables
        self.operands = operands
        self.whole = whole
        self.origin = self
        # Filled in by the normalizer.
        self.body: Body = Continue(self, Call(Reference(name), operands))


class Continue:
    """Run the body of an enclosing loop again with other values.

    ``call`` is the call of the loop's name that this does; its operands are simple.
    """

    __slots__ = ("call", "loop")

    def __init__(self, loop: Loop, call: Call) -> None:
        self.loop = loop
        self.call = call


if TYPE_CHECKING:
    Body: TypeAlias = (
        Return | TailCall | Bind | Boxes | Closures | Branch | Loop | Continue
    )
    # What a Bind runs: a simple form or a call of a builtin, another call, or a body.
    Value: TypeAlias = Core | NonTailCall | Body


def bodies_in(body: Body) -> Iterator[Body]:
    """Yield a body and every body inside it, but not those of procedures."""
    seen: set[int] = set()  # residuals share the bodies of loops
    pending = [body]
    while pending:
        part = pending.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if isinstance(part, Bind):
            pending.append(part.then)
            if not isinstance(part.value, (Core, NonTailCall)):
                pending.append(part.value)
        elif isinstance(part, (Boxes, Closures)):
            pending.append(part.then)
        elif isinstance(part, Branch):
            pending += (part.alternative, part.consequent)
        elif isinstance(part, Loop):
            pending.append(part.body)


def forms_of(body: Body) -> list[Core]:
    """Return the core forms of a body itself, without those of the bodies inside."""
    if isinstance(body, Bind):
        return _forms_of_value(body.value)
    if isinstance(body, Closures):
        return [procedure.core for _, procedure in body.group]
    if isinstance(body, Branch):
        return [body.test]
    if isinstance(body, Loop):
        return body.operands
    if isinstance(body, Continue):
        return body.call.operands
    if isinstance(body, TailCall):
        return [body.call]
    return [body.value] if isinstance(body, Return) else []


def _forms_of_value(value: Value) -> list[Core]:
    if isinstance(value, NonTailCall):
        return [value.call]
    if isinstance(value, Assignment) and isinstance(value.value, ProcedureValue):
        return [value.value.procedure.core]
    return [value] if isinstance(value, Core) else []


def bound_by(body: Body) -> list[Variable]:
    """Return the variables that a body itself binds."""
    if isinstance(body, Bind):
        return [] if body.variable is None else [body.variable]
    if isinstance(body, (Boxes, Loop)):
        return body.variables
    if isinstance(body, Closures):
        return [variable for variable, _ in body.group]
    return []
