"""The syntax of SRFIs: and-let* (SRFI 2), receive (SRFI 8), cut and cute (SRFI 26)."""

from __future__ import annotations

from brshell.expander.core import Variable
from brshell.expander.derived import data, with_values
from brshell.expander.scope import (
    Macro,
    base_symbol,
    build,
    fresh,
    is_identifier,
    resolve,
)
from brshell.expander.shape import elements, elements_if_any, parts_of, syntax_error
from brshell.runtime.datums import NIL, TRUE, list_from, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.scope import Binding, Identifier
    from brshell.expander.shape import AnyScope
    from brshell.reader.source import Span

SLOT, REST_SLOT = "<>", "<...>"


def rewrite_and_let(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(and-let* (claw ...) body ...), SRFI 2.

    A claw is (variable expression), (expression), or a variable.
    """
    (claws, place), *body = parts_of(datum, span, "and-let*", "claws and a body", 1)
    # What goes on after a claw that is true: a list, empty after the last of all.
    rest: list[Any] = [["let", [], *data(body)]] if body else []
    for claw, at in reversed(elements(claws, place, "and-let*")):
        parts = elements_if_any(claw, at, "and-let*")
        if is_identifier(claw):
            rest = [["and", claw, *rest]]
        elif len(parts) == 1:
            rest = [["and", parts[0][0], *rest]]
        elif len(parts) == 2 and is_identifier(parts[0][0]):
            variable = parts[0][0]
            rest = [["let", [data(parts)], ["and", variable, *rest]]]
        else:
            expected = "expected a variable, (expression) or (variable expression)"
            raise syntax_error(at, "and-let*", f"{expected}, but received", claw)
    return build(scope, span, rest[0] if rest else TRUE)


def rewrite_receive(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(receive formals expression body ...), SRFI 8."""
    expected = "variables, an expression and a body"
    (formals, _), (expression, _), *body = parts_of(datum, span, "receive", expected, 3)
    return build(scope, span, with_values("receive", formals, expression, data(body)))


def rewrite_cut(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(cut operator operand ...) and cute, SRFI 26: <> stands for an argument.

    <...> at the end stands for all further arguments. cute evaluates the operands
    once, when the procedure is made; cut does so in each call.
    """
    who = base_symbol(datum.car).name
    expected = "an operator and operands, some of them <>"
    parts = parts_of(datum, span, who, expected, 1)
    rest: Any = NIL
    if is_slot(parts[-1][0], scope, REST_SLOT):
        parts, rest = parts[:-1], fresh("rest", scope)
    if not parts or any(is_slot(part, scope, REST_SLOT) for part, _ in parts):
        raise syntax_error(span, who, "expected <...> in the last place only")
    parameters: list[Any] = []
    values: list[Any] = []  # bindings, for cute
    call = [_argument(who, part, scope, parameters, values) for part, _ in parts]
    if rest is not NIL:
        call = ["apply", *call, rest]
    procedure = ["%lambda", who, list_from(parameters, rest), call]
    return build(scope, span, ["let", values, procedure] if values else procedure)


def _argument(
    who: str, part: Any, scope: AnyScope, parameters: list[Any], values: list[Any]
) -> Any:
    """Return what stands in the call for an operand; note a slot or a value."""
    if is_slot(part, scope, SLOT):
        parameters.append(fresh(f"argument-{len(parameters) + 1}", scope))
        return parameters[-1]
    if who == "cute":
        variable = fresh("value", scope)
        values.append([variable, part])
        return variable
    return part


def is_slot(datum: Any, scope: AnyScope, name: str) -> bool:
    """Tell whether a datum is the slot <> or <...>, and no local variable."""
    return (
        is_identifier(datum)
        and base_symbol(datum).name == name
        and not isinstance(resolve(datum, scope), Variable)
    )


SRFI_FORMS: dict[str, Callable[[Any, Span, Any], Any]] = {
    "and-let*": rewrite_and_let,
    "receive": rewrite_receive,
    "cut": rewrite_cut,
    "cute": rewrite_cut,
}


def srfi_form_bindings() -> dict[Identifier, Binding]:
    """Return the bindings of all these forms."""
    return {symbol(name): Macro(name, f) for name, f in SRFI_FORMS.items()}
