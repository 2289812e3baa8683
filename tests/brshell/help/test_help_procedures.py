"""(help 'name) and (apropos "text"): what is printed."""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text

MACHINE = Machine()


@pytest.fixture
def printed(capsys):
    """Return what a program prints."""

    def run(program: str) -> str:
        MACHINE.run_source(Source("walk.scm", program))
        return capsys.readouterr().out

    return run


CAR = """(car pair)
  Return the first part of a pair. R7RS 6.4.
  a procedure of (scheme base)
"""


@pytest.mark.parametrize("program", ["(help 'AX12_LED)", "(help AX12_LED)"])
def test_help_of_a_register(printed, program):
    assert printed(program).startswith("led, AX12_LED\n  Whether the LED is on.\n")


@pytest.mark.parametrize("program", ["(help 'car)", "(help car)", '(help "car")'])
def test_help_of_a_procedure(printed, program):
    assert printed(program) == CAR


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (
            "(help 'when)",
            "(when test body ...)\n  Run the body if the test is true. R7RS 4.2.1.\n"
            "  syntax of (scheme base)\n",
        ),
        (
            "(help '(srfi 8))",
            "(import (srfi 8))\n  Variables for several values.\n  a library\n",
        ),
        (
            "(help 'led)",
            "led, AX12_LED\n  Whether the LED is on.\n"
            "    address    25, 1 byte, RAM\n    access     read, write\n"
            "    raw        0 to 1\n    natural    0 to 1\n    initially  0 (raw)\n"
            "  a register of the AX-12\n",
        ),
        (
            "; Step on.\n(define (step n) n) (help step)",
            "(step n)\n  Step on.\n  a procedure defined at walk.scm:2:1\n",
        ),
        (
            "(define steps 5) (help 'steps)",
            "steps\n  a variable defined at walk.scm:1:1\n",
        ),
    ],
)
def test_help(printed, program, expected):
    assert printed(program) == expected


def test_a_name_with_two_meanings(printed):
    text = printed("(help 'error)")
    assert text.startswith("(error message irritants ...)\n")
    assert "\n\nerror, AX12_ERROR\n" in text


def test_apropos(printed):
    lines = printed('(apropos "compliance-m")').splitlines()
    assert [line.split()[0] for line in lines] == [
        "ccw-compliance-margin",
        "cw-compliance-margin",
    ]
    assert printed("(apropos 'compliance-m)").splitlines() == lines
    assert all(len(line) <= 80 for line in lines)


def test_it_goes_to_the_current_output_port():
    run = "(with-output-to-string (lambda () (help 'car)))"
    assert MACHINE.run_source(Source("x", run)).text == CAR


def test_it_is_no_wider_than_the_terminal(printed, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    for program in ("(help 'let)", '(apropos "position")'):
        assert max(map(len, printed(program).splitlines()[2:])) <= 40


@pytest.mark.parametrize(
    ("program", "message", "fact"),
    [
        (
            "(help 'fro-each)",
            "help: expected a name that means something, but received fro-each",
            "similar names: for-each",
        ),
        (
            "(help 'qqqqqq)",
            "help: expected a name that means something, but received qqqqqq",
            None,
        ),
        (
            "(help 5)",
            "help: expected a name, a procedure or a register, but received 5",
            None,
        ),
        (
            '(apropos "qqqqqq")',
            'apropos: expected a part of a name or of its help, but received "qqqqqq"',
            None,
        ),
        (
            "(apropos 5)",
            "apropos: expected a string or a symbol, but received 5",
            None,
        ),
    ],
)
def test_what_has_no_help(program, message, fact):
    with pytest.raises(SchemeError) as caught:
        MACHINE.run_source(Source("x", program))
    assert condition_text(caught.value.condition) == message
    assert caught.value.condition.fact == fact


def test_a_library_that_has_the_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.sld").write_text("(define-library (walk) (export stride))")
    with pytest.raises(SchemeError) as caught:
        MACHINE.run_source(Source("x", "(help 'stride)"))
    assert caught.value.condition.fact == "a library has it: (walk)"
