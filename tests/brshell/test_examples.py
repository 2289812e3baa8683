"""The examples run on the simulator, and do what they say."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path

import pytest

from brbrain import pose_files
from brbrain.trajectory import between
from brshell.cli import main

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> list[str]:
    """Run an example on a virtual clock and return the lines that it prints."""
    assert main(["--fast", str(EXAMPLES / f"{name}.scm"), *arguments]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out.splitlines()


def test_scan(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "scan")
    assert lines[0] == "  1  AX-12  firmware 24  9.6 V  25 C  no alarm"
    assert lines[-2] == "100  AX-S1  firmware 18  9.6 V  25 C  no alarm"
    assert lines[-1] == "19 devices, battery 9.6 V"
    assert run(capsys, "scan", "3")[-1] == "3 devices, battery 9.6 V"


def test_wave(capsys: pytest.CaptureFixture[str]) -> None:
    first, *hand, last = run(capsys, "wave")
    assert first == "The arm goes up."
    assert last == "The arm goes down."
    columns = [len(line) - 1 for line in hand]
    # Out, back, out and back again, between 105 and 175 degrees.
    out, back = max(columns), min(columns)
    assert (out, back) == (pytest.approx(28, abs=2), pytest.approx(5, abs=3))
    assert sum(before > 15 >= after for before, after in pairwise(columns)) == 2


def test_mirror(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "mirror")[1:]  # at first it has not begun to follow
    elbows = [(int(line.split()[1]), int(line.split()[3])) for line in lines]
    assert len(elbows) == 7
    assert all(left + right == pytest.approx(300, abs=15) for left, right in elbows)
    lefts = [left for left, _ in elbows]
    assert max(lefts) - min(lefts) > 90


def test_motion_hook(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    log = tmp_path / "log"
    first, *lines, last = run(capsys, "motion-hook", "3", str(log))
    assert (first, last) == ("The mirror is ready.", "The mirror has stopped.")
    elbows = [(int(line.split()[1]), int(line.split()[3])) for line in lines[1:]]
    assert len(elbows) == 5
    assert all(left + right == pytest.approx(300, abs=10) for left, right in elbows)
    lefts = [left for left, _ in elbows]
    assert max(lefts) - min(lefts) > 50
    entries = log.read_text().splitlines()
    assert entries[0].count("#f") == 18
    assert all("elbow" in entry for entry in entries[1:])
    assert len(entries) > 80


def test_watch_wall(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split(maxsplit=1) for line in run(capsys, "watch-wall")]
    words = [word for _, word in lines]
    assert words == [*["far"] * 5, "near", "very near!", "near", *["far"] * 4]
    echoes = [int(echo) for echo, _ in lines]
    assert echoes[:7] == sorted(echoes[:7])
    assert echoes[7:] == sorted(echoes[7:], reverse=True)


# Motions: the joints go where the programs say, and when.


def numbers(line: str) -> list[int]:
    return [int(word) for word in line.split() if word.lstrip("-").isdecimal()]


def test_ease(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "ease")
    assert [line.split()[0] for line in lines] == ["linear", "cubic", "min-jerk"]
    for line in lines:
        easing, angles = line.split()[0], numbers(line)
        assert len(angles) == 11  # 2 s, five times a second
        # The watch begins a little before the motion: a packet or two.
        for at, angle in zip(range(0, 22, 2), angles, strict=True):
            way, seconds = ((105, 175), at / 10) if at < 10 else ((175, 105), at / 10)
            part = seconds if at < 10 else seconds - 1
            near = [between(*way, part + late, easing) for late in (-0.12, 0.02)]
            assert min(near) - 4 <= angle <= max(near) + 4


def test_record_and_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    saved = tmp_path / "recorded.scm"
    first, counts, elbow = run(capsys, "record-and-play", str(saved))
    assert first == "Move the right arm."
    recorded, needed = numbers(counts)
    assert recorded == pytest.approx(41, abs=1)
    assert needed < recorded / 2
    # The hand swung by a sine of 50 degrees about 150; so does the arm by itself.
    frames = pose_files.load(saved).sequences["recorded"]
    goals = [frames.pose(index).get(5) for index in range(len(frames))]
    assert (min(goals), max(goals)) == pytest.approx((100, 200), abs=3)
    angles = numbers(elbow)
    assert (min(angles), max(angles)) == pytest.approx((100, 200), abs=12)
    assert frames.total_time == pytest.approx(5, abs=0.3)


def test_dance(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [numbers(line) for line in run(capsys, "dance")]
    arms, knees = zip(*rows, strict=True)
    assert len(rows) == 9  # 4 s
    # At 1 s both have done their first steps, and 0.75 s later the second ones.
    assert (arms[2], knees[2]) == pytest.approx((150, 187), abs=3)
    assert (min(arms[1:]), max(arms[1:])) == pytest.approx((150, 215), abs=5)
    assert (min(knees), max(knees[2:])) == pytest.approx((187, 217), abs=3)
    assert arms[-1] == pytest.approx(150, abs=2)
    assert knees[-1] == pytest.approx(187, abs=2)


def test_old_motion(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page, hip = run(capsys, "old-motion")
    assert page == "page 1: Bow, 3 steps, 3.0 s"
    # 341 counts are 100 degrees, 239 are 70; they are there from 1.8 to 2.2 s.
    angles = numbers(hip)
    assert angles[:3] == [100, 100, 100]
    assert angles[3:6] == sorted(angles[3:6], reverse=True)
    assert angles[5] == pytest.approx(70, abs=2)
    assert angles[6] < angles[7]
    assert run(capsys, "old-motion", str(EXAMPLES / "bow.mtn"), "1") == [page, hip]


def test_decide(capsys: pytest.CaptureFixture[str]) -> None:
    words = run(capsys, "decide")
    # Half a second each; the wall is there from 2 to 3.5 s.
    assert words[:4] == ["stand", "left", "right", "left"]
    assert words[4:7] == ["turn"] * 3
    assert words[7:] == ["left", "right", "left"]
    assert run(capsys, "decide", "2") == ["stand", "left"]


def test_walk_in_place(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [numbers(line) for line in run(capsys, "walk-in-place")]
    heights = [height for height, _ in rows]
    assert max(heights) == pytest.approx(20, abs=4)
    assert min(heights) == pytest.approx(-20, abs=4)
    assert heights.index(max(heights)) < heights.index(min(heights))
    for height, center in rows:
        # A foot is up only while the other one carries: seen from the right ankle, that
        # foot ends 21 mm to the left, and the left one begins 56 mm there.
        if height > 2:
            assert center < 21 - 10
        if height < -2:
            assert center > 56 + 10


def test_reach(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, refused = run(capsys, "reach")
    for line in lines:
        x, y, z, *reached = numbers(line.replace("(", "").replace(")", ""))
        # Half a count of five servos, and what its weight bends a soft servo.
        assert reached == pytest.approx([x, y, z], abs=2)
    assert len(lines) == 5
    assert refused == (
        "leg-angles: expected an ankle 3.9 to 148.9 mm from the hip, "
        "but received (120 -40 -240)"
    )


def test_teach(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        numbers(line.translate(str.maketrans(":()", "   ")))
        for line in run(capsys, "teach", "4")
    ]
    for number, (pose, right, left) in enumerate(rows):
        assert pose == number + 1
        taught = (100 + 30 * number, 200 - 30 * number)
        assert (right, left) == pytest.approx(taught, abs=2)
    assert len(rows) == 4


def test_every_example_is_tested() -> None:
    for path in EXAMPLES.glob("*.scm"):
        assert f"test_{path.stem.replace('-', '_')}" in globals()


# Other hardware with the same contract.


def test_iob_sine(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, last = run(capsys, "iob-sine", "4")
    angles = [(float(line.split()[2]), float(line.split()[3])) for line in lines]
    assert len(angles) == 4
    lefts = [left for left, _ in angles]
    # The sine of half a turn a second, from where the joint was.
    assert lefts[1] == pytest.approx(lefts[0] + 0.4 * math.sin(3.14 * 0.85), abs=0.15)
    assert max(right for _, right in angles) - min(right for _, right in angles) > 0.5
    assert re.fullmatch(r"100 cycles, \d missed", last)


def test_ethercat_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "ethercat-hand") == [
        "slaves: (Shadow palm)",
        *(f"{finger} touches at 35 degrees" for finger in ("FF", "MF", "RF", "LF")),
        "fingers that hold: 4",
        "pressures: (200 200 200 200)",
        "palm: ok, zero buffers: 0",
    ]
