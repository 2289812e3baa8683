"""How the tables of (source, what it prints as) of this folder are run."""

import pytest

from brshell.machine import Machine
from brshell.reader.reader import read_all
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import Pair, Symbol, Values
from brshell.runtime.printer import condition_text, to_text


@pytest.fixture(scope="session")
def machine():
    return Machine()


def call_directly(machine, datum):
    """Return the value of a call of builtins, made without the compiler."""
    if isinstance(datum, Symbol):
        return machine.namespace[datum.name]
    if not isinstance(datum, Pair):
        return datum
    if isinstance(datum.car, Symbol) and datum.car.name == "quote":
        return datum.cdr.car
    procedure, *arguments = [call_directly(machine, part) for part in datum]
    return procedure(*arguments)


@pytest.fixture(params=["compiled", "called"])
def evaluate(request, machine):
    """Return a function from the source of one expression to its value."""

    def run(text):
        source = Source("test", text)
        if request.param == "compiled":
            return machine.run_source(source)
        [(datum, _)] = read_all(source)
        return call_directly(machine, datum)

    return run


def value_text(value):
    if isinstance(value, Values):
        return " ".join(to_text(each) for each in value.several)
    return to_text(value)


def outcome_text(evaluate, text):
    try:
        return value_text(evaluate(text))
    except SchemeError as error:
        return condition_text(error.payload)


@pytest.fixture
def printed(evaluate):
    """Return a function from a source to what its value, or its error, prints as.

    The source is one expression without syntax: it is compiled in one test, and in
    another the builtins are called directly, which the compiler may have replaced.
    """
    return lambda text: outcome_text(evaluate, text)


@pytest.fixture
def run(machine):
    """Return the same function for any source, which is compiled."""
    return lambda text: outcome_text(
        lambda text: machine.run_source(Source("test", text)), text
    )
