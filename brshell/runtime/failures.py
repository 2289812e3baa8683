"""From Python's exceptions to conditions: what failed, where, and in whose calls.

Generated code checks nothing that Python checks: an error arrives here as a
TypeError, AttributeError and so on. The line number leads to the form that failed;
calling its builtin again with the same operands gives the error in proper words.
"""

from __future__ import annotations

import sys
from collections import deque

from brshell.runtime.calls import call_made_by, force
from brshell.runtime.conditions import SchemeError, failure, wrong_type
from brshell.runtime.equivalence import equal
from brshell.runtime.namespace import LIBRARY, negative
from brshell.runtime.procedures import (
    argument_count,
    arity,
    is_direct,
    names_of,
    shown_name,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.reader.source import Span
    from brshell.runtime.conditions import Condition

# Trace entries that are kept of a very deep stack: the newest and the oldest.
NEWEST = 40
OLDEST = 10

# Kinds of conditions that complain of a value in a call.
_ABOUT_VALUES = ("type", "index", "value", "register")


def users_site(frame: FrameType, line: int, units: Any) -> tuple[Unit, int] | None:
    """Return the (unit, line) of the user's program at which a frame stands, or None.

    A procedure that made a tail call has no frame: ``force`` knows where it was.
    """
    if frame.f_code is force.__code__:
        place = frame.f_locals["place"]
        if place is None:
            return None
        filename, number = place.rsplit(" ", 1)
        line = int(number)
    elif "$units" in frame.f_globals:
        filename = frame.f_code.co_filename
    else:
        return None
    return None if filename.startswith(LIBRARY) else (units[filename], line)


def place_of(frame: FrameType, line: int, units: Any) -> Span | None:
    """Return the place in the user's program at which a frame stands, or None."""
    site = users_site(frame, line, units)
    return None if site is None else site[0].span(site[1])


def failing_place(
    condition: Condition, frame: FrameType, line: int, units: Any
) -> Span | None:
    """Return the place of what a condition complains of, as a frame stands there.

    It is the part of the call that was received, if that is clear, or else all of it.
    """
    site = users_site(frame, line, units)
    if site is None:
        return None
    unit, number = site
    form = unit.span(number)
    called = unit.operator(number) or "call"
    if condition.kind in _ABOUT_VALUES and condition.who == called:
        spans = unit.part_spans(number)
        parts = _parts(frame, unit, number)
        at = _wrong_part(condition, parts)
        # A builtin may have passed the call on with more arguments.
        if at is not None and len(parts) == len(spans):
            return spans[at] if _is_within(spans[at], form) else form
    return form


def _wrong_part(condition: Condition, parts: list[Any]) -> int | None:
    """Return which part of a call a condition complains of, if that is clear."""
    if condition.argument is not None:
        return condition.argument + 1
    # Not by identity: a program from the cache has its own copies of constants.
    received = [
        at
        for at, part in enumerate(parts)
        if any(equal(part, irritant) for irritant in condition.irritants)
    ]
    return received[0] if len(received) == 1 else None


def _parts(frame: FrameType, unit: Unit, line: int) -> list[Any]:
    """Return the procedure and the arguments of the call at which a frame stands."""
    if frame.f_code is force.__code__:
        procedure, place, *arguments = frame.f_locals["result"]
        # A tail call of the language itself has not the parts of the user's call.
        return [] if place is None else [procedure, *arguments]
    call = unit.call(line, frame)
    return [] if call is None else [call[0], *call[1]]


def _is_within(part: Span | None, whole: Span | None) -> bool:
    """Return whether a place is in another; a macro brings parts from elsewhere."""
    return (
        part is not None
        and whole is not None
        and part.source is whole.source
        and whole.start <= part.start
        and part.end <= whole.end
    )


def present_place() -> Span | None:
    """Return the place in the user's program that is running now, if it is near."""
    frame: FrameType | None = sys._getframe(1)
    units = None
    for _ in range(NEWEST):
        if frame is None:
            return None
        units = units or frame.f_globals.get("$units")
        place = None if units is None else place_of(frame, frame.f_lineno, units)
        if place is not None:
            return place
        frame = frame.f_back
    return None


def annotate(error: Exception, units: Any) -> SchemeError:
    """Return the error as a SchemeError whose condition knows its place and trace.

    May be called again when the error has come further down the stack.
    """
    oldest: list[TracebackType] = []
    newest: deque[TracebackType] = deque(maxlen=NEWEST)
    last = traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code is force.__code__ or "$units" in traceback.tb_frame.f_globals:
            if len(oldest) < OLDEST:
                oldest.append(traceback)
            else:
                newest.append(traceback)
        last = traceback
        traceback = traceback.tb_next
    entries = [*oldest, *newest]
    if not isinstance(error, SchemeError):
        error = _translate(error, entries[-1] if entries else None, last)
    error.__traceback__ = None
    condition = error.condition
    for entry in reversed(entries):
        frame, line = entry.tb_frame, entry.tb_lineno
        if condition.span is None:
            condition.span = failing_place(condition, frame, line, units)
        site = users_site(frame, line, units)
        if site is not None and frame.f_code is not force.__code__:
            called = site[0].frame(line, frame)
            if called is not None:
                if units.keeps_values:
                    called.site, called.values = site, dict(frame.f_locals)
                condition.trace.append(called)
    return error


def _translate(
    error: Exception, innermost: TracebackType | None, last: TracebackType | None
) -> SchemeError:
    """Return the condition for an exception that Python raised.

    ``innermost`` is the last entry of the traceback that is a Scheme procedure's.
    """
    if isinstance(error, RecursionError):
        return failure("memory", None, "the recursion went too deep: no memory is left")
    # Python forgets to say why when there is no memory for another frame.
    if isinstance(error, (MemoryError, SystemError)):
        return failure("memory", None, "no memory is left")
    tail_call = None if last is None else call_made_by(last.tb_frame)
    if tail_call is not None:
        return failed_call(error, *tail_call)
    if innermost is not None and last is not None:
        frame = innermost.tb_frame
        units = frame.f_globals.get("$units")
        code = last.tb_frame.f_code
        if units is not None and (last is innermost or code is negative.__code__):
            unit = units[frame.f_code.co_filename]
            return _failed_form(error, unit, innermost.tb_lineno, frame)
    name = last.tb_frame.f_code.co_name if last is not None else None
    return _internal(error, name)


def _internal(error: Exception, name: str | None) -> SchemeError:
    """Return the condition for a fault of ours: it names Python's error."""
    return failure("internal", name, f"internal error: {type(error).__name__}: {error}")


def _failed_form(
    error: Exception, unit: Unit, line: int, frame: FrameType
) -> SchemeError:
    if isinstance(error, NameError):
        return _unbound(error, unit, line, frame)
    name = unit.variable(line)
    if name is not None and isinstance(error, IndexError):  # an empty box
        return failure("unbound", name, "this variable is used before its definition")
    call = unit.call(line, frame)
    if call is None:
        return _internal(error, None)
    return failed_call(error, *call, unit.operator(line))


def _unbound(error: NameError, unit: Unit, line: int, frame: FrameType) -> SchemeError:
    name = unit.variable(line)
    if name is None or isinstance(error, UnboundLocalError) or "free" in str(error):
        name = name or str(error.name)
        return failure("unbound", name, "this variable is used before its definition")
    fact = frame.f_globals["$fact-of-undefined"](name)
    return failure("unbound", name, "this variable is not defined", fact=fact)


def failed_call(
    error: Exception, procedure: Any, arguments: Any, name: str | None = None
) -> SchemeError:
    """Return why a call failed: not a procedure, wrong arguments, or what it says."""
    if not callable(procedure):
        return wrong_type(name or "call", "a procedure", procedure)
    known = arity(procedure)
    if known is not None:
        least, most = known
        count = len(arguments)
        if count < least or (most is not None and count > most):
            who = shown_name(procedure) or name or "call"
            return failure(
                "arity",
                who,
                f"expected {argument_count(least, most)}, but received {count}",
            )
    if is_direct(procedure):
        try:
            procedure(*arguments)
        except SchemeError as proper:
            return proper
        except Exception as other:
            return _internal(other, names_of(procedure)[0])
        if isinstance(error, OverflowError):  # the builtin knows infinity
            return failure("value", name, "the number is too large to be inexact")
    return _internal(error, shown_name(procedure) or name)
