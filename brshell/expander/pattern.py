"""The patterns of syntax-rules. R7RS 4.3.2.

A pattern variable stands for a (datum, span) pair, or for a list of such matches when
an ellipsis follows it.
"""

from __future__ import annotations

from brshell.expander.scope import (
    base_symbol,
    is_bound,
    is_identifier,
    resolve,
)
from brshell.expander.shape import is_keyword, syntax_error
from brshell.runtime.datums import NIL, Pair, Vector, list_from
from brshell.runtime.equivalence import equal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Identifier
    from brshell.expander.shape import AnyScope
    from brshell.reader.source import Span
    from brshell.runtime.conditions import SchemeError

    Match = dict[Identifier, Any]


class Notation:
    """What is an ellipsis and what a literal in one syntax-rules form.

    ``scope`` is where the form stands; ``ellipsis`` is None for the usual ``...``.
    """

    def __init__(
        self, literals: list[Identifier], ellipsis: Identifier | None, scope: AnyScope
    ) -> None:
        self.literals = literals
        self.scope = scope
        self._ellipsis = ellipsis

    def is_ellipsis(self, datum: Any) -> bool:
        """Tell whether a part of a pattern or template is the ellipsis."""
        if not is_identifier(datum) or datum in self.literals:
            return False
        if self._ellipsis is not None:
            return datum is self._ellipsis
        return self._is_word(datum, "...")

    def is_underscore(self, identifier: Identifier) -> bool:
        """Tell whether an identifier is ``_``, which matches all and binds nothing."""
        return self._is_word(identifier, "_")

    def _is_word(self, identifier: Identifier, word: str) -> bool:
        """Tell whether an identifier is this word and means nothing else here."""
        return base_symbol(identifier).name == word and (
            not is_bound(identifier, self.scope)
            or is_keyword(identifier, self.scope, word)
        )

    def after(self, pair: Pair) -> tuple[int, Any]:
        """Return how many ellipses follow the first element of a list, and the rest."""
        count, rest = 0, pair.cdr
        while isinstance(rest, Pair) and self.is_ellipsis(rest.car):
            count, rest = count + 1, rest.cdr
        return count, rest


class Pattern:
    """One pattern, without the keyword; ``depths`` has its variables.

    The depth of a variable is how many ellipses it is under.
    """

    def __init__(self, pattern: Any, span: Span, notation: Notation) -> None:
        self._pattern = pattern
        self._notation = notation
        self.depths: dict[Identifier, int] = {}
        self._declare(pattern, span, 0)

    def _declare(self, pattern: Any, span: Span, depth: int) -> None:
        """Note the variables of a part of the pattern."""
        repeated = False
        while isinstance(pattern, Pair):
            count, rest = self._notation.after(pattern)
            if count > 1 or (count and repeated):
                raise wrong(span, "expected one ellipsis in a list of a pattern")
            repeated = repeated or count == 1
            place = getattr(pattern, "car_span", span)
            self._declare(pattern.car, place, depth + count)
            pattern = rest
        if isinstance(pattern, Vector):
            self._declare(list_from(pattern.items), span, depth)
        elif is_identifier(pattern) and pattern not in self._notation.literals:
            self._declare_variable(pattern, span, depth)

    def _declare_variable(self, name: Identifier, span: Span, depth: int) -> None:
        if self._notation.is_ellipsis(name):
            raise wrong(span, "expected a pattern before the ellipsis")
        if self._notation.is_underscore(name):
            return
        if name in self.depths:
            text = base_symbol(name).name
            raise wrong(span, f"the pattern variable {text} is used twice")
        self.depths[name] = depth

    def match(self, form: Any, span: Span, scope: AnyScope) -> Match | None:
        """Return what the variables stand for in a use, or None if it does not fit."""
        match: Match = {}
        fits = self._match(self._pattern, form, span, scope, match)
        return match if fits else None

    def _match(
        self, pattern: Any, form: Any, span: Span, scope: AnyScope, match: Match
    ) -> bool:
        while isinstance(pattern, Pair):
            if self._notation.after(pattern)[0]:
                return self._match_repeated(pattern, form, span, scope, match)
            if not isinstance(form, Pair):
                return False
            place = getattr(form, "car_span", span)
            if not self._match(pattern.car, form.car, place, scope, match):
                return False
            pattern, form = pattern.cdr, form.cdr
        if is_identifier(pattern):
            if pattern in self._notation.literals:
                return self._is_literal(pattern, form, scope)
            if pattern in self.depths:  # not an underscore
                match[pattern] = (form, span)
            return True
        if isinstance(pattern, Vector):
            return isinstance(form, Vector) and self._match(
                list_from(pattern.items), list_from(form.items), span, scope, match
            )
        return form is NIL if pattern is NIL else equal(pattern, form)

    def _is_literal(self, literal: Identifier, form: Any, scope: AnyScope) -> bool:
        """Tell whether a part of the use means the same as a literal.

        A macro of a library and its use are in two environments: there the same name
        that means nothing in both is the same. R7RS 4.3.2.
        """
        if not is_identifier(form):
            return False
        home = self._notation.scope
        if resolve(form, scope) is resolve(literal, home):
            return True
        return base_symbol(form) is base_symbol(literal) and not (
            is_bound(form, scope) or is_bound(literal, home)
        )

    def _match_repeated(
        self, pattern: Any, form: Any, span: Span, scope: AnyScope, match: Match
    ) -> bool:
        """Match (repeated ... . tail): the tail takes what it needs from the end."""
        repeated, tail = pattern.car, pattern.cdr.cdr
        matches: list[Match] = []
        for _ in range(_length(form) - _length(tail)):
            one: Match = {}
            place = getattr(form, "car_span", span)
            if not self._match(repeated, form.car, place, scope, one):
                return False
            matches.append(one)
            form = form.cdr
        for name in names_in(repeated):
            if name in self.depths:
                match[name] = [one[name] for one in matches]
        return self._match(tail, form, span, scope, match)


def wrong(span: Span, message: str) -> SchemeError:
    """Return the error for a syntax-rules form that is not well made."""
    return syntax_error(span, "syntax-rules", message)


def names_in(pattern: Any) -> list[Identifier]:
    """Return every identifier in a pattern or template."""
    names: list[Identifier] = []
    while isinstance(pattern, Pair):
        names += names_in(pattern.car)
        pattern = pattern.cdr
    if is_identifier(pattern):
        names.append(pattern)
    elif isinstance(pattern, Vector):
        names += [name for item in pattern.items for name in names_in(item)]
    return names


def _length(datum: Any) -> int:
    """Return how many elements a list has, which may end in a dot."""
    count = 0
    while isinstance(datum, Pair):
        count, datum = count + 1, datum.cdr
    return count
