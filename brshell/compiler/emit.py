"""Normal form to Python's abstract syntax.

A Scheme procedure becomes a Python function, and a variable keeps its name. Line
numbers are those of sites (see expressions.py).

A tail call returns the tuple (procedure, place, argument ...): whoever called goes on
with it (``force``). No Scheme value is a tuple, so this can never be mistaken.
"""

from __future__ import annotations

import ast

from brshell.compiler.analysis import mentioned
from brshell.compiler.expressions import ExpressionEmitter
from brshell.compiler.normal import (
    Bind,
    Boxes,
    Branch,
    Closures,
    Continue,
    Loop,
    NonTailCall,
    Procedure,
    ProcedureValue,
    TailCall,
)
from brshell.compiler.primitives import effect_template
from brshell.compiler.simple import is_atom
from brshell.compiler.syntax import (
    assign,
    box,
    call,
    definition,
    fill,
    load,
    located,
    negated,
    store,
)
from brshell.expander.core import (
    Assignment,
    Call,
    Constant,
    Core,
    Global,
    Reference,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
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


class FunctionEmitter(ExpressionEmitter):
    """Emits one Python function; inner functions get their own emitter."""

    def __init__(self, unit: Unit, procedure: Procedure) -> None:
        super().__init__(unit, procedure)
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
            more = call("$list_from", load(rest))
            body.append(assign(rest, ast.IfExp(load(rest), more, load("$NIL")), line))
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
        return definition(name, names, rest, body, line)

    def _boxes(self, variables: list[Variable], line: int) -> list[ast.stmt]:
        """Return the statements that put assigned variables into boxes."""
        names = [self.unit.name(v) for v in variables if v.assigned]
        return [assign(name, box(load(name)), line) for name in names]

    # Bodies

    def block(self, body: Body, to: _Destination) -> list[ast.stmt]:
        """Return the statements of a body that delivers its value to ``to``."""
        self.unit.nest(self.procedure)
        out = self._statements(body, to)
        self.unit.nesting -= 1
        return out

    def _statements(self, body: Body, to: _Destination) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        while True:
            if isinstance(body, Bind):
                out += self._bind(body)
                if body.variable is not None:
                    self._bound(body.variable)
                body = body.then
            elif isinstance(body, Closures):
                out += self._closures(body)
                body = body.then
            elif isinstance(body, Boxes):
                for variable in body.variables:
                    self._bound(variable)
                    out.append(assign(self.unit.name(variable), box(), self._line()))
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

    def _bound(self, variable: Variable) -> None:
        """Remember a variable that a statement binds."""
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
            test, consequent, alternative = negated(test), alternative, []
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
            python = box(python)
        return [assign(self.unit.name(variable), python, line)]

    def _bind(self, bind: Bind) -> list[ast.stmt]:
        value = bind.value
        if isinstance(value, Core):
            line = self.unit.site(value, self.procedure)
            return self._store_value(bind.variable, value, line)
        if not isinstance(value, NonTailCall):
            return self.block(value, _Destination(bind.variable))
        line = self.unit.site(value.call, self.procedure, bind)
        name = self.unit.name(bind.variable) if bind.variable is not None else "$value"
        out = [assign(name, self._call(value.call), line)]
        if not self.unit.is_plain(value.call.operator):
            is_tail_call = ast.Compare(
                call("$type", load(name)), [ast.Is()], [load("$tuple")]
            )
            forced = assign(name, call("$force", load(name)), line)
            out.append(located(ast.If(is_tail_call, [forced], []), line))
        if bind.variable is not None:
            out += self._boxes([bind.variable], line)
        return out

    def _call(self, call: Call) -> ast.Call:
        """Return a call; that of a plain global procedure is by its plain name."""
        operator, operands = self.parts(call)
        if self.unit.is_plain(call.operator):
            assert isinstance(operator, ast.Name)
            assert isinstance(call.operator, Reference)
            if isinstance(call.operator.variable, Global):
                operator.id = _plain_name(call.operator.variable)
        return ast.Call(operator, operands, [])

    def _tail_call(self, call: Call) -> ast.stmt:
        line = self.unit.site(call, self.procedure)
        if self.unit.is_plain(call.operator):
            return located(ast.Return(self._call(call)), line)
        operator, operands = self.parts(call)
        # Users are told where their own programs were when the language calls.
        place = None if self.unit.library else f"{self.unit.filename} {line}"
        leaving = ast.Tuple([operator, ast.Constant(place), *operands], ast.Load())
        return located(ast.Return(leaving), line)

    def _effect(self, core: Core, line: int) -> list[ast.stmt]:
        if isinstance(core, (Constant, Reference)) and not _may_fail(core):
            return []
        if isinstance(core, Assignment):
            return self._assignment(core, line)
        template = effect_template(core)
        if template is not None and isinstance(core, Call):
            return [fill(template, *self.parts(core), line)]
        return [located(ast.Expr(self.value(core)), line)]

    def _assignment(self, core: Assignment, line: int) -> list[ast.stmt]:
        variable = core.variable
        if isinstance(variable, Global):
            return self._global_assignment(core, variable, line)
        name = load(self.unit.name(variable))
        value = self.value(core.value)
        if core.define:  # a box made empty by Boxes gets its first value
            whole = ast.Subscript(name, ast.Slice(), ast.Store())
            return [located(ast.Assign([whole], box(value)), line)]
        content = ast.Subscript(name, ast.Constant(0), ast.Store())
        return [located(ast.Assign([content], value), line)]

    def _global_assignment(
        self, core: Assignment, variable: Global, line: int
    ) -> list[ast.stmt]:
        self.globals.add(variable.key)
        key = variable.key
        # Setting a variable that is not defined must fail, once its value is there.
        check = [] if core.define else [located(ast.Expr(load(key)), line)]
        if isinstance(core.value, ProcedureValue):
            inner = FunctionEmitter(self.unit, core.value.procedure)
            out = [*check, inner.function(key)]
        elif core.define or is_atom(core.value):
            out = [*check, assign(key, self.value(core.value), line)]
        else:
            first = assign("$value", self.value(core.value), line)
            out = [first, *check, assign(key, load("$value"), line)]
        if variable.plain:
            name = _plain_name(variable)
            self.globals.add(name)
            value: ast.expr = load(key)
            if not self.unit.defines_plain(core):
                value = call("$plain", value)
            out.append(assign(name, value, line))
        return out

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
        line = self.unit.site(body.call, self.procedure)
        # A residual may make the call: it has the sites of the unit, and no others.
        self.unit.site(body.call.operator, self.procedure)
        out = self._set(body.loop.variables, body.call.operands, line)
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
        targets: list[ast.expr] = [store(self.unit.name(v)) for v, _ in pairs]
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
        own = [variable for variable, _ in closures.group]
        names = [self.unit.name(variable) for variable in own]
        inside: set[Variable] = set()
        for _, procedure in closures.group:
            inside |= mentioned(procedure.core)
        captured = (inside & self.volatile) - set(own)
        definitions = [
            FunctionEmitter(self.unit, procedure).function(name)
            for name, (_, procedure) in zip(names, closures.group, strict=True)
        ]
        for variable in own:
            self._bound(variable)
        refers = captured or not inside.isdisjoint(own)
        if refers and (self.loops or self.procedure.looped):
            values = sorted(self.unit.name(variable) for variable in captured)
            return self._made(names, definitions, values)
        return [*definitions]

    def _made(
        self, names: list[str], definitions: list[ast.FunctionDef], values: list[str]
    ) -> list[ast.stmt]:
        """Return the statements that make functions with the values as they are now."""
        line = self._line()
        made: ast.expr = load(names[0])
        target: ast.expr = store(names[0])
        if len(names) > 1:
            made = ast.Tuple([load(name) for name in names], ast.Load())
            target = ast.Tuple([store(name) for name in names], ast.Store())
        body = [*definitions, located(ast.Return(made), line)]
        maker = definition("$make", values, None, body, line)
        call_of_maker = call("$make", *map(load, values))
        return [maker, located(ast.Assign([target], call_of_maker), line)]


def _may_fail(core: Core) -> bool:
    return isinstance(core, Reference) and (
        isinstance(core.variable, Global) or core.variable.assigned
    )


def _plain_name(variable: Global) -> str:
    """Return the key under which the procedure of a variable is plain in any case.

    If another procedure is assigned later, that is here with $plain around it.
    """
    return f"$plain:{variable.key}"
