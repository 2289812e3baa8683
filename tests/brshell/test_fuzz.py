"""Whatever the text of a program is, it ends in a value or in a condition.

Never in an error of Python, nor in a condition that is a fault of ours ("internal").
"""

from __future__ import annotations

import io
import signal
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import programs

from brshell.expander.derived import DERIVED_FORMS
from brshell.expander.special import SPECIAL_FORMS
from brshell.expander.standard import STANDARD
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.errors import error_text
from brshell.runtime.conditions import SchemeError, SchemeExit
from brshell.runtime.printer import to_text

# What touches files is not tried.
SAFE = STANDARD.keys() - {"scheme file", "scheme load", "scheme r5rs", "scheme repl"}
WORDS = sorted({name for library in SAFE for name in STANDARD[library]})
SYNTAX = sorted((SPECIAL_FORMS.keys() | DERIVED_FORMS.keys()) - {"include", "import"})
ATOMS = ["x", "y", "0", "1", "-1", "2.5", "1/2", "+i", "1e400", "+nan.0", "#t", "#f"]
ATOMS += ["()", '""', '"text"', "#\\a", "#(1 2)", "#u8(1)", "a.b", "|a b|", "'x", "car"]
ATOMS += ["cons", "+", "list", "map", "call/cc", "values", "apply", "raise", "'(1 2)"]
MARKS = ["(", "(", "(", "(", ")", ")", ")", ")", ".", "'", "`", ",", ",@", "#(", "#;"]
MARKS += ["#0=", "#0#", "#|", "|#", '"', "#\\", ";\n", "#u8("]


@pytest.fixture(scope="module", autouse=True)
def stack():
    """Let a machine raise the limit of the stack once, before hypothesis looks."""
    limit = sys.getrecursionlimit()
    Machine()
    yield
    sys.setrecursionlimit(limit)


@pytest.fixture(autouse=True)
def nothing_outside(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("(some input)\n"))
    monkeypatch.setattr(sys, "stdout", io.StringIO())


class OutOfTime(BaseException):
    """Ends a program that goes round for ever."""


def run_for_a_moment(text):
    """Run a program that may go round for ever; then it is not judged."""

    def stop(signal_number, frame):
        if "hypothesis" not in frame.f_code.co_filename:
            raise OutOfTime

    handler = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3, 0.05)
    try:
        run(text)
    except OutOfTime:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def run(text):
    """Run a program in a new machine; see that it ends as it should."""
    machine = Machine()
    machine.run_source(Source("first", "0"))  # only a first program is cached
    condition = None
    try:
        to_text(machine.run_source(Source("fuzz", text)))
    except SchemeExit:
        pass
    except SchemeError as error:
        condition = error.condition
    if condition is not None:
        shown = error_text(condition)
        assert condition.kind != "internal", shown


def is_sure_to_end(text):
    """Tell whether a program cannot go round: these words are what it takes."""
    return "do" not in text.split() and text.count("call/cc") < 2


tokens = st.sampled_from(WORDS + SYNTAX + ATOMS) | st.sampled_from(MARKS)
forms = st.recursive(
    st.sampled_from(ATOMS + SYNTAX),
    lambda inner: st.builds(
        lambda head, parts: f"({' '.join([head, *parts])})",
        st.sampled_from(SYNTAX) | st.sampled_from(WORDS) | inner,
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(tokens, max_size=25).map(" ".join).filter(is_sure_to_end))
def test_token_soup(text):
    run(text)


@settings(max_examples=120, deadline=None)
@given(st.lists(forms, min_size=1, max_size=3).map("\n".join).filter(is_sure_to_end))
def test_forms_that_may_be_wrong(text):
    run(text)


@settings(max_examples=50, deadline=None)
@given(text=programs(), data=st.data())
def test_programs_with_a_token_changed(text, data):
    parts = text.replace("(", " ( ").replace(")", " ) ").split()
    index = data.draw(st.integers(0, len(parts) - 1))
    parts[index] = data.draw(tokens | st.just(""))
    run_for_a_moment(" ".join(parts))


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=40))
def test_any_text(text):
    run(text)
