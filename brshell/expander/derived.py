"""The derived forms: each rewrites a use of itself into simpler forms. R7RS 4.2, 5."""

from __future__ import annotations

from brshell.expander.cond_expand import chosen_clause
from brshell.expander.libraries import included
from brshell.expander.records import rewrite_record_type
from brshell.expander.scope import (
    Macro,
    base_symbol,
    build,
    environment_of,
    fresh,
    is_identifier,
)
from brshell.expander.shape import (
    elements,
    elements_if_any,
    is_keyword,
    parts_of,
    syntax_error,
)
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import FALSE, NIL, Pair, String, cons, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.scope import Binding, Identifier
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span


def data(parts: list[Part]) -> list[Any]:
    """Return the data of parts without their places."""
    return [datum for datum, _ in parts]


def rewrite_parameterize(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(parameterize ((parameter value) ...) body ...)."""
    expected = "parameters with values, and a body"
    (bindings, place), *_ = parts_of(datum, span, "parameterize", expected, 2)
    pairs: list[Any] = ["list"]
    for binding, at in elements(bindings, place, "parameterize"):
        parts = elements_if_any(binding, at, "parameterize")
        if len(parts) != 2:
            raise syntax_error(
                at,
                "parameterize",
                "expected a parameter and a value, but received",
                binding,
            )
        pairs.append(["cons", *data(parts)])
    body = build(scope, span, ["%lambda", "parameterize", [], *datum.cdr.cdr])
    return build(scope, span, ["%parameterize", pairs, body])


def rewrite_with_robot(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(with-robot robot body ...): the robot that procedures use in the body."""
    parts = parts_of(datum, span, "with-robot", "a robot and a body", 2)
    bindings = ["list", ["cons", "current-robot", parts[0][0]]]
    body = ["%lambda", "with-robot", [], *datum.cdr.cdr]
    return build(scope, span, ["%parameterize", bindings, body])


def rewrite_guard(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(guard (variable clause ...) body ...)."""
    expected = "a variable with clauses, and a body"
    (head, place), *_ = parts_of(datum, span, "guard", expected, 2)
    parts = elements_if_any(head, place, "guard")
    if not parts or not is_identifier(parts[0][0]):
        raise syntax_error(place, "guard", "expected a variable, but received", head)
    (variable, _), *clause_parts = parts
    clauses = data(clause_parts)
    for clause, at in clause_parts:
        if not isinstance(clause, Pair):
            raise syntax_error(at, "guard", "expected a clause, but received", clause)
    body = ["%lambda", "guard", [], *datum.cdr.cdr]
    last = clauses[-1] if clauses else None
    if isinstance(last, Pair) and is_keyword(last.car, scope, "else"):
        handler = ["lambda", [variable], ["%cond", "guard", *clauses]]
        return build(scope, span, ["%guard-all", body, handler])
    later = [_as_thunk(clause, scope, span) for clause in clauses]
    clause = ["lambda", [variable], ["%cond", "guard", *later, ["else", FALSE]]]
    return build(scope, span, ["%guard", body, clause])


def _as_thunk(clause: Any, scope: AnyScope, span: Span) -> Any:
    """Return a clause for cond that delivers a thunk of what the clause does."""
    place = clause.span if isinstance(clause, LocatedPair) else span
    match data(elements(clause, place, "guard")):
        case [test]:
            value = fresh("value", scope)
            result = ["lambda", [value], ["lambda", [], value]]
            return build(scope, place, [test, "=>", result])
        case [test, arrow, receiver] if is_keyword(arrow, scope, "=>"):
            value = fresh("value", scope)
            result = ["lambda", [value], ["lambda", [], [receiver, value]]]
            return build(scope, place, [test, "=>", result])
        case [test, *body] if body and not is_keyword(body[0], scope, "=>"):
            return build(scope, place, [test, ["lambda", [], *body]])
    return clause  # %cond tells what is wrong


def rewrite_delay(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(delay expression)."""
    parts = parts_of(datum, span, "delay", "one expression", 1, 1)
    later = ["lambda", [], ["%promise-of", parts[0][0]]]
    return build(scope, span, ["%delay", later])


def rewrite_delay_force(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(delay-force expression)."""
    parts = parts_of(datum, span, "delay-force", "one expression", 1, 1)
    return build(scope, span, ["%delay", ["lambda", [], parts[0][0]]])


def rewrite_assert(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(assert expression)."""
    parts = parts_of(datum, span, "assert", "one expression", 1, 1)
    test = parts[0][0]
    return build(scope, span, ["unless", test, ["%assertion-failed", ["quote", test]]])


# Several values


def with_values(who: str, formals: Any, expression: Any, body: list[Any]) -> Any:
    """Return the shape that runs a body with the values of an expression."""
    consumer = ["%lambda", who, formals, *body]
    return ["call-with-values", ["lambda", [], expression], consumer]


def rewrite_let_values(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(let-values ((formals expression) ...) body ...) and let*-values."""
    who = base_symbol(datum.car).name
    (bindings, place), *_ = parts_of(datum, span, who, "bindings and a body", 2)
    clauses = []
    for binding, at in elements(bindings, place, who):
        parts = elements_if_any(binding, at, who)
        if len(parts) != 2:
            raise syntax_error(
                at, who, "expected variables and an expression, but received", binding
            )
        clauses.append(data(parts))
    body = datum.cdr.cdr
    result: Any = [["%lambda", who, [], *body]]
    if who == "let*-values":
        for formals, expression in reversed(clauses):
            result = with_values(who, formals, expression, [result])
        return build(scope, span, result)
    # All expressions come before all variables, so the values go through others.
    renamed: list[tuple[Any, Any]] = []
    others = [_renamed(formals, scope, renamed) for formals, _ in clauses]
    variables, values = [v for v, _ in renamed], [other for _, other in renamed]
    result = [["%lambda", who, variables, *body], *values]
    for other, (_, expression) in zip(reversed(others), reversed(clauses), strict=True):
        result = with_values(who, other, expression, [result])
    return build(scope, span, result)


def _renamed(formals: Any, scope: AnyScope, renamed: list[tuple[Any, Any]]) -> Any:
    """Return formals with fresh variables; note which stands for which."""
    if isinstance(formals, Pair):
        first = _renamed(formals.car, scope, renamed)
        return cons(first, _renamed(formals.cdr, scope, renamed))
    if is_identifier(formals):
        other = fresh(base_symbol(formals).name, scope)
        renamed.append((formals, other))
        return other
    return formals


def rewrite_define_values(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(define-values formals expression)."""
    expected = "variables and an expression"
    (formals, place), (expression, _) = parts_of(
        datum, span, "define-values", expected, 2, 2
    )
    values = fresh("values", scope)
    names: list[Identifier] = []
    rest = formals
    while isinstance(rest, Pair):
        names.append(rest.car)
        rest = rest.cdr
    if not all(
        is_identifier(name) for name in [*names, *([] if rest is NIL else [rest])]
    ):
        raise syntax_error(
            place, "define-values", "expected variables, but received", formals
        )
    # A procedure with these formals checks how many values there are.
    whole = _as_list(scope, span, names, rest)
    produced = with_values("define-values", formals, expression, [whole])
    forms: list[Any] = ["begin", ["define", values, produced]]
    for index, name in enumerate(names):
        forms.append(["define", name, ["list-ref", values, index]])
    if rest is not NIL:
        forms.append(["define", rest, ["list-tail", values, len(names)]])
    return build(scope, span, forms)


def _as_list(scope: AnyScope, span: Span, names: list[Identifier], rest: Any) -> Any:
    result: Any = ["list"] if rest is NIL else rest
    for name in reversed(names):
        result = ["cons", name, result]
    return build(scope, span, result)


# Parts of programs from elsewhere


def rewrite_cond_expand(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(cond-expand (requirement form ...) ... (else form ...))."""
    chosen = chosen_clause(datum, span, environment_of(scope).language.libraries)
    return build(scope, span, ["begin", *data(chosen)])


def rewrite_include(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(include file ...) and include-ci: the forms of files, as if they stood here."""
    parts_of(datum, span, base_symbol(datum.car).name, "file names", 1)
    libraries = environment_of(scope).language.libraries
    assert libraries is not None
    libraries.more_than_text = True
    forms = included(datum, span, libraries.read)
    return build(scope, span, ["begin", *data(forms)])


def rewrite_syntax_error(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(syntax-error message datum ...): what a macro says of a wrong use."""
    parts = parts_of(datum, span, "syntax-error", "a message and data", 1)
    (message, place), *rest = parts
    if not isinstance(message, String):
        expected = "expected a message, but received"
        raise syntax_error(place, "syntax-error", expected, message)
    raise syntax_error(span, None, message.text, *data(rest))


DERIVED_FORMS: dict[str, Callable[[Any, Span, Any], Any]] = {
    "parameterize": rewrite_parameterize,
    "with-robot": rewrite_with_robot,
    "guard": rewrite_guard,
    "delay": rewrite_delay,
    "delay-force": rewrite_delay_force,
    "assert": rewrite_assert,
    "let-values": rewrite_let_values,
    "let*-values": rewrite_let_values,
    "define-values": rewrite_define_values,
    "define-record-type": rewrite_record_type,
    "cond-expand": rewrite_cond_expand,
    "include": rewrite_include,
    "include-ci": rewrite_include,
    "syntax-error": rewrite_syntax_error,
}


def derived_form_bindings() -> dict[Identifier, Binding]:
    """Return the bindings of all derived forms."""
    return {symbol(name): Macro(name, f) for name, f in DERIVED_FORMS.items()}
