"""Inlined builtins do what the builtins do, whatever they are given."""

from __future__ import annotations

from itertools import product

import pytest

from brshell.compiler import primitives
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.continuations import run
from brshell.runtime.printer import condition_text, to_text

INLINED = sorted(
    primitives.VALUES.keys()
    | primitives.ATOMIC_VALUES.keys()
    | primitives.TESTS.keys()
    | primitives.ATOMIC_TESTS.keys()
    | primitives.EFFECTS.keys()
)

# One value or more of every type.
VALUES = """
    0 1 -1 18446744073709551616 1/2 1.0 +nan.0 1+2i #t #f (quote ()) (quote a) #\\a #\\b
    "" "ab" (vector 1 2) (bytevector 1 2) (list 1) (list (list 1 2) 3) (list 1 2 3 4)
    (cons 1 2) (eof-object) (if #f #f) car (open-input-string "abc")
    (open-output-string) (make-hash-table) (make-parameter 1) (delay 1)
    (guard (e (#t e)) (error "x")) (call/cc (lambda (k) k)) (a-record 1) <a-record>
"""
# For three operands there would be too many: one value of what they may be.
FEW = '0 1 -1 5 1.5 1+2i #\\a "ab" (vector 1 2) (list 1 2)'


@pytest.fixture(scope="module")
def machine():
    machine = Machine()
    evaluate(machine, "(define-record-type <a-record> (a-record x) a-record? (x x-of))")
    return machine


def evaluate(machine, text):
    return machine.run_source(Source("test", text))


def outcome(machine, procedure, arguments):
    """Return what the value, or the error, of a call prints as."""
    try:
        return to_text(run(lambda: procedure(*arguments), machine.units))
    except SchemeError as error:
        return condition_text(error.payload)


def compare(machine, name, operands, values, form="({})"):
    """See that a call by name and a call of the procedure have the same outcomes."""
    parameters = [operand for operand in operands if operand in "abc"]
    inlined, called = (
        evaluate(
            machine,
            f"(lambda (f {' '.join(parameters)})"
            f" {form.format(' '.join([operator, *operands]))})",
        )
        for operator in (name, "f")
    )
    for arguments in product(values, repeat=len(parameters)):
        both = machine.namespace[name], *arguments
        assert outcome(machine, inlined, both) == outcome(machine, called, both)


@pytest.mark.parametrize("form", ["({})", "(if ({}) 1 2)"])
@pytest.mark.parametrize(("name", "count"), INLINED)
def test_variables_as_operands(machine, name, count, form):
    values = list(evaluate(machine, f"(list {VALUES if count < 3 else FEW})"))
    compare(machine, name, "abc"[:count], values, form)


@pytest.mark.parametrize("constant", ["0", "-1", "7", "1.0", "'x", "#\\a", '""'])
@pytest.mark.parametrize("name", [name for name, count in INLINED if count == 2])
def test_a_constant_as_operand(machine, name, constant):
    values = list(evaluate(machine, f"(list {VALUES})"))
    compare(machine, name, ["a", constant], values)
    compare(machine, name, [constant, "a"], values)
    compare(machine, name, ["a", constant], values, "(if ({}) 1 2)")


@pytest.mark.parametrize(("name", "count"), primitives.EFFECTS)
def test_a_call_for_its_effect(machine, name, count):
    values = list(evaluate(machine, f"(list {FEW})"))
    compare(machine, name, "abc"[:count], values, "(begin ({}) a)")
