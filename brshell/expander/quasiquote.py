"""Quasiquotation, with nesting and vectors. R7RS 4.2.8."""

from __future__ import annotations

from brshell.expander.core import Call, Constant, Core, Reference
from brshell.expander.scope import SpecialForm, is_identifier, resolve, strip
from brshell.expander.shape import elements, syntax_error
from brshell.runtime.datums import NIL, Pair, Vector, cons, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.expander import Expander
    from brshell.reader.source import Span


def expand_quasiquote(expander: Expander, datum: Any, span: Span, scope: Any) -> Core:
    """(quasiquote template)."""
    parts = elements(datum, span, "quasiquote")
    if len(parts) != 2:
        raise syntax_error(span, "quasiquote", "expected one template")
    return _Template(expander, scope).core(*parts[1], 1)


class _Template:
    """Turns a template into calls of cons, append and the like."""

    def __init__(self, expander: Expander, scope: Any) -> None:
        self.expander = expander
        self.scope = scope

    def core(self, datum: Any, span: Span, depth: int) -> Core:
        """Return the form that makes the datum; ``depth`` counts the quasiquotes."""
        if isinstance(datum, Vector):
            return self._vector(datum, span, depth)
        if not isinstance(datum, Pair):
            return Constant(strip(datum), span)
        word = self._keyword(datum)
        if word == "unquote":
            form, place = self._one(datum, span, word)
            if depth == 1:
                return self.expander.expand(form, place, self.scope)
            return self._wrapped(datum, span, depth - 1)
        if word == "quasiquote":
            return self._wrapped(datum, span, depth + 1)
        return self._list(datum, span, depth)

    def _list(self, datum: Any, span: Span, depth: int) -> Core:
        """Make a list element by element; it may end in a dot or in an unquote."""
        items: list[tuple[Any, Span]] = []
        rest = datum
        while isinstance(rest, Pair) and (
            rest is datum or self._keyword(rest) not in ("unquote", "quasiquote")
        ):
            items.append((rest.car, getattr(rest, "car_span", span)))
            rest = rest.cdr
        result = self.core(rest, span, depth)
        for item, place in reversed(items):
            result = self._prepend(item, place, result, depth)
        return result

    def _vector(self, datum: Vector, span: Span, depth: int) -> Core:
        items: Core = Constant(NIL, span)
        for item in reversed(datum.items):
            items = self._prepend(item, span, items, depth)
        rest = items.value if isinstance(items, Constant) else items
        values = []
        while isinstance(rest, Pair):
            values.append(rest.car)
            rest = rest.cdr
        if rest is NIL:
            return Constant(Vector(values), span)
        return self._call("list->vector", [items], span)

    def _prepend(self, item: Any, span: Span, rest: Core, depth: int) -> Core:
        if isinstance(item, Pair) and self._keyword(item) == "unquote-splicing":
            if depth == 1:
                form, place = self._one(item, span, "unquote-splicing")
                spliced = self.expander.expand(form, place, self.scope)
                if isinstance(rest, Constant) and rest.value is NIL:
                    return spliced
                return self._call("append", [spliced, rest], span)
            first = self._wrapped(item, span, depth - 1)
        else:
            first = self.core(item, span, depth)
        if isinstance(first, Constant) and isinstance(rest, Constant):
            return Constant(cons(first.value, rest.value), span)
        return self._call("cons", [first, rest], span)

    def _wrapped(self, datum: Any, span: Span, depth: int) -> Core:
        """Keep the word itself and treat what it holds at another depth."""
        head = Constant(strip(datum.car), span)
        rest = self._list(datum.cdr, span, depth) if datum.cdr is not NIL else None
        if rest is None or isinstance(rest, Constant):
            return Constant(cons(head.value, rest.value if rest else NIL), span)
        return self._call("cons", [head, rest], span)

    def _keyword(self, pair: Pair) -> str | None:
        """Return which of the quasiquotation words begins a form, if one does."""
        if not is_identifier(pair.car) or not isinstance(pair.cdr, Pair):
            return None
        binding = resolve(pair.car, self.scope)
        if isinstance(binding, SpecialForm) and binding.name in (
            "quasiquote",
            "unquote",
            "unquote-splicing",
        ):
            return binding.name
        return None

    def _one(self, datum: Any, span: Span, who: str) -> tuple[Any, Span]:
        parts = elements(datum, span, who)
        if len(parts) != 2:
            raise syntax_error(span, who, "expected one expression")
        return parts[1]

    def _call(self, name: str, operands: list[Core], span: Span) -> Core:
        procedure = self.expander.environment.language.bindings[symbol(name)]
        return Call(Reference(procedure, span), operands, span)  # type: ignore[arg-type]
