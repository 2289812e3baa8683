"""Normal form: every call that may run unknown code is a statement of its own.

In normal form the operands of calls are *simple*: constants, variables, and
primitives on simple operands. What is left is straight-line code, branches and loops,
so that "the rest of the body after call k" is again a body: that is what makes
continuations cheap (see residual.py).
"""

from __future__ import annotations

from brshell.expander.core import Call, Core, Lambda, Reference, Variable

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


class Site:
    """A call, not in tail position, of a procedure that may do anything."""

    __slots__ = ("call",)

    def __init__(self, call: Call) -> None:
        self.call = call


class Bind:
    """Run ``value``, keep it in ``variable`` (None: drop it), go on with ``then``.

    Copies of a Bind in residual bodies have the same ``origin``: what follows is the
    same for them all.
    """

    __slots__ = ("origin", "then", "value", "variable")

    def __init__(
        self, variable: Variable | None, value: Core | Site | Body, then: Body
    ) -> None:
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

    ``entry`` refers to the procedure when the loop is the whole of its body. Copies
    of a loop have the same ``origin``, so that a Continue fits them all.
    """

    __slots__ = ("body", "entry", "operands", "origin", "variables")

    def __init__(
        self,
        variables: list[Variable],
        operands: list[Core],
        entry: Reference | None = None,
    ) -> None:
        self.variables = variables
        self.operands = operands
        self.entry = entry
        self.origin = self
        self.body: Body = Continue(self, operands)  # filled in by the normalizer


class Continue:
    """Run the body of an enclosing loop again with other values."""

    __slots__ = ("loop", "operands")

    def __init__(self, loop: Loop, operands: list[Core]) -> None:
        self.loop = loop
        self.operands = operands


if TYPE_CHECKING:
    Body: TypeAlias = (
        Return | TailCall | Bind | Boxes | Closures | Branch | Loop | Continue
    )


def nodes(body: Body) -> Iterator[Body]:
    """Yield all parts of a body: what follows, branches, loops, values of Binds."""
    pending = [body]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, Branch):
            pending += (node.consequent, node.alternative)
        elif isinstance(node, (Bind, Boxes, Closures)):
            pending.append(node.then)
        elif isinstance(node, Loop):
            pending.append(node.body)
        if isinstance(node, Bind) and not isinstance(node.value, (Core, Site)):
            pending.append(node.value)
