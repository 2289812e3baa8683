"""A unit: one program, or one entry at the prompt, compiled.

It keeps the normal form, so that an error can be traced to the form that failed and
a continuation can be entered again.
"""

from __future__ import annotations

import ast
import warnings
from types import CodeType

from brshell.compiler.analysis import children, global_definitions, mentioned
from brshell.compiler.emit import FunctionEmitter
from brshell.compiler.expressions import ExpressionEmitter
from brshell.compiler.normal import Closures, Procedure, ProcedureValue, Return
from brshell.compiler.normalize import Normalizer, normalize_program
from brshell.compiler.plain import plain_procedures
from brshell.compiler.residual import residual
from brshell.compiler.simple import SimpleForms
from brshell.compiler.syntax import located
from brshell.expander.core import (
    Assignment,
    Call,
    Constant,
    Core,
    Global,
    Lambda,
    Reference,
    Variable,
)
from brshell.runtime.conditions import Frame, failure
from brshell.runtime.freeze import freeze
from brshell.runtime.names import numbered
from brshell.runtime.namespace import LIBRARY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from brshell.cache import Compiled
    from brshell.compiler.normal import Bind
    from brshell.reader.source import Source, Span
    from brshell.runtime.continuations import Resume


# Blocks inside blocks: Python's compiler uses C stack for each.
MAX_NESTING = 1000


class SiteEntry:
    """What a line number of the generated code stands for.

    ``bind`` is there when the line is a call that a continuation may return to.
    """

    __slots__ = ("bind", "core", "procedure")

    def __init__(self, core: Core, procedure: Procedure, bind: Bind | None) -> None:
        self.core = core
        self.procedure = procedure
        self.bind = bind


class Unit:
    """Compiles a core form for a namespace, in which its constants are put."""

    def __init__(
        self,
        filename: str,
        core: Core,
        namespace: dict[str, Any],
    ) -> None:
        self.filename = filename
        # Part of the language: its frames are not the user's.
        self.library = filename.startswith(LIBRARY)
        self.namespace = namespace
        self.sites: list[SiteEntry] = []
        self._lines: dict[int, int] = {}
        self._names: dict[Variable, str] = {}
        self._taken = _global_keys(core)
        self._numbers: dict[str, int] = {}  # the last number after a name
        self.constants: dict[str, Any] = {}
        self._constant_keys: dict[int, str] = {}
        self.nesting = 0
        self._definitions = definitions = global_definitions(core)
        # The keys of the globals that it sets.
        self.defined = [variable.key for variable in definitions]
        self.program = normalize_program(core, definitions)
        # The procedure that no trace shows: it stands for the top level.
        self.top: Lambda = self.program.core
        self._plain = plain_procedures(self.program, definitions)
        for variable in definitions:
            variable.assigned = True
            variable.plain |= variable in self._plain
        self._syntax = self._module(self.program, "$program")
        self._code: CodeType | None = None

    @property
    def source(self) -> Source | None:
        """The text that it was made from; None if a program made it."""
        span = self.program.core.span
        return None if span is None else span.source

    def syntax(self) -> ast.Module:
        """Return the Python syntax tree of the program."""
        return self._syntax

    def function(self) -> Callable[[], Any]:
        """Return the function that runs the program (it may return a tail call)."""
        return self._made(self._compiled(), "$program")

    def compiled(self) -> Compiled:
        """Return the unit as the cache keeps it; ValueError if it cannot be kept."""
        constants = {key: freeze(value) for key, value in self.constants.items()}
        return self.filename, self._compiled(), constants

    def _compiled(self) -> CodeType:
        if self._code is None:
            self._code = _code_of(self._syntax, self.filename)
        return self._code

    def resume(self, line: int) -> Resume | None:
        """Return what goes on after the call at a line.

        None when nothing does: a tail call of a plain procedure delivers its value to
        where the value of the calling one goes.
        """
        entry = self.entry(line)
        if entry.bind is None:
            return None
        procedure = residual(entry.procedure, entry.bind)
        function = self._define(procedure, procedure.core.name or "lambda")
        names = [self.name(variable) for variable in procedure.parameters[1:]]
        return function, names

    def entry(self, line: int) -> SiteEntry:
        """Return what a line number stands for."""
        return self.sites[line - 1]

    # What an error report asks for

    def span(self, line: int) -> Span | None:
        """Return the place of the form at a line."""
        return self.entry(line).core.span

    def call(self, line: int, frame: FrameType) -> tuple[Any, list[Any]] | None:
        """Return (procedure, arguments) of the call at a line, as the frame has them.

        None when the form is not a call. Operands are simple: evaluating them again
        has no effect.
        """
        entry = self.entry(line)
        core = entry.core
        if not isinstance(core, Call):
            return None
        emitter = ExpressionEmitter(self, entry.procedure)
        values = []
        for part in (core.operator, *core.operands):
            if isinstance(part, Constant):
                values.append(part.value)
                continue
            expression = located(ast.Expression(emitter.value(part)), line)
            code = compile(expression, self.filename, "eval")
            values.append(eval(code, frame.f_globals, frame.f_locals))
        return values[0], values[1:]

    def part_spans(self, line: int) -> list[Span | None]:
        """Return the places of the operator and the operands of the call at a line."""
        core = self.entry(line).core
        if not isinstance(core, Call):
            return []
        return [part.span for part in (core.operator, *core.operands)]

    def variable(self, line: int) -> str | None:
        """Return the name of the variable at a line, None if it is another form."""
        core = self.entry(line).core
        if isinstance(core, (Reference, Assignment)):
            return core.variable.name
        return None

    def operator(self, line: int) -> str | None:
        """Return the name of the procedure that the form at a line calls.

        None if the program gives it no name.
        """
        core = self.entry(line).core
        if isinstance(core, Call) and isinstance(core.operator, Reference):
            variable = core.operator.variable
            if isinstance(variable, Global) or variable.written:
                return variable.name
        return None

    def frame(self, line: int, frame: FrameType) -> Frame | None:
        """Return the trace entry for a frame of this unit, None for its top level."""
        core = self.entry(line).procedure.core
        if core is self.top or core is self.program.core:
            return None
        arguments = []
        for parameter in (*core.parameters, *([core.rest] if core.rest else [])):
            value = frame.f_locals.get(self.name(parameter))
            if parameter.assigned and isinstance(value, list):
                value = value[0]
            arguments.append((parameter.name, value))
        return Frame(core.name or "lambda", arguments, self.span(line))

    # What a debugger asks for

    def variant(self, line: int, core: Lambda) -> CodeType:
        """Return the code of a lambda that is to stand for the procedure at a line.

        It may differ in what it does between its forms, not in its parameters.
        """
        name: Variable | Global = Variable(core.name or "lambda")
        loop = self.entry(line).procedure.self_loop
        if loop is not None:
            name = loop.name
        free = sorted(mentioned(core), key=lambda variable: variable.name)
        around = Procedure(Lambda("around", free, None, core, core.span))
        inner = Normalizer(self._definitions, SimpleForms()).procedure(core, name)
        variable = Variable("variant")
        around.body = Closures([(variable, inner)], Return(Reference(variable)))
        code = _code_of(self._module(around, "around"), self.filename)
        return _function_at(code, self.site(core, inner))

    def variables(self) -> dict[str, Variable]:
        """Return the local variables of the unit by their Python names."""
        return {name: variable for variable, name in self._names.items()}

    # What the emitter asks for

    def nest(self, procedure: Procedure) -> None:
        """Count a block inside a block; too many would exhaust Python's compiler."""
        self.nesting += 1
        if self.nesting > MAX_NESTING:
            span = procedure.core.span
            raise failure("syntax", None, "the program is nested too deep", span=span)

    def site(self, core: Core, procedure: Procedure, bind: Bind | None = None) -> int:
        """Return the line number for a form in a procedure.

        A residual shares the lines of the procedure that it is the rest of.
        """
        key = id(core) if bind is None else id(bind.origin)
        line = self._lines.get(key)
        if line is None:
            self.sites.append(
                SiteEntry(core, procedure.origin, None if bind is None else bind.origin)
            )
            line = self._lines[key] = len(self.sites)
        return line

    def is_plain(self, core: Core) -> bool:
        """Tell whether a form is the name of a procedure known to be plain."""
        return isinstance(core, Reference) and core.variable in self._plain

    def defines_plain(self, core: Assignment) -> bool:
        """Tell whether a form gives a variable a procedure known to be plain."""
        return core.variable in self._plain and isinstance(core.value, ProcedureValue)

    def name(self, variable: Variable) -> str:
        """Return the Python name of a local variable: its own, or with a number."""
        name = self._names.get(variable)
        if name is None:
            plain = name = variable.name.lstrip("$")
            while name in self._taken:
                self._numbers[plain] = self._numbers.get(plain, 0) + 1
                name = numbered(plain, self._numbers[plain])
            self._taken.add(name)
            self._names[variable] = name
        return name

    def constant(self, key: str | None, value: Any) -> str:
        """Put a constant into the namespace and return its name there.

        When the unit is compiled again, the constants of its first time stay.
        """
        if key is None:
            number = len(self.constants) + 1
            key = self._constant_keys.setdefault(
                id(value), f"${self.filename}:{number}"
            )
        self.constants[key] = value
        self.namespace.setdefault(key, value)
        return key

    def _module(self, procedure: Procedure, name: str) -> ast.Module:
        function = FunctionEmitter(self, procedure).function(name)
        return ast.Module([function], [])

    def _define(self, procedure: Procedure, name: str) -> Callable[..., Any]:
        return self._made(_code_of(self._module(procedure, name), self.filename), name)

    def _made(self, code: CodeType, name: str) -> Callable[..., Any]:
        made: dict[str, Any] = {}
        exec(code, self.namespace, made)
        return made[name]  # type: ignore[no-any-return]


def _code_of(module: ast.Module, filename: str) -> CodeType:
    """Return the compiled module.

    What Python warns of, such as a call of 5, is an error when the program runs.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return compile(module, filename, "exec")


def _function_at(code: CodeType, line: int) -> CodeType:
    """Return the code of the function in a code that begins at a line."""
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    for each in inside:
        if each.co_firstlineno == line:
            return each
        inside += [one for one in each.co_consts if isinstance(one, CodeType)]
    raise LookupError(line)


def _global_keys(core: Core) -> set[str]:
    """Return what local variables must not be called: Python's words, globals' keys."""
    keys = {"None", "True", "False", "__debug__"}
    pending = [core]
    while pending:
        form = pending.pop()
        variable = getattr(form, "variable", None)
        if isinstance(variable, Global):
            keys.add(variable.key)
        pending += children(form)
    return keys
