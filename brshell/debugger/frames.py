"""Calls that are waiting: their variables, and those that are on the stack now."""

from __future__ import annotations

from brshell.compiler.analysis import children, mentioned
from brshell.expander.core import Lambda, Let
from brshell.runtime.calls import force
from brshell.runtime.datums import UNSPECIFIED, Values
from brshell.runtime.failures import users_site
from brshell.runtime.printer import line_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.expander.core import Core, Variable
    from brshell.reader.source import Span
    from brshell.runtime.conditions import Frame

# Calls of a very deep stack that are looked at, newest first.
MOST_CALLS = 50


def calls_on_stack(frame: FrameType | None, units: Any) -> list[Frame]:
    """Return the calls of the user's procedures at a frame of Python, newest first."""
    found: list[Frame] = []
    while frame is not None and len(found) < MOST_CALLS:
        site = users_site(frame, frame.f_lineno, units)
        if site is not None and frame.f_code is not force.__code__:
            call = site[0].frame(site[1], frame)
            if call is not None:
                call.site, call.values = site, dict(frame.f_locals)
                found.append(call)
        frame = frame.f_back
    return found


def variables_of(call: Frame) -> dict[Variable, Any]:
    """Return the variables that can be seen where a call waits, with their values.

    They are those that the program wrote, outermost first, as far as they have a
    value and the procedure mentions them. Of two with one name the inner one counts.
    """
    if call.site is None:
        return {}
    unit, line = call.site
    values = _values(unit, call.values)
    core = unit.entry(line).procedure.core
    seen = _seen_at(core, unit.span(line))
    by_name = {variable.name: variable for variable in seen if variable in values}
    return {variable: values[variable] for variable in by_name.values()}


def _values(unit: Unit, values: dict[str, Any]) -> dict[Variable, Any]:
    """Return the variables of a unit that have values in a frame."""
    variables = unit.variables()
    found: dict[Variable, Any] = {}
    for name, value in values.items():
        variable = variables.get(name)
        if variable is None or not variable.written:
            continue
        if variable.assigned and isinstance(value, list):  # in a box
            if value:
                found[variable] = value[0]
        else:
            found[variable] = value
    return found


def _seen_at(core: Lambda, place: Span | None) -> list[Variable]:
    """Return the variables whose scope is around a place in a procedure."""
    own, inner = _bound(core), []
    pending: list[Core] = [core.body]
    everything = set(own)
    while pending:
        form = pending.pop()
        bound = _bound(form)
        everything.update(bound)
        if bound and _is_around(form.span, place):
            inner += bound
        pending += [*children(form)][::-1]
    outer = sorted(mentioned(core) - everything, key=lambda variable: variable.name)
    return [*outer, *own, *inner]


def _bound(core: Core) -> list[Variable]:
    if isinstance(core, Lambda):
        return [*core.parameters, *([core.rest] if core.rest else [])]
    return [variable for variable, _ in core.bindings] if isinstance(core, Let) else []


def _is_around(form: Span | None, place: Span | None) -> bool:
    if form is None or place is None or form.source is not place.source:
        return True
    return form.start <= place.start and place.end <= form.end


def value_text(value: Any, width: int) -> str:
    """Return a value, or several, in a line that is no wider than ``width``."""
    if value is UNSPECIFIED:
        return "no value"
    several = value.several if isinstance(value, Values) else (value,)
    return " ".join([line_of_text(one, width) for one in several]) or "no values"
