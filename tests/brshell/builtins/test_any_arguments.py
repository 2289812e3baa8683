"""Whatever the arguments, a builtin returns a Scheme object or raises a condition."""

import contextlib
import io
import sys
from importlib import import_module
from types import NoneType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brshell.builtins import MODULES
from brshell.builtins.declare import builtin, declared_in
from brshell.builtins.ports import CURRENT_INPUT
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import (
    CHARS,
    DEFAULT,
    EOF,
    FALSE,
    NIL,
    TRUE,
    Bytevector,
    Pair,
    String,
    Vector,
    cons,
    list_from,
    symbol,
)
from brshell.runtime.hashtable import HashTable
from brshell.runtime.numbers.complex import rectangular
from brshell.runtime.numbers.ratio import ratio
from brshell.runtime.ports import (
    BinaryOutput,
    Port,
    StandardInput,
    TextInput,
    bytes_input,
    string_input,
    string_output,
)
from brshell.runtime.procedures import is_direct

# What calls procedures or runs programs is not tried, nor what is not for programs.
NOT_TRIED = ("control", "continuations", "evaluation")
BUILTINS = {
    name: function
    for module in MODULES
    if module not in NOT_TRIED
    for name, function in declared_in(import_module(f"brshell.builtins.{module}"))
    if is_direct(function) and not name.startswith("%")
}
# No Scheme object is of these types.
PYTHON_TYPES = (bool, NoneType, str, bytes, bytearray, tuple, list, dict, set, complex)
# These walk a circular list as far as they are told to.
WALKERS = {"list-tail", "list-ref", "list-set!"}


@builtin("equal?")
def some_procedure(obj, other):
    return TRUE


def circular_list(items):
    first = last = list_from(items)
    while isinstance(last.cdr, Pair):
        last = last.cdr
    last.cdr = first
    return first


def table_of(keys):
    table = HashTable()
    for key in keys:
        table.entries[table.dict_key(key)] = (key, NIL)
    return table


integers = (
    st.integers(-3, 12)
    | st.sampled_from([255, 256, 0xD800, 10**9, 10**15, -(10**30), 2**1100])
    | st.integers()
)
reals = integers | st.floats() | st.builds(ratio, integers, st.integers(1, 9))
texts = st.text(st.sampled_from("aZ0ß ~,d\n1é"), max_size=6)
atoms = (
    reals
    | st.builds(rectangular, reals, reals)
    | st.sampled_from([TRUE, FALSE, NIL, EOF, DEFAULT, some_procedure])
    | st.sampled_from(["infix", "suffix", "a", ""]).map(symbol)
    | texts.map(String)
    | st.sampled_from("aZß0 \n").map(CHARS.__getitem__)
    | st.binary(max_size=5).map(lambda data: Bytevector(bytearray(data)))
    | texts.map(string_input)
    | st.binary(max_size=5).map(bytes_input)
    | st.builds(string_output)
    | st.builds(lambda: BinaryOutput("bytes", io.BytesIO()))
)
data = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=4).map(list_from)
        | st.builds(cons, inner, inner)
        | st.lists(inner, max_size=4).map(Vector)
        | st.lists(inner, max_size=4).map(table_of)
    ),
    max_leaves=6,
)
circular = st.lists(atoms, min_size=1, max_size=4).map(circular_list)


def counts(function):
    """Return the numbers of arguments to try."""
    code = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    return st.integers(least, code.co_argcount + 3 * bool(code.co_flags & 0x04))


@pytest.fixture(autouse=True)
def nothing_outside(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    fresh = TextInput("stdin", StandardInput())
    monkeypatch.setattr(CURRENT_INPUT, "value", fresh)
    monkeypatch.setattr(sys, "stdin", io.StringIO("(some input)\n"))
    monkeypatch.setattr(sys, "stdout", io.StringIO())


@pytest.mark.parametrize("name", BUILTINS)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_arguments(name, draw):
    values = data if name in WALKERS else data | circular
    function = BUILTINS[name]
    arguments = [draw.draw(values) for _ in range(draw.draw(counts(function)))]
    with contextlib.suppress(SchemeError):
        result = function(*arguments)
        assert not isinstance(result, PYTHON_TYPES)
        if isinstance(result, Port):
            result.close()
