"""Which procedures are instrumented: their code is replaced while they stay the same.

All who have the procedure see it at once, closures keep their variables, and the old
code comes back when nobody needs the new one.
"""

from __future__ import annotations

from types import FunctionType

from brshell.runtime.conditions import failure
from brshell.runtime.datums import symbol
from brshell.runtime.printer import line_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType
    from typing import Any

    from brshell.compiler.unit import Unit
    from brshell.expander.core import Lambda
    from brshell.machine import Machine

    Change = Callable[[Lambda], Lambda]


class _Loop(Exception):
    """A procedure reaches itself by no variable, so it cannot call itself anew."""


class Instruments:
    """Instruments procedures of programs for purposes, such as "trace" and "step".

    ``changes`` has, in the order in which they are made, what each purpose makes of
    the lambda of a procedure; purposes may share one. ``originals`` has what lambdas
    were made from that were changed together with those around them.
    """

    def __init__(
        self,
        units: dict[str, Unit],
        changes: dict[str, Change],
        originals: dict[Lambda, Lambda],
    ) -> None:
        self._units = units
        self._originals = originals
        self._changes = changes
        self._original: dict[FunctionType, CodeType] = {}
        self._purposes: dict[FunctionType, set[str]] = {}
        # By file, line and changes: codes of the same text are equal.
        self._made: dict[tuple[str, int, tuple[Change, ...]], CodeType] = {}

    def add(self, procedure: FunctionType, purpose: str) -> None:
        """Instrument a procedure. Raise SchemeError if that is not possible."""
        purposes = self._purposes.get(procedure, set())
        if purpose not in purposes:
            original = self._original.get(procedure, procedure.__code__)
            try:
                code = self._code(original, purposes | {purpose})
            except _Loop:
                message = f"{self.core(procedure).name} is a loop of another procedure"
                raise failure("command", f",{purpose}", message) from None
            self._original[procedure] = original
            self._purposes[procedure] = purposes | {purpose}
            procedure.__code__ = code

    def remove(self, procedure: FunctionType, purpose: str) -> None:
        """Take an instrument away again."""
        purposes = self._purposes.get(procedure, set())
        if purpose in purposes:
            purposes.remove(purpose)
            procedure.__code__ = self._code(self._original[procedure], purposes)
            if not purposes:
                del self._original[procedure], self._purposes[procedure]

    def remove_all(self, purpose: str) -> None:
        """Take the instruments for a purpose away from all procedures."""
        for procedure in list(self._purposes):
            self.remove(procedure, purpose)

    def is_users(self, value: Any) -> bool:
        """Tell whether a value is a procedure that a program defined."""
        if not isinstance(value, FunctionType) or "$units" not in value.__globals__:
            return False
        return not self._units[value.__code__.co_filename].library

    def core(self, procedure: FunctionType) -> Lambda:
        """Return the lambda that a procedure was made from."""
        code = self._original.get(procedure, procedure.__code__)
        return self._core(code)

    def _core(self, code: CodeType) -> Lambda:
        unit = self._units[code.co_filename]
        core = unit.entry(code.co_firstlineno).procedure.core
        return self._originals.get(core, core)

    def _code(self, original: CodeType, purposes: set[str]) -> CodeType:
        changes = tuple(
            dict.fromkeys(
                change for name, change in self._changes.items() if name in purposes
            )
        )
        if not changes:
            return original
        key = original.co_filename, original.co_firstlineno, changes
        if key not in self._made:
            self._made[key] = self._changed(original, changes)
        return self._made[key]

    def _changed(self, original: CodeType, changes: tuple[Change, ...]) -> CodeType:
        unit, line = self._units[original.co_filename], original.co_firstlineno
        core = self._core(original)
        for change in changes:
            core = change(core)
        code = unit.variant(line, core)
        if code.co_freevars != original.co_freevars:
            raise _Loop
        return code.replace(co_name=original.co_name, co_qualname=original.co_qualname)


def procedures_named(
    machine: Machine, instruments: Instruments, name: str, who: str
) -> list[FunctionType]:
    """Return what a name stands for: a procedure of the program, or the clauses of one.

    Raise SchemeError, which names ``who``, for everything else.
    """
    value = _value_named(machine, name, who)
    found = list(getattr(value, "clauses", (value,)))
    if callable(value) and all(instruments.is_users(each) for each in found):
        return found
    what = "one of the language" if callable(value) else line_of_text(value)
    raise failure(
        "command", who, f"expected a procedure of the program, but {name} is {what}"
    )


def _value_named(machine: Machine, name: str, who: str) -> Any:
    binding = machine.environment.bindings.get(symbol(name))
    key = getattr(binding, "key", None)
    if binding is not None and key is None:
        raise failure("command", who, f"expected a procedure, but {name} is syntax")
    if key is None or key not in machine.namespace:
        fact = machine.namespace["$fact-of-undefined"](name)
        raise failure("command", who, f"{name} is not defined", fact=fact)
    return machine.namespace[key]
