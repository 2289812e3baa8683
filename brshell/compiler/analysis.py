"""What the compiler must know of core forms: their parts and their variables."""

from __future__ import annotations

from brshell.expander.core import (
    Assignment,
    Begin,
    Call,
    CaseLambda,
    Core,
    Global,
    If,
    Lambda,
    Let,
    Reference,
    Variable,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


def children(core: Core) -> Iterator[Core]:
    """Yield the direct parts of a core form."""
    if isinstance(core, Call):
        yield core.operator
        yield from core.operands
    elif isinstance(core, If):
        yield core.test
        yield core.consequent
        yield core.alternative
    elif isinstance(core, Let):
        for _, value in core.bindings:
            yield value
        yield core.body
    elif isinstance(core, Begin):
        yield from core.forms
    elif isinstance(core, Assignment):
        yield core.value
    elif isinstance(core, Lambda):
        yield core.body
    elif isinstance(core, CaseLambda):
        yield from core.clauses


def mentioned(core: Core) -> set[Variable]:
    """Return the local variables that a form refers to or sets, at any depth.

    Variables are unique, so those bound inside do no harm to the uses of this.
    """
    found: set[Variable] = set()
    pending = [core]
    while pending:
        form = pending.pop()
        if isinstance(form, (Reference, Assignment)) and isinstance(
            form.variable, Variable
        ):
            found.add(form.variable)
        pending += children(form)
    return found


def global_definitions(core: Core) -> dict[Global, int]:
    """Count how often a program sets each global variable.

    That the variable has at first the value of the imported one which it replaces does
    not count.
    """
    counts: dict[Global, int] = {}
    pending = [core]
    while pending:
        form = pending.pop()
        if (
            isinstance(form, Assignment)
            and isinstance(form.variable, Global)
            and not replaces_imported(form)
        ):
            counts[form.variable] = counts.get(form.variable, 0) + 1
        pending += children(form)
    return counts


def replaces_imported(core: Assignment) -> bool:
    """Tell whether a definition is that of a variable named as an imported one."""
    value = core.value
    return (
        core.define
        and isinstance(value, Reference)
        and isinstance(value.variable, Global)
        and value.variable is not core.variable
        and value.variable.name == core.variable.name
    )
