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


def outcome(machine, text):
    """Return what the value of a program prints as, or the kind of its error."""
    try:
        value = machine.run_source(Source("test", text))
        return re.sub(
            "#<(procedure|continuation)[^>]*>", "#<procedure>", to_text(value)
        )
    except SchemeError as error:
        payload = error.payload
        if isinstance(payload, Condition):
            return f"error of kind {payload.kind}"
        return f"raised {to_text(payload)}"


@settings(max_examples=150, deadline=None)
@given(text=programs())
def test_compiled_and_interpreted(machines, text):
    compiled, interpreted = (outcome(machine, text) for machine in machines)
    assert compiled == interpreted
