"""Errors of the robot's procedures: their place, kind, parts and further fact."""

from __future__ import annotations

import pytest
from machines import condition, run

from brshell.machine import Machine


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("(begin (scan 4) (get 77 'led))", "ids that answered the last scan: 1 2 3 4"),
        ("(get 77 'led)", None),
        ("(begin (sim-fault! 'dead 1) (scan 1) (get 77 'led))",
         "ids that answered the last scan: none"),
        ("(get 1 'goal-positon)", "similar names: goal-position"),
        ("(get 1 \"goal position\")", "similar names: goal-position"),
        ("(get 1 \"gaol position\")",
         "similar names: goal-position present-position"),
        ("(get 1 'Voltage)",
         "similar names: lowest-limit-voltage highest-limit-voltage present-voltage"),
        ("(get 1 'xyzzy)", None),
        ("(get 'knee 'led)", "similar names: right-knee left-knee"),
        ("(move! 'left-elbo 90)", "similar names: left-elbow"),
        ("(move! \"left elbow\" 90)", "similar names: left-elbow"),
        ("(move! \"xyzzy\" 90)", None),
        ("(begin (connect \"sim:arm\") (get 'knee 'led))",
         "the joints: base shoulder elbow wrist gripper"),
    ],
)  # fmt: skip
def test_further_facts(machine: Machine, text: str, fact: str | None) -> None:
    assert condition(machine, text).fact == fact


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("(get 77 'led)", "(#f #t #f #t 10 (77) () #f)"),
        ("(move-all! '((3 90) (77 90)))",
         "(#f #t #f #t 10 (77) ((3 12 24 3 1 250 0 1023)) #f)"),
        ("(put! 1 'goal-position 400)", "(#f #f #t #t #f () () goal-position)"),
        ("(begin (disconnect) (ping 1))", "(#t #f #f #t #f () () #f)"),
        ("(get 1 'goal-positon)", "(#f #f #t #t #f () () #f)"),
        ("(car 5)", "(#f #f #f #f #f () () #f)"),
    ],
)  # fmt: skip
def test_errors_are_conditions_that_guard_takes(
    machine: Machine, text: str, parts: str
) -> None:
    program = f"""
      (guard (e (#t (list (link-error? e) (status-error? e) (register-error? e)
                          (robot-error? e) (error-status e) (error-ids e)
                          (error-values e) (error-register e))))
        {text})"""
    assert run(machine, program) == parts


def test_an_error_has_its_place_and_trace(machine: Machine) -> None:
    found = condition(machine, "(define (lift leg)\n  (get leg 'led))\n(lift 77)")
    assert str(found.span) == "test:2:3"
    assert [frame.name for frame in found.trace] == ["lift"]


@pytest.mark.parametrize(
    "text",
    [
        "(beep! 100 [100])",
        "(beep! 100 10 [9])",
        "(change-id! 1 [1])",
        '(connect ["sim:dog"])',
        "(distance [3])",
        '(get ["1"] "1")',
        "(get 100 ['goal-position])",
        "(get 1 ['gaol])",
        "(melody! 100 [100])",
        "(move! 1 [400])",
        "(move! 1 [1000/3])",
        "(move! [100] 100)",
        "(move! 1 90 [-1])",
        "(move-all! ['((1 90) (2 400))])",
        '(move-all! [\'((1 90) ("2" 40))] 1)',
        "(put! 1 ['id] 5)",
        "(put! 1 ['present-position] 3)",
        "(put! 2 'led [2])",
        "(put! 1 'moving-speed [-5])",
        "(set-read-format! '(1 led 1) ['(2 gaol 1)])",
        "(sim-load! [100] 1)",
        "(sim-push! [100] 1)",
        "(wait-until-still [-1])",
        "(wheel! 200 [200])",
    ],
)
def test_the_caret_is_under_the_wrong_argument(machine: Machine, text: str) -> None:
    program = text.replace("[", "").replace("]", "")
    found = condition(machine, program).span
    assert found is not None
    shown = f"{program[: found.start]}[{program[found.start : found.end]}]"
    assert shown + program[found.end :] == text


def test_a_long_scan_shows_how_far_it_is(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run(machine, "(scan 1)")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("brshell.builtins.robot.progress.PATIENCE", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run(machine, "(scan 2)")
    shown = capsys.readouterr().err
    pieces = shown.split("\r")
    assert "scan [######--------------] 1 of 3" in map(str.rstrip, pieces)
    assert not pieces[-1].strip()
    assert not pieces[-2].strip()  # it has gone in the end
