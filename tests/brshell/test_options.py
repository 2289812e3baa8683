"""What a command line asks for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from brshell.options import OPTIONS, UsageError, help_text, parse


@pytest.mark.parametrize(
    ("line", "scripts", "arguments"),
    [
        ("", [], []),
        ("walk.scm", ["walk.scm"], []),
        ("walk.scm 3 --fast -e x", ["walk.scm"], ["3", "--fast", "-e", "x"]),
        ("--fast -- -odd.scm -x", ["-odd.scm"], ["-x"]),
        ("-e 1 -e 2 walk.scm 3", ["walk.scm"], ["3"]),
        ("/dev/ttyUSB0", [], []),
        ("/dev/ttyUSB0 57600 -e a.scm b.scm", ["a.scm", "b.scm"], []),
        ("COM3 -i a.scm", ["a.scm"], []),
    ],
)
def test_scripts_and_their_arguments(
    line: str, scripts: list[str], arguments: list[str]
) -> None:
    options = parse(line.split())
    assert options.scripts == scripts
    assert options.arguments == arguments


@pytest.mark.parametrize(
    ("line", "interactive"),
    [
        ("", True),
        ("--fast", True),
        ("walk.scm", False),
        ("-e 1", False),
        ("-i walk.scm", True),
        ("-i -e 1", True),
        ("COM3", True),
        ("COM3 9600 -e a.scm", False),
        ("COM3 9600 -i a.scm", True),
    ],
)
def test_when_to_prompt(line: str, interactive: bool) -> None:
    assert parse(line.split()).interactive is interactive


@pytest.mark.parametrize(
    ("line", "robot"),
    [
        ("", {}),
        ("--port dxl:usb0 --baud 1000000", {"url": "dxl:usb0", "baud": 1000000}),
        ("--port=COM3 --timeout=20.5", {"url": "COM3", "timeout": 0.0205}),
        ("--robot arm --fast", {"robot": "arm", "fast": True}),
        ("--port usb0 --robot arm", {"url": "usb0", "robot": "arm"}),
        ("--speed 2 --speed 3", {"speed": 3.0}),
        ("/dev/ttyUSB0 57600", {"url": "/dev/ttyUSB0", "baud": 57600}),
        ("socket://robot:4000", {"url": "socket://robot:4000"}),
        ("--fast sim:arm -e a.scm", {"url": "sim:arm", "fast": True}),
        ("com12", {"url": "com12"}),
    ],
)
def test_which_robot(line: str, robot: dict[str, Any]) -> None:
    assert parse(line.split()).robot() == robot


AFTER_PORT = "after PORT [BAUD]: expected -e or -i and scripts"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--prot x", "expected an option, but received --prot"),
        ("--port", "--port: expected URL, but nothing follows"),
        ("--fast=3", "--fast: expected no value, but received 3"),
        ("--baud fast", "--baud: expected a whole number above 0, but received fast"),
        ("--baud 0", "--baud: expected a whole number above 0, but received 0"),
        ("--speed nan", "--speed: expected a number above 0, but received nan"),
        ("--dump=ast a", "--dump: expected expand, core or python, but received ast"),
        ("--dump=core", "--dump: expected a script or -e EXPRESSION to show"),
        ("COM3 --robot arm", f"{AFTER_PORT}, but received --robot arm"),
        ("COM3 9600 -e", f"{AFTER_PORT}, but received -e"),
        ("COM3 0", "--baud: expected a whole number above 0, but received 0"),
    ],
)
def test_usage_errors(line: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(line.split())
    assert str(caught.value) == message


def test_an_existing_file_is_a_script_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sim:walk").write_text("1")
    assert parse(["sim:walk"]).scripts == ["sim:walk"]


def test_the_help_names_every_option_and_fits_a_terminal() -> None:
    lines = help_text("usage", OPTIONS).splitlines()
    for option, value, _ in OPTIONS:
        assert any(f"  {option} {value}".rstrip() in line for line in lines)
    assert max(map(len, lines)) <= 80
