"""A slow reference evaluator of the core forms, to compare the compiler with.

Each step returns the next one, and a continuation is a Python function on the heap:
call/cc, dynamic-wind and deep recursion are right by construction. The expander, the
builtins and the Scheme-written part of the language are those of brshell.
"""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

from brshell.expander.core import (
    Assignment,
    Begin,
    Call,
    CaseLambda,
    Constant,
    Global,
    If,
    Lambda,
    Let,
    Reference,
)
from brshell.language import scheme_sources
from brshell.machine import Machine
from brshell.runtime.calls import case_lambda
from brshell.runtime.conditions import SchemeError, failure, wrong_type
from brshell.runtime.datums import (
    FALSE,
    NIL,
    UNSPECIFIED,
    Values,
    cons,
    list_from,
)
from brshell.runtime.dynamic import thread
from brshell.runtime.failures import failed_call
from brshell.translator import Translator

state = thread.state  # of the main thread, in which all checks run
UNSET = object()  # what a letrec variable has before its value
COLLECTS = 0x04  # the flag of a code object for a rest parameter


class Closure:
    """A lambda form with the environment around it.

    ``__code__`` tells how many arguments it takes, as that of a Python function.
    """

    def __init__(self, run, core, env):
        self.run = run
        self.core = core
        self.env = env
        self.__name__ = core.name or "lambda"
        self.__code__ = SimpleNamespace(
            co_argcount=len(core.parameters), co_flags=COLLECTS if core.rest else 0
        )
        self.__defaults__ = None

    def __call__(self, *arguments):
        return self.run(self, arguments)

    def describe(self):
        """Return the name and parts to print."""
        name = self.core.name
        return f"procedure {name}" if name else "procedure", []

    def takes(self, count):
        """Tell whether it can be called with so many arguments."""
        least = len(self.core.parameters)
        return count == least or (self.core.rest is not None and count > least)


class Continuation:
    """What call/cc passes: what goes on with a value, and the dynamic state.

    ``loop`` is the call of ``value_of`` in which that goes on.
    """

    def __init__(self, then, loop):
        self.then = then
        self.loop = loop
        self.winds = state.winds
        self.handlers, self.parameters = state.handlers, state.parameters

    def __call__(self, *values):
        raise NotImplementedError  # only ReferenceMachine.apply can

    def describe(self):
        """Return the name and parts to print."""
        return "procedure", []

    def enter(self, values):
        state.winds = self.winds
        state.handlers, state.parameters = self.handlers, self.parameters
        return self.then, values[0] if len(values) == 1 else Values(values)


class Leave(BaseException):
    """Goes on with a continuation of an outer loop, through a call by Python."""

    def __init__(self, continuation, values):
        self.continuation = continuation
        self.values = values


def call_cc(procedure):
    raise NotImplementedError  # only ReferenceMachine.apply can


def with_exception_handler(handler, thunk):
    raise NotImplementedError  # only ReferenceMachine.apply can


class ReferenceTranslator(Translator):
    """Expands programs and compiles nothing."""

    def __init__(self, machine, builtins):
        super().__init__(machine, builtins)
        self.value_of = machine.value_of

    def _compiled(self, name, core):
        program = Closure(self.value_of, Lambda(name, [], None, core), None)
        return SimpleNamespace(function=lambda: program)


class ReferenceMachine(Machine):
    """A machine that interprets what Machine compiles."""

    def __init__(self):
        super().__init__()
        self.loops = []  # the results of each call of value_of, innermost last
        names = self.language.procedures()
        builtins = self.language.python_procedures()
        for name in ("call/cc", "call-with-current-continuation"):
            builtins[name] = self.namespace[name] = call_cc
        name = "with-exception-handler"
        builtins[name] = self.namespace[name] = with_exception_handler
        library = ReferenceTranslator(self, builtins)
        for unit in library.scheme_units(scheme_sources()):
            self.value_of(unit.function(), ())
        builtins = {name: self.namespace[name] for name in names}
        self._translator = ReferenceTranslator(self, builtins)

    def _program(self, source, script):
        return self._compile_program(source, script).function()

    def run(self, program):
        state.handlers = state.winds = NIL
        try:
            return self.value_of(program, ())
        except SchemeError:
            self._run_afters()
            raise

    def _run_afters(self):
        state.handlers = NIL
        self.value_of(self.namespace["%rewind"], (NIL, lambda: UNSPECIFIED))

    def value_of(self, procedure, arguments):
        """Return the value of a call."""
        results = []
        self.loops.append(results)
        step = self.apply, procedure, arguments, results.append
        try:
            while step is not None:
                try:
                    step = step[0](*step[1:])
                except Leave as leave:
                    if leave.continuation.loop is not results:
                        raise
                    step = leave.continuation.enter(leave.values)
        finally:
            self.loops.pop()
        return results[0]

    def evaluate(self, core, env, then):
        """Evaluate a form and go on with its value."""
        match core:
            case Constant():
                return then, core.value
            case Reference():
                return self.look_up(core.variable, env, then)
            case Assignment():
                return self.evaluate, core.value, env, self.assigning(core, env, then)
            case If():

                def choose(value):
                    branch = core.alternative if value is FALSE else core.consequent
                    return self.evaluate, branch, env, then

                return self.evaluate, core.test, env, choose
            case Lambda():
                return then, Closure(self.value_of, core, env)
            case CaseLambda():
                clauses = [
                    Closure(self.value_of, clause, env) for clause in core.clauses
                ]
                return then, case_lambda(core.name or "case-lambda", *clauses)
            case Begin():
                *first, last = core.forms
                go_on = partial(self.last, last, env, then)
                return self.evaluate_all, first, env, (), go_on
            case Let() if core.recursive:
                return self.let_recursive(core, env, then)
            case Let():
                return self.let(core, env, then)
            case Call():
                return self.call_form(core, env, then)

    def last(self, core, env, then, _):
        return self.evaluate, core, env, then

    def evaluate_all(self, cores, env, values, then):
        """Evaluate forms from left to right, and go on with all their values."""
        if len(values) == len(cores):
            return then, values

        def go_on(value):
            return self.evaluate_all, cores, env, (*values, value), then

        return self.evaluate, cores[len(values)], env, go_on

    def let(self, core, env, then):
        variables = [variable for variable, _ in core.bindings]

        def bind(values):
            inner = dict(zip(variables, values, strict=True)), env
            return self.evaluate, core.body, inner, then

        return self.evaluate_all, [value for _, value in core.bindings], env, (), bind

    def let_recursive(self, core, env, then):
        inner = {variable: UNSET for variable, _ in core.bindings}, env
        first = [Assignment(v, value, define=True) for v, value in core.bindings]
        go_on = partial(self.last, core.body, inner, then)
        return self.evaluate_all, first, inner, (), go_on

    def call_form(self, core, env, then):
        def apply(values):
            return self.apply, values[0], values[1:], then

        return self.evaluate_all, [core.operator, *core.operands], env, (), apply

    def look_up(self, variable, env, then):
        if isinstance(variable, Global):
            value = self.namespace.get(variable.key, UNSET)
            message = "this variable is not defined"
        else:
            value = frame_of(variable, env)[variable]
            message = "this variable is used before its definition"
        if value is UNSET:
            return self.fail(failure("unbound", variable.name, message))
        return then, value

    def assigning(self, core, env, then):
        variable = core.variable

        def assign(value):
            if not isinstance(variable, Global):
                frame_of(variable, env)[variable] = value
            elif core.define or variable.key in self.namespace:
                self.namespace[variable.key] = value
            else:
                message = "this variable is not defined"
                return self.fail(failure("unbound", variable.name, message))
            return then, UNSPECIFIED

        return assign

    def apply(self, procedure, arguments, then):
        """Call a procedure and go on with its value."""
        if isinstance(procedure, Closure):
            return self.enter(procedure, arguments, then)
        if isinstance(procedure, Continuation):
            if state.winds is procedure.winds:
                if any(procedure.loop is loop for loop in self.loops[:-1]):
                    raise Leave(procedure, arguments)
                return procedure.enter(arguments)
            later = partial(procedure, *arguments)
            return self.apply, self.namespace["%rewind"], (procedure.winds, later), then
        if isinstance(procedure, partial):
            return self.apply, procedure.func, procedure.args, then
        try:
            if procedure is call_cc:
                return self.apply_call_cc(*arguments, then)
            if procedure is with_exception_handler:
                return self.apply_with_handler(*arguments, then)
            value = procedure(*arguments)
        except SchemeError as error:
            return self.fail(error)
        except Exception as error:
            return self.fail(failed_call(error, procedure, arguments))
        if type(value) is tuple:  # a tail call
            return self.apply, value[0], value[2:], then
        return then, value

    def enter(self, closure, arguments, then):
        core = closure.core
        if not closure.takes(len(arguments)):
            return self.fail(failed_call(TypeError(), closure, arguments))
        values = dict(zip(core.parameters, arguments, strict=False))
        if core.rest:
            values[core.rest] = list_from(arguments[len(core.parameters) :])
        return self.evaluate, core.body, (values, closure.env), then

    def apply_call_cc(self, procedure, then):
        if not callable(procedure):
            raise wrong_type("call/cc", "a procedure", procedure)
        return self.apply, procedure, (Continuation(then, self.loops[-1]),), then

    def apply_with_handler(self, handler, thunk, then):
        for argument in (handler, thunk):
            if not callable(argument):
                raise wrong_type("with-exception-handler", "a procedure", argument)
        outer = state.handlers

        def leave(value):
            state.handlers = outer
            return then, value

        state.handlers = cons(handler, outer)
        return self.apply, thunk, (), leave

    def fail(self, error):
        """Go on with the handler in force; what failed has no value."""
        if state.handlers is NIL:
            raise error
        failed = self.namespace["%failed"]
        return self.apply, failed, (state.handlers, error.payload), None


def frame_of(variable, env):
    """Return the values of the scope that binds a variable."""
    while variable not in env[0]:
        env = env[1]
    return env[0]
