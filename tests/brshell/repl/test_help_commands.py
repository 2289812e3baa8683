"""Commands that explain: ,help ,apropos ,registers ,examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from brbrain.registers import DEVICES
from brshell.machine import Machine
from brshell.repl.commands import run_command
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text

SESSION = Session(Machine())
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def printed(capsys):
    """Return what a command prints."""

    def run(command: str) -> str:
        run_command(SESSION, command)
        return capsys.readouterr().out

    return run


@pytest.mark.parametrize("command", [",help car", ",h car", "?car", ",h 'car", "? car"])
def test_help_of_a_name(printed, command):
    assert printed(command).startswith("(car pair)\n")


def test_help_of_a_library(printed):
    assert printed(",h (srfi 1)").startswith("(import (srfi 1))\n")


def test_help_of_a_command(printed):
    assert printed(",h ,apropos") == (
        ",apropos TEXT\n"
        "  List the names that have a text in them or in their help.\n"
        "  a command; shorter: ,a\n"
    )


@pytest.mark.parametrize("command", [",apropos beep", ',a "beep"'])
def test_apropos(printed, command):
    assert printed(command).startswith("beep!  ")


@pytest.mark.parametrize(
    ("command", "device"),
    [(",registers", "ax12"), (",registers ax12", "ax12"), (",registers axs1", "axs1")],
)
def test_registers(printed, command, device):
    head, *rows = printed(command).splitlines()
    assert head.split()[:2] == ["address", "register"]
    assert [row.split()[:2] for row in rows] == [
        [str(register.address), register.symbol] for register in DEVICES[device]
    ]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_registers_on_a_narrow_terminal(printed, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    for device in DEVICES:
        lines = printed(f",registers {device}").splitlines()
        assert max(map(len, lines)) <= columns
        assert len(lines) == 1 + len(DEVICES[device])


def test_examples(printed):
    lines = printed(",examples").splitlines()
    listed = dict(line.split(maxsplit=1) for line in lines if line[0] != " ")
    assert set(listed) == {path.stem for path in EXAMPLES.glob("*.scm")}
    assert listed["wave"] == "The robot raises its right arm and waves."


def test_an_example(printed):
    assert printed(",examples wave") == (EXAMPLES / "wave.scm").read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            ",h zzzzzz",
            ",help: expected a name that means something, but received zzzzzz",
        ),
        (",h ,zzz", ",zzz: there is no such command"),
        (",registers mx28", ",registers: expected ax12 or axs1, but received mx28"),
    ],
)
def test_what_is_wrong(command, message):
    with pytest.raises(SchemeError) as caught:
        run_command(SESSION, command)
    assert condition_text(caught.value.condition) == message


def test_an_example_that_is_not_there_is_told_from_those_that_are():
    with pytest.raises(SchemeError) as caught:
        run_command(SESSION, ",examples ../README")
    message = condition_text(caught.value.condition)
    assert message.startswith(",examples: expected dance or decide or ease or ")
    assert message.endswith(" or watch-wall or wave, but received ../README")
