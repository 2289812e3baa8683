"""The expander: a datum with its place goes in, a core form comes out.

A form is given as three things: the datum, its span, and the scope in which its
identifiers have their meaning.
"""

from __future__ import annotations

from brshell.expander.attributes import expand_attribute, is_attribute
from brshell.expander.circular import check_not_circular
from brshell.expander.core import (
    Assignment,
    Begin,
    Call,
    Constant,
    Core,
    Global,
    Let,
    Reference,
    Variable,
    give_name,
)
from brshell.expander.libraries import bind as bind_imported
from brshell.expander.scope import (
    Alias,
    Macro,
    Scope,
    SpecialForm,
    base_symbol,
    is_identifier,
    keyword,
    resolve,
    strip,
)
from brshell.expander.shape import elements, is_keyword, syntax_error
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import NIL, UNSPECIFIED, Pair, Symbol, cons

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.environment import Environment
    from brshell.expander.scope import Binding, Identifier
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span

# Forms inside forms; a limit of ours that keeps the stages within Python's C stack.
MAX_NESTING = 5000

LIBRARY_FORMS = ("import", "define-library")


class Expander:
    """Expands the forms of one environment."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._nesting = 0

    def program(self, forms: list[Part], span: Span) -> Core:
        """Expand the top-level forms of a program into one core form."""
        for datum, place in forms:
            check_not_circular(datum, place)
        forms = self._without_imports(forms)
        for datum, place in forms:
            self._announce(datum, place)
        expanded = [
            core
            for datum, place in forms
            for core in self.top_level(datum, place, self.environment)
        ]
        replacing: list[Core] = [
            Assignment(variable, Reference(imported, span), span, define=True)
            for variable, imported in self.environment.take_replacing()
        ]
        core = [*replacing, *expanded]
        return Begin(core, span) if core else Constant(UNSPECIFIED, span)

    def _without_imports(self, forms: list[Part]) -> list[Part]:
        """Import what the first forms say: they tell what the names after them mean."""
        count = 0
        while count < len(forms) and self._is_library_form(forms[count][0]):
            self.top_level(*forms[count], self.environment)
            count += 1
        return forms[count:]

    def _is_library_form(self, datum: Any) -> bool:
        if not isinstance(datum, Pair) or not is_identifier(datum.car):
            return False
        binding = self.environment.bindings.get(datum.car)
        return isinstance(binding, SpecialForm) and binding.name in LIBRARY_FORMS

    def _announce(self, datum: Any, span: Span) -> None:
        """Make the variable of a definition known before any form is expanded.

        So a procedure may call another of the program that is defined further down,
        also when that has the name of a builtin.
        """
        scope = self.environment
        if isinstance(datum, Pair) and is_keyword(datum.car, scope, "define"):
            scope.define(self.definition(datum, span, scope)[0])

    def top_level(self, datum: Any, span: Span, scope: AnyScope) -> list[Core]:
        """Expand one top-level form: definitions make global variables."""
        datum, span, binding = self.head(datum, span, scope)
        name = binding.name if isinstance(binding, SpecialForm) else None
        if name == "begin":
            return [
                core
                for form, place in elements(datum, span, "begin")[1:]
                for core in self.top_level(form, place, scope)
            ]
        if name == "define":
            identifier, value, place = self.definition(datum, span, scope)
            variable = self.environment.define(identifier)
            core = self.named(value, place, scope, variable.name)
            return [Assignment(variable, core, span, define=True)]
        if name == "define-syntax":
            identifier, macro = self.syntax_definition(datum, span, scope)
            self.environment.bindings[identifier] = macro
            return []
        libraries = self.environment.language.libraries
        if name == "import" and libraries is not None:
            bind_imported(self.environment, libraries.imported(datum, span))
            return []
        if name == "define-library" and libraries is not None:
            libraries.define(datum, span)
            return []
        return [self.expand(datum, span, scope)]

    def head(
        self, datum: Any, span: Span, scope: AnyScope
    ) -> tuple[Any, Span, Binding | None]:
        """Rewrite macro uses at the head of a form until none is left.

        Returns the form, its span, and what its first identifier means (None when it
        does not begin with an identifier).
        """
        while isinstance(datum, Pair) and is_identifier(datum.car):
            binding = resolve(datum.car, scope)
            if not isinstance(binding, Macro):
                return datum, span, binding
            datum = binding.rewrite(datum, span, scope)
            if isinstance(datum, LocatedPair):
                span = datum.span
        return datum, span, None

    def expand(self, datum: Any, span: Span, scope: AnyScope) -> Core:
        """Expand an expression."""
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise syntax_error(span, None, "the form is nested too deep")
        core = self._expand(datum, span, scope)
        self._nesting -= 1
        return core

    def _expand(self, datum: Any, span: Span, scope: AnyScope) -> Core:
        datum, span, binding = self.head(datum, span, scope)
        if isinstance(binding, SpecialForm):
            return binding.expand(self, datum, span, scope)
        if isinstance(datum, Pair):
            if is_attribute(datum.car, scope):
                return expand_attribute(self, datum, span, scope)
            operator, *operands = (
                self.expand(part, place, scope) for part, place in elements(datum, span)
            )
            return Call(operator, operands, span)
        if isinstance(datum, (Symbol, Alias)):
            return self.reference(datum, span, scope)
        if datum is NIL:
            raise syntax_error(
                span, None, "expected an expression, but received an empty list ()"
            )
        return Constant(strip(datum), span)

    def reference(self, identifier: Identifier, span: Span, scope: AnyScope) -> Core:
        """Expand an identifier that stands as an expression."""
        binding = resolve(identifier, scope)
        if isinstance(binding, (Variable, Global)):
            return Reference(binding, span)
        name = base_symbol(identifier).name
        raise syntax_error(
            span, name, "expected to stand first in a form, but it stands alone"
        )

    def named(self, datum: Any, span: Span, scope: AnyScope, name: str) -> Core:
        """Expand the value of a definition: a procedure takes the variable's name."""
        core = self.expand(datum, span, scope)
        give_name(core, name)
        return core

    def definition(
        self, datum: Any, span: Span, scope: AnyScope
    ) -> tuple[Identifier, Any, Span]:
        """Take (define ...) apart: the identifier, and the datum of its value.

        ``(define (name . parameters) body ...)`` gives a lambda form, also curried.
        """
        parts = elements(datum, span, "define")
        if len(parts) < 2:
            raise syntax_error(span, "define", "expected a name and a value")
        (target, place), rest = parts[1], datum.cdr.cdr
        while isinstance(target, Pair):
            code = LocatedPair(target.cdr, rest, span, place)
            implied = cons(keyword(scope, "%lambda"), cons(parts[0][0], code))
            rest = LocatedPair(implied, NIL, span, span)
            target = target.car
        if not is_identifier(target):
            raise syntax_error(
                place, "define", "expected a name to define, but received", target
            )
        if rest is NIL:
            return target, UNSPECIFIED, span
        values = elements(rest, span, "define")
        if len(values) != 1:
            raise syntax_error(
                values[1][1], "define", "expected one value, but found another part"
            )
        return target, values[0][0], values[0][1]

    def syntax_definition(
        self, datum: Any, span: Span, scope: AnyScope
    ) -> tuple[Identifier, Binding]:
        """Take (define-syntax name transformer) apart."""
        parts = elements(datum, span, "define-syntax")
        if len(parts) != 3 or not is_identifier(parts[1][0]):
            raise syntax_error(
                span, "define-syntax", "expected a name and a syntax-rules form"
            )
        return parts[1][0], self.transformer(*parts[2], scope, "define-syntax")

    def transformer(self, datum: Any, span: Span, scope: AnyScope, who: str) -> Binding:
        """Return the meaning of a transformer: syntax-rules, or another keyword."""
        from brshell.expander.syntax_rules import syntax_rules

        datum, span, binding = self.head(datum, span, scope)
        if isinstance(binding, SpecialForm) and binding.name == "syntax-rules":
            return syntax_rules(datum, span, scope)
        if is_identifier(datum):
            meaning: Binding = resolve(datum, scope)
            if isinstance(meaning, (SpecialForm, Macro)):
                return meaning
        raise syntax_error(span, who, "expected a syntax-rules form")

    def body(self, datum: Any, span: Span, scope: AnyScope, who: str) -> Core:
        """Expand a body: internal definitions, then expressions. R7RS 5.3.2.

        Definitions may also stand between expressions, as many Schemes allow.
        """
        inner = Scope(scope)
        items = self._scan_body(elements(datum, span, who), inner)
        if not items or items[-1][0] is not None:
            raise syntax_error(
                items[-1][2] if items else span,
                who,
                "expected an expression at the end",
            )
        expressions: list[Core] = []
        bindings: list[tuple[Variable, Core]] = []
        for variable, form, place in items:
            if variable is None:
                expressions.append(self.expand(form, place, inner))
                continue
            bindings += [(Variable("ignored"), core) for core in expressions]
            expressions.clear()
            bindings.append((variable, self.named(form, place, inner, variable.name)))
        body = expressions[0] if len(expressions) == 1 else Begin(expressions, span)
        return Let(bindings, body, span, recursive=True) if bindings else body

    def _scan_body(
        self, forms: list[Part], scope: Scope
    ) -> list[tuple[Variable | None, Any, Span]]:
        """Bind what a body defines; return its (variable or None, form, span)."""
        items: list[tuple[Variable | None, Any, Span]] = []
        pending = forms[::-1]
        while pending:
            datum, span, binding = self.head(*pending.pop(), scope)
            name = binding.name if isinstance(binding, SpecialForm) else None
            if name == "begin":
                pending += elements(datum, span, "begin")[:0:-1]
            elif name == "define":
                identifier, value, place = self.definition(datum, span, scope)
                name = base_symbol(identifier).name
                variable = Variable(name, written=isinstance(identifier, Symbol))
                if isinstance(scope.bindings.get(identifier), Variable):
                    raise syntax_error(
                        span, "define", f"{variable.name} is defined twice in this body"
                    )
                scope.bindings[identifier] = variable
                items.append((variable, value, place))
            elif name == "define-syntax":
                identifier, macro = self.syntax_definition(datum, span, scope)
                scope.bindings[identifier] = macro
            else:
                items.append((None, datum, span))
        return items
