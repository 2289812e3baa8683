"""Core forms to normal form."""

from __future__ import annotations

from brshell.compiler.letrec import plan_letrec
from brshell.compiler.loops import inline_loop, is_call_of
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
    Return,
    TailCall,
    bodies_in,
)
from brshell.compiler.primitives import is_direct_call, is_inlined, needs_atoms
from brshell.compiler.simple import SimpleForms, Tests, is_atom, is_stable
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
from brshell.runtime.calls import case_lambda
from brshell.runtime.datums import UNSPECIFIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from brshell.compiler.letrec import Step
    from brshell.compiler.loops import NamedLet
    from brshell.compiler.normal import Body, Value


def normalize_program(core: Core, definitions: dict[Global, int]) -> Procedure:
    """Return a procedure without parameters whose body is the program."""
    program = Procedure(Lambda("program", [], None, core, core.span))
    program.body = Normalizer(definitions, SimpleForms()).body(core, tail=True)
    return program


class Normalizer:
    """Normalizes the body of one procedure; inner procedures get their own.

    How a form is normalized depends on what becomes of its value: it is delivered
    (``body``), dropped (``effect``), tested (``test``), used as an operand
    (``operand``) or bound to a variable (``value``). Each of the last three takes
    ``rest``, which makes the body that follows from the normal form of the value.

    ``definitions`` counts how often the program sets each global, ``loops`` are the
    loops whose body is being normalized, outermost first.
    """

    def __init__(self, definitions: dict[Global, int], simple: SimpleForms) -> None:
        self.definitions = definitions
        self.simple = simple
        self.tests = Tests()
        self.loops: list[Loop] = []

    # Delivered

    def body(self, core: Core, *, tail: bool) -> Body:
        """Return the body that delivers the value of a form.

        With ``tail`` the value is that of the procedure, so calls may be tail calls.
        """
        core = _as_let(core)
        if isinstance(core, Begin):
            *first, last = core.forms
            return self._effects(first, self.body(last, tail=tail))
        if isinstance(core, If):
            return self._branch(core, tail)
        if isinstance(core, Let):
            loop = inline_loop(core, tail)
            if loop is not None:
                return self._loop(loop, tail)
            return self._let(core, lambda: self.body(core.body, tail=tail))
        if isinstance(core, Call):
            return self._delivered_call(core, tail)
        return self.operand(core, Return)

    def _branch(self, core: If, tail: bool) -> Body:
        def branch(test: Core) -> Body:
            consequent = self.body(core.consequent, tail=tail)
            return Branch(test, consequent, self.body(core.alternative, tail=tail))

        return self.test(core.test, branch)

    def _delivered_call(self, core: Call, tail: bool) -> Body:
        if is_inlined(core) or is_direct_call(core):
            return self.call(core, Return)
        loop = self._continued(core, tail)
        if loop is not None:

            def again(values: list[Core]) -> Body:
                return Continue(loop, Call(core.operator, values, core.span))

            return self.operands(core.operands, again)
        if tail:
            return self.call(core, TailCall)
        return self.operand(core, Return)

    def _continued(self, core: Call, tail: bool) -> Loop | None:
        """Return the loop that a call in delivering position runs again, if any."""
        reachable = self.loops[-2:] if tail else self.loops[-1:]
        for loop in reversed(reachable):
            if is_call_of(core, loop.name, len(loop.variables)):
                return loop
        return None

    def _inner(self, core: Core) -> Body:
        """Normalize a form whose value is not delivered where the present one is."""
        outer, self.loops = self.loops, []
        try:
            return self.body(core, tail=False)
        finally:
            self.loops = outer

    # Dropped

    def effect(self, core: Core, then: Body) -> Body:
        """Return the body that runs a form for its effect only, then goes on."""
        if isinstance(core, (Constant, Lambda, CaseLambda)):
            return then
        if isinstance(core, Assignment):
            return self._assignment(core, then)
        if isinstance(core, Begin):
            return self._effects(core.forms, then)
        if isinstance(core, (If, Let)) and core not in self.simple:
            return Bind(None, self._inner(core), then)
        return self.value(core, lambda value: Bind(None, value, then))

    def _effects(self, forms: list[Core], then: Body) -> Body:
        for form in reversed(forms):  # each body holds the one after it
            then = self.effect(form, then)
        return then

    def _assignment(self, core: Assignment, then: Body) -> Body:
        variable = core.variable

        def store(value: Core) -> Body:
            stored = Assignment(variable, value, core.span, define=core.define)
            return Bind(None, stored, then)

        def keep(value: Value) -> Body:
            return store(value) if isinstance(value, Core) else self._keep(value, store)

        if isinstance(core.value, Lambda) and isinstance(variable, Global):
            return store(ProcedureValue(self.procedure(core.value, variable)))
        return self.value(core.value, keep)

    # Tested

    def test(self, core: Core, rest: Callable[[Core], Body]) -> Body:
        """Normalize a test: it may be simple or a call of a builtin."""
        core = self.tests.simplified(core)
        if isinstance(core, Call) and is_direct_call(core):
            return self.call(core, rest)
        return self.operand(core, rest)

    # Used as an operand

    def operand(self, core: Core, rest: Callable[[Core], Body]) -> Body:
        """Normalize an operand: it must be simple."""
        if core in self.simple:
            return rest(core)
        return self.value(core, lambda value: self._keep(value, rest))

    def _keep(self, value: Value, rest: Callable[[Core], Body]) -> Body:
        """Bind a value to a variable unless it is simple."""
        if isinstance(value, Core) and value in self.simple:
            return rest(value)
        variable = Variable("t")
        span = value.span if isinstance(value, Core) else None
        return Bind(variable, value, rest(Reference(variable, span)))

    def operands(
        self, cores: list[Core], rest: Callable[[list[Core]], Body], atoms: bool = False
    ) -> Body:
        """Normalize operands left to right, keeping those a later call could change.

        With ``atoms`` all become variables or constants.
        """
        unknown = [index for index, core in enumerate(cores) if core not in self.simple]
        last = max(unknown, default=-1)
        values: list[Core] = []

        def step(index: int) -> Body:
            if index == len(cores):
                return rest(values)

            def keep(value: Core) -> Body:
                exposed = index < last and not is_stable(value)
                if not exposed and (not atoms or is_atom(value)):
                    values.append(value)
                    return step(index + 1)
                variable = Variable("t")
                values.append(Reference(variable, value.span))
                return Bind(variable, value, step(index + 1))

            return self.operand(cores[index], keep)

        return step(0)

    def call(self, core: Call, rest: Callable[[Call], Body]) -> Body:
        """Normalize the operator and the operands of a call."""

        def made(values: list[Core]) -> Body:
            operator, *operands = values
            if is_atom(operator):
                return rest(Call(operator, operands, core.span))
            # Python would give the call of an attribute the line of the attribute.
            variable = Variable("procedure")
            called = Call(Reference(variable, operator.span), operands, core.span)
            return Bind(variable, operator, rest(called))

        parts = [core.operator, *core.operands]
        return self.operands(parts, made, atoms=needs_atoms(core))

    # Bound

    def value(self, core: Core, rest: Callable[[Value], Body]) -> Body:
        """Normalize a form to a value that Bind can hold."""
        core = _as_let(core)
        if isinstance(core, Begin):
            *first, last = core.forms
            return self._effects(first, self.value(last, rest))
        if isinstance(core, Let) and inline_loop(core, tail=False) is None:
            return self._let(core, lambda: self.value(core.body, rest))
        if isinstance(core, (If, Let)) and core not in self.simple:
            return rest(self._inner(core))
        if isinstance(core, Call):
            if is_inlined(core) or is_direct_call(core):
                return self.call(core, rest)
            return self.call(core, lambda call: rest(NonTailCall(call)))
        if isinstance(core, Assignment):
            return self._assignment(core, rest(Constant(UNSPECIFIED, core.span)))
        if isinstance(core, Lambda):
            return self._lambda(core, rest)
        if isinstance(core, CaseLambda):
            return self._case_lambda(core, rest)
        return rest(core)

    # Binding forms

    def _let(self, core: Let, then: Callable[[], Body]) -> Body:
        if core.recursive:
            return self._letrec(core, then)

        def step(index: int) -> Body:
            if index == len(core.bindings):
                return then()
            variable, value = core.bindings[index]
            return self._bind(variable, value, lambda: step(index + 1))

        return step(0)

    def _bind(self, variable: Variable, value: Core, then: Callable[[], Body]) -> Body:
        if isinstance(value, Lambda) and not variable.assigned:
            return Closures([(variable, self.procedure(value, variable))], then())
        return self.value(value, lambda normal: Bind(variable, normal, then()))

    def _letrec(self, core: Let, then: Callable[[], Body]) -> Body:
        steps, boxed = plan_letrec(core.bindings)
        for variable in boxed:
            variable.assigned = True
        body = self._letrec_steps(steps, set(boxed), then)
        return Boxes(boxed, body) if boxed else body

    def _letrec_steps(
        self, steps: list[Step], boxed: set[Variable], then: Callable[[], Body]
    ) -> Body:
        def step(index: int) -> Body:
            if index == len(steps):
                return then()
            current = steps[index]
            if isinstance(current, list):
                group = [(v, self.procedure(code, v)) for v, code in current]
                return Closures(group, step(index + 1))
            variable, value = current
            if variable in boxed:
                first = Assignment(variable, value, value.span, define=True)
                return self._assignment(first, step(index + 1))
            return self._bind(variable, value, lambda: step(index + 1))

        return step(0)

    def _loop(self, named_let: NamedLet, tail: bool) -> Body:
        name, code, call = named_let

        def enter(values: list[Core]) -> Body:
            loop = Loop(name, code.parameters, values)
            self.loops.append(loop)
            loop.body = self.body(code.body, tail=tail)
            self.loops.pop()
            return loop

        return self.operands(call.operands, enter)

    # Procedures

    def procedure(self, core: Lambda, name: Variable | Global) -> Procedure:
        """Normalize a lambda; its tail calls of its own name become a loop."""
        procedure = Procedure(core)
        inner = Normalizer(self.definitions, self.simple)
        if core.rest is not None or not core.parameters or not self._is_fixed(name):
            procedure.body = inner.body(core.body, tail=True)
            return procedure
        operands: list[Core] = [Reference(parameter) for parameter in core.parameters]
        loop = Loop(name, core.parameters, operands, whole=True)
        inner.loops.append(loop)
        loop.body = procedure.body = inner.body(core.body, tail=True)
        for part in bodies_in(procedure.body):
            if isinstance(part, Continue) and part.loop is loop:
                procedure.self_loop = loop
        return procedure

    def _is_fixed(self, name: Variable | Global) -> bool:
        """Tell whether a variable names the same procedure as long as it is there."""
        if isinstance(name, Global):
            return self.definitions.get(name) == 1
        return not name.assigned

    def _lambda(self, core: Lambda, rest: Callable[[Value], Body]) -> Body:
        variable = Variable(core.name or "lambda")
        group = [(variable, self.procedure(core, variable))]
        return Closures(group, rest(Reference(variable, core.span)))

    def _case_lambda(self, core: CaseLambda, rest: Callable[[Value], Body]) -> Body:
        name = core.name or "case-lambda"
        group = []
        for clause in core.clauses:
            variable = Variable(name)
            group.append((variable, self.procedure(clause, variable)))
        maker = Global("case-lambda", "$case_lambda", builtin=case_lambda)
        clauses = [Reference(variable, core.span) for variable, _ in group]
        operands = [Constant(name, core.span), *clauses]
        made = Call(Reference(maker, core.span), operands, core.span)
        return Closures(group, rest(made)) if group else rest(made)


def _as_let(core: Core) -> Core:
    """Return ((lambda (x ...) body) value ...) as a let; other forms as they are."""
    if not isinstance(core, Call) or not isinstance(core.operator, Lambda):
        return core
    code = core.operator
    if code.rest is not None or len(code.parameters) != len(core.operands):
        return core
    bindings = list(zip(code.parameters, core.operands, strict=True))
    return Let(bindings, code.body, core.span)
