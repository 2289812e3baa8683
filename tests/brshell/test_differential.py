"""Random programs do the same compiled and on the reference evaluator."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from programs import programs
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.printer import to_text


@pytest.fixture(scope="module")
def machines():
    return Machine(), ReferenceMachine()


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
