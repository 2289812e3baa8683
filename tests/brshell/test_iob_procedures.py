"""The procedures of iob, on a simulated humanoid and on a simulated hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brbrain.iob.functions import FUNCTIONS
from brshell.builtins.robot.iob import scheme_name
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

CYCLES = "(do ((k 0 (+ k 1))) ((= k 40)) (iob-wait-signal))"


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine(robot_options={"robot": "arm", "fast": True})
    run(machine, "(iob-open) (iob-set-signal-period! 20000000)")
    yield machine
    machine.close()


def run(machine: Machine, text: str) -> str:
    return to_text(machine.run_source(Source("test", text)))


VALUES = [
    ("(number-of-joints)", "5"),
    ("(length (read-actual-angles))", "5"),
    ("(< (abs (- (read-actual-angle 0) (read-command-angle 0))) 0.01)", "#t"),
    ("(eqv? (read-actual-angle 0) (car (read-actual-angles)))", "#t"),
    ("(list (read-servo-state 0) (read-control-mode 0))", "(#f free)"),
    ("(write-servo 'all #t) (list (read-servo-state 4) (read-control-mode 4))",
     "(#t position)"),
    ("(write-servo 2 #t) (map read-servo-state '(1 2))", "(#f #t)"),
    ("(write-control-mode 2 'position) (read-control-mode 2)", "position"),
    (f"(write-servo 'all #t) (write-command-angle 0 0.3) {CYCLES}"
     " (< (abs (- (read-actual-angle 0) 0.3)) 0.03)", "#t"),
    (f"(write-servo 'all #t) (write-command-angles #(0.1 0.1 0.1 0.1 0.1)) {CYCLES}"
     " (< (abs (- (read-actual-angle 4) 0.1)) 0.03)", "#t"),
    ("(iob-wait-signal) (iob-frame)", "1"),
    ("(iob-signal-period)", "20000000"),
    ("(read-servo-alarm 0)", "()"),
    ("(list (read-dgain 0) (iob-status))", "(not-supported not-supported)"),
    ("(list (write-power-command 'all #f) (iob-status))",
     "(not-supported not-supported)"),
    ("(begin (read-actual-angle 0) (iob-status))", "ok"),
    ("(number-of-gyro-sensors)", "0"),
    ("(list-ref (read-power) 1)", "#f"),
    ("(write-angle-offset 0 1/2) (read-angle-offset 0)", "0.5"),
    ("(length-digital-output)", "5"),
    ("(write-digital-output-with-mask '(#t #t #t #t #t) '(#t #f #f #f #t))"
     " (read-digital-output)", "(#t #f #f #f #t)"),
    ('(connect "sim:humanoid") (iob-open) (length (read-digital-input))', "6"),
    ("(iob-lock-owner)", "#f"),
    ("(let* ((got (iob-lock)) (own (integer? (iob-lock-owner)))) (iob-unlock)"
     " (list got own (iob-lock-owner)))", "(#t #t #f)"),
    ("(write-torque-limit 0 1/2) (< 0.49 (read-torque-limit 0) 0.51)", "#t"),
    ("(read-extra-servo-state 0)", "(419430405)"),
    ("(iob-reset-body) (iob-status)", "ok"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(machine: Machine, text: str, value: str) -> None:
    assert run(machine, text) == value


MISTAKES = [
    ("(read-actual-angle 5)",
     "read-actual-angle: id: expected a joint from 0 to 4, or its name, but received"
     " 5"),
    ("(read-actual-angle -1)",
     "read-actual-angle: id: expected a joint from 0 to 4, or its name, but received"
     " -1"),
    ("(read-actual-angle 1.5)",
     "read-actual-angle: expected a joint's number or name, or all, but received 1.5"),
    ("(read-actual-angle)",
     "read-actual-angle: expected 1 argument, but received 0"),
    ("(read-gyro-sensor 0)",
     "read-gyro-sensor: id: expected a gyro sensor, of which it has none, but received"
     " 0"),
    ("(write-command-angles '(1 2))",
     "write-command-angles: expected 5 numbers, but received (1 2)"),
    ("(write-control-mode 0 'torgue)",
     "write-control-mode: expected one of free, position, torque, velocity, but"
     " received torgue"),
    ("(write-control-mode 0 5)",
     "write-control-mode: expected one of free, position, torque, velocity, but"
     " received 5"),
    ("(write-servo 'all 5)",
     "write-servo: expected a boolean, but received 5"),
    ("(iob-set-signal-period! 'x)",
     "iob-set-signal-period!: expected a real number, but received x"),
    ("(iob-open 'error-limt 1)",
     "iob-open: expected one of the options error-limit, velocity-limit,"
     " acceleration-limit, but received error-limt"),
    ("(iob-open 'error-limit)",
     "iob-open: expected a device, or a value for each option"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes(machine: Machine, text: str, message: str) -> None:
    with pytest.raises(SchemeError) as caught:
        run(machine, text)
    assert condition_text(caught.value.payload) == message


def test_a_wrong_id_can_be_told_from_other_errors(
    machine: Machine,
) -> None:
    text = "(guard (e (#t (iob-status))) (read-actual-angle 77))"
    assert run(machine, text) == "bad-id"
    text = "(guard (e (#t (iob-status))) (write-command-angle 0 0.1))"
    assert run(machine, text) == "error"


def test_before_it_is_open_it_says_so() -> None:
    machine = Machine(robot_options={"fast": True})
    with pytest.raises(SchemeError) as caught:
        run(machine, "(number-of-joints)")
    expected = "number-of-joints: expected (iob-open) before"
    assert condition_text(caught.value.payload) == expected
    machine.close()


def test_every_function_has_a_procedure_with_help_and_is_in_the_library(
    machine: Machine,
) -> None:
    names = [scheme_name(name) for name in FUNCTIONS if name != "open_iob"]
    names.append("iob-open")
    imports = f"(import (only (robot iob) {' '.join(names)}))"
    run(machine, imports)
    for name in names:
        assert run(machine, f"(procedure? {name})") == "#t"
        assert machine.namespace[name].__doc__


def test_a_stop_holds_the_joints_and_the_next_cycle_goes_on_from_there(
    machine: Machine,
) -> None:
    run(machine, "(write-servo 'all #t) (write-command-angle 0 1.0) (iob-wait-signal)")
    run(machine, "(iob-wait-signal) (sleep 0.1)")
    assert machine.stop() is None
    run(machine, "(iob-wait-signal) (define held (read-actual-angle 0)) (sleep 0.5)")
    run(machine, "(iob-wait-signal) (iob-wait-signal)")
    assert run(machine, "(< (abs (- held (read-actual-angle 0))) 0.1)") == "#t"
    assert float(run(machine, "held")) < 0.9
    assert run(machine, "(read-servo-state 0)") == "#t"


def test_a_joint_that_does_not_follow_stops_all(machine: Machine) -> None:
    run(machine, "(iob-close) (iob-open 'error-limit 0.05)")
    run(machine, "(write-servo 'all #t) (write-command-angle 0 1.0) (iob-wait-signal)")
    with pytest.raises(SchemeError) as caught:
        run(machine, "(iob-wait-signal)")
    assert "all servos are off" in condition_text(caught.value.payload)
    assert run(machine, "(read-servo-state 0)") == "#f"


def test_a_task_may_use_it_after_the_program(machine: Machine) -> None:
    text = "(define t (every 0.1 (lambda () (iob-wait-signal)))) (sleep 0.35)"
    run(machine, f"(iob-wait-signal) {text} (task-stop t)")
    assert int(run(machine, "(iob-wait-signal) (iob-frame)")) >= 4


def test_the_same_controller_runs_on_a_hand() -> None:
    machine = Machine(robot_options={"fast": True})
    text = (
        f"(write-servo 'all #t) (write-command-angle 1 0.3) {CYCLES} {CYCLES} {CYCLES}"
    )
    run(machine, f"(ethercat-open) (iob-open (hand-device)) {text}")
    assert run(machine, "(number-of-joints)") == "20"
    angle = float(run(machine, "(read-actual-angle 'FFJ3)"))
    assert angle == pytest.approx(0.3, abs=0.03)
    assert run(machine, "(read-power-state 0)") == "#t"
    assert machine.close() is None
