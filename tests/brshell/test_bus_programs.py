"""Scheme programs on the bare servo bus."""

import pytest
from machines import run

from brshell.machine import Machine

PROGRAMS = [
    ("(ping 3)", "#t"),
    ("(begin (put! 'left-elbow 'led 1) (get 'left-elbow 'led))", "1"),
    ("(begin (change-baud! 3 57600) (link-baud! 57600) (get-raw 3 'id))", "3"),
    ("(begin (change-id! 3 40) (list (ping 3) (ping 40)))", "(#f #t)"),
    ("(length (tune-bus!))", "19"),
    ("(begin (wheel! 1 60) (joint! 1) (get-raw 1 'ccw-angle-limit))", "1023"),
    ("(guard (e (#t 'refused)) (battery-volts))", "refused"),
]


@pytest.mark.parametrize(("program", "value"), PROGRAMS)
def test_a_scheme_program_talks_to_the_bare_bus(program, value):
    machine = Machine(robot_options={"url": "dxl:sim:humanoid", "fast": True})
    assert run(machine, program) == value
    machine.close()


def test_scheme_connects_to_the_bare_bus():
    machine = Machine(robot_options={"url": "sim", "fast": True})
    program = '(begin (connect "dxl:sim:humanoid") (scan 4))'
    assert run(machine, program) == "(1 2 3 4)"
    machine.close()
