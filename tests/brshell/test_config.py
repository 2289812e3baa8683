"""The user's settings: the file, what is wrong with it, and what they change."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from brshell.cli import main
from brshell.config import (
    config_path,
    defaults,
    read_settings,
    robot_options,
    robot_policies,
    settings_text,
)
from brshell.options import UsageError

Write = Callable[[str], None]


@pytest.fixture
def write() -> Write:
    """Return a function that writes the user's config.toml."""

    def write(text: str) -> None:
        path = Path(config_path())
        path.parent.mkdir(parents=True)
        path.write_text(text)

    return write


def test_without_a_file_there_are_the_defaults():
    settings = read_settings()
    assert settings == defaults()
    assert settings["editing-mode"] == "emacs"
    assert settings["stop-policy"] == "hold"


def test_what_the_file_sets(write):
    write('editing-mode = "vi"\nhistory-size = 5\ncolors = false\n')
    changed = {"editing-mode": "vi", "history-size": 5, "colors": False}
    assert read_settings() == {**defaults(), **changed}


WRONG = [
    (
        "editing-mod = 1",
        "expected a setting (editing-mode, history-size, colors, theme, "
        "completion-while-typing, auto-suggestion, toolbar, mouse, port, robot, "
        "stop-policy, closing-policy), but received editing-mod",
    ),
    (
        'editing-mode = "nano"',
        'editing-mode: expected "emacs" or "vi", but received "nano"',
    ),
    ("editing-mode = true", 'editing-mode: expected "emacs" or "vi", .* true'),
    ('colors = "yes"', 'colors: expected true or false, but received "yes"'),
    ("colors = 1", "colors: expected true or false, but received 1"),
    (
        "history-size = -1",
        "history-size: expected a whole number from 0 to 1000000, but received -1",
    ),
    ("history-size = 5.0", "history-size: .*, but received 5.0"),
    ("history-size = true", "history-size: .*, but received true"),
    ("port = 3", "port: expected a text in quotes, but received 3"),
    ("port = []", "port: expected a text in quotes, but received an array"),
    ("[port]", "port: expected a text in quotes, but received a table"),
    (
        'closing-policy = "run"',
        'closing-policy: expected "stop-policy", "hold" or "limp", but received "run"',
    ),
    ('robot = "dog"', "robot: expected humanoid, arm or .*, but received 'dog'"),
    ("port = \n", "expected TOML, but received other text: .* line 1"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_with_a_file(write, text, message):
    write(text)
    with pytest.raises(UsageError) as caught:
        read_settings()
    start = f"{config_path()}: "
    assert str(caught.value).startswith(start)
    pattern = re.sub(r"[()]", r"\\\g<0>", message)
    assert re.fullmatch(f"{pattern}.*", str(caught.value).removeprefix(start))


def test_a_folder_is_no_file_of_settings():
    Path(config_path()).mkdir(parents=True)
    with pytest.raises(UsageError, match="is a directory"):
        read_settings()


def test_a_wrong_file_ends_a_script(write, capsys):
    write("colors = 1")
    assert main(["-e", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"brshell: {config_path()}: colors: expected true or false")


def test_a_wrong_file_is_told_at_the_prompt(write, capsys, monkeypatch):
    write("colors = 1")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("brshell.repl.entry.read_line", lambda prompt: next(entries))
    entries = iter(["(exit 5)"])
    assert main(["-q"]) == 5
    assert "colors: expected true or false" in capsys.readouterr().err


def test_the_file_that_is_written_has_every_default_as_a_comment(capsys):
    assert main(["--write-config"]) == 0
    text = Path(config_path()).read_text("utf-8")
    assert capsys.readouterr().out == f"{config_path()}\n"
    assert read_settings() == defaults()
    uncommented = re.sub(r"^# (?=[a-z-]+ = )", "", text, flags=re.MULTILINE)
    assert tomllib.loads(uncommented) == defaults()


def test_a_file_that_is_there_is_not_overwritten(write, capsys):
    write("colors = false")
    assert main(["--write-config"]) == 2
    assert capsys.readouterr().err == (
        f"brshell: --write-config: there is {config_path()} already\n"
    )
    assert read_settings()["colors"] is False


def test_a_place_where_nothing_can_be_written(tmp_path, capsys):
    (tmp_path / "config").write_text("a file where a folder should be")
    assert main(["--write-config"]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_every_setting_says_in_a_sentence_what_it_does():
    for paragraph in settings_text().split("\n\n")[1:]:
        help = paragraph.splitlines()[0]
        assert re.fullmatch(r"# [A-Z].*\. Expected: .*\.", help)


@pytest.mark.parametrize(
    ("given", "settings", "port_variable", "options"),
    [
        ({}, {}, "", {}),
        ({"fast": True}, {"port": "usb0"}, "", {"fast": True}),
        ({}, {"port": "usb0"}, "", {"url": "usb0"}),
        ({}, {"port": "usb0"}, "usb1", {"url": "usb1"}),
        ({"url": "usb2"}, {"port": "usb0"}, "usb1", {"url": "usb2"}),
        ({"robot": "arm"}, {"port": "usb0"}, "", {"robot": "arm"}),
        ({}, {"robot": "arm"}, "", {"robot": "arm"}),
        ({}, {"robot": "arm"}, "usb1", {"url": "usb1", "robot": "arm"}),
        ({"robot": "humanoid"}, {"robot": "arm"}, "", {"robot": "humanoid"}),
        ({"url": "sim:arm"}, {"robot": "humanoid"}, "", {"url": "sim:arm"}),
        ({"fast": True}, {"robot": "arm"}, "", {"fast": True, "robot": "arm"}),
    ],
)
def test_which_robot_is_opened(given, settings, port_variable, options, monkeypatch):
    monkeypatch.setenv("BRSHELL_PORT", port_variable)
    assert robot_options(given, {**defaults(), **settings}) == options


@pytest.mark.parametrize(
    ("text", "policies"),
    [
        ("", ("hold", None)),
        ('stop-policy = "limp"', ("limp", None)),
        ('closing-policy = "limp"', ("hold", "limp")),
    ],
)
def test_policies(write, text, policies):
    write(text)
    assert robot_policies(read_settings()) == policies


def test_a_robot_gets_the_policies(write, capsys):
    write('stop-policy = "limp"\nrobot = "arm"')
    assert main(["--fast", "-e", "(list (stop-policy) (ping 'gripper))"]) == 0
    assert capsys.readouterr().out == "(limp #t)\n"


def test_no_file_costs_nothing(monkeypatch):
    for module in ("tomllib", "brbrain.robots"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert not os.path.exists(config_path())
    read_settings()
    assert "tomllib" not in sys.modules
    assert "brbrain.robots" not in sys.modules
