"""Core forms as Scheme text."""

from __future__ import annotations

from brshell.compiler.analysis import children
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
)
from brshell.runtime.datums import NIL, UNSPECIFIED, Pair, Symbol, symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from brshell.dump.layout import Form
    from brshell.expander.core import Variable

# The words of core forms: no local variable has one as its name in the text.
_WORDS = {
    "begin",
    "case-lambda",
    "define",
    "if",
    "lambda",
    "let",
    "letrec*",
    "or",
    "quote",
    "set!",
}


class CoreForms:
    """Core forms as Scheme. Variables have a number only where names would clash."""

    def __init__(self) -> None:
        self._names: dict[Variable, str] = {}

    def form(self, core: Core) -> Form:
        """Return the Scheme form that means a core form."""
        match core:
            case Constant():
                return _constant(core.value)
            case Reference():
                return self.name(core.variable)
            case Assignment():
                word = "define" if core.define else "set!"
                return [word, self.name(core.variable), self.form(core.value)]
            case If():
                parts = [core.test, core.consequent]
                if not _is_nothing(core.alternative):
                    parts.append(core.alternative)
                return ["if", *self.forms(parts)]
            case Lambda():
                return ["lambda", *self._clause(core)]
            case CaseLambda():
                return ["case-lambda", *[self._clause(code) for code in core.clauses]]
            case Begin():
                return ["begin", *self.forms(core.forms)]
            case Either():
                return ["or", *self.forms([core.first, core.second])]
            case Let():
                return self._let(core)
            case Call():
                return self.forms([core.operator, *core.operands])
        raise TypeError(core)

    def forms(self, cores: Sequence[Core]) -> list[Form]:
        """Return the forms for several core forms."""
        # Not by map: it would use C stack for each nested form.
        return [self.form(core) for core in cores]

    def name(self, variable: Variable | Global) -> str:
        """Return the name of a variable in the text."""
        name = variable.key if isinstance(variable, Global) else self._names[variable]
        return to_text(symbol(name))

    def bind(self, variables: Iterable[Variable], scope: list[Core]) -> list[str]:
        """Name the variables that a form binds, unlike the others that are seen."""
        taken = set(_WORDS)
        for variable in _variables(scope):
            if isinstance(variable, Global):
                taken.add(variable.key)
            elif variable in self._names:
                taken.add(self._names[variable])
        for variable in variables:
            name, number = variable.name, 0
            while name in taken:
                number += 1
                name = f"{variable.name}.{number}"
            self._names[variable] = name
            taken.add(name)
        return [self.name(variable) for variable in variables]

    def _clause(self, code: Lambda) -> list[Form]:
        rest = [code.rest] if code.rest else []
        names = self.bind([*code.parameters, *rest], [code.body])
        return [formals(names, bool(rest)), *self._body(code.body)]

    def _let(self, core: Let) -> Form:
        variables = [variable for variable, _ in core.bindings]
        values = [value for _, value in core.bindings]
        if core.recursive:
            names = self.bind(variables, [*values, core.body])
            shown = self.forms(values)
        else:
            shown = self.forms(values)
            names = self.bind(variables, [core.body])
        bindings: Form = [[*pair] for pair in zip(names, shown, strict=True)]
        word = "letrec*" if core.recursive else "let"
        return [word, bindings, *self._body(core.body)]

    def _body(self, core: Core) -> list[Form]:
        return self.forms(core.forms if isinstance(core, Begin) else [core])


def _constant(value: object) -> Form:
    if value is UNSPECIFIED:
        return ["if", "#f", "#f"]
    quoted = value is NIL or isinstance(value, (Pair, Symbol))
    return f"'{to_text(value)}" if quoted else to_text(value)


def _is_nothing(core: Core) -> bool:
    return isinstance(core, Constant) and core.value is UNSPECIFIED


def formals(names: list[str], rest: bool) -> Form:
    """Return the parameters of a procedure; ``rest``: the last takes a list."""
    if not rest:
        return [*names]
    *first, last = names
    return [*first, ".", last] if first else last


def _variables(forms: list[Core]) -> Iterator[Variable | Global]:
    """Yield the variables that forms refer to or set, at any depth."""
    pending = [*forms]
    while pending:
        form = pending.pop()
        if isinstance(form, (Reference, Assignment)):
            yield form.variable
        pending += children(form)
