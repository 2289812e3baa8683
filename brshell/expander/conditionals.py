"""The conditional forms: and, or, when, unless, cond, case. R7RS 4.2.1."""

from __future__ import annotations

from brshell.expander.core import (
    Call,
    Constant,
    Core,
    Either,
    If,
    Let,
    Reference,
    Variable,
    nothing,
    sequence,
)
from brshell.expander.scope import base_symbol, strip
from brshell.expander.shape import (
    elements,
    elements_if_any,
    is_keyword,
    parts_of,
    syntax_error,
)
from brshell.runtime.datums import FALSE, TRUE, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.expander import Expander
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span


def expand_and(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(and test ...)."""
    tests = [expander.expand(*part, scope) for part in elements(datum, span, "and")[1:]]
    result = tests.pop() if tests else Constant(TRUE, span)
    for test in reversed(tests):
        result = If(test, result, Constant(FALSE, span), span)
    return result


def expand_or(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(or test ...)."""
    tests = [expander.expand(*part, scope) for part in elements(datum, span, "or")[1:]]
    result = tests.pop() if tests else Constant(FALSE, span)
    for test in reversed(tests):
        result = Either(test, result, span)
    return result


def expand_when(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(when test expression ...) and (unless test expression ...)."""
    who = base_symbol(datum.car).name
    parts = parts_of(datum, span, who, "a test and expressions", 2)
    test, *body = (expander.expand(*part, scope) for part in parts)
    return conditional(who, test, body, span)


def conditional(who: str, test: Core, body: list[Core], span: Span) -> Core:
    """Return the form of when or unless."""
    forms = sequence(body, span)
    if who == "when":
        return If(test, forms, nothing(span), span)
    return If(test, nothing(span), forms, span)


def expand_cond(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(cond (test expression ...) (test => receiver) ... (else expression ...))."""
    clauses = parts_of(datum, span, "cond", "at least one clause", 1)
    return _clauses(expander, clauses, span, scope, "cond")


def expand_implied_cond(
    expander: Expander, datum: Any, span: Span, scope: AnyScope
) -> Core:
    """(%cond who clause ...): the clauses of a form ``who``."""
    _, (form, _), *clauses = elements(datum, span)
    return _clauses(expander, clauses, span, scope, base_symbol(form).name)


def _clauses(
    expander: Expander, clauses: list[Part], span: Span, scope: AnyScope, who: str
) -> Core:
    """Expand the clauses of a cond."""
    result: Core | None = None
    for clause, place in reversed(clauses):
        parts = elements_if_any(clause, place, who)
        if not parts:
            raise syntax_error(place, who, "expected a clause, but received", clause)
        if is_keyword(parts[0][0], scope, "else"):
            if result is not None:
                raise syntax_error(place, who, "expected else in the last clause only")
            result = else_clause(expander, parts, place, scope, who)
            continue
        test = expander.expand(*parts[0], scope)
        other = result if result is not None else nothing(span)
        if len(parts) == 1:
            result = Either(test, other, span)
        elif is_keyword(parts[1][0], scope, "=>"):
            variable = Variable("value")
            value = Reference(variable, parts[0][1])
            receiver = arrow_receiver(expander, parts, place, scope, who)
            call = Call(receiver, [value], place)
            result = Let([(variable, test)], If(value, call, other, span), span)
        else:
            body = [expander.expand(*part, scope) for part in parts[1:]]
            result = If(test, sequence(body, place), other, span)
    assert result is not None
    return result


def else_clause(
    expander: Expander, parts: list[Part], span: Span, scope: AnyScope, who: str
) -> Core:
    """Expand the expressions after else."""
    if len(parts) < 2:
        raise syntax_error(span, who, "expected an expression after else")
    return sequence([expander.expand(*part, scope) for part in parts[1:]], span)


def arrow_receiver(
    expander: Expander, parts: list[Part], span: Span, scope: AnyScope, who: str
) -> Core:
    """Expand the one expression after =>."""
    if len(parts) != 3:
        raise syntax_error(span, who, "expected one expression after =>")
    return expander.expand(*parts[2], scope)


def expand_case(expander: Expander, datum: Any, span: Span, scope: AnyScope) -> Core:
    """(case key ((datum ...) expression ...) ... (else expression ...))."""
    key, *clauses = parts_of(datum, span, "case", "a key and clauses", 1)
    variable = Variable("key")
    value = Reference(variable, key[1])
    equal = Reference(expander.environment.language.bindings[symbol("eqv?")], span)  # type: ignore[arg-type]
    result: Core | None = None
    for clause, place in reversed(clauses):
        parts = elements_if_any(clause, place, "case")
        if len(parts) < 2:
            raise syntax_error(
                place, "case", "expected data and expressions in a clause"
            )
        if is_keyword(parts[1][0], scope, "=>"):
            receiver = arrow_receiver(expander, parts, place, scope, "case")
            body: Core = Call(receiver, [value], place)
        else:
            body = sequence(
                [expander.expand(*part, scope) for part in parts[1:]], place
            )
        if is_keyword(parts[0][0], scope, "else"):
            if result is not None:
                raise syntax_error(
                    place, "case", "expected else in the last clause only"
                )
            result = body
            continue
        tests: list[Core] = [
            Call(equal, [value, Constant(strip(item), at)], at)
            for item, at in elements(*parts[0], "case")
        ]
        test = tests.pop() if tests else Constant(FALSE, place)
        for other in reversed(tests):
            test = If(other, Constant(TRUE, place), test, span)
        result = If(test, body, result if result is not None else nothing(span), span)
    return Let(
        [(variable, expander.expand(*key, scope))],
        result if result is not None else nothing(span),
        span,
    )
