"""Core forms that report what they do: the same program with calls of hooks in it.

A hook is a Python function that generated code calls like a builtin. What is hooked
does the same as before, except that a call whose value a hook is told is no tail call.
"""

from __future__ import annotations

from brshell.compiler.loops import named_let
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
from brshell.runtime.procedures import name_builtin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.reader.source import Span


_NOT_SHOWN = (Constant, Reference, Lambda, CaseLambda, Begin)
_OPENING = ("(", "[")


class Hook:
    """A Python function that generated code may call; it is put into the namespace."""

    def __init__(
        self, name: str, function: Callable[..., Any], namespace: dict[str, Any]
    ) -> None:
        key = f"${name}"
        namespace[key] = function
        self._variable = Global(name, key, builtin=name_builtin(function, name))

    def call(self, core: Core, *operands: Core) -> Call:
        """Return the call of the hook that reports about a core form."""
        about: Core = Constant(core, core.span)
        operator = Reference(self._variable, core.span)
        return Call(operator, [about, *operands], core.span)


class Tracing:
    """Makes a procedure report its calls and returns.

    ``called`` takes the lambda and the arguments and returns an object, ``returned``
    takes the lambda, this object and the value, which it returns.
    """

    def __init__(self, called: Hook, returned: Hook) -> None:
        self._called = called
        self._returned = returned

    def procedure(self, core: Lambda) -> Lambda:
        """Return the procedure that reports."""
        parameters = [*core.parameters, *([core.rest] if core.rest else [])]
        arguments = [Reference(variable, core.span) for variable in parameters]
        call = Variable("call")
        body = self._returned.call(core, Reference(call, core.span), core.body)
        told = Let([(call, self._called.call(core, *arguments))], body, core.span)
        return Lambda(core.name, core.parameters, core.rest, told, core.span)


class Stepping:
    """Makes forms report when they begin, and those that are waited for their value.

    ``entered`` takes a form and returns an object, ``value`` takes the form, this
    object and the value, which it returns. ``passed`` takes a form in tail position,
    which stays there: its value is that of the whole procedure. ``began`` takes the
    lambda of a procedure that begins.
    """

    def __init__(self, entered: Hook, value: Hook, passed: Hook, began: Hook) -> None:
        self._entered = entered
        self._value = value
        self._passed = passed
        self._began = began
        # What the inner procedures of a program that reports were made from.
        self.originals: dict[Lambda, Lambda] = {}

    def procedure(self, core: Lambda) -> Lambda:
        """Return the procedure that reports that it begins, and all its forms."""
        body = Begin([self._began.call(core), self._tail(core.body, None)], core.span)
        return Lambda(core.name, core.parameters, core.rest, body, core.span)

    def program(self, core: Core) -> Core:
        """Return the program whose forms report."""
        if isinstance(core, Begin):
            return Begin([self.program(form) for form in core.forms], core.span)
        return self._waited_for(core, None)

    def _waited_for(self, core: Core, around: Span | None) -> Core:
        parts = self._parts(core, tail=False)
        if not _is_shown(core, around):
            return parts
        level = Variable("level")
        value = self._value.call(core, Reference(level, core.span), parts)
        return Let([(level, self._entered.call(core))], value, core.span)

    def _tail(self, core: Core, around: Span | None) -> Core:
        parts = self._parts(core, tail=True)
        if not _is_shown(core, around):
            return parts
        return Begin([self._passed.call(core), parts], core.span)

    def _parts(self, core: Core, *, tail: bool) -> Core:
        """Return a form whose parts report; ``tail``: its value is not waited for."""
        span = core.span

        def operand(part: Core) -> Core:
            return self._waited_for(part, span)

        def last(part: Core) -> Core:
            return (self._tail if tail else self._waited_for)(part, span)

        match core:
            case Lambda():
                body = self._tail(core.body, span)
                made = Lambda(core.name, core.parameters, core.rest, body, span)
                self.originals[made] = core
                return made
            case CaseLambda():
                clauses = [self._parts(clause, tail=True) for clause in core.clauses]
                return CaseLambda(core.name, clauses, span)  # type: ignore[arg-type]
            case If():
                branches = last(core.consequent), last(core.alternative)
                return If(operand(core.test), *branches, span)
            case Begin():
                *first, end = core.forms
                # Not by map: it would use C stack for each nested form.
                return Begin([*[operand(form) for form in first], last(end)], span)
            case Either():
                return Either(operand(core.first), last(core.second), span)
            case Let():
                bound = [
                    (variable, operand(value)) for variable, value in core.bindings
                ]
                # The call that begins a loop stays as it is, or it would be no loop.
                begins = named_let(core) is not None
                body = self._parts(core.body, tail=tail) if begins else last(core.body)
                return Let(bound, body, span, recursive=core.recursive)
            case Call():
                operator = self._waited_for(core.operator, span)
                return Call(operator, [operand(part) for part in core.operands], span)
            case Assignment():
                variable, value = core.variable, operand(core.value)
                return Assignment(variable, value, span, define=core.define)
        return core


def _is_shown(core: Core, around: Span | None) -> bool:
    """Tell whether a form is shown by itself, in a form that stands at ``around``.

    Constants, variables and procedures are not, nor what macros make: it stands where
    no form begins, or is one of several at the same place.
    """
    span = core.span
    if span is None or isinstance(core, _NOT_SHOWN):
        return False
    is_same = (
        around is not None
        and span.source is around.source
        and (span.start, span.end) == (around.start, around.end)
    )
    return not is_same and span.source.text[span.start : span.start + 1] in _OPENING
