"""The templates of syntax-rules. R7RS 4.3.2.

Identifiers that a template inserts become aliases, fresh for each expansion: that is
all hygiene needs.
"""

from __future__ import annotations

from brshell.expander.pattern import names_in, wrong
from brshell.expander.scope import Alias, base_symbol, is_identifier
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import Pair, Vector, list_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.pattern import Match, Notation
    from brshell.expander.scope import Identifier
    from brshell.expander.shape import AnyScope
    from brshell.reader.source import Span


class Template:
    """One template; ``depths`` are those of the variables of its pattern."""

    def __init__(
        self,
        template: Any,
        span: Span,
        notation: Notation,
        depths: dict[Identifier, int],
    ) -> None:
        self._template = template
        self._notation = notation
        self._depths = depths
        self._check(template, span, 0)

    def _check(self, template: Any, span: Span, depth: int) -> None:
        """See that every variable is under enough ellipses."""
        while isinstance(template, Pair):
            if self._is_escape(template):
                return
            place = getattr(template, "car_span", span)
            count, rest = self._notation.after(template)
            names = names_in(template.car)
            if count and not any(self._depths.get(name, 0) > depth for name in names):
                raise wrong(place, "expected a variable of the pattern under ...")
            self._check(template.car, place, depth + count)
            template = rest
        if isinstance(template, Vector):
            self._check(list_from(template.items), span, depth)
        elif self._notation.is_ellipsis(template):
            raise wrong(span, "expected a template before the ellipsis")
        elif is_identifier(template) and self._depths.get(template, 0) > depth:
            name = base_symbol(template).name
            raise wrong(span, f"expected an ellipsis after {name} in the template")

    def _is_escape(self, template: Pair) -> bool:
        """Tell whether a part is (... template), in which ... stands for itself."""
        return self._notation.is_ellipsis(template.car) and isinstance(
            template.cdr, Pair
        )

    def fill(self, match: Match, span: Span) -> Any:
        """Return the template filled in, placed at the use of the macro."""
        aliases = _Aliases(self._notation.scope)
        return self._fill(self._template, match, span, aliases, escaped=False)[0]

    def _fill(
        self, template: Any, match: Match, span: Span, aliases: _Aliases, escaped: bool
    ) -> tuple[Any, Span]:
        """Return a part filled in, and where it came from; escaped: ... is a name."""
        if is_identifier(template):
            found: tuple[Any, Span] | None = match.get(template)
            return found if found is not None else (aliases[template], span)
        if isinstance(template, Vector):
            items = list_from(template.items)
            filled, _ = self._fill(items, match, span, aliases, escaped)
            return Vector(list(filled) if isinstance(filled, Pair) else []), span
        if not isinstance(template, Pair):
            return template, span
        if not escaped and self._is_escape(template):
            return self._fill(template.cdr.car, match, span, aliases, escaped=True)
        parts: list[tuple[Any, Span]] = []
        rest: Any = template
        while isinstance(rest, Pair):
            part = rest.car
            count, rest = (0, rest.cdr) if escaped else self._notation.after(rest)
            for one in self._repeated(part, match, count, span):
                parts.append(self._fill(part, one, span, aliases, escaped))
        result, _ = self._fill(rest, match, span, aliases, escaped)
        for datum, place in reversed(parts):
            result = LocatedPair(datum, result, span, place)
        return result, span

    def _repeated(
        self, template: Any, match: Match, count: int, span: Span
    ) -> list[Match]:
        """Return one match for each instance of a part under that many ellipses."""
        matches = [match]
        names = [name for name in names_in(template) if name in self._depths]
        for _ in range(count):
            matches = [one for each in matches for one in _spread(names, each, span)]
        return matches


class _Aliases(dict["Identifier", Alias]):
    """The identifiers that one expansion inserts, made when first asked for."""

    def __init__(self, scope: AnyScope) -> None:
        self._scope = scope

    def __missing__(self, name: Identifier) -> Alias:
        return self.setdefault(name, Alias(name, self._scope))


def _spread(names: list[Identifier], match: Match, span: Span) -> list[Match]:
    """Return the matches inside one ellipsis: the variables step together."""
    repeated = {n: match[n] for n in names if isinstance(match.get(n), list)}
    counts = {len(values) for values in repeated.values()} or {0}
    if len(counts) > 1:
        raise wrong(span, "the parts that go together under ... differ in number")
    return [
        match | {name: values[index] for name, values in repeated.items()}
        for index in range(counts.pop())
    ]
