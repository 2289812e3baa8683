"""syntax-rules: from the form to the macro that it makes. R7RS 4.3.2."""

from __future__ import annotations

from brshell.expander.pattern import Notation, Pattern, wrong
from brshell.expander.scope import Macro, base_symbol, is_identifier
from brshell.expander.shape import elements, syntax_error
from brshell.expander.template import Template
from brshell.runtime.datums import NIL, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Identifier
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span

    Rule = tuple[Pattern, Template]


def syntax_rules(datum: Any, span: Span, scope: AnyScope) -> Macro:
    """Return the macro for (syntax-rules [ellipsis] (literal ...) rule ...)."""
    parts = elements(datum, span, "syntax-rules")[1:]
    ellipsis = parts.pop(0)[0] if parts and is_identifier(parts[0][0]) else None
    if not parts:
        raise wrong(span, "expected a list of literals")
    notation = Notation(_literals(*parts[0]), ellipsis, scope)
    rules = [_rule(part, notation) for part in parts[1:]]

    def rewrite(form: Any, place: Span, use_scope: AnyScope) -> Any:
        for pattern, template in rules:
            match = pattern.match(form.cdr, place, use_scope)
            if match is not None:
                return template.fill(match, place)
        name = base_symbol(form.car).name
        raise syntax_error(place, name, "no pattern of this macro fits the form", form)

    return Macro("", rewrite)


def _literals(datum: Any, span: Span) -> list[Identifier]:
    if not (datum is NIL or isinstance(datum, Pair)):
        raise wrong(span, "expected a list of literals")
    literals = []
    for literal, place in elements(datum, span, "syntax-rules"):
        if not is_identifier(literal):
            expected = "expected a literal name, but received"
            raise syntax_error(place, "syntax-rules", expected, literal)
        literals.append(literal)
    return literals


def _rule(part: Part, notation: Notation) -> Rule:
    """Return the pattern and the template of one rule."""
    sides = elements(*part, "syntax-rules")
    if len(sides) != 2 or not isinstance(sides[0][0], Pair):
        raise wrong(part[1], "expected a pattern and a template in a rule")
    (pattern, place), (template, template_span) = sides
    pattern_of_use = Pattern(pattern.cdr, place, notation)  # without the keyword
    return pattern_of_use, Template(
        template, template_span, notation, pattern_of_use.depths
    )
