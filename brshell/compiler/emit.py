"""Normal form to Python's abstract syntax.

A Scheme procedure becomes a Python function, and a variable keeps its name. Every
Python node has as its line number the number of the *site* it was made from: the
unit's table of sites leads from there to the form, its place and its procedure.

A tail call returns the tuple (procedure, place, argument ...): whoever called goes on
with it (``force``). No Scheme value is a tuple, so this can never be mistaken.
"""

from __future__ import annotations

import ast

from brshell.compiler.analysis import mentioned
from brshell.compiler.normal import (
    Bind,
    Boxes,
    Branch,
    Closures,
    Continue,
    Loop,
    Procedure,
    Site,
    TailCall,
)
from brshell.compiler.normalize import ProcedureValue
from brshell.compiler.primitives import (
    effect_template,
    is_direct,
    test_template,
    value_template,
)
from brshell.compiler.templates import fill, located
from brshell.expander.core import (
    Assignment,
    Call,
    Constant,
    Core,
    Global,
    If,
    Reference,
    Variable,
)
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
    from collections.abc import Sequence

    from brshell.compiler.normal import Body
    from brshell.compiler.unit import Unit


class _Destination:
    """Where the value of a body goes: to the caller, or to a variable (or nowhere).

    ``leave`` says that the surrounding Python loop is left after that.
    """

    __slots__ = ("leave", "returns", "variable")

    def __init__(
        self,
        variable: Variable | None = None,
        *,
        returns: bool = False,
        leave: bool = False,
    ) -> None:
        self.variable = variable
        self.returns = returns
        self.leave = leave

    @property
    def final(self) -> bool:
        """Whether no statement after the body runs."""
        return self.returns or self.leave


_CALLER = _Destination(returns=True)


class FunctionEmitter:
    """Emits one Python function; inner functions get their own emitter."""

    def __init__(self, unit: Unit, procedure: Procedure) -> None:
        self.unit = unit
        self.procedure = procedure
        self.globals: set[str] = set()
        # Variables bound inside the Python loops being emitted: the next turn gives
        # them another value, so a closure must not see them directly. A residual may
        # begin in the middle of such a turn.
        self.volatile: set[Variable] = set(procedure.looped)
        self.loops: list[Loop] = []
        # An outer loop that the innermost Python loop was left for, to continue.
        self.pending: Loop | None = None

    # Functions

    def function(self, name: str) -> ast.FunctionDef:
        """Return the definition of the procedure's function."""
        procedure = self.procedure
        line = self.unit.site(procedure.core, procedure)
        body: list[ast.stmt] = []
        names = [self.unit.name(parameter) for parameter in procedure.parameters]
        rest = self.unit.name(procedure.rest) if procedure.rest else None
        if rest is not None:
            collected = _call("$list_from", [_name(rest)])
            body.append(located(ast.Assign([_store(rest)], collected), line))
        loop = procedure.self_loop
        if loop is not None:
            self.loops.append(loop)
            self.volatile.update(loop.variables)
            turn = self._boxes(loop.variables, line)
            turn += self.block(procedure.body, _CALLER)
            body.append(located(ast.While(ast.Constant(True), turn, []), line))
        else:
            body += self._boxes(procedure.unboxed, line)
            body += self.block(procedure.body, _CALLER)
        if self.globals:
            body.insert(0, located(ast.Global(sorted(self.globals)), line))
        return self.definition(name, names, rest, body, line)

    def definition(
        self,
        name: str,
        parameters: Sequence[str],
        rest: str | None,
        body: list[ast.stmt],
        line: int,
    ) -> ast.FunctionDef:
        """Return a function definition with these parts."""
        arguments = ast.arguments(
            posonlyargs=[],
            args=[ast.arg(parameter) for parameter in parameters],
            vararg=ast.arg(rest) if rest is not None else None,
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        )
        return located(ast.FunctionDef(name, arguments, body, []), line)

    def _boxes(self, variables: list[Variable], line: int) -> list[ast.stmt]:
        """Return the statements that put assigned variables into boxes."""
        return [
            located(
                ast.Assign(
                    [_store(self.unit.name(variable))],
                    ast.List([_name(self.unit.name(variable))], ast.Load()),
                ),
                line,
            )
            for variable in variables
            if variable.assigned
        ]

    # Bodies

    def block(self, body: Body, to: _Destination) -> list[ast.stmt]:
        """Return the statements of a body that delivers its value to ``to``."""
        out: list[ast.stmt] = []
        while True:
            if isinstance(body, Bind):
                out += self._bind(body)
                if body.variable is not None:
                    self._note(body.variable)
                body = body.then
            elif isinstance(body, Closures):
                out += self._closures(body)
                body = body.then
            elif isinstance(body, Boxes):
                for variable in body.variables:
                    self._note(variable)
                    empty = ast.List([], ast.Load())
                    target = _store(self.unit.name(variable))
                    out.append(located(ast.Assign([target], empty), self._line()))
                body = body.then
            elif isinstance(body, Branch):
                test = self.test(body.test)
                line = self.unit.site(body.test, self.procedure)
                consequent = self.block(body.consequent, to)
                if to.final:
                    out.append(located(ast.If(test, consequent, []), line))
                    body = body.alternative
                    continue
                return out + self._either(
                    test, consequent, self.block(body.alternative, to), line
                )
            elif isinstance(body, Loop):
                return out + self._loop(body, to)
            elif isinstance(body, Continue):
                return out + self._continue(body)
            elif isinstance(body, TailCall):
                return [*out, self._tail_call(body.call)]
            else:
                return out + self._deliver(body.value, to)

    def _line(self) -> int:
        return self.unit.site(self.procedure.core, self.procedure)

    def _note(self, variable: Variable) -> None:
        if self.loops:
            self.volatile.add(variable)

    def _either(
        self,
        test: ast.expr,
        consequent: list[ast.stmt],
        alternative: list[ast.stmt],
        line: int,
    ) -> list[ast.stmt]:
        if not consequent and alternative:
            test, consequent, alternative = _negated(test), alternative, []
        if not consequent:
            return [located(ast.Expr(test), line)]
        return [located(ast.If(test, consequent, alternative), line)]

    def _deliver(self, value: Core, to: _Destination) -> list[ast.stmt]:
        line = self.unit.site(value, self.procedure)
        if to.returns:
            return [located(ast.Return(self.value(value)), line)]
        out = self._store_value(to.variable, value, line)
        if to.leave:
            out.append(located(ast.Break(), line))
        return out

    def _store_value(
        self, variable: Variable | None, value: Core, line: int
    ) -> list[ast.stmt]:
        if variable is None:
            return self._effect(value, line)
        python = self.value(value)
        if variable.assigned:
            python = ast.List([python], ast.Load())
        target = _store(self.unit.name(variable))
        return [located(ast.Assign([target], python), line)]

    def _bind(self, bind: Bind) -> list[ast.stmt]:
        value = bind.value
        if isinstance(value, Core):
            line = self.unit.site(value, self.procedure)
            return self._store_value(bind.variable, value, line)
        if not isinstance(value, Site):
            return self.block(value, _Destination(bind.variable))
        line = self.unit.site(value.call, self.procedure, bind)
        name = self.unit.name(bind.variable) if bind.variable is not None else "$value"
        operator, *operands = self._parts(value.call)
        called = ast.Assign([_store(name)], ast.Call(operator, operands, []))
        more = ast.Compare(_call("$type", [_name(name)]), [ast.Is()], [_name("$tuple")])
        forced = ast.Assign([_store(name)], _call("$force", [_name(name)]))
        out = [located(called, line), located(ast.If(more, [forced], []), line)]
        if bind.variable is not None:
            out += self._boxes([bind.variable], line)
        return out

    def _tail_call(self, call: Call) -> ast.stmt:
        line = self.unit.site(call, self.procedure)
        operator, *operands = self._parts(call)
        place = ast.Constant(f"{self.unit.filename} {line}")
        leaving = ast.Tuple([operator, place, *operands], ast.Load())
        return located(ast.Return(leaving), line)

    def _parts(self, call: Call) -> list[ast.expr]:
        return [self.value(part) for part in (call.operator, *call.operands)]

    def _effect(self, core: Core, line: int) -> list[ast.stmt]:
        if isinstance(core, (Constant, Reference)) and not _may_fail(core):
            return []
        if isinstance(core, Assignment):
            return self._assignment(core, line)
        template = effect_template(core)
        if template is not None and isinstance(core, Call):
            return [self._filled_statement(template, core, line)]
        return [located(ast.Expr(self.value(core)), line)]

    def _filled_statement(self, template: str, core: Call, line: int) -> ast.stmt:
        operator, *operands = self._parts(core)
        statement = fill(template, operator, operands, line)
        assert isinstance(statement, ast.stmt)
        return statement

    def _assignment(self, core: Assignment, line: int) -> list[ast.stmt]:
        variable = core.variable
        if isinstance(variable, Global):
            self.globals.add(variable.key)
            out: list[ast.stmt] = []
            if not core.define:  # setting a variable that is not defined must fail
                out.append(located(ast.Expr(_name(variable.key)), line))
            if isinstance(core.value, ProcedureValue):
                inner = FunctionEmitter(self.unit, core.value.procedure)
                return [*out, inner.function(variable.key)]
            target: ast.expr = _store(variable.key)
            return [*out, located(ast.Assign([target], self.value(core.value)), line)]
        box = _name(self.unit.name(variable))
        value = self.value(core.value)
        if core.define:  # a box made empty by Boxes gets its first value
            whole = ast.Subscript(box, ast.Slice(), ast.Store())
            filled = ast.List([value], ast.Load())
            return [located(ast.Assign([whole], filled), line)]
        target = ast.Subscript(box, ast.Constant(0), ast.Store())
        return [located(ast.Assign([target], value), line)]

    # Loops

    def _loop(self, loop: Loop, to: _Destination) -> list[ast.stmt]:
        line = self._line()
        out = self._set(loop.variables, loop.operands, line)
        outer_volatile = set(self.volatile)
        self.volatile.update(loop.variables)
        self.loops.append(loop)
        inside = to if to.returns else _Destination(to.variable, leave=True)
        turn = self._boxes(loop.variables, line) + self.block(loop.body, inside)
        self.loops.pop()
        self.volatile = outer_volatile | (self.volatile if self.loops else set())
        out.append(located(ast.While(ast.Constant(True), turn, []), line))
        if self.pending is not None:
            if self.pending.origin is self.loops[-1].origin:
                out.append(located(ast.Continue(), line))
                self.pending = None
            else:
                out.append(located(ast.Break(), line))
        elif to.leave:
            out.append(located(ast.Break(), line))
        return out

    def _continue(self, body: Continue) -> list[ast.stmt]:
        line = self._line()
        out = self._set(body.loop.variables, body.operands, line)
        if body.loop.origin is self.loops[-1].origin:
            return [*out, located(ast.Continue(), line)]
        self.pending = body.loop
        return [*out, located(ast.Break(), line)]

    def _set(
        self, variables: list[Variable], operands: list[Core], line: int
    ) -> list[ast.stmt]:
        """Set loop variables all at once; those that keep their value are left out."""
        pairs = [
            (variable, operand)
            for variable, operand in zip(variables, operands, strict=True)
            if not (
                isinstance(operand, Reference)
                and operand.variable is variable
                and not variable.assigned
            )
        ]
        if not pairs:
            return []
        targets: list[ast.expr] = [_store(self.unit.name(v)) for v, _ in pairs]
        values = [self.value(operand) for _, operand in pairs]
        if len(pairs) == 1:
            return [located(ast.Assign(targets, values[0]), line)]
        together = ast.Assign(
            [ast.Tuple(targets, ast.Store())], ast.Tuple(values, ast.Load())
        )
        return [located(together, line)]

    # Closures

    def _closures(self, closures: Closures) -> list[ast.stmt]:
        """Return the definitions of a group of procedures.

        A procedure made inside a loop that mentions what the loop binds is made by a
        function called with the present values, so that each turn has its own.
        """
        line = self._line()
        own = [variable for variable, _ in closures.group]
        captured: set[Variable] = set()
        for _, procedure in closures.group:
            captured |= mentioned(procedure.core) & self.volatile
        captured -= set(own)
        definitions: list[ast.stmt] = [
            FunctionEmitter(self.unit, procedure).function(self.unit.name(variable))
            for variable, procedure in closures.group
        ]
        names = [self.unit.name(variable) for variable in own]
        for variable in own:
            self._note(variable)
        apart = (
            captured or len(own) > 1 or own[0] in mentioned(closures.group[0][1].core)
        )
        if not apart or not (self.loops or self.procedure.looped):
            return definitions
        parameters = sorted(self.unit.name(variable) for variable in captured)
        made: ast.expr = _name(names[0])
        target: ast.expr = _store(names[0])
        if len(names) > 1:
            made = ast.Tuple([_name(name) for name in names], ast.Load())
            target = ast.Tuple([_store(name) for name in names], ast.Store())
        maker = self.definition(
            "$make",
            parameters,
            None,
            [*definitions, located(ast.Return(made), line)],
            line,
        )
        maker.body = [s for s in maker.body if not isinstance(s, ast.Global)]
        call = _call("$make", [_name(parameter) for parameter in parameters])
        return [maker, located(ast.Assign([target], call), line)]

    # Expressions

    def value(self, core: Core) -> ast.expr:
        """Return the Python expression for the value of a simple form."""
        if isinstance(core, Constant):
            return self._constant(core)
        if isinstance(core, Reference):
            return self._reference(core)
        line = self.unit.site(core, self.procedure)
        if isinstance(core, If):
            return located(
                ast.IfExp(
                    self.test(core.test),
                    self.value(core.consequent),
                    self.value(core.alternative),
                ),
                line,
            )
        assert isinstance(core, Call)
        template = value_template(core)
        operator, *operands = self._parts(core)
        if template is not None:
            filled = fill(template, operator, operands, line)
            assert isinstance(filled, ast.expr)
            return filled
        if test_template(core) is not None:
            return located(
                ast.IfExp(self.test(core), _name("$TRUE"), _name("$FALSE")), line
            )
        assert is_direct(core), core
        return located(ast.Call(operator, operands, []), line)

    def test(self, core: Core) -> ast.expr:
        """Return a Python expression that is true when the form's value is."""
        line = self.unit.site(core, self.procedure)
        if isinstance(core, Constant):
            return located(ast.Constant(core.value is not FALSE), line)
        if isinstance(core, If):
            return self._test_if(core, line)
        if isinstance(core, Call):
            template = test_template(core)
            if template == "A is FALSE":
                return located(_negated(self.test(core.operands[0])), line)
            if template is not None:
                operator, *operands = self._parts(core)
                if template.startswith("A is "):  # Python warns of ``5 is None``
                    operands = [self._as_name(operand) for operand in operands]
                filled = fill(template, operator, operands, line)
                assert isinstance(filled, ast.expr)
                return filled
        return located(
            ast.Compare(self.value(core), [ast.IsNot()], [_name("$FALSE")]), line
        )

    def _test_if(self, core: If, line: int) -> ast.expr:
        test = self.test(core.test)
        if _is_constant(core.alternative, FALSE):
            return located(
                ast.BoolOp(ast.And(), [test, self.test(core.consequent)]), line
            )
        if _is_constant(core.consequent, TRUE):
            return located(
                ast.BoolOp(ast.Or(), [test, self.test(core.alternative)]), line
            )
        return located(
            ast.IfExp(test, self.test(core.consequent), self.test(core.alternative)),
            line,
        )

    def _constant(self, core: Constant) -> ast.expr:
        value = core.value
        if type(value) is int or type(value) is float:
            return ast.Constant(value)
        if isinstance(value, (Boolean, Unique)):
            return _name(_WELL_KNOWN[value])
        if isinstance(value, Symbol):
            return _name(self.unit.constant(f"$'{value.name}", value))
        return _name(self.unit.constant(None, value))

    def _as_name(self, operand: ast.expr) -> ast.expr:
        if isinstance(operand, ast.Constant):
            return _name(self.unit.constant(None, operand.value))
        return operand

    def _reference(self, core: Reference) -> ast.expr:
        variable = core.variable
        if isinstance(variable, Global):
            name = _name(variable.key)
            if variable.builtin is None:
                return located(name, self.unit.site(core, self.procedure))
            return name
        name = _name(self.unit.name(variable))
        if not variable.assigned:
            return name
        content = ast.Subscript(name, ast.Constant(0), ast.Load())
        return located(content, self.unit.site(core, self.procedure))


_WELL_KNOWN: dict[object, str] = {
    TRUE: "$TRUE",
    FALSE: "$FALSE",
    NIL: "$NIL",
    UNSPECIFIED: "$UNSPECIFIED",
    EOF: "$EOF",
    DEFAULT: "$DEFAULT",
}


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _store(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _call(name: str, arguments: list[ast.expr]) -> ast.Call:
    return ast.Call(_name(name), arguments, [])


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def _may_fail(core: Core) -> bool:
    return isinstance(core, Reference) and (
        isinstance(core.variable, Global) or core.variable.assigned
    )


def _is_constant(core: Core, value: object) -> bool:
    return isinstance(core, Constant) and core.value is value
