"""Background tasks, in virtual time: the same thing happens every time."""

from __future__ import annotations

import threading

import pytest
from machines import run

from brshell.machine import Machine
from brshell.repl.session import Session

LOG = """
  (define log '())
  (define (note what) (set! log (cons (cons what (now)) log)))
"""


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # It begins at once, and ends when it is told to.
        ("(define t (every 0.5 (lambda () (note 'tick)))) (sleep 1.25) (task-stop t)"
         " (sleep 2) (reverse log)", "((tick . 0.0) (tick . 0.5) (tick . 1.0))"),
        # Two of them take turns.
        ("(every 0.2 (lambda () (note 'a))) (every 0.3 (lambda () (note 'b)))"
         " (sleep 0.55) (reverse (map car log))", "(a b a b a)"),
        # What takes longer than its period is not done twice at once.
        ("(every 0.2 (lambda () (note 'in) (sleep 0.3) (note 'out))) (sleep 0.7)"
         " (reverse (map car log))", "(in out in out in)"),
        # A task may stop itself and others.
        ("(define t (every 0.1 (lambda () (note 'tick)"
         " (if (= (length log) 3) (task-stop t))))) (task-wait t) (length log)", "3"),
        ("(define t (every 0.1 (lambda () (note 'tick))))"
         " (every 0.25 (lambda () (if (pair? log) (task-stop t))))"
         " (task-wait t) (length log)", "1"),
        # Parameters are those where it was made.
        ("(define p (make-parameter 1)) (parameterize ((p 2))"
         " (every 1 (lambda () (note (p))))) (sleep 0.5) (caar log)", "2"),
        ("(define arm (connect \"sim:arm\")) (connect)"
         " (with-robot arm (every 1 (lambda () (note (length (scan 5))))))"
         " (sleep 0.5) (caar log)", "5"),
        # Winds are unwound when it ends.
        ("(define t (every 1 (lambda () (dynamic-wind (lambda () (note 'in))"
         " (lambda () (sleep 5)) (lambda () (note 'out)))))) (sleep 1) (task-stop t)"
         " (task-wait t) (reverse (map car log))", "(in out)"),
        # Its errors can be handled inside; continuations stay inside.
        ("(every 1 (lambda () (note (guard (e (#t 'caught)) (car 5)))))"
         " (sleep 0.5) (caar log)", "caught"),
        ("(every 1 (lambda () (note (call/cc (lambda (k) (k 'out))))))"
         " (sleep 0.5) (caar log)", "out"),
        ("(tasks)", "()"),
        ("(every 2 (lambda () 1))", "#<task every 2 s state: running>"),
        ("(define t (every 1 car)) (sleep 0.1) (list t (tasks))",
         "(#<task every 1 s state: ended> ())"),
        ("(define t (every 1 (lambda () (exit 3)))) (sleep 0.1) (tasks)", "()"),
    ],
)  # fmt: skip
def test_tasks(
    machine: Machine, text: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(machine, LOG + text) == value


def test_a_task_uses_the_robot_while_the_program_does(machine: Machine) -> None:
    text = """
      (define led #f)
      (every 0.1 (lambda () (set! led (not led)) (led! 1 led)))
      (let loop ((n 0) (on 0))
        (if (= n 200)
            (< 50 on 150)
            (loop (+ n 1) (+ on (get 1 'led)))))"""
    assert run(machine, text) == "#t"
    assert machine.robots.current().brain.counters.errors == 0


def test_an_error_ends_a_task_and_is_shown_once(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    Session(machine, colored=False)
    text = '(define (f) (move! "body" 90))\n(every 1 f)\n(sleep 5) (length (tasks))'
    assert run(machine, text) == "0"
    assert capsys.readouterr().err.splitlines() == [
        'test:1:20: move!: expected a servo id, but received "body"',
        '    1 | (define (f) (move! "body" 90))',
        "                           ^^^^^^",
        "  the task every 1 s has ended",
        "  in (f)  test:1",
    ]


def test_without_a_session_an_error_is_a_line(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    run(machine, "(every 1 (lambda () (raise 'oops))) (sleep 1)")
    assert capsys.readouterr().err == "oops\n"


def test_closing_ends_all_tasks(machine: Machine) -> None:
    others = set(threading.enumerate())
    run(machine, "(define n 0) (every 0.1 (lambda () (set! n (+ n 1)))) (sleep 1)")
    machine.close()
    clock = machine.robots.opened[0].clock
    before = run(machine, "n")
    clock.sleep(5)
    assert run(machine, "n") == before
    assert set(threading.enumerate()) <= others


def test_a_task_that_never_waits_can_be_stopped() -> None:
    machine = Machine(robot_options={"speed": 1})
    run(machine, "(define t (every 1 (lambda () (let loop () (loop))))) (sleep 0.05)")
    run(machine, "(task-stop t) (task-wait t)")
    assert run(machine, "t") == "#<task every 1 s state: ended>"
    machine.close()
