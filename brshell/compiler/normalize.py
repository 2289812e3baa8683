"""Core forms to normal form."""

from __future__ import annotations

from brshell.compiler.analysis import (
    is_call_of,
    is_inline_loop,
    loop_of,
)
from brshell.compiler.letrec import plan_letrec
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
from brshell.compiler.primitives import is_direct, is_inlined, needs_atoms
from brshell.expander.core import (
    Assignment,
    Begin,
    Call,
    CaseLambda,
    Constant,
    Core,
    Either,
    Global,
    If,
    Lambda,
    Let,
    Reference,
    Variable,
)
from brshell.runtime.calls import case_lambda
from brshell.runtime.datums import FALSE, TRUE, UNSPECIFIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from brshell.compiler.letrec import Step
    from brshell.compiler.normal import Body

    Rest = Callable[[Core], Body]

# An operand nested deeper is computed in steps: Python's compiler uses C stack.
MAX_DEPTH = 50


def normalize_program(core: Core, definitions: dict[str, int]) -> Procedure:
    """Return a procedure without parameters whose body is the program."""
    program = Procedure(Lambda("program", [], None, core, core.span))
    program.body = Normalizer(definitions).body(core, tail=True)
    return program


class Normalizer:
    """Normalizes the body of one procedure; inner procedures get their own.

    ``definitions`` counts how often the program sets each global, ``loops`` are the
    loops whose body is being normalized, outermost first.
    """

    def __init__(
        self, definitions: dict[str, int], depths: dict[Core, int] | None = None
    ) -> None:
        self.definitions = definitions
        self.loops: list[Loop] = []
        self._depths = {} if depths is None else depths
        self._tests: set[Core] = set()  # forms that are simplified tests already

    # Bodies

    def body(self, core: Core, *, tail: bool) -> Body:
        """Return the body that delivers the value of a form.

        With ``tail`` the value is that of the procedure, so calls may be tail calls.
        """
        if isinstance(core, Begin):
            return self._sequence(core.forms, tail)
        if isinstance(core, If):
            return self.test(
                core.test,
                lambda test: Branch(
                    test,
                    self.body(core.consequent, tail=tail),
                    self.body(core.alternative, tail=tail),
                ),
            )
        if isinstance(core, Let):
            if is_inline_loop(core, tail):
                return self._loop(core, tail)
            return self._let(core, lambda: self.body(core.body, tail=tail))
        if isinstance(core, Call):
            return self._delivered_call(core, tail)
        return self.operand(core, Return)

    def _delivered_call(self, core: Call, tail: bool) -> Body:
        if isinstance(core.operator, Lambda):
            applied = self._applied(core.operator, core)
            if applied is not None:
                return self.body(applied, tail=tail)
        if is_inlined(core) or is_direct(core):
            return self._call(core, Return)
        loop = self._continued(core, tail)
        if loop is not None:
            return self.operands(core.operands, lambda values: Continue(loop, values))
        if tail:
            return self._call(core, lambda call: TailCall(call))  # type: ignore[arg-type]
        return self.operand(core, Return)

    def _continued(self, core: Call, tail: bool) -> Loop | None:
        """Return the loop that a call in delivering position runs again, if any."""
        reachable = self.loops[-2:] if tail else self.loops[-1:]
        for loop in reversed(reachable):
            if is_call_of(core, loop.name, len(loop.variables)):
                return loop
        return None

    def _sequence(self, forms: list[Core], tail: bool) -> Body:
        # Built backwards, since each body holds the one after it.
        body = self.body(forms[-1], tail=tail)
        for form in reversed(forms[:-1]):
            body = self.effect(form, body)
        return body

    def effect(self, core: Core, then: Body) -> Body:
        """Return the body that runs a form for its effect only, then goes on."""
        if isinstance(core, (Constant, Lambda, CaseLambda)):
            return then
        if isinstance(core, Assignment):
            return self._assignment(core, then)
        if isinstance(core, Begin):
            for form in reversed(core.forms):
                then = self.effect(form, then)
            return then
        if isinstance(core, (If, Let)) and not self._is_simple(core):
            return Bind(None, self._inner(core), then)
        return self._value(core, lambda value: Bind(None, value, then))

    def _inner(self, core: Core) -> Body:
        """Normalize a form whose value is not delivered where the present one is."""
        outer, self.loops = self.loops, []
        try:
            return self.body(core, tail=False)
        finally:
            self.loops = outer

    def _assignment(self, core: Assignment, then: Body) -> Body:
        variable = core.variable
        if isinstance(core.value, Lambda) and isinstance(variable, Global):
            procedure = self.procedure(core.value, variable)
            stored = Assignment(
                variable, ProcedureValue(procedure), core.span, define=core.define
            )
            return Bind(None, stored, then)

        def store(value: Core | NonTailCall | Body) -> Body:
            if not isinstance(value, Core):
                return self._keep(value, store)
            stored = Assignment(variable, value, core.span, define=core.define)
            return Bind(None, stored, then)

        return self._value(core.value, store)

    # Operands

    def operand(self, core: Core, rest: Rest) -> Body:
        """Normalize a form; ``rest`` makes what follows from its simple value."""
        if self._is_simple(core):
            return self._call(core, rest) if isinstance(core, Call) else rest(core)
        return self._value(core, lambda value: self._keep(value, rest))

    def _keep(self, value: Core | NonTailCall | Body, rest: Rest) -> Body:
        if isinstance(value, Core) and self._is_simple(value):
            return rest(value)
        variable = Variable("t")
        span = value.span if isinstance(value, Core) else None
        return Bind(variable, value, rest(Reference(variable, span)))

    def _value(
        self, core: Core, rest: Callable[[Core | NonTailCall | Body], Body]
    ) -> Body:
        """Normalize a form; ``rest`` gets it as a value that Bind can hold."""
        if isinstance(core, Lambda):
            variable = Variable(core.name or "lambda")
            procedure = self.procedure(core, variable)
            return Closures(
                [(variable, procedure)], rest(Reference(variable, core.span))
            )
        if isinstance(core, CaseLambda):
            return self._case_lambda(core, rest)
        if isinstance(core, Call):
            if isinstance(core.operator, Lambda):
                applied = self._applied(core.operator, core)
                if applied is not None:
                    return self._value(applied, rest)
            if is_inlined(core) or is_direct(core):
                return self._call(core, rest)
            return self._call(core, lambda call: rest(NonTailCall(call)))  # type: ignore[arg-type]
        if isinstance(core, Let) and not is_inline_loop(core, tail=False):
            return self._let(core, lambda: self._value(core.body, rest))
        if isinstance(core, Begin):
            last = self._value(core.forms[-1], rest)
            for form in reversed(core.forms[:-1]):
                last = self.effect(form, last)
            return last
        if isinstance(core, Assignment):
            return self._assignment(core, rest(Constant(UNSPECIFIED, core.span)))
        if isinstance(core, (If, Let)) and not self._is_simple(core):
            return rest(self._inner(core))
        return rest(core)

    def _call(self, core: Core, rest: Rest) -> Body:
        """Normalize the operands of a call (also of an inlined primitive)."""
        assert isinstance(core, Call)
        atoms = needs_atoms(core)

        def call(values: list[Core]) -> Body:
            operator, *operands = values
            # Python would give the call of an attribute the line of the attribute.
            if isinstance(operator, (Constant, Reference)):
                return rest(Call(operator, operands, core.span))
            variable = Variable("procedure")
            called = Call(Reference(variable, operator.span), operands, core.span)
            return Bind(variable, operator, rest(called))

        return self.operands([core.operator, *core.operands], call, atoms=atoms)

    def operands(
        self, cores: list[Core], rest: Callable[[list[Core]], Body], atoms: bool = False
    ) -> Body:
        """Normalize operands left to right, keeping those a later call could change."""
        last = max(
            (index for index, core in enumerate(cores) if not self._is_simple(core)),
            default=-1,
        )
        values: list[Core] = []

        def step(index: int) -> Body:
            if index == len(cores):
                return rest(values)

            def keep(value: Core) -> Body:
                exposed = index < last and not _is_stable(value)
                if exposed or (atoms and not isinstance(value, (Constant, Reference))):
                    variable = Variable("t")
                    values.append(Reference(variable, value.span))
                    return Bind(variable, value, step(index + 1))
                values.append(value)
                return step(index + 1)

            return self.operand(cores[index], keep)

        return step(0)

    def test(self, core: Core, rest: Rest) -> Body:
        """Normalize a test: only whether it is true matters."""
        core = self._as_test(core)
        if self._is_simple(core) or (isinstance(core, Call) and is_direct(core)):
            return self._call(core, rest) if isinstance(core, Call) else rest(core)
        return self.operand(core, rest)

    def _as_test(self, core: Core) -> Core:
        """Simplify a form of which only the truth matters: ``or`` needs no variable."""
        if core in self._tests:
            return core
        result = core
        if isinstance(core, Either):
            true = Constant(TRUE, core.span)
            first, second = self._as_test(core.first), self._as_test(core.second)
            result = If(first, true, second, core.span)
        elif isinstance(core, If):
            result = If(
                self._as_test(core.test),
                self._as_test(core.consequent),
                self._as_test(core.alternative),
                core.span,
            )
        elif isinstance(core, Constant):
            result = Constant(FALSE if core.value is FALSE else TRUE, core.span)
        self._tests.add(result)
        return result

    def _is_simple(self, core: Core) -> bool:
        """Tell whether a form can stand as an operand: it makes no unknown call."""
        return 0 < self._depth(core) <= MAX_DEPTH

    def _depth(self, core: Core) -> int:
        """Return how deep a simple form is nested, 0 if it is not simple."""
        if isinstance(core, (Constant, Reference)):
            return 1
        depth = self._depths.get(core)
        if depth is None:
            depth = self._depths[core] = self._depth_of_parts(core)
        return depth

    def _depth_of_parts(self, core: Core) -> int:
        if isinstance(core, If):
            parts = [core.test, core.consequent, core.alternative]
        elif isinstance(core, Call) and is_inlined(core):
            parts = core.operands
        else:
            return 0
        most = 1 if isinstance(core, Call) and needs_atoms(core) else MAX_DEPTH
        depth = 0
        for part in parts:  # a plain loop: it may nest deep and must use no C stack
            inner = self._depth(part)
            if not 0 < inner <= most:
                return 0
            depth = max(depth, inner)
        return 1 + depth

    # Binding

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
        return self._value(value, lambda simple: Bind(variable, simple, then()))

    def _letrec(self, core: Let, then: Callable[[], Body]) -> Body:
        steps, boxed = plan_letrec(core.bindings)
        for variable in boxed:
            variable.assigned = True
        body = self._letrec_steps(steps, set(boxed), then)
        return Boxes(boxed, body) if boxed else body

    def _letrec_steps(
        self,
        steps: list[Step],
        boxed: set[Variable],
        then: Callable[[], Body],
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

    def _loop(self, core: Let, tail: bool) -> Body:
        variable, code, call = loop_of(core)  # type: ignore[misc]

        def enter(values: list[Core]) -> Body:
            loop = Loop(variable, code.parameters, values)
            self.loops.append(loop)
            loop.body = self.body(code.body, tail=tail)
            self.loops.remove(loop)
            return loop

        return self.operands(call.operands, enter)

    # Procedures

    def procedure(self, core: Lambda, name: Variable | Global) -> Procedure:
        """Normalize a lambda; its tail calls of its own name become a loop."""
        procedure = Procedure(core)
        inner = Normalizer(self.definitions, self._depths)
        fixed = (
            self.definitions.get(name.key) == 1
            if isinstance(name, Global)
            else not name.assigned
        )
        if fixed and core.rest is None and core.parameters:
            operands: list[Core] = [Reference(p) for p in core.parameters]
            loop = Loop(name, core.parameters, operands, whole=True)
            inner.loops.append(loop)
            body = inner.body(core.body, tail=True)
            loop.body = body
            if any(
                isinstance(part, Continue) and part.loop is loop
                for part in bodies_in(body)
            ):
                procedure.self_loop = loop
            procedure.body = body
        else:
            procedure.body = inner.body(core.body, tail=True)
        return procedure

    def _case_lambda(
        self, core: CaseLambda, rest: Callable[[Core | NonTailCall | Body], Body]
    ) -> Body:
        group = []
        for clause in core.clauses:
            variable = Variable(core.name or "case-lambda")
            group.append((variable, self.procedure(clause, variable)))
        maker = Global("case-lambda", "$case_lambda", builtin=case_lambda)
        name = Constant(core.name or "case-lambda", core.span)
        operands: list[Core] = [Reference(variable, core.span) for variable, _ in group]
        made = Call(Reference(maker, core.span), [name, *operands], core.span)
        return Closures(group, rest(made)) if group else rest(made)

    def _applied(self, code: Lambda, call: Call) -> Let | None:
        """Return ((lambda (x) ...) v) as a let, when the arguments fit."""
        if code.rest is not None or len(code.parameters) != len(call.operands):
            return None
        bindings = list(zip(code.parameters, call.operands, strict=True))
        return Let(bindings, code.body, call.span)


def _is_stable(core: Core) -> bool:
    """Tell whether a simple form gives the same value later as now."""
    if isinstance(core, Reference):
        variable = core.variable
        if isinstance(variable, Global):
            return variable.builtin is not None
        return not variable.assigned
    return isinstance(core, Constant)
