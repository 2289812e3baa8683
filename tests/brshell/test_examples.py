"""Each example runs on the simulated robot in virtual time, and says what it should."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-m", "brshell", "--robot", "humanoid", "--fast"]
    done = subprocess.run(
        [*command, str(EXAMPLES / name), *arguments],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_every_example_is_tested() -> None:
    here = Path(__file__).read_text()
    assert all(f'"{path.name}"' in here for path in EXAMPLES.glob("*.scm"))


def test_scan_lists_the_modules() -> None:
    *modules, summary = run("scan.scm")
    assert [int(line.split()[1]) for line in modules] == [*range(1, 19), 100]
    assert [line.split()[2] for line in modules] == ["AX-12"] * 18 + ["AX-S1"]
    assert summary == "19 modules answered; the battery has 9.6 V"


def test_scan_takes_the_last_id() -> None:
    assert run("scan.scm", "3")[-1].startswith("3 modules answered")


def test_wave_tells_where_the_arm_is() -> None:
    lines = run("wave.scm")
    places = [re.fullmatch(r"  (\S+) is at (\d+) degrees", line) for line in lines]
    told = [(m[1], int(m[2])) for m in places if m]
    assert told[0] == ("right-shoulder-roll", pytest.approx(150, abs=3))
    swings = [angle for joint, angle in told if joint == "right-elbow"][:6]
    assert swings == [pytest.approx(goal, abs=3) for goal in (110, 170) * 3]
    assert lines[-1] == "Done."


def test_mirror_lets_the_left_arm_follow() -> None:
    told = dict(line.split() for line in run("mirror.scm"))
    right, left = int(told["right-elbow"]), int(told["left-elbow"])
    assert abs(right - 150) > 5  # the arm was moved
    assert left == pytest.approx(300 - right, abs=5)


def test_watch_wall_sees_it_come_nearer() -> None:
    values = [int(line.split()[0]) for line in run("watch-wall.scm")]
    assert len(values) == 8
    assert values == sorted(values)
    assert values[0] < 10
    assert values[-1] == 255
