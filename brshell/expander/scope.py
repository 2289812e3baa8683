"""What names mean: scopes, bindings, and the aliases that keep macros hygienic.

An identifier is a Symbol, or an Alias: a name that a macro put into its output. An
alias that no binding form has bound means what its name meant where the macro was
defined; bound, it is a name that no other expansion can see.
"""

from __future__ import annotations

from brshell.expander.core import Global, Variable
from brshell.reader.source import LocatedPair
from brshell.runtime.datums import NIL, Pair, Symbol, Vector, cons, symbol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from typing_extensions import TypeIs

    from brshell.expander.core import Core
    from brshell.expander.environment import Environment
    from brshell.expander.expander import Expander
    from brshell.reader.source import Span


class Alias:
    """An identifier that one expansion made: ``name`` as seen in ``scope``."""

    __slots__ = ("name", "scope")

    def __init__(self, name: Symbol | Alias, scope: Scope | Environment) -> None:
        self.name = name
        self.scope = scope


class SpecialForm:
    """A form that the expander knows: ``expand`` turns a use of it into core forms."""

    __slots__ = ("expand", "name")

    def __init__(
        self, name: str, expand: Callable[[Expander, Any, Span, Any], Core]
    ) -> None:
        self.name = name
        self.expand = expand


class Macro:
    """A form that is rewritten: ``rewrite`` turns a use of it into another form."""

    __slots__ = ("name", "rewrite")

    def __init__(self, name: str, rewrite: Callable[[Any, Span, Any], Any]) -> None:
        self.name = name
        self.rewrite = rewrite


if TYPE_CHECKING:
    Identifier: TypeAlias = Symbol | Alias
    Binding: TypeAlias = Variable | Global | SpecialForm | Macro


class Scope:
    """The names that one binding form binds, inside ``parent``."""

    __slots__ = ("bindings", "parent")

    def __init__(self, parent: Scope | Environment) -> None:
        self.parent = parent
        self.bindings: dict[Identifier, Binding] = {}


def is_identifier(datum: Any) -> TypeIs[Identifier]:
    """Tell whether a datum is a Symbol or an Alias."""
    return isinstance(datum, (Symbol, Alias))


def resolve(identifier: Identifier, scope: Scope | Environment) -> Binding:
    """Return what an identifier means in a scope.

    A symbol that nothing binds is a global variable still to be defined.
    """
    while True:
        place: Scope | Environment = scope
        while isinstance(place, Scope):
            binding = place.bindings.get(identifier)
            if binding is not None:
                return binding
            place = place.parent
        binding = place.bindings.get(identifier)
        if binding is not None:
            return binding
        if not isinstance(identifier, Alias):
            return place.reference(identifier)
        scope = identifier.scope
        identifier = identifier.name


def is_bound(identifier: Identifier, scope: Scope | Environment) -> bool:
    """Tell whether an identifier means anything in a scope, without binding it."""
    while True:
        place: Scope | Environment = scope
        while isinstance(place, Scope):
            if identifier in place.bindings:
                return True
            place = place.parent
        if place.is_defined(identifier):
            return True
        if not isinstance(identifier, Alias):
            return False
        scope, identifier = identifier.scope, identifier.name


def environment_of(scope: Scope | Environment) -> Environment:
    """Return the top-level environment around a scope."""
    while isinstance(scope, Scope):
        scope = scope.parent
    return scope


def base_symbol(identifier: Identifier) -> Symbol:
    """Return the symbol that was written, whatever expansions it went through."""
    while isinstance(identifier, Alias):
        identifier = identifier.name
    return identifier


def strip(datum: Any) -> Any:
    """Return the datum with every alias replaced by its symbol, as quote needs it."""
    if isinstance(datum, Alias):
        return base_symbol(datum)
    if isinstance(datum, Pair) and _has_alias(datum):
        items: list[Pair] = []
        rest: Any = datum
        while isinstance(rest, Pair):
            items.append(rest)
            rest = rest.cdr
        result = strip(rest)
        for pair in reversed(items):
            result = cons(strip(pair.car), result)
        return result
    if isinstance(datum, Vector) and any(_has_alias(item) for item in datum.items):
        return Vector([strip(item) for item in datum.items])
    return datum


def _has_alias(datum: Any) -> bool:
    """Tell whether an alias is anywhere in a datum (which may be circular)."""
    seen: set[int] = set()
    pending = [datum]
    while pending:
        item = pending.pop()
        if isinstance(item, Alias):
            return True
        if isinstance(item, (Pair, Vector)):
            if id(item) in seen:
                continue
            seen.add(id(item))
            if isinstance(item, Pair):
                pending += (item.cdr, item.car)
            else:
                pending += item.items
    return False


def keyword(scope: Scope | Environment, name: str) -> Alias:
    """Return an identifier that means the language's own ``name`` in any scope."""
    return Alias(symbol(name), environment_of(scope).language)


def fresh(name: str, scope: Scope | Environment) -> Alias:
    """Return an identifier that nothing else can mean."""
    return Alias(symbol(name), environment_of(scope).language)


def build(scope: Scope | Environment, span: Span, shape: Any) -> Any:
    """Return a form made by a rewrite: how the Python-written macros say templates.

    In ``shape`` a Python list is a form, a Python str names something of the
    language, and everything else is itself. All is placed at ``span``.
    """
    if isinstance(shape, str):
        return keyword(scope, shape)
    if isinstance(shape, list):
        result: Any = NIL
        for part in reversed(shape):
            datum = build(scope, span, part)
            place = part.span if isinstance(part, LocatedPair) else span
            result = LocatedPair(datum, result, span, place)
        return result
    return shape
