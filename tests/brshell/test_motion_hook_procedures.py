"""The procedures for motion hooks, on a simulated humanoid."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from brshell.cli import main
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

SETUP = """
(define calls '())
(define (note . call) (set! calls (cons call calls)))
(define (heard) (let ((all (reverse calls))) (set! calls '()) all))
(define (noter word) (lambda arguments (apply note word arguments)))
(define hook
  (make-motion-hook
    'name "notes"
    'updated (lambda (changed outputs)
               (note 'updated (length changed) (cdr (assq 'left-knee outputs))))
    'pids (noter 'pids)
    'starting (noter 'starting) 'stopping (noter 'stopping)
    'entering-realtime (noter 'entering) 'leaving-realtime (noter 'leaving)
    'time-scale (noter 'scale)))
(motion-pause)
(add-motion-hook! hook)
"""


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine(robot_options={"fast": True})
    machine.run_source(Source("setup", SETUP))
    yield machine
    machine.close()


def run(machine: Machine, text: str) -> str:
    return to_text(machine.run_source(Source("test", text)))


VALUES = [
    ("(list (motion-hook? hook) (motion-hook? 5))", "(#t #f)"),
    ("(list hook (make-robot-hook) (make-log-hook \"x\") (make-scene-hook)"
     " (make-device-hook))",
     "(#<motion-hook notes> #<motion-hook sim:humanoid> #<motion-hook log x>"
     " #<motion-hook scene> #<motion-hook sim:humanoid>)"),
    ("(motion-hooks)", "(#<motion-hook notes>)"),
    ("(begin (remove-motion-hook! hook) (motion-hooks))", "()"),
    ("(list (length (motion-outputs)) (car (motion-outputs)))",
     "(18 right-shoulder-pitch)"),
    ("(motion-output 'left-knee)", "#f"),
    ("(begin (set-output! 14 1/2) (motion-output 'left-knee))", "0.5"),
    ("(begin (motion-start) (motion-step) (set-output! 'left-knee 0.5)"
     " (motion-step 2) (motion-stop) (heard))",
     "((starting) (leaving #f) (updated 18 #f) (updated 1 0.5) (updated 0 0.5)"
     " (leaving #f) (stopping))"),
    ("(begin (motion-start) (update-pid! 'left-knee 64 32 1) (motion-step)"
     " (list-ref (heard) 2))", "(pids ((left-knee 64.0 32.0 1.0)))"),
    ("(begin (motion-start) (set-time-scale! 2) (set-time-scale! 4)"
     " (motion-full-speed) (motion-pause) (sleep 0.01) (cddr (heard)))",
     "((entering 2.0) (scale 4.0) (scale -1.0) (leaving #t)"
     " (scale 0.0) (leaving #f))"),
    ("(begin (motion-full-speed) (time-scale))", "-1.0"),
    ("(begin (set-time-scale! 1/2) (time-scale))", "0.5"),
    ("(begin (motion-start) (motion-step 10) (motion-time))", "0.32"),
    ("(begin (set-time-scale! 1) (motion-start) (sleep 1) (motion-stop) (heard)"
     " (motion-time))", "1.024"),
    ("(let ((task (motion-start))) (list (tasks) (eq? task (motion-start))))",
     "((#<task motion state: running>) #t)"),
    ("(begin (motion-start) (motion-stop) (tasks))", "()"),
    ("(begin (task-stop (motion-start)) (sleep 1) (heard))",
     "((starting) (leaving #f) (leaving #f) (stopping))"),
    ("(begin (add-motion-hook! (make-robot-hook)) (set-time-scale! 1) (motion-start)"
     " (set-output! 'left-knee 0.5) (update-pid! 'left-knee 64 32 1) (sleep 1)"
     " (list (round (get 'left-knee 'goal-position))"
     " (get-raw 'left-knee 'cw-compliance-slope)))", "(179.0 64)"),
    ("(begin (add-motion-hook! (make-device-hook)) (set-time-scale! 1) (motion-start)"
     " (set-output! 'left-knee 0.5) (sleep 1) (let ((torque (get 14 'torque-enable)))"
     " (motion-stop) (list torque (get 14 'torque-enable))))", "(1 0)"),
    ("(parameterize ((current-robot (connect \"sim:arm\"))) (motion-outputs))",
     "(base shoulder elbow wrist gripper)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(machine: Machine, text: str, value: str) -> None:
    assert run(machine, text) == value


MISTAKES = [
    ("(make-motion-hook 'updated)",
     "make-motion-hook: expected a name and a value for each option, but received"
     " updated"),
    ("(make-motion-hook 'updates car)",
     "make-motion-hook: expected one of the options name, updated, pids, starting,"
     " stopping, entering-realtime, leaving-realtime, time-scale, but received"
     " updates"),
    ("(make-motion-hook 'updated 5)",
     "make-motion-hook: expected a procedure, but received 5"),
    ("(make-motion-hook 'name 5)",
     "make-motion-hook: expected a string, but received 5"),
    ("(add-motion-hook! 5)",
     "add-motion-hook!: expected a motion hook, but received 5"),
    ("(remove-motion-hook! (make-robot-hook))",
     "remove-motion-hook!: expected a motion hook that was added, but received"
     " #<motion-hook sim:humanoid>"),
    ("(set-output! 'left-kne 1)",
     "set-output!: expected the name of a joint, but received left-kne"),
    ("(set-output! 100 1)",
     "set-output!: expected a joint of the robot, but received 100"),
    ("(set-output! 'left-knee 'far)",
     "set-output!: expected a real number, but received far"),
    ("(update-pid! 'left-knee 300 1 1)",
     "update-pid!: slope: expected 0 to 254, but received 300"),
    ("(set-time-scale! +nan.0)",
     "set-time-scale!: expected a finite number, but received +nan.0"),
    ("(motion-step 3)",
     "motion-step: expected a motion that was started"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes(machine: Machine, text: str, message: str) -> None:
    with pytest.raises(SchemeError) as caught:
        run(machine, text)
    assert condition_text(caught.value.condition) == message


BROKEN = """
(define times 0)
(add-motion-hook!
  (make-motion-hook 'name "bad" 'updated (lambda (changed outputs) (car 5))))
(add-motion-hook!
  (make-motion-hook 'updated (lambda (changed outputs) (set! times (+ times 1)))))
(motion-start)
(sleep 1)
(write times)
"""


def test_an_error_in_a_hook_is_shown_once_and_ends_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--fast", "-e", BROKEN]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("32")
    assert err.count("car: expected a pair, but received 5") == 1
    assert err.count("the motion hook bad goes on") == 1


def test_a_hook_that_blocks_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = BROKEN.replace("(car 5)", "(sleep 100)")
    assert main(["--fast", "-e", text]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("32")
    assert err == "brshell: motion hook bad: updated has not returned for 0.5 s\n"


def test_the_end_of_a_program_stops_the_motion(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    program = f'(add-motion-hook! (make-log-hook "{log}")) (motion-start) (sleep 0.1)'
    assert main(["--fast", "-e", program]) == 0
    assert capsys.readouterr().err == ""
    assert log.read_text().startswith("(0 (right-shoulder-pitch #f) ")


@pytest.mark.parametrize("options", [["--fast"], []])
def test_ctrl_c_ends_a_hook_that_never_returns(options: list[str]) -> None:
    program = """
      (add-motion-hook! (make-motion-hook
        'name "bad" 'updated (lambda x (let loop () (loop)))))
      (motion-start) (display "ready") (newline) (flush-output-port) (sleep 100)"""
    command = [sys.executable, "-m", "brshell", *options, "-e", f"(begin {program})"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Not ignored, as what a shell starts in the background would have it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            told = process.stderr.readline()
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert told.startswith(b"brshell: motion hook bad: updated has not returned for ")
    assert process.returncode == 130
    assert b"has not returned" not in err
    assert b"Traceback" not in err
