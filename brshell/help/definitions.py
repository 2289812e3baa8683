"""What a program says about the names that it defines: comments, and the definitions.

The comment lines directly above a definition are its help. Lines of it that begin with
a call of the name, such as ``; (sort sequence less? [key])``, say how it is called, if
the definition alone does not: up to a colon, or to the end of the line.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import NamedTuple

from brshell.reader.files import read_source
from brshell.reader.reader import read_all
from brshell.reader.source import LocatedPair
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import NIL, Pair, String, Symbol
from brshell.runtime.printer import to_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from brshell.reader.source import Source, Span

# Forms whose parts are at the top level of a program or of a library.
_CONTAINERS = frozenset(("begin", "define-library"))


class Definition(NamedTuple):
    """How a name is defined: ``signature`` is "" where the definition does not say.

    ``alias`` is the name whose value it is given, if it is just that.
    """

    signature: str
    text: str
    place: str
    alias: str = ""


def definitions(source: Source) -> dict[str, Definition]:
    """Return the definitions at the top level of a program; of two, the later."""
    try:
        forms = read_all(source)
    except SchemeError:
        return {}
    return {name: found for form, span in forms for name, found in _defined(form, span)}


def comment_above(span: Span) -> str:
    """Return the comment lines directly above a form, without their semicolons."""
    source = span.source
    number = source.place(span.start)[0] - 1
    lines: list[str] = []
    while number > 0 and (line := source.line(number).strip()).startswith(";"):
        lines.append(re.sub("^;+ ?", "", line))
        number -= 1
    return "\n".join(reversed(lines))


def _defined(form: Any, span: Span) -> Iterator[tuple[str, Definition]]:
    """Yield the names that a form defines."""
    if not (isinstance(form, LocatedPair) and isinstance(form.car, Symbol)):
        return
    word, parts = form.car.name, list(form)[1:]
    if word == "include":
        yield from _included(parts, span)
        return
    if word in _CONTAINERS:
        for part in parts:
            if isinstance(part, LocatedPair):
                yield from _defined(part, part.span)
        return
    place = str(span)
    comment = comment_above(span)
    if word == "define-record-type":
        yield from _record(parts, place)
    elif word.startswith("define") and parts:
        target = parts[0]
        while isinstance(target, Pair) and isinstance(target.car, Pair):
            target = target.car  # (define ((name a) b) ...), a curried definition
        if isinstance(target, Pair) and isinstance(target.car, Symbol):
            name, ways = target.car.name, [_call(target.car.name, target.cdr)]
            yield name, _definition(name, ways, comment, place)
        elif isinstance(target, Symbol):
            alias = parts[1].name if _is_alias(word, parts) else ""
            ways = _ways(target.name, parts[1:])
            found = _definition(target.name, ways, comment, place)
            yield target.name, found._replace(alias=alias)


def _included(files: list[Any], span: Span) -> Iterator[tuple[str, Definition]]:
    """Yield what the files define that a form includes."""
    for file in files:
        if isinstance(file, String):
            path = os.path.join(os.path.dirname(span.source.name), file.text)
            with suppress(SchemeError):  # running it has told what is wrong
                yield from definitions(read_source(path, "help")).items()


def _is_alias(word: str, parts: list[Any]) -> bool:
    return word == "define" and len(parts) == 2 and isinstance(parts[1], Symbol)


def _definition(name: str, ways: list[str], comment: str, place: str) -> Definition:
    """Return the definition: ways to call that the comment begins with come first."""
    told, text = _told(name, comment)
    return Definition("\n".join(told or ways), text, place)


def _told(name: str, comment: str) -> tuple[list[str], str]:
    """Return the ways to call that a comment tells, and the help without them."""
    call = re.compile(rf"(\({re.escape(name)}[ )].*?)(: |$)")
    told, lines = [], []
    for line in comment.split("\n"):
        way = call.match(line)
        if way and way[1].endswith(")"):
            told.append(way[1])
        if not way or way[2]:
            lines.append(line)
    return told, "\n".join(lines).strip()


def _ways(name: str, value: list[Any]) -> list[str]:
    """Return how a name is called whose value is written as lambda or case-lambda."""
    match value:
        case [Pair(car=Symbol(name="lambda"), cdr=Pair(car=formals))]:
            return [_call(name, formals)]
        case [Pair(car=Symbol(name="case-lambda"), cdr=clauses)] if clauses is not NIL:
            return [_call(name, clause.car) for clause in clauses]
        case [Pair(car=Symbol(name="syntax-rules"), cdr=Pair(cdr=rules))]:
            patterns = [rule.car for rule in rules if isinstance(rule, Pair)]
            return [_call(name, pattern.cdr) for pattern in patterns if pattern]
    return []


def _call(name: str, formals: Any) -> str:
    """Return a call with these formals, such as ``(f a b rest ...)``."""
    words = [name]
    while isinstance(formals, Pair):
        words.append(to_text(formals.car))
        formals = formals.cdr
    if isinstance(formals, Symbol):
        words.append(f"{formals.name} ...")
    return f"({' '.join(words)})"


def _record(parts: list[Any], place: str) -> Iterator[tuple[str, Definition]]:
    """Yield the procedures of (define-record-type type constructor predicate ...)."""
    if len(parts) < 3:
        return
    kind, constructor, predicate, *fields = parts
    kind = to_text(kind.car if isinstance(kind, Pair) else kind).strip("<>")
    if isinstance(constructor, Pair):
        name = to_text(constructor.car)
        signature = _call(name, constructor.cdr)
        yield name, Definition(signature, f"Return a new {kind}.", place)
    if isinstance(predicate, Symbol):
        text = f"Return whether the object is a {kind}."
        yield predicate.name, Definition(f"({predicate.name} obj)", text, place)
    for field in fields:
        match list(field) if isinstance(field, Pair) else []:
            case [Symbol(name=name), Symbol(name=get), *rest]:
                text = f"Return the {name} of a {kind}."
                yield get, Definition(f"({get} {kind})", text, place)
                for change in rest:
                    shown = to_text(change)
                    text = f"Change the {name} of a {kind}."
                    yield shown, Definition(f"({shown} {kind} {name})", text, place)
