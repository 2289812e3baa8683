"""Which procedures are plain: a call of one returns a value, never a tail call.

Where a plain procedure is called, nothing has to be asked about what it returns, and
a tail call of one may be a call: such a chain of calls is bounded by the program, not
by what it computes, because a procedure that can get back to itself by tail calls is
not plain (one that calls only itself so is a loop).
"""

from __future__ import annotations

from brshell.compiler.normal import (
    Bind,
    Closures,
    ProcedureValue,
    TailCall,
    bodies_in,
)
from brshell.expander.core import Assignment, Global, Reference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from brshell.compiler.normal import Body, Procedure
    from brshell.expander.core import Variable

    Name = Variable | Global


def plain_procedures(program: Procedure, definitions: dict[Global, int]) -> set[Name]:
    """Return the names of the plain ones among the procedures of a program.

    A name that stands for one procedure only counts: ``definitions`` tells how often
    the program sets each global.
    """
    tail_called: dict[Name, set[Name | None]] = {}
    pending = [program]
    while pending:
        for part in bodies_in(pending.pop().body):
            for name, procedure in _defined(part):
                pending.append(procedure)
                times = definitions[name] if isinstance(name, Global) else 1
                if times == 1 and not name.assigned:
                    tail_called[name] = set(_tail_called(procedure.body))
    plain: set[Name] = set()
    while more := {name for name in tail_called if tail_called[name] <= plain} - plain:
        plain |= more
    return plain


def _defined(part: Body) -> list[tuple[Name, Procedure]]:
    """Return the procedures that a part of a body defines, with their names."""
    if isinstance(part, Closures):
        return list(part.group)
    if isinstance(part, Bind) and isinstance(part.value, Assignment):
        value = part.value.value
        if isinstance(value, ProcedureValue):
            return [(part.value.variable, value.procedure)]
    return []


def _tail_called(body: Body) -> Iterator[Name | None]:
    """Yield the name of each procedure that a body calls last, None if it has none."""
    for part in bodies_in(body):
        if isinstance(part, TailCall):
            operator = part.call.operator
            yield operator.variable if isinstance(operator, Reference) else None
