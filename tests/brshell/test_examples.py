"""The examples run on the simulator, and do what they say."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

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


def test_watch_wall(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [line.split(maxsplit=1) for line in run(capsys, "watch-wall")]
    words = [word for _, word in lines]
    assert words == [*["far"] * 5, "near", "very near!", "near", *["far"] * 4]
    echoes = [int(echo) for echo, _ in lines]
    assert echoes[:7] == sorted(echoes[:7])
    assert echoes[7:] == sorted(echoes[7:], reverse=True)


def test_every_example_is_tested() -> None:
    for path in EXAMPLES.glob("*.scm"):
        assert f"test_{path.stem.replace('-', '_')}" in globals()
