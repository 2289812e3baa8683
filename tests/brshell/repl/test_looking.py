"""Looking at an error that was: its calls, their variables, what its kind means."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path

import pytest

from brshell.machine import Machine
from brshell.repl.explanations import EXPLANATIONS, explanation
from brshell.repl.session import Session
from brshell.repl.values import KEPT
from brshell.runtime.conditions import Condition, SchemeError

PROGRAM = """
(define (inner items)
  (let loop ((rest items) (sum 0))
    (if (null? rest)
        (let ((unused 1)) sum)
        (loop (cdr rest) (+ sum (car (car rest)))))))
(define (outer name)
  (define data (list '(1) 2))
  (list name (inner data)))
"""


@pytest.fixture
def failed(talk):
    talk(PROGRAM, "(outer 'walk)")
    return talk


def test_the_calls(failed):
    assert (
        failed(",bt")
        == """\
* (inner items: ((1) 2))  prompt:6:33
      6 |         (loop (cdr rest) (+ sum (car (car rest)))))))
                                          ^^^^^^^^^^^^^^^^
  (outer name: walk)  prompt:9:14
      9 |   (list name (inner data)))
                       ^^^^^^^^^^^^"""
    )


def test_the_variables(failed):
    assert (
        failed(",locals")
        == """\
  items = ((1) 2)
  rest  = (2)
  sum   = 1"""
    )
    shown = failed(",up", ",locals").splitlines()
    assert shown[-2:] == ["  name = walk", "  data = ((1) 2)"]


def test_up_and_down(failed):
    assert failed(",down") == ",down: this is the newest call"
    assert failed(",up").startswith("* (outer name: walk)")
    assert failed(",up") == ",up: this is the oldest call"
    assert failed(",down").startswith("* (inner items: ((1) 2))")


def test_the_error_again(failed):
    again = failed(",error")
    assert again.startswith("prompt:6:38: car: expected a pair, but received 2\n")
    assert again.endswith("prompt:9")


def test_a_wrong_command_is_no_error_to_look_at(failed):
    before = failed(",error")
    failed(",bt now", ",nothing-like-it", ",trace car")
    assert failed(",error") == before


def test_a_good_entry_keeps_the_error(failed):
    failed("(+ 1 2)")
    assert failed(",bt").startswith("* (inner")


def test_the_object_that_was_raised(talk):
    talk("(raise 'oops)")
    assert talk("*e") == "oops"
    talk("(car 5)")
    assert talk("(condition-report-string *e)").strip('"').startswith("car: expected")


def test_without_an_error(talk):
    nothing = "there is no call of a procedure of the program to look at"
    for command in (",bt", ",up", ",down", ",locals"):
        assert talk(command) == f"{command}: {nothing}"
    for command in (",error", ",explain"):
        assert talk(command) == f"{command}: there was no error yet"
    talk("(car 5)")
    assert talk(",locals") == f",locals: {nothing}"


def test_a_deep_stack_is_shown_in_part(talk):
    talk("(define (deep n) (if (= n 0) (car n) (+ 1 (deep (- n 1)))))", "(deep 5000)")
    assert 20 < talk(",bt").count("(deep n:") <= 50


def test_variables_are_kept_only_for_a_prompt():
    machine = Machine()
    session = Session(machine, colored=False)
    for kept in (False, True):
        machine.units.keeps_values = kept
        with pytest.raises(SchemeError) as caught:
            session.run("test", "(define (f x) (car x)) (list (f 5))")
        [frame] = caught.value.condition.trace
        assert bool(frame.values) is kept


def test_every_kind_of_error_is_explained():
    package = Path(__file__).parents[3] / "brshell"
    kinds = {
        kind
        for path in package.rglob("*.py")
        for kind in re.findall(
            r'(?:failure|Condition)\(\s*"([a-z]+)"', path.read_text("utf-8")
        )
    }
    assert {"type", "arity", "link"} <= kinds | {"link"}
    assert kinds <= EXPLANATIONS.keys()


@pytest.mark.parametrize("kind", EXPLANATIONS)
def test_explanations_fit_a_terminal(kind):
    text = explanation(Condition(kind, None, "message"))
    assert text.endswith(".")
    assert max(map(len, text.splitlines())) < 80


def test_explain_is_as_narrow_as_the_terminal(talk, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    talk("(car 5)")
    assert max(map(len, talk(",explain").splitlines())) <= 40


def test_explain_speaks_of_the_last_error(talk):
    talk("(car 1 2)")
    assert talk(",explain") == explanation(Condition("arity", None, ""))


# Values


def test_the_last_values(talk):
    assert talk("1", "'two", "(values 3 4)", "(list *1 *2 *3 $1 $2 $3 $4)") == (
        "1\ntwo\n3\n4\n(4 3 two 1 two 3 4)"
    )


def test_no_value_is_not_kept(talk):
    assert talk("5", "(define x 1)", "(if #f #f)", "*1") == "5\n5"


def test_old_values_are_let_go(session, talk):
    class Thing:
        pass

    thing = Thing()
    gone = weakref.ref(thing)
    session.last_values.keep(thing)
    del thing
    for number in range(KEPT):
        session.last_values.keep(number)
    gc.collect()
    assert gone() is None
    assert talk("$1").startswith("prompt:1:1: $1: this variable is not defined")
    assert talk("$2") == "0"


@pytest.mark.parametrize(
    ("terminal", "colored", "shown"),
    [
        (False, True, "42\n"),
        (True, False, "$1 = 42\n"),
        (True, True, "\x1b[2m$1 =\x1b[0m 42\n"),
    ],
)
def test_a_terminal_shows_the_names(terminal, colored, shown, monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    Session(Machine(), colored=colored).show_values(42)
    assert capsys.readouterr().out == shown


def test_a_dumb_terminal_has_no_colours(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    session = Session(Machine())
    session.show_values(42)
    assert capsys.readouterr().out == "$1 = 42\n"
