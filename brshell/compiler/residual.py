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
    NonTailCall,
    Procedure,
    TailCall,
    bodies_in,
    bound_by,
    forms_of,
)
from brshell.expander.core import Core, Variable

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
    live = sorted(_mentioned(body) - {result}, key=lambda variable: variable.name)
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
    return {
        variable
        for part in bodies_in(body)
        if isinstance(part, Loop)
        for inside in bodies_in(part)
        for variable in bound_by(inside)
    }


def _mentioned(body: Body) -> set[Variable]:
    """Return the variables that a body mentions."""
    found: set[Variable] = set()
    for part in bodies_in(body):
        for form in forms_of(part):
            found |= mentioned(form)
    return found


def _rest(body: Body, bind: Bind) -> Body | None:
    """Return what follows a Bind that is somewhere in a body, or None."""
    while True:
        if body is bind:
            return bind.then
        if isinstance(body, Bind):
            if not isinstance(body.value, (Core, NonTailCall)):
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
        if loop.whole:
            return TailCall(body.call)
        again = Loop(loop.name, loop.variables, body.call.operands)
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
        inner = Loop(body.name, body.variables, body.operands, whole=body.whole)
        inner.origin = body.origin
        inner.body = _outside(body.body, loop)
        return inner
    return body
