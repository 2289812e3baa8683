"""Random programs do the same compiled and on the reference evaluator."""

from __future__ import annotations

import re
from itertools import count

import pytest
from hypothesis import given, settings
from programs import programs, sessions
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.printer import to_text


@pytest.fixture(scope="module")
def machines():
    return Machine(), ReferenceMachine()


SESSIONS = count()


def shown(value):
    """Return what a value prints as; a procedure may have a name or not."""
    return re.sub("#<(procedure|continuation)[^>]*>", "#<procedure>", to_text(value))


def outcome(machine, text):
    """Return what the value of a program prints as, or the kind of its error."""
    try:
        return shown(machine.run_source(Source("test", text)))
    except SchemeError as error:
        if isinstance(error.payload, Condition):
            return f"error of kind {error.payload.kind}"
        return f"raised {shown(error.payload)}"


@settings(max_examples=100, deadline=None)
@given(text=programs())
def test_compiled_and_interpreted(machines, text):
    compiled, interpreted = (outcome(machine, text) for machine in machines)
    assert compiled == interpreted


@settings(max_examples=60, deadline=None)
@given(texts=sessions())
def test_programs_one_after_the_other(machines, texts):
    own = f"global-{next(SESSIONS)}-"  # no session sees the variables of another
    for text in texts:
        text = text.replace("global-", own)
        compiled, interpreted = (outcome(machine, text) for machine in machines)
        assert compiled == interpreted
