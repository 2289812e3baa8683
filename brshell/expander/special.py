"""The special forms: each takes a use of itself to core forms. R7RS 4.1, 4.2."""

from __future__ import annotations

from brshell.expander.conditionals import (
    expand_and,
    expand_case,
    expand_cond,
    expand_implied_cond,
    expand_or,
    expand_when,
)
from brshell.expander.core import (
    Assignment,
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
    give_name,
    nothing,
    sequence,
)
from brshell.expander.quasiquote import expand_quasiquote
from brshell.expander.scope import (
    Scope,
    SpecialForm,
    base_symbol,
    is_identifier,
    resolve,
    strip,
)
from brshell.expander.shape import elements, elements_if_any, parts_of, syntax_error
from brshell.runtime.datums import NIL, Pair, Symbol, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from brshell.expander.expander import Expander
    from brshell.expander.scope import Binding, Identifier
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span


def expand_quote(_: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(quote datum)."""
    parts = parts_of(datum, span, "quote", "one datum", 1, 1)
    return Constant(strip(parts[0][0]), span)


def expand_if(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(if test consequent [alternative])."""
    expected = "a test and one or two branches"
    parts = parts_of(datum, span, "if", expected, 2, 3)
    test, consequent, *alternative = (expander.expand(*part, scope) for part in parts)
    return If(test, consequent, alternative[0] if alternative else nothing(span), span)


def expand_set(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(set! variable value)."""
    parts = parts_of(datum, span, "set!", "a variable and a value", 2, 2)
    (name, place), value = parts
    if not is_identifier(name):
        raise syntax_error(place, "set!", "expected a variable, but received", name)
    variable = resolve(name, scope)
    if isinstance(variable, Global) and not expander.environment.owns(variable):
        if variable.builtin is not None:  # a name of the language may be taken over
            variable = expander.environment.define(name)
        elif isinstance(name, Symbol):  # a macro may set what its library has
            expected = "expected a variable that is not imported, but received"
            raise syntax_error(place, "set!", expected, name)
    if not isinstance(variable, (Variable, Global)):
        text = base_symbol(name)
        raise syntax_error(place, "set!", "expected a variable, but received", text)
    if isinstance(variable, Variable):
        variable.assigned = True
    return Assignment(variable, expander.expand(*value, scope), span)


def expand_begin(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(begin expression ...)."""
    parts = parts_of(datum, span, "begin", "at least one expression", 1)
    return sequence([expander.expand(*part, scope) for part in parts], span)


# Procedures


def expand_lambda(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(lambda formals body ...)."""
    parts = parts_of(datum, span, "lambda", "parameters and a body", 2)
    return procedure(expander, parts[0], datum.cdr.cdr, span, scope, "lambda")


def expand_implied_lambda(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """(%lambda who formals body ...): a lambda that a form ``who`` stands for."""
    _, (form, _), *parts = elements(datum, span)
    who = base_symbol(form).name
    if len(parts) < 2:
        raise syntax_error(span, who, "expected parameters and a body")
    code = procedure(expander, parts[0], datum.cdr.cdr.cdr, span, scope, who)
    if who != "define":  # there it takes the name that is defined
        give_name(code, who)
    return code


def expand_case_lambda(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """(case-lambda (formals body ...) ...)."""
    clauses = []
    for clause, place in parts_of(datum, span, "case-lambda", "clauses", 0):
        parts = elements(clause, place, "case-lambda")
        if len(parts) < 2:
            raise syntax_error(
                place, "case-lambda", "expected parameters and a body in each clause"
            )
        clauses.append(
            procedure(expander, parts[0], clause.cdr, place, scope, "case-lambda")
        )
    return CaseLambda("", clauses, span)


def procedure(
    expander: Expander, formals: Part, body: Any, span: Span, scope: AnyScope, who: str
) -> Lambda:
    """Expand parameters and a body."""
    inner = Scope(scope)
    datum, place = formals
    parameters = []
    while isinstance(datum, Pair):
        parameters.append(
            bind(inner, datum.car, getattr(datum, "car_span", place), who)
        )
        datum = datum.cdr
    rest = None if datum is NIL else bind(inner, datum, place, who)
    return Lambda("", parameters, rest, expander.body(body, span, inner, who), span)


def bind(scope: Scope, identifier: Any, span: Span, who: str) -> Variable:
    """Bind an identifier to a new local variable of the scope."""
    if not is_identifier(identifier):
        raise syntax_error(span, who, "expected a variable, but received", identifier)
    name = base_symbol(identifier).name
    if identifier in scope.bindings:
        raise syntax_error(span, who, f"the variable {name} is used twice")
    variable = Variable(name, written=isinstance(identifier, Symbol))
    scope.bindings[identifier] = variable
    return variable


# Binding forms


def bindings_of(datum: Any, span: Span, who: str) -> list[tuple[Part, Part]]:
    """Take ((variable value) ...) apart."""
    if datum is not NIL and not isinstance(datum, Pair):
        raise syntax_error(
            span, who, "expected a list of bindings, but received", datum
        )
    result = []
    for binding, place in elements(datum, span, who):
        parts = elements_if_any(binding, place, who)
        if len(parts) != 2:
            raise syntax_error(
                place, who, "expected a variable and a value, but received", binding
            )
        result.append((parts[0], parts[1]))
    return result


def expand_let(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(let ((variable value) ...) body ...) and (let name (...) body ...)."""
    parts = parts_of(datum, span, "let", "bindings and a body", 2)
    name = None
    body = datum.cdr.cdr
    if is_identifier(parts[0][0]):
        if len(parts) < 3:
            raise syntax_error(
                span, "let", "expected bindings and a body after the name"
            )
        name, body = parts.pop(0), body.cdr
    bindings = bindings_of(*parts[0], "let")
    values = [expander.expand(*value, scope) for _, value in bindings]
    if name is not None:
        around = Scope(scope)
        loop = bind(around, *name, "let")
        inner = Scope(around)
        variables = [bind(inner, *variable, "let") for variable, _ in bindings]
        code = Lambda(
            loop.name, variables, None, expander.body(body, span, inner, "let"), span
        )
        call = Call(Reference(loop, name[1]), values, span)
        return Let([(loop, code)], call, span, recursive=True)
    inner = Scope(scope)
    variables = [bind(inner, *variable, "let") for variable, _ in bindings]
    for variable, value in zip(variables, values, strict=True):
        give_name(value, variable.name)
    return Let(
        list(zip(variables, values, strict=True)),
        expander.body(body, span, inner, "let"),
        span,
    )


def expand_let_star(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """(let* ((variable value) ...) body ...)."""
    parts = parts_of(datum, span, "let*", "bindings and a body", 2)
    bindings: list[tuple[Variable, Core]] = []
    inner = scope
    for variable, value in bindings_of(*parts[0], "let*"):
        core = expander.expand(*value, inner)
        inner = Scope(inner)
        bindings.append((bind(inner, *variable, "let*"), core))
        give_name(core, bindings[-1][0].name)
    result = expander.body(datum.cdr.cdr, span, inner, "let*")
    for binding in reversed(bindings):
        result = Let([binding], result, span)
    return result


def expand_letrec(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(letrec ((variable value) ...) body ...) and letrec*."""
    who = base_symbol(datum.car).name
    parts = parts_of(datum, span, who, "bindings and a body", 2)
    bindings = bindings_of(*parts[0], who)
    inner = Scope(scope)
    variables = [bind(inner, *variable, who) for variable, _ in bindings]
    values = [expander.expand(*value, inner) for _, value in bindings]
    for variable, value in zip(variables, values, strict=True):
        give_name(value, variable.name)
    clauses = list(zip(variables, values, strict=True))
    if who == "letrec":
        clauses = values_first(clauses)
    body = expander.body(datum.cdr.cdr, span, inner, who)
    return Let(clauses, body, span, recursive=True)


def values_first(bindings: list[tuple[Variable, Core]]) -> list[tuple[Variable, Core]]:
    """Return the bindings of a letrec* that does what a letrec does.

    All values come before any variable is set; that can only be seen if there are
    several which are not procedures.
    """
    first = {
        variable: Variable(variable.name)
        for variable, value in bindings
        if not isinstance(value, (Constant, Lambda, CaseLambda))
    }
    if len(first) < 2:
        return bindings
    result = [(first[v], value) for v, value in bindings if v in first]
    for variable, value in bindings:
        if variable in first:
            value = Reference(first[variable], value.span)
        result.append((variable, value))
    return result


def expand_do(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(do ((variable init [step]) ...) (test result ...) command ...)."""
    expected = "bindings, a test clause and commands"
    (specs, place), (end, end_span), *commands = parts_of(
        datum, span, "do", expected, 2
    )
    if specs is not NIL and not isinstance(specs, Pair):
        raise syntax_error(
            place, "do", "expected a list of bindings, but received", specs
        )
    clauses = [
        (elements(spec, at, "do"), at) for spec, at in elements(specs, place, "do")
    ]
    for clause, at in clauses:
        if len(clause) not in (2, 3):
            raise syntax_error(at, "do", "expected a variable, a value and a step")
    inner = Scope(scope)
    inits = [expander.expand(*clause[1], scope) for clause, _ in clauses]
    variables = [bind(inner, *clause[0], "do") for clause, _ in clauses]
    steps = [
        expander.expand(*clause[-1], inner)
        if len(clause) == 3
        else Reference(variable, at)
        for (clause, at), variable in zip(clauses, variables, strict=True)
    ]
    tests = elements(end, end_span, "do")
    if not tests:
        raise syntax_error(end_span, "do", "expected a test")
    test, *results = (expander.expand(*part, inner) for part in tests)
    loop = Variable("do")
    again = Call(Reference(loop, span), steps, span)
    turn = [expander.expand(*command, inner) for command in commands]
    code = If(
        test,
        sequence(results, end_span) if results else nothing(end_span),
        sequence([*turn, again], span),
        span,
    )
    return Let(
        [(loop, Lambda("do", variables, None, code, span))],
        Call(Reference(loop, span), inits, span),
        span,
        recursive=True,
    )


# Syntax


def expand_let_syntax(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """(let-syntax ((keyword transformer) ...) body ...) and letrec-syntax."""
    who = base_symbol(datum.car).name
    parts = parts_of(datum, span, who, "bindings and a body", 2)
    inner = Scope(scope)
    seen_from = inner if who == "letrec-syntax" else scope
    for (identifier, place), transformer in bindings_of(*parts[0], who):
        if not is_identifier(identifier):
            raise syntax_error(
                place, who, "expected a keyword, but received", identifier
            )
        inner.bindings[identifier] = expander.transformer(*transformer, seen_from, who)
    return expander.body(datum.cdr.cdr, span, inner, who)


def _misplaced(message: str) -> Callable[[Expander, Any, Span, AnyScope], NoReturn]:
    def expand(_: Expander, datum: Any, span: Span, scope: AnyScope) -> NoReturn:
        name = base_symbol(datum.car).name
        raise syntax_error(span, name, message)

    return expand


_ONLY_TOP = _misplaced("expected at the top level or at the beginning of a body")
_AUXILIARY = _misplaced("expected only inside a form that uses this word")

SPECIAL_FORMS: dict[str, Callable[[Expander, Any, Span, Any], Core]] = {
    "quote": expand_quote,
    "quasiquote": expand_quasiquote,
    "lambda": expand_lambda,
    "%lambda": expand_implied_lambda,
    "case-lambda": expand_case_lambda,
    "if": expand_if,
    "set!": expand_set,
    "begin": expand_begin,
    "let": expand_let,
    "let*": expand_let_star,
    "letrec": expand_letrec,
    "letrec*": expand_letrec,
    "do": expand_do,
    "and": expand_and,
    "or": expand_or,
    "when": expand_when,
    "unless": expand_when,
    "cond": expand_cond,
    "%cond": expand_implied_cond,
    "case": expand_case,
    "let-syntax": expand_let_syntax,
    "letrec-syntax": expand_let_syntax,
    "define": _ONLY_TOP,
    "define-syntax": _ONLY_TOP,
    "import": _ONLY_TOP,
    "define-library": _ONLY_TOP,
    "syntax-rules": _AUXILIARY,
    "else": _AUXILIARY,
    "=>": _AUXILIARY,
    "unquote": _AUXILIARY,
    "unquote-splicing": _AUXILIARY,
    "...": _AUXILIARY,
    "_": _AUXILIARY,
}


def special_form_bindings() -> dict[Identifier, Binding]:
    """Return the bindings of all special forms."""
    return {symbol(name): SpecialForm(name, f) for name, f in SPECIAL_FORMS.items()}
