"""Simple forms (see normal.py) to Python expressions.

Every Python node has as its line number the number of the *site* it was made from:
the unit's table of sites leads from there to the form, its place and its procedure.
"""

from __future__ import annotations

import ast

from brshell.compiler.primitives import is_direct_call, test_template, value_template
from brshell.compiler.syntax import fill, load, located, negated
from brshell.expander.core import Call, Constant, Core, Global, If, Reference
from brshell.runtime.datums import (
    DEFAULT,
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Boolean,
    Symbol,
    Unique,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from brshell.compiler.normal import Procedure
    from brshell.compiler.unit import Unit

_WELL_KNOWN: dict[object, str] = {
    TRUE: "$TRUE",
    FALSE: "$FALSE",
    NIL: "$NIL",
    UNSPECIFIED: "$UNSPECIFIED",
    EOF: "$EOF",
    DEFAULT: "$DEFAULT",
}


class ExpressionEmitter:
    """Emits the simple forms of one procedure."""

    def __init__(self, unit: Unit, procedure: Procedure) -> None:
        self.unit = unit
        self.procedure = procedure

    def value(self, core: Core) -> ast.expr:
        """Return the Python expression for the value of a simple form."""
        if isinstance(core, Constant):
            return self._constant(core)
        if isinstance(core, Reference):
            return self._reference(core)
        line = self.unit.site(core, self.procedure)
        if isinstance(core, If):
            test = self.test(core.test)
            values = self.value(core.consequent), self.value(core.alternative)
            return located(ast.IfExp(test, *values), line)
        assert isinstance(core, Call)
        template = value_template(core)
        if template is not None:
            operator, operands = self.parts(core)
            if all(isinstance(operand, ast.Constant) for operand in operands):
                # Python would make one literal of them, and warn if it is tested.
                operands = [self._as_name(operand) for operand in operands]
            filled: ast.expr = fill(template, operator, operands, line)
            return filled
        if test_template(core) is not None:
            test = self.test(core)
            return located(ast.IfExp(test, load("$TRUE"), load("$FALSE")), line)
        assert is_direct_call(core), core
        operator, operands = self.parts(core)
        return located(ast.Call(operator, operands, []), line)

    def test(self, core: Core) -> ast.expr:
        """Return a Python expression that is true when the form's value is."""
        line = self.unit.site(core, self.procedure)
        if isinstance(core, Constant):
            return located(ast.Constant(core.value is not FALSE), line)
        if isinstance(core, If):
            return located(self._test_if(core), line)
        template = test_template(core) if isinstance(core, Call) else None
        if template is None or not isinstance(core, Call):
            is_true = ast.Compare(self.value(core), [ast.IsNot()], [load("$FALSE")])
            return located(is_true, line)
        if template == "A is FALSE":
            return located(negated(self.test(core.operands[0])), line)
        operator, operands = self.parts(core)
        if template.startswith("A is "):  # Python warns of ``5 is None``
            operands = [self._as_name(operand) for operand in operands]
        filled: ast.expr = fill(template, operator, operands, line)
        return filled

    def _test_if(self, core: If) -> ast.expr:
        test = self.test(core.test)
        if _is_constant(core.alternative, FALSE):
            return ast.BoolOp(ast.And(), [test, self.test(core.consequent)])
        if _is_constant(core.consequent, TRUE):
            return ast.BoolOp(ast.Or(), [test, self.test(core.alternative)])
        return ast.IfExp(test, self.test(core.consequent), self.test(core.alternative))

    def parts(self, core: Call) -> tuple[ast.expr, list[ast.expr]]:
        """Return the expressions for the operator and the operands of a call."""
        operator = self._as_name(self.value(core.operator))  # Python warns of ``5(x)``
        return operator, [self.value(part) for part in core.operands]

    def _constant(self, core: Constant) -> ast.expr:
        value = core.value
        if type(value) is int or type(value) is float:
            return ast.Constant(value)
        if isinstance(value, (Boolean, Unique)):
            return load(_WELL_KNOWN[value])
        if isinstance(value, Symbol):
            return load(self.unit.constant(f"$'{value.name}", value))
        return load(self.unit.constant(None, value))

    def _as_name(self, operand: ast.expr) -> ast.expr:
        if isinstance(operand, ast.Constant):
            return load(self.unit.constant(None, operand.value))
        return operand

    def _reference(self, core: Reference) -> ast.expr:
        variable = core.variable
        if isinstance(variable, Global):
            name = load(variable.key)
            if variable.builtin is None:
                return located(name, self.unit.site(core, self.procedure))
            return name
        name = load(self.unit.name(variable))
        if not variable.assigned:
            return name
        content = ast.Subscript(name, ast.Constant(0), ast.Load())
        return located(content, self.unit.site(core, self.procedure))


def _is_constant(core: Core, value: object) -> bool:
    return isinstance(core, Constant) and core.value is value
