"""The core language: what is left of a program when all syntax is expanded.

Nine forms; the compiler and the reference evaluator know no others. Every form
carries the span of the source it came from.
"""

from __future__ import annotations

from brshell.runtime.datums import UNSPECIFIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from brshell.reader.source import Span


class Variable:
    """A local variable. Each binding makes its own, so a name never clashes.

    ``written`` tells that the program has it; others are made by macros.
    """

    __slots__ = ("assigned", "name", "written")

    def __init__(self, name: str, *, written: bool = False) -> None:
        self.name = name
        self.assigned = False  # is it the target of some set! ?
        self.written = written

    def __repr__(self) -> str:
        return self.name


class Global:
    """A top-level variable: ``key`` is its unique name in the machine's namespace.

    ``builtin`` is the procedure of the language that it names, or None when the
    program may define it. Of what is compiled, ``assigned`` tells whether anything
    sets the variable, and ``plain`` whether anything relies on its procedure being
    plain (see compiler/plain.py).
    """

    __slots__ = ("assigned", "builtin", "key", "name", "plain")

    def __init__(self, name: str, key: str, builtin: Any = None) -> None:
        self.name = name
        self.key = key
        self.builtin = builtin
        self.assigned = False
        self.plain = False

    def __repr__(self) -> str:
        return self.key


class Core:
    """A core form."""

    __slots__ = ("span",)
    span: Span | None


class Constant(Core):
    """(quote value)."""

    __slots__ = ("value",)

    def __init__(self, value: Any, span: Span | None = None) -> None:
        self.value = value
        self.span = span


class Reference(Core):
    """The value of a local or global variable."""

    __slots__ = ("variable",)

    def __init__(self, variable: Variable | Global, span: Span | None = None) -> None:
        self.variable = variable
        self.span = span


class Assignment(Core):
    """(set! variable value), or (define variable value) at the top level."""

    __slots__ = ("define", "value", "variable")

    def __init__(
        self,
        variable: Variable | Global,
        value: Core,
        span: Span | None = None,
        *,
        define: bool = False,
    ) -> None:
        self.variable = variable
        self.value = value
        self.span = span
        self.define = define


class If(Core):
    """(if test consequent alternative)."""

    __slots__ = ("alternative", "consequent", "test")

    def __init__(
        self, test: Core, consequent: Core, alternative: Core, span: Span | None = None
    ) -> None:
        self.test = test
        self.consequent = consequent
        self.alternative = alternative
        self.span = span


class Lambda(Core):
    """(lambda (parameter ... . rest) body)."""

    __slots__ = ("body", "name", "parameters", "rest")

    def __init__(
        self,
        name: str,
        parameters: list[Variable],
        rest: Variable | None,
        body: Core,
        span: Span | None = None,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.rest = rest
        self.body = body
        self.span = span


class CaseLambda(Core):
    """(case-lambda clause ...): the first clause that takes the arguments runs."""

    __slots__ = ("clauses", "name")

    def __init__(
        self, name: str, clauses: list[Lambda], span: Span | None = None
    ) -> None:
        self.name = name
        self.clauses = clauses
        self.span = span


class Begin(Core):
    """(begin form ... last)."""

    __slots__ = ("forms",)

    def __init__(self, forms: list[Core], span: Span | None = None) -> None:
        self.forms = forms
        self.span = span


class Let(Core):
    """(let ((variable value) ...) body), or letrec* when ``recursive``."""

    __slots__ = ("bindings", "body", "recursive")

    def __init__(
        self,
        bindings: list[tuple[Variable, Core]],
        body: Core,
        span: Span | None = None,
        *,
        recursive: bool = False,
    ) -> None:
        self.bindings = bindings
        self.body = body
        self.span = span
        self.recursive = recursive


class Either(Let):
    """(or first second): a let whose variable stands for the first form only."""

    __slots__ = ("first", "second")

    def __init__(self, first: Core, second: Core, span: Span | None = None) -> None:
        variable = Variable("or")
        value = Reference(variable, span)
        super().__init__([(variable, first)], If(value, value, second, span), span)
        self.first = first
        self.second = second


class Call(Core):
    """(operator operand ...)."""

    __slots__ = ("operands", "operator")

    def __init__(
        self, operator: Core, operands: Sequence[Core], span: Span | None = None
    ) -> None:
        self.operator = operator
        self.operands = list(operands)
        self.span = span


def give_name(value: Core, name: str) -> None:
    """Let an anonymous procedure take the name of the variable it is bound to."""
    if isinstance(value, (Lambda, CaseLambda)) and not value.name:
        value.name = name
        for clause in value.clauses if isinstance(value, CaseLambda) else ():
            clause.name = name


def nothing(span: Span) -> Core:
    """Return the core form whose value nobody asks for."""
    return Constant(UNSPECIFIED, span)


def sequence(forms: list[Core], span: Span) -> Core:
    """Return a core form that runs several."""
    return forms[0] if len(forms) == 1 else Begin(forms, span)
