"""Normal form as text.

(call f x) is a call that is waited for, (tail-call f x) one that is not; a call of a
builtin that calls nothing back is written as in Scheme. (let x value) holds to the
end of the body that it stands in, as (define x value) would.
"""

from __future__ import annotations

from brshell.compiler.normal import (
    Bind,
    Boxes,
    Branch,
    Closures,
    Continue,
    Loop,
    NonTailCall,
    ProcedureValue,
    Return,
    TailCall,
)
from brshell.dump.core import CoreForms, formals
from brshell.expander.core import Core, Global

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.compiler.normal import Body, Procedure
    from brshell.compiler.unit import Unit
    from brshell.dump.layout import Form
    from brshell.expander.core import Variable


class NormalForms(CoreForms):
    """Normal form, with the names that the variables have in Python."""

    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self._unit = unit

    def name(self, variable: Variable | Global) -> str:
        """Return the name that a variable has in Python."""
        if isinstance(variable, Global):
            return variable.key
        return self._unit.name(variable)

    def form(self, core: Core) -> Form:
        """Return the form for a simple form, or for a definition."""
        if isinstance(core, ProcedureValue):
            return self.procedure(core.procedure)
        return super().form(core)

    def procedure(self, procedure: Procedure) -> Form:
        """Return the form for a procedure."""
        rest = [procedure.rest] if procedure.rest else []
        names = [self.name(variable) for variable in (*procedure.parameters, *rest)]
        body = self.body(procedure.body)
        loop = procedure.self_loop
        if loop is not None:
            body = [["loop", self.name(loop.name), self._bindings(loop), *body]]
        return ["lambda", formals(names, bool(rest)), *body]

    def body(self, body: Body) -> list[Form]:
        """Return the forms of a body; the last delivers its value."""
        forms: list[Form] = []
        while isinstance(body, (Bind, Boxes, Closures)):
            if isinstance(body, Bind):
                forms.append(self._bind(body))
            elif isinstance(body, Boxes):
                forms.append(["boxes", *[self.name(v) for v in body.variables]])
            else:
                forms.append(self._closures(body))
            body = body.then
        return [*forms, self._last(body)]

    def _bind(self, bind: Bind) -> Form:
        value: Form
        if isinstance(bind.value, NonTailCall):
            value = ["call", *self.form(bind.value.call)]
        elif isinstance(bind.value, Core):
            value = self.form(bind.value)
        else:
            value = self._block(bind.value)
        return (
            value if bind.variable is None else ["let", self.name(bind.variable), value]
        )

    def _closures(self, closures: Closures) -> Form:
        group: list[Form] = [
            [self.name(variable), self.procedure(procedure)]
            for variable, procedure in closures.group
        ]
        return ["let", *group[0]] if len(group) == 1 else ["letrec", *group]

    def _block(self, body: Body) -> Form:
        forms = self.body(body)
        return forms[0] if len(forms) == 1 else ["begin", *forms]

    def _last(self, body: Body) -> Form:
        if isinstance(body, Branch):
            consequent, alternative = body.consequent, body.alternative
            branches = self._block(consequent), self._block(alternative)
            return ["if", self.form(body.test), *branches]
        if isinstance(body, Loop):
            name, bindings = self.name(body.name), self._bindings(body)
            return ["loop", name, bindings, *self.body(body.body)]
        if isinstance(body, Continue):
            operands = [self.form(operand) for operand in body.call.operands]
            return ["continue", self.name(body.loop.name), *operands]
        if isinstance(body, TailCall):
            return ["tail-call", *self.form(body.call)]
        assert isinstance(body, Return)
        return self.form(body.value)

    def _bindings(self, loop: Loop) -> Form:
        return [
            [self.name(variable), self.form(operand)]
            for variable, operand in zip(loop.variables, loop.operands, strict=True)
        ]
