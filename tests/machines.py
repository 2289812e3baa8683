"""Programs run in a machine: their values as text, and their conditions."""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import Condition, SchemeError
from brshell.runtime.printer import to_text


def run(machine: Machine, text: str) -> str:
    """Return the value of a program as write puts it out."""
    return to_text(machine.run_source(Source("test", text)))


def condition(machine: Machine, text: str) -> Condition:
    """Return the condition with which a program fails."""
    with pytest.raises(SchemeError) as caught:
        machine.run_source(Source("test", text))
    assert isinstance(caught.value.payload, Condition)
    return caught.value.payload
