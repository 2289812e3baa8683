"""Stepping and breaking: a program stops before a form, and someone says how to go on.

Each form whose value is waited for is one level deeper than what it is part of. How to
go on says at which levels to stop next.
"""

from __future__ import annotations

import sys
from _thread import get_ident

from brshell.compiler.analysis import children
from brshell.debugger.frames import calls_on_stack
from brshell.debugger.instrument import Hook, Stepping
from brshell.debugger.levels import Levels
from brshell.expander.core import Call, Global, Reference
from brshell.runtime.datums import UNSPECIFIED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any

    from brshell.expander.core import Core, Lambda
    from brshell.machine import Machine
    from brshell.runtime.conditions import Frame

ENTER, OVER, OUT, CONTINUE = "step", "over", "out", "continue"

_EVERYWHERE, _NOWHERE = float("inf"), float("-inf")


class Stop:
    """A place where a program stands: before ``form``, in the first of ``calls``.

    ``broken``: it is the beginning of a procedure at which it is to break.
    """

    def __init__(self, form: Core, calls: list[Frame], *, broken: bool) -> None:
        self.form = form
        self.calls = calls
        self.broken = broken


class Stepper:
    """Stops programs that are instrumented by ``stepping``.

    ``ask`` takes a Stop and returns how to go on: ENTER stops before the next form,
    OVER after this one, OUT after the one that it is part of, CONTINUE at the next
    break. ``show`` takes a form and its value. ``meet`` takes each procedure that a
    program on its way comes to know, to instrument it.
    """

    def __init__(
        self,
        machine: Machine,
        ask: Callable[[Stop], str],
        show: Callable[[Core, Any], None],
        meet: Callable[[Any], None],
    ) -> None:
        self._ask = ask
        self._show = show
        self._meet = meet
        self._namespace = machine.namespace
        self._units = machine.units
        self._levels = Levels()
        self._limit = _NOWHERE
        self._thread = get_ident()
        # The lambdas of the procedures at which to break.
        self.breaks: set[Lambda] = set()
        names = machine.namespace
        self.stepping = Stepping(
            Hook("%entered", lambda form: self._entered(form), names),
            Hook(
                "%value",
                lambda form, level, value: self._value(form, level, value),
                names,
            ),
            Hook("%passed", lambda form: self._passed(form), names),
            Hook("%began", lambda core: self._began(core), names),
        )

    def start(self) -> None:
        """Stop before the next form."""
        self._limit = _EVERYWHERE

    def end(self) -> None:
        """Stop no more, except at breaks."""
        self._limit = _NOWHERE

    def _stops_at(self, level: int) -> bool:
        return level <= self._limit and get_ident() == self._thread

    def _entered(self, form: Core) -> Any:
        level = self._levels.now()
        if self._stops_at(level):
            self._stop(form, level, level, sys._getframe(2))
        return self._levels.enter()

    def _passed(self, form: Core) -> Any:
        level = self._levels.now()
        if self._stops_at(level):
            self._stop(form, level, level - 1, sys._getframe(2))
        return UNSPECIFIED

    def _value(self, form: Core, before: Any, value: Any) -> Any:
        self._levels.leave(before)
        if self._stops_at(self._levels.now()):
            self._limit = _EVERYWHERE
            self._show(form, value)
            self._meet(value)
        return value

    def _began(self, core: Lambda) -> Any:
        if core in self.breaks and get_ident() == self._thread:
            level = self._levels.now()
            self._stop(core, level, level - 1, sys._getframe(2), broken=True)
        return UNSPECIFIED

    def _stop(
        self,
        form: Core,
        level: int,
        over: int,
        frame: FrameType,
        *,
        broken: bool = False,
    ) -> None:
        """Ask how to go on; ``over`` is the level at which the form is done."""
        limits = {
            ENTER: _EVERYWHERE,
            OVER: over,
            OUT: level - 1,
            CONTINUE: _NOWHERE,
        }
        self._limit = _NOWHERE  # what is evaluated meanwhile is not stepped
        answer = self._ask(
            Stop(form, calls_on_stack(frame, self._units), broken=broken)
        )
        self._limit = limits[answer]
        if answer == ENTER and isinstance(form, Call):
            for part in children(form):
                if isinstance(part, Reference) and isinstance(part.variable, Global):
                    self._meet(self._namespace.get(part.variable.key))
