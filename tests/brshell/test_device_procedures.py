"""The procedures for devices, on a simulated humanoid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

SETUP = """
(define knee (robot-device 'left-knee))
(define (bend degrees)
  (make-sequence (list (make-pose '(left-knee) 'goal-position (list degrees)) 1)))
(define (knee-torque) (get 'left-knee 'torque-enable))
(define (knee-at) (device-value knee 'left-knee/position))
(define (rest)
  (sleep 0.5)
  (let ((before (get 'left-knee 'present-position)))
    (sleep 0.5)
    (< (abs (- before (get 'left-knee 'present-position))) 1)))
"""
READY = "(device-configure! knee) (device-activate! knee)"
AWAY = "(device-exchange knee '((left-knee/position . 0.1))) (sleep 0.1)"


def machine_with(policy: str) -> Iterator[Machine]:
    machine = Machine(robot_options={"fast": True}, robot_policies=(policy, None))
    machine.run_source(Source("setup", SETUP))
    yield machine
    machine.close()


@pytest.fixture
def machine() -> Iterator[Machine]:
    yield from machine_with("hold")


@pytest.fixture
def limp_machine() -> Iterator[Machine]:
    yield from machine_with("limp")


def run(machine: Machine, text: str) -> str:
    return to_text(machine.run_source(Source("test", text)))


VALUES = [
    ("knee", "#<device sim:humanoid unconfigured>"),
    ("(list (device? knee) (device? 5))", "(#t #f)"),
    ("(eq? knee (robot-device 14))", "#t"),
    ("(eq? knee (robot-device))", "#f"),
    ("(device-configure! knee) (map car (device-signals knee))",
     "(left-knee/position left-knee/velocity left-knee/load left-knee/voltage"
     " left-knee/temperature left-knee/alarm power/voltage power/thermistor)"),
    ("(device-configure! knee) (list-tail (list-ref (device-signals knee) 3) 1)",
     '("V" #f #f #f)'),
    ("(device-configure! knee) (device-phase knee)", "inactive"),
    (f"{READY} knee", "#<device sim:humanoid active>"),
    (f"{READY} (list (knee-torque) (begin (device-deactivate! knee) (knee-torque)))",
     "(1 0)"),
    (f"{READY} (device-cleanup! knee) (device-phase knee)", "unconfigured"),
    (f"{READY} (device-exchange knee '((left-knee/position . 1/2))) (sleep 1)"
     " (cdr (assq 'left-knee/voltage (device-exchange knee)))", "9.6"),
    (f"{READY} (device-exchange knee '((left-knee/position . 1/2))) (sleep 1)"
     " (device-exchange knee) (< (abs (- (knee-at) 0.5)) 0.05)", "#t"),
    (f"{READY} (list-tail (reverse (map cdr (car (device-diagnostics knee)))) 4)",
     '("active" "sim:humanoid" ok)'),
    ("(play (bend 170) 'on knee)", "ended"),
    ("(play (bend 170) 'on knee 'speed 2) (device-phase knee)", "active"),
    ("(play (bend 170) 'on knee) (sleep 1)"
     " (< (abs (- (get 'left-knee 'present-position) 170)) 3)", "#t"),
    # A task plays, then the prompt has the device again, then another task.
    ("(device-configure! knee) (task-wait (play-in-background (bend 170) 'on knee))"
     " (device-exchange knee) (task-wait (play-in-background (bend 180) 'on knee))",
     "ended"),
    ("(define t (play-in-background (bend 170) 'on knee)) (sleep 0.3) (task-stop t)"
     " (task-wait t) (list (device-phase knee) (knee-torque) (rest))", "(active 1 #t)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(machine: Machine, text: str, value: str) -> None:
    assert run(machine, text) == value


MISTAKES = [
    ("(device-phase 5)", "device-phase: expected a device, but received 5"),
    ("(play (bend 170) 'on 5)", "play: expected a device, but received 5"),
    ("(device-exchange knee)",
     "device-exchange: sim:humanoid: expected it to be inactive or active, but it is"
     " unconfigured"),
    (f"{READY} (device-exchange knee '(5))",
     "device-exchange: expected pairs of a signal and a number, but received 5"),
    (f"{READY} (device-exchange knee '((left-knee/load . 1)))",
     "device-exchange: left-knee/load: it can be read, not commanded"),
    ("(play (make-sequence (list (make-pose '(1) 'goal-position '(200)) 1)) 'on knee)",
     "play: joint: expected a joint of sim:humanoid, but received"
     " 'right-shoulder-pitch'"),
    (f"{READY} (define t (play-in-background (bend 170) 'on knee)) (sleep 0.2)"
     " (device-exchange knee)",
     "device-exchange: sim:humanoid: another thread owns it; read its state instead"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes(machine: Machine, text: str, message: str) -> None:
    with pytest.raises(SchemeError) as caught:
        run(machine, text)
    assert condition_text(caught.value.payload) == message


def test_an_error_holds_an_active_device(machine: Machine) -> None:
    run(machine, f"{READY} {AWAY}")
    with pytest.raises(SchemeError):
        run(machine, "(car 5)")
    assert machine.stop() is None  # as the prompt does
    assert run(machine, "(list (device-phase knee) (knee-torque))") == "(active 1)"
    # A cycle without commands does not set it in motion again.
    assert run(machine, "(device-exchange knee) (rest)") == "#t"
    assert float(run(machine, "(knee-at)")) > 0.5


def test_an_error_makes_an_active_device_limp_if_that_is_the_policy(
    limp_machine: Machine,
) -> None:
    run(limp_machine, f"{READY} {AWAY}")
    assert limp_machine.stop() is None
    value = run(limp_machine, "(list (device-phase knee) (knee-torque))")
    assert value == "(inactive 0)"


@pytest.mark.parametrize("task", [False, True])
def test_what_breaks_off_holds_what_a_device_plays(
    machine: Machine, task: bool
) -> None:
    if task:
        run(machine, "(play-in-background (bend 160) 'on knee) (sleep 0.3)")
        assert machine.stop() is None
    else:
        text = (
            "(define (interrupt index status) (raise 'interrupted))"
            "(play (bend 170) 'on knee 'decide interrupt)"
        )
        with pytest.raises(SchemeError):
            run(machine, text)
    value = run(machine, "(list (device-phase knee) (knee-torque) (rest) (tasks))")
    assert value == "(active 1 #t ())"
    assert run(machine, "(play (bend 180) 'on knee)") == "ended"


def test_closing_holds_or_is_limp_as_the_policies_of_robots_say() -> None:
    for policy, torque in (("hold", 1), ("limp", 0)):
        for machine in machine_with(policy):
            run(machine, f"{READY} {AWAY}")
            robot = machine.robots.opened[0]
            assert robot.sim is not None
            assert machine.close() is None
            servo = robot.sim.servos[14]
            assert servo["torque enable"] == torque
            if torque:
                assert servo["goal position"] == pytest.approx(
                    servo["present position"], abs=20
                )


def test_a_task_that_fails_holds_what_another_one_plays(machine: Machine) -> None:
    text = """
      (play-in-background (bend 170) 'on knee)
      (every 0.0007 (lambda () (if (> (device-cycles) 20) (car 5))))
      (define (device-cycles)
        (cdr (assq 'exchanges (car (device-diagnostics knee)))))
      (sleep 3)
      (list (device-phase knee) (knee-torque) (rest))"""
    assert run(machine, text) == "(active 1 #t)"
