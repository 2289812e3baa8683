"""A break stops the program and the robots; the user looks, and goes on or leaves."""

from __future__ import annotations

import pytest

from brshell.runtime.datums import NIL
from brshell.runtime.dynamic import thread

AREA = """
(define (area width height)
  (let ((product (* width height)))
    (list product)))"""
CALLER = "(define (both n) (append (area n 1) (area n 2)))"
GO = ",continue"


@pytest.fixture
def talk(talk):
    talk(AREA, CALLER, ",break area")
    yield talk
    talk(",unbreak")


def test_the_program_stops_at_each_call(talk):
    talk.prompts.clear()
    shown = talk("(both 7)", GO, GO)
    assert (
        shown
        == """\
break in (area width: 7 height: 1)
prompt:2:1:
    2 | (define (area width height)
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
break in (area width: 7 height: 2)
prompt:2:1:
    2 | (define (area width height)
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
(7 14)"""
    )
    assert talk.prompts == ["> ", "break> ", "break> ", "> "]


def after_break(shown: str) -> list[str]:
    """Return what is shown after the first break, without the last value."""
    return shown.splitlines()[4:-1]


# What is typed at a break, and what it shows.
LOOKS = {
    "a variable": (["width"], ["7"]),
    "a form": (["(* height (+ width 1))"], ["8"]),
    "a variable of the caller": ([",up", "n"], ["* (both n: 7) ...", "7"]),
    "the variables": ([",locals"], ["  width  = 7", "  height = 1"]),
    "the variables of the caller": (
        [",up", ",locals"],
        ["* (both n: 7) ...", "  n = 7"],
    ),
    "the calls": (
        [",bt"],
        ["* (area width: 7 height: 1)  prompt:2:1", "  (both n: 7)  prompt:1:26"],
    ),
    "a definition": (["(define seen width)", "seen"], ["7"]),
    "a last value": (["(+ width 1)", "(+ *1 1)"], ["8", "9"]),
    "a variable that is set": (
        ["(set! width 3)", "width"],
        ["width: a variable of a stopped program cannot be set", "7"],
    ),
    "an error": (
        ["(car width)", "width"],
        ["prompt:1:6: car: expected a pair, but received 7", "7"],
    ),
    "no program": (["", "width"], ["7"]),
    "Ctrl-C": (["^C", "width"], ["7"]),
}


@pytest.mark.parametrize(("entries", "shown"), LOOKS.values(), ids=list(LOOKS))
def test_what_can_be_looked_at(entries, shown, talk):
    lines = after_break(talk("(both 7)", *entries, ",unbreak", GO))
    told = [line for line in lines if line and "|" not in line and "^" not in line]
    assert len(told) == len(shown)
    for line, expected in zip(told, shown, strict=True):
        assert line.startswith(expected.removesuffix("..."))


def test_inner_variables_are_seen_from_where_they_are_bound(talk):
    lines = talk("(area 2 3)", ",locals", *[",step"] * 3, ",locals", GO).splitlines()
    assert [line for line in lines if line.startswith("  ") and " = " in line] == [
        "  width  = 2",
        "  height = 3",
        "  width   = 2",
        "  height  = 3",
        "  product = 6",
    ]


def test_each_closure_of_a_loop_has_its_own_variables(talk):
    talk(
        "(define made (let loop ((i 0) (made '()))"
        " (if (= i 3) (reverse made)"
        " (loop (+ i 1) (cons (lambda (x) (+ i x)) made)))))",
        "(define last (caddr made))",
    )
    shown = talk(",break last", "(map (lambda (f) (f 10)) made)", "(list i x)", GO)
    assert shown.splitlines()[0] == "break in (lambda x: 10)"
    assert shown.splitlines()[4:] == ["(2 10)", "(10 11 12)"]


def test_quit_leaves_the_program_but_not_the_shell(talk):
    wound = (
        "(dynamic-wind (lambda () #f) (lambda () (area 1 1))"
        " (lambda () (display 'out) (newline)))"
    )
    assert after_break(talk(wound, ",quit", "(+ 1 1)")) == [
        "out",
        "the program was left",
    ]
    assert thread.state.winds is NIL


def test_no_handler_catches_quit(talk):
    guarded = "(guard (e (#t 'caught)) (area 1 1))"
    assert talk(guarded, ",q").splitlines()[-1] == "the program was left"


def test_the_end_of_input_leaves_the_program(talk):
    assert talk("(area 1 1)").splitlines()[-1] == "the program was left"


def test_exit_ends_the_shell(talk):
    assert "still" not in talk("(area 1 1)", "(exit 3)", "(display 'still)")


def test_a_break_in_a_break(talk):
    lines = talk("(area 1 2)", "(area 3 4)", "width", GO, "width", GO).splitlines()
    assert lines[0] == "break in (area width: 1 height: 2)"
    assert lines[4] == "break in (area width: 3 height: 4)"
    assert lines[8:] == ["3", "(12)", "1", "(2)"]


def test_a_continuation_leads_out_of_a_break(talk):
    talk("(define leave #f)")
    form = "(list (call/cc (lambda (k) (set! leave k) (area 1 1))))"
    assert talk(form, "(leave 'left)").splitlines()[-1] == "(left)"
    assert talk("'next") == "next"


def test_parameters_have_the_values_of_the_stopped_program(talk):
    talk("(define p (make-parameter 1))")
    lines = talk("(parameterize ((p 2)) (area 1 1))", "(p)", GO, "(p)").splitlines()
    assert lines[4:] == ["2", "(1)", "1"]


def test_who_is_defined_again_is_broken_again(talk):
    lines = talk("(define (area a b) (* a b))", "(both 1)", ",q").splitlines()
    assert lines[0] == "break in (area a: 1 b: 1)"


def test_tracing_and_breaking_go_together(talk):
    lines = talk(",trace area", "(area 1 2)", GO, ",untrace").splitlines()
    assert lines[0] == "(area width: 1 height: 2)"
    assert lines[-2:] == ["=> (2)", "(2)"]


def test_a_break_stops_the_robot(talk):
    assert talk(
        "(begin (wheel! 1 30) (sleep 0.5))",
        "(> (abs (get 1 'present-speed)) 1)",
        "(begin (area 1 1) 'on)",
        "(begin (sleep 1) (< (abs (get 1 'present-speed)) 1))",
        ",unbreak",
        GO,
        "(joint! 1)",
    ).splitlines()[-2:] == ["#t", "on"]


def test_what_runs_in_the_background_does_not_break(talk):
    talk("(define count 0)")
    shown = talk(
        "(begin (every 1 (lambda () (area 1 1) (set! count (+ count 1)))) (sleep 2.5))",
        "(begin (stop!) (> count 1))",
    )
    assert shown == "#t"
