"""The rest of a body after one of its calls, as a body of its own.

This is all that re-entering a continuation needs: a frame that was waiting for the
value of call k goes on as a call of the procedure (value, live variables) -> rest.
"""

from __future__ import annotations

from brshell.compiler.analysis import mentioned
from brshell.compiler.normal import (
    Bind,
    Boxes,
    Branch,
    Closures,
    Continue,
    Loop,
    Procedure,
    Return,
    Site,
    TailCall,
)
from brshell.compiler.normalize import ProcedureValue
from brshell.expander.core import Assignment, Call, Core, Variable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.compiler.normal import Body


def residual(procedure: Procedure, bind: Bind) -> Procedure:
    """Return the procedure that goes on after the call of ``bind``.

    Its first parameter takes the value of the call, the others all the variables that
    the rest mentions (those that it binds itself may come without a value).
    """
    body = _rest(procedure.body, bind)
    assert body is not None
    loop = procedure.self_loop
    if loop is not None:
        body = _outside(body, loop)
    result = bind.variable or Variable("value")
    live = sorted(_variables(body) - {result}, key=lambda variable: variable.name)
    resumed = Procedure(procedure.core)
    resumed.origin = procedure
    resumed.parameters = [result, *live]
    resumed.rest = None
    resumed.unboxed = [result]
    resumed.body = body
    resumed.looped = _looped(body)
    return resumed


def _looped(body: Body) -> set[Variable]:
    """Return the variables that the loops of a body bind, or that are bound in them."""
    found: set[Variable] = set()
    pending: list[tuple[Body, bool]] = [(body, False)]
    while pending:
        node, inside = pending.pop()
        bound: list[Variable | None] = []
        if isinstance(node, Loop):
            found.update(node.variables)
            pending.append((node.body, True))
        elif isinstance(node, Branch):
            pending += [(node.consequent, inside), (node.alternative, inside)]
        elif isinstance(node, Bind):
            bound = [node.variable]
            if not isinstance(node.value, (Core, Site)):
                pending.append((node.value, inside))
            pending.append((node.then, inside))
        elif isinstance(node, Boxes):
            bound = [*node.variables]
            pending.append((node.then, inside))
        elif isinstance(node, Closures):
            bound = [variable for variable, _ in node.group]
            pending.append((node.then, inside))
        if inside:
            found.update(variable for variable in bound if variable is not None)
    return found


def _rest(body: Body, bind: Bind) -> Body | None:
    """Return what follows a Bind that is somewhere in a body, or None."""
    while True:
        if body is bind:
            return bind.then
        if isinstance(body, Bind):
            if not isinstance(body.value, Core) and not hasattr(body.value, "call"):
                inner = _rest(body.value, bind)
                if inner is not None:
                    return Bind(body.variable, inner, body.then)
            body = body.then
        elif isinstance(body, (Boxes, Closures)):
            body = body.then
        elif isinstance(body, Branch):
            found = _rest(body.consequent, bind)
            if found is not None:
                return found
            body = body.alternative
        elif isinstance(body, Loop):
            inner = _rest(body.body, bind)
            return None if inner is None else _outside(inner, body)
        else:
            return None


def _outside(body: Body, loop: Loop) -> Body:
    """Return a body in which running the loop again is entering it anew."""
    if isinstance(body, Continue):
        if body.loop.origin is not loop.origin:
            return body
        if loop.entry is not None:
            return TailCall(Call(loop.entry, body.operands, loop.entry.span))
        again = Loop(loop.variables, body.operands)
        again.origin = loop.origin
        again.body = loop.body
        return again
    if isinstance(body, Bind):
        copy = Bind(body.variable, body.value, _outside(body.then, loop))
        copy.origin = body.origin
        return copy
    if isinstance(body, Boxes):
        return Boxes(body.variables, _outside(body.then, loop))
    if isinstance(body, Closures):
        return Closures(body.group, _outside(body.then, loop))
    if isinstance(body, Branch):
        return Branch(
            body.test, _outside(body.consequent, loop), _outside(body.alternative, loop)
        )
    if isinstance(body, Loop):
        inner = Loop(body.variables, body.operands, body.entry)
        inner.origin = body.origin
        inner.body = _outside(body.body, loop)
        return inner
    return body


def _variables(body: Body) -> set[Variable]:
    """Return every variable that a body mentions."""
    found: set[Variable] = set()
    pending: list[Body] = [body]
    seen: set[int] = set()
    while pending:
        node = pending.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Bind):
            value = node.value
            if isinstance(value, Core):
                found |= _in_core(value)
            elif hasattr(value, "call"):
                found |= mentioned(value.call)
            else:
                pending.append(value)
            pending.append(node.then)
        elif isinstance(node, Boxes):
            pending.append(node.then)
        elif isinstance(node, Closures):
            for _, procedure in node.group:
                found |= mentioned(procedure.core)
            pending.append(node.then)
        elif isinstance(node, Branch):
            found |= mentioned(node.test)
            pending += (node.consequent, node.alternative)
        elif isinstance(node, Loop):
            for operand in node.operands:
                found |= mentioned(operand)
            pending.append(node.body)
        elif isinstance(node, Continue):
            for operand in node.operands:
                found |= mentioned(operand)
        elif isinstance(node, TailCall):
            found |= mentioned(node.call)
        elif isinstance(node, Return):
            found |= mentioned(node.value)
    return found


def _in_core(core: Core) -> set[Variable]:
    if isinstance(core, Assignment) and isinstance(core.value, ProcedureValue):
        return mentioned(core.value.procedure.core)
    return mentioned(core)
