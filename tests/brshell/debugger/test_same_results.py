"""Watched programs do the same as others: random ones, stepped, traced and broken."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from programs import programs, sessions

from brshell.debugger.debugger import BREAK, TRACE, Debugger
from brshell.debugger.stepper import ENTER, Stop
from brshell.expander.core import Core
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.printer import to_text

SESSIONS = count()


class Looking:
    """A view that looks at everything and always goes on into the next form."""

    def called(self, level: int, name: str, values: list[tuple[str, Any]]) -> None:
        assert level >= 0

    def returned(self, level: int, value: Any) -> None:
        assert level >= 0

    def evaluated(self, form: Core, value: Any) -> None:
        assert form.span is not None

    def stopped(self, stop: Stop) -> str:
        assert stop.form.span is not None
        return ENTER


@contextmanager
def recursion_of(limit: int) -> Iterator[None]:
    """Let Python recurse as deep as machines do: hypothesis allows less."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def outcome(run: Any, text: str) -> str:
    """Return what the value of a program prints as, or its error."""
    try:
        with recursion_of(100_000):
            shown = to_text(run(Source("test", text)))
    except SchemeError as error:
        if isinstance(error.payload, Condition):
            return f"{error.payload.kind} {error.payload.who}"
        shown = f"raised {to_text(error.payload)}"
    return re.sub("#<(procedure|continuation)[^>]*>", "#<procedure>", shown)


@pytest.fixture(scope="module")
def plain() -> Machine:
    return Machine()


@pytest.fixture(scope="module")
def watched() -> tuple[Machine, Debugger]:
    machine = Machine()
    return machine, Debugger(machine, Looking())


@settings(max_examples=40, deadline=None)
@given(text=programs())
def test_stepped_programs(plain, watched, text):
    _, debugger = watched
    expected = outcome(plain.run_source, text)
    assert outcome(debugger.step, text) == expected
    debugger.end()


@settings(max_examples=15, deadline=None)
@given(texts=sessions())
def test_procedures_that_are_traced_and_broken(plain, watched, texts):
    machine, debugger = watched
    own = f"global-{next(SESSIONS)}-"  # no session sees the variables of another
    for text in texts:
        text = text.replace("global-", own)
        expected = outcome(plain.run_source, text)
        assert outcome(machine.run_source, text) == expected
        debugger.renew()
        for name in machine.environment.names():
            if name.startswith(own):
                watch(debugger, name)
    debugger.end()
    for purpose in (TRACE, BREAK):
        for name in debugger.watched(purpose):
            debugger.unwatch(name, purpose)


def watch(debugger: Debugger, name: str) -> None:
    """Trace a procedure and break at its calls, if the name is that of one."""
    for purpose in (TRACE, BREAK):
        with suppress(SchemeError):
            debugger.watch(name, purpose)
