"""The robot's libraries in Scheme: documented, tested, and at one with brbrain.

What they do is tested in Scheme, in stdlib/robot/.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brbrain.kinematics import Kinematics
from brbrain.robots import ROBOTS
from brshell.cli import main
from brshell.machine import Machine
from brshell.reader.files import library_folder
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

FOLDER = Path(library_folder()) / "robot"
LIBRARIES = sorted(path.stem for path in FOLDER.glob("*.sld"))


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    machine = Machine(robot_options={"fast": True})
    for library in LIBRARIES:
        machine.run_source(Source("imports", f"(import (robot {library}))"))
    yield machine
    machine.close()


def run(machine: Machine, text: str) -> object:
    return machine.run_source(Source("test", text))


def test_each_library_has_tests():
    assert LIBRARIES == ["balance", "gait", "iob", "kinematics", "motion"]
    tests = {path.stem.removesuffix("-test") for path in FOLDER.glob("*-test.scm")}
    assert tests == set(LIBRARIES)


@pytest.mark.parametrize("library", LIBRARIES)
def test_all_that_a_library_exports_has_help(machine, library):
    ours = [
        entry
        for entry in machine.book.entries().values()
        if entry.origin == f"of (robot {library})"
        or (library == "iob" and entry.family == "iob")  # which are builtins
    ]
    assert ours
    for entry in ours:
        assert entry.text.strip(), entry.name


def test_help_tells_which_library_has_a_name():
    found = Machine().book.shelf.elsewhere("leg-angles")
    assert found == ["(robot kinematics)"]


@pytest.mark.parametrize("robot", ["humanoid", "arm"])
def test_frames_are_those_of_brbrain(machine, robot):
    description = ROBOTS[robot]
    counts = [
        sum(joint.limits) / 2 + (-1) ** place * 10 * place
        for place, joint in enumerate(description.joints)
    ]
    posture = " ".join(
        f"({joint.name} . {joint.angle(count)!r})"
        for joint, count in zip(description.joints, counts, strict=True)
    )
    run(machine, f'(define robot (connect "sim:{robot}"))')
    run(machine, f"(define frames (link-frames '({posture})))")
    expected = Kinematics(description).frames(counts)
    for joint, frame in zip(description.joints, expected, strict=True):
        run(machine, f"(define found (cdr (assq '{joint.name} frames)))")
        place = run(machine, "(frame-place found)")
        assert list(place) == pytest.approx([1000 * part for part in frame.place])
        axes = run(machine, "(frame-axes found)")
        for axis, own in zip(axes, frame.axes, strict=True):
            assert list(axis) == pytest.approx(own, abs=1e-12)
    run(machine, '(connect "sim:humanoid")')


# What goes wrong in a library is told at the user's call.
ERRORS = [
    ("(+ 1 (walk 'far))", "1:6", "walk: expected a number of steps, 1 or more, but "
     "received far"),
    ("(play (walk 2 300))", "1:7", "posture->pose: left-ankle-pitch: expected an angle "
     "from -115 to 23 degrees, but received "),
    ("(link-frame 5 'left-knee)", "1:1", "link-frame: expected a posture, a list of "
     "(joint . angle), but received 5"),
    ("(posture->pose '((left-nee . 5)))", "1:1", "posture->pose: expected a posture, a "
     "list of (joint . angle), but received ((left-nee . 5))"),
    ("(leg-angles 'left '(1 2))", "1:1", "leg-angles: expected a place (x y z), but "
     "received (1 2)"),
    ("(leg-angles 'left '(0 38 -240) 'far)", "1:1", "leg-angles: expected an angle in "
     "degrees, but received far"),
    ("(footsteps->sequence '((left 5)))", "1:1", "footsteps->sequence: expected "
     "footsteps (side x y turn), but received ((left 5))"),
    ("(crouch 'low 0 0)", "1:1", "crouch: expected a number, but received low"),
    ("(balance-margin '() 'left)", "1:1", "balance-margin: expected a list of feet, "
     "but received left"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "place", "message"), ERRORS)
def test_errors_are_told_where_the_user_called(machine, source, place, message):
    with pytest.raises(SchemeError) as caught:
        run(machine, source)
    condition = caught.value.condition
    assert str(condition.span).endswith(place)
    assert condition_text(condition).startswith(message)
    assert not condition.trace


JOINTS = [
    ("(length (joint-names))", "18"),
    ("(cdr (assq 'sensors (robot-info)))", "(100)"),
    ("(cdr (assq 'mass (robot-info)))", "0.7054"),
    ("(map (lambda (key) (cdr (assq key (joint-info 13)))) '(name parent axis limits))",
     "(right-knee right-hip-pitch y (0 115))"),
    ("(cdr (assq 'parent (joint-info 'left-hip-yaw)))", "#f"),
    ("(map round (joint-limits 'left-knee))", "(150.0 265.0)"),
    ("(round (joint-angle->degrees 'left-knee 90))", "240.0"),
    ("(round (degrees->joint-angle 'left-knee 240))", "90.0"),
    ("(list (mirror-joint 13) (mirror-joint 'left-knee))", "(left-knee right-knee)"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "printed"), JOINTS)
def test_joints(machine, source, printed):
    assert to_text(run(machine, source)) == printed


def test_joints_of_a_list_of_ids_have_plain_names(machine):
    run(machine, '(define plain (connect "sim:ids:1,2"))')
    assert to_text(run(machine, "(joint-names 'robot plain)")) == "(servo-1 servo-2)"
    run(machine, '(connect "sim:humanoid")')


@pytest.mark.parametrize("form", ["(display 1)", "(define x 1)", "(move! 1 90)"])
def test_what_a_program_does_not_import_is_told(tmp_path, capsys, form):
    program = tmp_path / "walk.scm"
    program.write_text(f"(import (robot gait))\n{form}\n")
    assert main(["--fast", str(program)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert "this variable is not defined" in told[0]
    assert told[-1] == "  this program does not import it: (import (brshell)) does"
