"""syntax-rules: pattern, template, and the macro they make. R7RS 4.3.2.

A pattern variable stands for a (datum, span) pair, or for a list of such matches
when an ellipsis follows it. Symbols that the template inserts become aliases, fresh
for each expansion: that is all hygiene needs.
"""

from __future__ import annotations

from brshell.expander.scope import (
    Alias,
    Macro,
    SpecialForm,
    base_symbol,
    is_identifier,
    resolve,
)
from brshell.expander.shape import elements, syntax_error
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import NIL, Pair, Vector, list_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Identifier
    from brshell.reader.source import Span

    Match = dict[Identifier, Any]


def syntax_rules(datum: Any, span: Span, scope: Any) -> Macro:
    """Return the macro for (syntax-rules [ellipsis] (literal ...) rule ...)."""
    parts = elements(datum, span)[1:]
    ellipsis = None
    if parts and is_identifier(parts[0][0]):
        ellipsis = parts.pop(0)[0]
    if not parts or not (parts[0][0] is NIL or isinstance(parts[0][0], Pair)):
        raise syntax_error(span, "syntax-rules", "expected a list of literals")
    literals = [literal for literal, _ in elements(*parts[0])]
    for literal in literals:
        if not is_identifier(literal):
            raise syntax_error(
                parts[0][1],
                "syntax-rules",
                "expected a literal name, but received",
                literal,
            )
    rules = []
    for rule, place in parts[1:]:
        sides = elements(rule, place)
        if len(sides) != 2 or not isinstance(sides[0][0], Pair):
            raise syntax_error(
                place, "syntax-rules", "expected a pattern and a template in a rule"
            )
        rules.append(_Rule(sides[0], sides[1], literals, ellipsis, scope))

    def rewrite(form: Any, place: Span, use_scope: Any) -> Any:
        for rule in rules:
            match = rule.match(form, place, use_scope)
            if match is not None:
                return rule.instantiate(match, place)
        name = base_symbol(form.car).name
        raise syntax_error(place, name, "no pattern of this macro fits the form", form)

    return Macro("", rewrite)


class _Rule:
    """One (pattern template)."""

    def __init__(
        self,
        pattern: tuple[Any, Span],
        template: tuple[Any, Span],
        literals: list[Identifier],
        ellipsis: Identifier | None,
        scope: Any,
    ) -> None:
        self.pattern = pattern[0].cdr  # the keyword itself is not matched
        self.template = template[0]
        self.literals = literals
        self.ellipsis = ellipsis
        self.scope = scope
        self.depths: dict[Identifier, int] = {}
        self._declare(self.pattern, pattern[1], 0)
        self._check(self.template, template[1], 0)

    def _is_ellipsis(self, datum: Any) -> bool:
        if not is_identifier(datum) or datum in self.literals:
            return False
        if self.ellipsis is not None:
            return datum is self.ellipsis
        return base_symbol(datum).name == "..."

    def _followed(self, pair: Pair) -> bool:
        """Tell whether an ellipsis follows the first element of a list."""
        return isinstance(pair.cdr, Pair) and self._is_ellipsis(pair.cdr.car)

    def _declare(self, pattern: Any, span: Span, depth: int) -> None:
        """Note the variables of a pattern with the ellipses they are under."""
        while isinstance(pattern, Pair):
            followed = self._followed(pattern)
            place = getattr(pattern, "car_span", span)
            self._declare(pattern.car, place, depth + followed)
            pattern = pattern.cdr.cdr if followed else pattern.cdr
            if followed and any(self._is_ellipsis(item) for item in _spine(pattern)):
                raise syntax_error(
                    span, "syntax-rules", "expected one ellipsis in a list of a pattern"
                )
        if isinstance(pattern, Vector):
            self._declare(list_from(pattern.items), span, depth)
        elif is_identifier(pattern) and pattern not in self.literals:
            if self._is_ellipsis(pattern):
                raise syntax_error(
                    span, "syntax-rules", "expected a pattern before the ellipsis"
                )
            if pattern in self.depths and not self._is_underscore(pattern):
                name = base_symbol(pattern).name
                raise syntax_error(
                    span, "syntax-rules", f"the pattern variable {name} is used twice"
                )
            self.depths[pattern] = depth

    def _check(self, template: Any, span: Span, depth: int) -> None:
        """See that every variable of a template is under enough ellipses."""
        while isinstance(template, Pair):
            if self._is_ellipsis(template.car) and isinstance(template.cdr, Pair):
                return  # (... template): an escape, taken literally
            place = getattr(template, "car_span", span)
            under, rest = depth, template.cdr
            while isinstance(rest, Pair) and self._is_ellipsis(rest.car):
                under, rest = under + 1, rest.cdr
            if under > depth and not any(
                self.depths.get(name, 0) > depth for name in _names(template.car)
            ):
                raise syntax_error(
                    place,
                    "syntax-rules",
                    "expected a variable of the pattern under ...",
                )
            self._check(template.car, place, under)
            template = rest
        if isinstance(template, Vector):
            self._check(list_from(template.items), span, depth)
        elif is_identifier(template) and self.depths.get(template, 0) > depth:
            name = base_symbol(template).name
            raise syntax_error(
                span,
                "syntax-rules",
                f"expected an ellipsis after {name} in the template",
            )

    def _is_underscore(self, identifier: Identifier) -> bool:
        binding = resolve(identifier, self.scope)
        return isinstance(binding, SpecialForm) and binding.name == "_"

    # Matching

    def match(self, form: Any, span: Span, scope: Any) -> Match | None:
        """Return what the variables stand for in a use, or None if it does not fit."""
        match: Match = {}
        return (
            match if self._match(self.pattern, form.cdr, span, scope, match) else None
        )

    def _match(
        self, pattern: Any, form: Any, span: Span, scope: Any, match: Match
    ) -> bool:
        while isinstance(pattern, Pair):
            if self._followed(pattern):
                return self._match_repeated(pattern, form, span, scope, match)
            if not isinstance(form, Pair):
                return False
            place = getattr(form, "car_span", span)
            if not self._match(pattern.car, form.car, place, scope, match):
                return False
            pattern, form = pattern.cdr, form.cdr
        if is_identifier(pattern):
            if pattern in self.literals:
                return is_identifier(form) and resolve(form, scope) is resolve(
                    pattern, self.scope
                )
            match[pattern] = (form, span)
            return True
        if isinstance(pattern, Vector):
            return isinstance(form, Vector) and self._match(
                list_from(pattern.items), list_from(form.items), span, scope, match
            )
        if pattern is NIL:
            return form is NIL
        from brshell.runtime.equivalence import equal

        return equal(pattern, form)

    def _match_repeated(
        self, pattern: Any, form: Any, span: Span, scope: Any, match: Match
    ) -> bool:
        """Match (repeated ... . tail): the tail takes what it needs from the end."""
        items = []
        rest = form
        while isinstance(rest, Pair):
            items.append((rest.car, getattr(rest, "car_span", span)))
            rest = rest.cdr
        tail = pattern.cdr.cdr
        count = len(items) - sum(1 for _ in _spine(tail))
        if count < 0:
            return False
        matches: list[Match] = []
        for datum, place in items[:count]:
            one: Match = {}
            if not self._match(pattern.car, datum, place, scope, one):
                return False
            matches.append(one)
            form = form.cdr
        for name in _names(pattern.car):
            if name in self.depths:
                match[name] = [one[name] for one in matches]
        return self._match(tail, form, span, scope, match)

    # Instantiation

    def instantiate(self, match: Match, span: Span) -> Any:
        """Return the template filled in, placed at the use of the macro."""
        return self._fill(self.template, match, span, {}, escaped=False)[0]

    def _fill(
        self,
        template: Any,
        match: Match,
        span: Span,
        aliases: dict[Identifier, Alias],
        *,
        escaped: bool,
    ) -> tuple[Any, Span]:
        if is_identifier(template):
            if template in match:
                return match[template]  # type: ignore[no-any-return]
            if template not in aliases:
                aliases[template] = Alias(template, self.scope)
            return aliases[template], span
        if isinstance(template, Vector):
            items = self._fill(
                list_from(template.items), match, span, aliases, escaped=escaped
            )[0]
            return Vector(list(items) if items is not NIL else []), span
        if not isinstance(template, Pair):
            return template, span
        if not escaped and self._is_ellipsis(template.car):
            return self._fill(template.cdr.car, match, span, aliases, escaped=True)
        parts: list[tuple[Any, Span]] = []
        while isinstance(template, Pair):
            under, rest = 0, template.cdr
            while (
                not escaped and isinstance(rest, Pair) and self._is_ellipsis(rest.car)
            ):
                under, rest = under + 1, rest.cdr
            for one in self._repeat(template.car, match, under):
                parts.append(
                    self._fill(template.car, one, span, aliases, escaped=escaped)
                )
            template = rest
        result = self._fill(template, match, span, aliases, escaped=escaped)[0]
        for datum, place in reversed(parts):
            result = LocatedPair(datum, result, span, place)
        return result, span

    def _repeat(self, template: Any, match: Match, under: int) -> list[Match]:
        """Return one match for each instance of a template under that many ellipses."""
        matches = [match]
        names = [name for name in _names(template) if name in self.depths]
        for _ in range(under):
            matches = [one for each in matches for one in self._spread(names, each)]
        return matches

    def _spread(self, names: list[Identifier], match: Match) -> list[Match]:
        """Return the matches inside one ellipsis: variables step together."""
        repeated = {n: match[n] for n in names if isinstance(match.get(n), list)}
        if not repeated:
            return []
        length = max(len(values) for values in repeated.values())
        return [
            {
                **match,
                **{
                    n: values[index]
                    for n, values in repeated.items()
                    if index < len(values)
                },
            }
            for index in range(length)
            if all(index < len(values) for values in repeated.values())
        ]


def _spine(pattern: Any) -> list[Any]:
    items = []
    while isinstance(pattern, Pair):
        items.append(pattern.car)
        pattern = pattern.cdr
    return items


def _names(pattern: Any) -> list[Identifier]:
    """Return every identifier in a pattern or template."""
    names: list[Identifier] = []
    while isinstance(pattern, Pair):
        names += _names(pattern.car)
        pattern = pattern.cdr
    if is_identifier(pattern):
        names.append(pattern)
    elif isinstance(pattern, Vector):
        names += [name for item in pattern.items for name in _names(item)]
    return names
