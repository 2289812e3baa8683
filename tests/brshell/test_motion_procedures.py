"""The procedures for poses, sequences and playback, on a simulated humanoid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

SETUP = """
(define a (make-pose '(1 2) 'goal-position '(120 180)))
(define b (make-pose '(left-shoulder-pitch 1) 'goal-position '(150 90)))
(define lit (make-pose '(5) '(goal-position led) '((60 1))))
(define s (make-sequence (list a 1) (list b 1/2 0.25)))
(define (degrees id) (round (get id 'present-position)))
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
    ("(list (pose? a) (pose? s) (sequence? s) (sequence? 5))", "(#t #f #t #f)"),
    ("(pose-ids b)", "(2 1)"),
    ("(pose-registers lit)", "(goal-position led)"),
    ("(round (pose-ref a 1 'goal-position))", "120.0"),
    ("(pose-ref lit 'right-elbow 'led)", "1"),
    ("(begin (pose-set! a 1 'goal-position 30) (round (pose-ref a 1 'goal-position)))",
     "30.0"),
    ("(round (pose-ref (capture-pose) 1 'goal-position))", "69.0"),
    ("(pose-ids (capture-pose '(1 left-knee)))", "(1 14)"),
    ("(pose-ref (capture-pose '(1) '(present-voltage)) 1 'present-voltage)", "9.6"),
    ("(let ((m (mirror-pose a))) (list (pose-ids m)"
     " (round (pose-ref m 2 'goal-position))))", "((2 1) 180.0)"),
    ("(round (pose-ref (blend-poses a b 1/2) 1 'goal-position))", "105.0"),
    ("(pose-ids (combine-poses (pose-part a 1) b))", "(1 2)"),
    ("(pose-difference a b)", "((1 -102) (2 -102))"),
    ("(begin (pose-write! a 1) (wait-until-still) (< 118 (degrees 1) 122))",
     "#t"),
    ("(begin (pose-write! lit 1) (get 5 'led))", "1"),
    ("(begin (pose-read! lit) (pose-ref lit 5 'led))", "0"),
    ("(list (sequence-length s) (sequence-seconds s))", "(2 1.75)"),
    ("(cdr (sequence-ref s 1))", "(0.5 0.25)"),
    ("(begin (sequence-add! s a 2) (sequence-insert! s 0 b 3 1) (sequence-delete! s 1)"
     " (sequence-move! s 0 2) (map (lambda (i) (cadr (sequence-ref s i))) '(0 1 2)))",
     "(0.5 2 3)"),
    ("(map sequence-seconds (list (sequence-repeat s 2) (sequence-scale s 2)"
     " (sequence-reverse s) (sequence-append s s) (mirror-sequence s)))",
     "(3.5 3.5 1.75 3.5 1.75)"),
    ("(begin (limp!) (sequence-length (record-sequence 1 5)))", "6"),
    ("(begin (hold!) (sleep 1)"
     " (sequence-length (thin-sequence (record-sequence 1 5) 2)))", "2"),
    ("(list (play s) (degrees 1))", "(ended 90.0)"),
    ("(let ((start (now))) (play s 'speed 2 'repeat 2 'easing 'linear 'safe #f)"
     " (< 1.7 (- (now) start) 2.3))", "#t"),
    ("(let ((seen '())) (play s 'decide (lambda (step status)"
     " (set! seen (cons (list step (cdr (assq 'state status))) seen))"
     " (if (= step 0) 1 #f))) (reverse seen))", "((0 playing) (1 playing))"),
    ("(let ((t (play-in-background s))) (sleep 0.5)"
     " (let ((n (length (tasks)))) (list n (task-wait t) (degrees 1))))",
     "(1 ended 90.0)"),
    ("(let ((t (play-in-background s))) (sleep 0.5) (task-stop t) (sleep 2)"
     " (list (tasks) (< 85 (degrees 1) 119)))", "(() #t)"),
    ("(let ((t (play-in-background s))) (sleep 0.5) (play-pause! t) (sleep 3)"
     " (let ((state (cdr (assq 'state (play-status t)))) (at (degrees 1)))"
     "  (play-resume! t) (list state (< 85 at 119) (task-wait t) (degrees 1))))",
     "(paused #t ended 90.0)"),
    ("(let ((t (play-in-background s))) (play-speed! t 10) (sleep 1) (tasks))", "()"),
    ("(let ((t (play-in-background s))) (sleep 0.5) (play-stop! t a 0.5)"
     " (let ((end (task-wait t))) (sleep 1)"
     " (list end (< 118 (degrees 1) 121))))", "(stopped #t)"),
    ("(let ((t (play-in-background s))) (sleep 0.5) (play-stop! t)"
     " (list (task-wait t) (< 85 (degrees 1) 119)))", "(stopped #t)"),
    ("(begin (play-in-background s) (sleep 0.5) (stop!) (sleep 2)"
     " (list (tasks) (< 85 (degrees 1) 119)))", "(() #t)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(machine, text, value):
    assert run(machine, text) == value


ERRORS = [
    ("(play-pause! 5)", "play-pause!: expected a task of play-in-background, but rece"),
    ("(play-pause! (every 1 (lambda () 1)))", "expected a task of play-in-background"),
    ("(play-speed! (play-in-background s) 0)", "play-speed!: expected more than 0"),
    (
        "(make-pose '(1 2) 'goal-position '(120))",
        "make-pose: expected a list of 2 values",
    ),
    ("(make-pose '(1) '(led goal-position) '(120))", "make-pose: expected 2 values"),
    ("(make-pose '(1) 'goal-position '(400))", "expected 0 to 300 deg, but received 4"),
    ("(make-pose '(1 1) 'goal-position '(1 1))", "make-pose: ids: expected each once"),
    ("(make-pose '(1) 'goal-positon '(1))", "make-pose: expected the name of a reg"),
    ("(pose-ref a 3 'goal-position)", "pose-ref: expected one of ids 1, 2"),
    ("(pose-ref a 1 'led)", "pose-ref: expected one of goal position"),
    ("(pose-ref s 1 'led)", "pose-ref: expected a pose, but received #<sequence"),
    ("(make-sequence (list a))", "make-sequence: expected lists of a pose and sec"),
    ("(make-sequence (list 5 1))", "make-sequence: expected a pose, but received 5"),
    ("(make-sequence (list a -1))", "make-sequence: time: expected 0 or more"),
    (
        "(sequence-ref s 2)",
        "sequence-ref: index: expected an integer from 0 to 1, but received 2",
    ),
    ("(play 5)", "play: expected a sequence, but received 5"),
    ("(play s 'speed)", "play: expected a value for each option"),
    ("(play s 'sped 1)", "play: expected one of the options speed, repeat"),
    ("(play s 'speed 0)", "play: speed: expected more than 0, but received 0"),
    ("(play s 'easing 'bouncy)", "play: easing: expected one of linear, cubic"),
    ("(play s 'decide 5)", "play: expected a procedure that decides, but received 5"),
    ("(play s 'decide (lambda (i s) (car i)))", "car: expected a pair, but received 0"),
    (
        "(play s 'decide (lambda (i s) 9))",
        "play: index: expected an integer from 0 to 1, but received",
    ),
    ('(load-pose "nowhere.scm")', "load-pose: cannot read nowhere.scm"),
    ('(load-sequence "nowhere.scm")', "load-sequence: cannot read nowhere"),
    ("(record-sequence 0 5)", "record-sequence: seconds: expected more than 0"),
    ("(blend-poses a lit 1/2)", "blend-poses: expected two with the same"),
]


@pytest.mark.parametrize(("text", "message"), ERRORS)
def test_errors(machine, text, message):
    with pytest.raises(SchemeError) as caught:
        machine.run_source(Source("test", text))
    assert message in condition_text(caught.value.condition)
    assert run(machine, "(play s)") == "ended"


def test_files(machine, tmp_path):
    pose, sequence = tmp_path / "pose.scm", tmp_path / "sequence.scm"
    run(machine, f'(save-pose lit "{pose}") (save-sequence s "{sequence}")')
    assert pose.read_text().startswith('(pose "" (type ax12) (registers goal-position')
    assert run(machine, f'(pose-ref (load-pose "{pose}") 5 (quote led))') == "1"
    assert run(machine, f'(sequence-seconds (load-sequence "{sequence}"))') == "1.75"
    pose.write_text('(pose "a"\n  (1 x))')
    with pytest.raises(SchemeError) as caught:
        run(machine, f'(load-pose "{pose}")')
    text = condition_text(caught.value.condition)
    assert text == f"load-pose: {pose}:2:6: expected a number, but received x"


@pytest.mark.parametrize("suffix", ["mtn", "bin", "ppr", "mtnx", "move", "motion"])
def test_motion_files(machine, tmp_path, suffix):
    path = tmp_path / f"wave.{suffix}"
    run(machine, f'(export-motion s "{path}")')
    page, *_ = machine.run_source(Source("test", f'(motion-pages "{path}")'))
    names = [pair.car.name for pair in page]
    assert names[:3] == ["number", "name", "steps"]
    text = f'(sequence-seconds (import-motion "{path}"))'
    assert float(run(machine, text)) == pytest.approx(1.75, abs=1.1)
    assert run(machine, f'(list (play (import-motion "{path}" 1)) (degrees 1))') in (
        "(ended 90.0)",
        "(ended 91.0)",
    )


def test_a_motion_as_a_program(machine, tmp_path):
    path = tmp_path / "wave.scm"
    run(machine, f'(export-motion s "{path}")')
    run(machine, f'(load "{path}")')
    assert run(machine, "(degrees 1)") == "90.0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('(import-motion "nowhere.mtn")', "import-motion: cannot read nowhere.mtn"),
        ('(import-motion "wave.xyz")', "import-motion: wave.xyz: expected"),
        ('(export-motion s "wave.xyz")', "export-motion: wave.xyz: expected"),
        ('(import-motion "x.mtn" (list 1))', "import-motion: "),
        ("(motion-pages 5)", "motion-pages: expected a string, but received 5"),
    ],
)
def test_what_no_motion_file_is(machine, text, message):
    with pytest.raises(SchemeError) as caught:
        machine.run_source(Source("test", text))
    assert condition_text(caught.value.condition).startswith(message)


def test_a_lost_servo_ends_a_motion_and_is_named(machine):
    with pytest.raises(SchemeError) as caught:
        run(machine, "(play s 'decide (lambda (i st) (sim-fault! 'dead 1) 1))")
    text = condition_text(caught.value.condition)
    assert text == "play: step 1: id 1 does not answer any more"


def test_an_error_in_a_task_is_shown(machine):
    errors = []
    machine.report_error = errors.append
    run(machine, "(play-in-background s 'decide (lambda (i st) (car i))) (sleep 3)")
    assert "car: expected a pair" in condition_text(errors[0].condition)
