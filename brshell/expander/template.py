"""The templates of syntax-rules. R7RS 4.3.2.

A template becomes a function that fills it in. Identifiers that it inserts become
aliases, fresh for each expansion: that is all hygiene needs.
"""

from __future__ import annotations

from brshell.expander.pattern import wrong
from brshell.expander.scope import Alias, base_symbol, is_identifier
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import Pair, Vector, list_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.expander.pattern import Match, Notation
    from brshell.expander.scope import Identifier
    from brshell.expander.shape import AnyScope
    from brshell.reader.source import Span

    Depths = dict[Identifier, int]
    # Returns what a part of a template becomes, and where that came from.
    Filler = Callable[[Match, Span, "_Aliases"], tuple[Any, Span]]


class Template:
    """One template; ``depths`` are those of the variables of its pattern."""

    def __init__(
        self, template: Any, span: Span, notation: Notation, depths: Depths
    ) -> None:
        self._notation = notation
        self._filler = self._part(template, span, depths, escaped=False)

    def fill(self, match: Match, span: Span) -> Any:
        """Return the template filled in, placed at the use of the macro."""
        return self._filler(match, span, _Aliases(self._notation.scope))[0]

    def _part(self, part: Any, span: Span, depths: Depths, escaped: bool) -> Filler:
        """Return what fills in a part; escaped: ... is a name.

        ``depths`` tells under how many more ellipses each variable must be.
        """
        if isinstance(part, Vector):
            return _vector(self._part(list_from(part.items), span, depths, escaped))
        if isinstance(part, Pair):
            if not escaped and self._is_escape(part):
                return self._part(part.cdr.car, span, depths, escaped=True)
            return self._list(part, span, depths, escaped)
        if not is_identifier(part):
            return lambda match, span, aliases: (part, span)
        if not escaped and self._notation.is_ellipsis(part):
            raise wrong(span, "expected a template before the ellipsis")
        if part not in depths:
            return lambda match, span, aliases: (aliases[part], span)
        if depths[part] > 0:
            name = base_symbol(part).name
            raise wrong(span, f"expected an ellipsis after {name} in the template")
        return lambda match, span, aliases: match[part]

    def _is_escape(self, part: Pair) -> bool:
        """Tell whether a part is (... template), in which ... stands for itself."""
        return self._notation.is_ellipsis(part.car) and isinstance(part.cdr, Pair)

    def _list(self, part: Pair, span: Span, depths: Depths, escaped: bool) -> Filler:
        items: list[tuple[Filler, list[list[Identifier]]]] = []
        rest: Any = part
        while isinstance(rest, Pair):
            item, place = rest.car, getattr(rest, "car_span", span)
            count, rest = (0, rest.cdr) if escaped else self._notation.after(rest)
            stepping, inner = self._stepping(item, place, depths, count)
            items.append((self._part(item, place, inner, escaped), stepping))
        last = self._part(rest, span, depths, escaped)

        def fill(match: Match, span: Span, aliases: _Aliases) -> tuple[Any, Span]:
            parts = [
                filler(one, span, aliases)
                for filler, stepping in items
                for one in _repeated(stepping, match, span)
            ]
            result, _ = last(match, span, aliases)
            for datum, place in reversed(parts):
                result = LocatedPair(datum, result, span, place)
            return result, span

        return fill

    def _stepping(
        self, part: Any, span: Span, depths: Depths, count: int
    ) -> tuple[list[list[Identifier]], Depths]:
        """Return which variables step under each of the ellipses after a part.

        A variable steps under the last ellipses around it, as many as in the pattern;
        under those further out it stays the same. Also returns the depths then left.
        """
        result = []
        around = self._ellipses_around(part, 0) if count else {}
        for left in reversed(range(count)):
            names = [n for n, more in around.items() if depths.get(n, 0) > more + left]
            if not names:
                raise wrong(span, "expected a variable of the pattern under ...")
            depths = depths | {name: depths[name] - 1 for name in names}
            result.append(names)
        return result, depths

    def _ellipses_around(self, part: Any, depth: int) -> Depths:
        """Return under how many ellipses each identifier is, where there are fewest."""
        found: Depths = {}
        while isinstance(part, (Pair, Vector)):
            if isinstance(part, Vector):
                part = list_from(part.items)
                continue
            count, rest = self._notation.after(part)
            for name, around in self._ellipses_around(part.car, depth + count).items():
                found[name] = min(around, found.get(name, around))
            part = rest
        if is_identifier(part):
            found[part] = min(depth, found.get(part, depth))
        return found


class _Aliases(dict["Identifier", Alias]):
    """The identifiers that one expansion inserts, made when first asked for."""

    def __init__(self, scope: AnyScope) -> None:
        self._scope = scope

    def __missing__(self, name: Identifier) -> Alias:
        return self.setdefault(name, Alias(name, self._scope))


def _vector(items: Filler) -> Filler:
    def fill(match: Match, span: Span, aliases: _Aliases) -> tuple[Any, Span]:
        filled, _ = items(match, span, aliases)
        return Vector(list(filled) if isinstance(filled, Pair) else []), span

    return fill


def _repeated(
    stepping: list[list[Identifier]], match: Match, span: Span
) -> list[Match]:
    """Return one match for each instance of a part under ellipses."""
    matches = [match]
    for names in stepping:
        matches = [one for each in matches for one in _spread(names, each, span)]
    return matches


def _spread(names: list[Identifier], match: Match, span: Span) -> list[Match]:
    """Return the matches inside one ellipsis: the variables step together."""
    counts = {len(match[name]) for name in names}
    if len(counts) > 1:
        raise wrong(span, "the parts that go together under ... differ in number")
    return [
        match | {name: match[name][index] for name in names}
        for index in range(counts.pop())
    ]
