"""define-record-type: a type and its procedures, as definitions. R7RS 5.5."""

from __future__ import annotations

from brshell.expander.scope import base_symbol, build, fresh, is_identifier
from brshell.expander.shape import elements, elements_if_any, parts_of, syntax_error
from brshell.runtime.datums import Boolean, Pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from brshell.expander.scope import Identifier
    from brshell.expander.shape import AnyScope, Part
    from brshell.reader.source import Span

WHO = "define-record-type"


def rewrite_record_type(datum: Any, span: Span, scope: AnyScope) -> Any:
    """(define-record-type name constructor predicate (field accessor modifier) ...).

    The constructor is (name field ...), a name alone (it takes all fields), or #f.
    """
    expected = "a name, a constructor, a predicate and fields"
    (name, place), constructor, (predicate, predicate_place), *specs = parts_of(
        datum, span, WHO, expected, 3
    )
    if not is_identifier(name):
        raise syntax_error(place, WHO, "expected a name, but received", name)
    if not (is_identifier(predicate) or isinstance(predicate, Boolean)):
        expected = "expected the name of the predicate, but received"
        raise syntax_error(predicate_place, WHO, expected, predicate)
    fields = [_field(spec, at) for spec, at in specs]
    places = [at for _, at in specs]
    _check_different(list(zip([field[0] for field in fields], places, strict=True)))
    symbols = [base_symbol(field[0]) for field in fields]
    kind = fresh("record-type", scope)
    made = ["%make-record-type", _quoted(name), ["quote", symbols]]
    definitions = _constructor(kind, constructor, [field[0] for field in fields])
    if is_identifier(predicate):
        definitions.append((predicate, ["%record-predicate", kind, _quoted(predicate)]))
    for field, *procedures in fields:
        for maker, procedure in zip(
            ("%record-accessor", "%record-modifier"), procedures, strict=False
        ):
            parts = [maker, kind, _quoted(field), _quoted(procedure)]
            definitions.append((procedure, parts))
    # A procedure may have the name of the type, which then means the procedure.
    if name not in dict(definitions):
        definitions.append((name, kind))
    definitions.insert(0, (kind, made))
    forms = [["define", *definition] for definition in definitions]
    return build(scope, span, ["begin", *forms])


def _quoted(identifier: Identifier) -> Any:
    return ["quote", base_symbol(identifier)]


def _constructor(
    kind: Identifier, constructor: Part, fields: list[Identifier]
) -> list[tuple[Identifier, Any]]:
    """Return the definition of the constructor, if there is one."""
    datum, span = constructor
    taken = fields
    if isinstance(datum, Pair):
        (datum, _), *parts = elements(datum, span, WHO)
        taken = [field for field, _ in parts]
        _check_different(parts)
        for field, place in parts:
            if field not in fields:
                raise syntax_error(
                    place, WHO, "expected a field of the type, but received", field
                )
    if isinstance(datum, Boolean):
        return []
    if not is_identifier(datum):
        expected = "expected a constructor, but received"
        raise syntax_error(span, WHO, expected, datum)
    symbols = ["quote", [base_symbol(field) for field in taken]]
    return [(datum, ["%record-constructor", kind, _quoted(datum), symbols])]


def _check_different(fields: list[Part]) -> None:
    """See that no field is there twice."""
    seen: set[Identifier] = set()
    for field, place in fields:
        if field in seen:
            name = base_symbol(field).name
            raise syntax_error(place, WHO, f"the field {name} is there twice")
        seen.add(field)


def _field(spec: Any, span: Span) -> list[Identifier]:
    """Return [field, accessor, modifier] as far as they are given."""
    if is_identifier(spec):
        return [spec]
    parts = [part for part, _ in elements_if_any(spec, span, WHO)]
    if not 1 <= len(parts) <= 3 or not all(map(is_identifier, parts)):
        raise syntax_error(
            span, WHO, "expected a field, its accessor and modifier, but received", spec
        )
    return parts
