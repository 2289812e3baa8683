"""Motions saved as programs: they read well, and they move the robot."""

from __future__ import annotations

import logging

import pytest

from brbrain import motionfiles
from brbrain.pose import Pose
from brbrain.sequence import Sequence, Step
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.printer import to_text

UP = Pose([1, 2], values={1: [200], 2: [800]}, name="Arms up!")
DOWN = Pose([1, 2], values={1: [240], 2: [780]}, name="list")

PROGRAM = """\
; My wave: 3 steps, 2.6 s. Angles are in degrees.

(define arms-up!
  (make-pose '(1 2)
             '(goal-position)
             '(58.7 234.6)))
(define list-2
  (make-pose '(1 2)
             '(goal-position)
             '(70.4 228.7)))

(define my-wave
  (make-sequence
    (list arms-up! 0.6 0.1)
    (list list-2 1.2)
    (list arms-up! 0.7)))

(play my-wave 'easing 'linear)
"""


def wave(*easings):
    rows = [(UP, 0.6, 0.1), (DOWN, 1.2, 0.0), (UP, 0.7, 0.0)]
    return Sequence(
        (Step(*row, easing) for row, easing in zip(rows, easings, strict=True)),
        name="My wave",
    )


def saved(path, *easings):
    motionfiles.save(path, wave(*easings))
    return path.read_text()


def test_a_motion_becomes_a_program(tmp_path):
    assert saved(tmp_path / "wave.scm", *["linear"] * 3) == PROGRAM


def test_the_program_plays_the_motion(tmp_path):
    text = saved(tmp_path / "wave.scm", *["min-jerk"] * 3)
    assert text.endswith("(play my-wave)\n")
    machine = Machine(robot_options={"fast": True})
    try:
        machine.run_source(Source("wave.scm", text))
        goals = "(list (get-raw 1 'goal-position) (get-raw 2 'goal-position))"
        assert to_text(machine.run_source(Source("test", goals))) == "(200 800)"
        seconds = "(sequence-seconds my-wave)"
        played = machine.run_source(Source("test", seconds))
        assert played == pytest.approx(2.6)
    finally:
        machine.close()


def test_different_easings_are_told(tmp_path, caplog):
    path = tmp_path / "wave.scm"
    with caplog.at_level(logging.WARNING, "brbrain"):
        text = saved(path, "linear", "cubic", "linear")
    assert text.endswith("(play my-wave)\n")
    assert caplog.messages == [
        f"W: {path}: without the different easings of steps and joints"
    ]


def test_long_lists_go_on_in_the_next_lines(tmp_path):
    pose = Pose(range(1, 19), name="stand")
    path = tmp_path / "stand.scm"
    motionfiles.save(path, Sequence([Step(pose, 1.0)]))
    assert max(map(len, path.read_text().splitlines())) <= 80
