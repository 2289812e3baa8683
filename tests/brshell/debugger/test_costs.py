"""What programs cost: time, calls, packets."""

from __future__ import annotations

import re

import pytest

from brshell.debugger.profiler import Profiler

WORK = """
(define (leaf n) (if (= n 0) 0 (+ 1 (leaf (- n 1)))))
(define (look id) (get id 'present-position))
(define (caught) (guard (e (#t 0)) (fails)))
(define (fails) (car 5))
(define (top) (leaf 4) (look 1) (look 2) (caught))
"""


@pytest.fixture
def accounts(session):
    """Return a function that profiles a program and returns accounts by name."""

    def profile(text):
        profiler = Profiler(session.machine)
        profiler.run(lambda: session.run("test", text))
        return {account.name: account for account in profiler.accounts()}

    session.run("test", f"{WORK} (ping 1)")
    return profile


def test_calls_are_counted(accounts):
    found = accounts("(begin (top) (top))")
    expected = {"top": 2, "leaf": 10, "look": 4, "caught": 2, "fails": 2}
    assert {name: found[name].calls for name in expected} == expected


def test_packets_belong_to_who_caused_them(accounts):
    found = accounts("(begin (top) (leaf 3))")
    assert found["look"].packets > 0
    assert found["leaf"].packets == found["top"].packets == 0


def test_packets_of_the_form_itself_are_told_too(accounts):
    found = accounts("(begin (get 1 'present-position) (look 1))")
    form, look = found["the form itself"], found["look"]
    assert form.packets > 0
    assert look.packets > 0
    assert form.calls == 1


def test_times_of_what_is_called_are_in_those_of_the_caller(accounts):
    found = accounts("(top)")
    top = found["top"]
    assert 0 <= top.own <= top.seconds
    assert top.seconds >= max(found["leaf"].seconds, found["look"].seconds)
    form = found.pop("the form itself")
    assert form.seconds >= top.seconds
    total = sum(account.own for account in found.values())
    assert total == pytest.approx(top.seconds, rel=0.5)


def test_profile_shows_a_table(talk):
    lines = talk(WORK, ",profile (begin (top) 'done)").splitlines()
    assert lines[:2] == ["done", "   calls   seconds       own  packets"]
    row = next(line for line in lines if line.endswith("look  prompt:3:1"))
    assert re.fullmatch(r" +2 +\d+\.\d{3} +\d+\.\d{3} +\d+  look  prompt:3:1", row)


def test_a_narrow_profile_has_names_below_their_numbers(talk, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    lines = talk(WORK, ",profile (begin (top) 'done)").splitlines()
    assert "  look  prompt:3:1" in lines
    assert max(map(len, lines)) <= 40


def test_time_tells_packets_only_when_there_are_some(talk):
    talk("(ping 1)")
    cost = r"\d+\.\d{3} s, \d+\.\d{3} s of it computing"
    assert re.fullmatch(rf"3\n{cost}", talk(",time (+ 1 2)"))
    assert re.fullmatch(rf"#t\n{cost}, 2 packets", talk(",time (ping 1)"))


def test_expand_shows_core_forms(talk):
    talk("(define-syntax add (syntax-rules () ((_ x) (let ((y 1)) (+ y x)))))")
    assert talk(",expand (add y)") == "(let ((y.1 1)) (+ y.1 y))"


def test_expand_defines_nothing(talk):
    talk(",expand (begin (define (car x) 'mine) (define-syntax cdr car))")
    assert talk("(car '(1 2))") == "1"
    assert talk("(cdr '(1 2))") == "(2)"
