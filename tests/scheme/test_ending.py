"""How programs end: exit and emergency-exit, R7RS 6.14."""

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeExit

WINDS = """
(define (note name) (lambda () (display name)))
(define (wound leave)
  (dynamic-wind (note "[") (lambda ()
    (dynamic-wind (note "(") leave (note ")"))) (note "]")))
"""


@pytest.mark.parametrize(
    ("program", "code", "output"),
    [
        ("(exit)", 0, ""),
        ("(exit #t)", 0, ""),
        ("(exit #f)", 1, ""),
        ("(exit 7)", 7, ""),
        ("(exit 'odd)", 1, ""),
        ("(emergency-exit)", 0, ""),
        ("(emergency-exit 3)", 3, ""),
        ("(begin (display 1) (exit 2) (display 3))", 2, "1"),
        ("(wound (lambda () (exit 5)))", 5, "[()]"),
        ("(wound (lambda () (emergency-exit 5)))", 5, "[("),
        ("(guard (e (#t 'caught)) (exit 4))", 4, ""),
        ("(with-exception-handler (lambda (e) 1) (lambda () (exit 4)))", 4, ""),
        ("(wound (lambda () (wound (lambda () (exit)))))", 0, "[([()])]"),
        ("(car (exit 6))", 6, ""),
    ],
)
def test_the_end_of_a_program(program, code, output, capsys):
    with pytest.raises(SchemeExit) as ending:
        Machine().run_source(Source("test", WINDS + program))
    assert ending.value.code == code
    assert capsys.readouterr().out == output
