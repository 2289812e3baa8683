"""Commands of the prompt: finding them, their arguments, and what is said of them."""

from __future__ import annotations

import io

import pytest

from brshell.machine import Machine
from brshell.repl.commands import (
    commands,
    is_command,
    point_to_command,
    run_command,
)
from brshell.repl.output import standard_output
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeError, SchemeExit
from brshell.runtime.printer import condition_text


@pytest.fixture
def session() -> Session:
    return Session(Machine())


@pytest.mark.parametrize(
    ("text", "expected"),
    [(",q", True), ("?car", True), ("(car '(1))", False), ("x", False)],
)
def test_what_is_a_command(text, expected):
    assert is_command(text) is expected


@pytest.mark.parametrize("text", [",quit", ",q", ", q"])
def test_quit(session, text):
    with pytest.raises(SchemeExit):
        run_command(session, text)


@pytest.mark.parametrize(
    ("text", "message", "fact"),
    [
        (",qiut", ",qiut: there is no such command", "a similar command: ,quit"),
        (",zzzzz", ",zzzzz: there is no such command", ",help lists all"),
        (
            ",step",
            ",step: expected a form to step through, as in ,step (f 1)",
            "alone it goes on at a stop, but no program is stopped",
        ),
        (",quit now", ",quit: expected nothing after it, but received now", None),
    ],
)
def test_what_is_wrong_with_a_command(session, text, message, fact):
    with pytest.raises(SchemeError) as caught:
        run_command(session, text)
    assert condition_text(caught.value.condition) == message
    assert caught.value.condition.fact == fact


def test_every_command_says_in_a_line_what_it_does():
    assert all(each.help.splitlines()[0].endswith(".") for each in commands())


def test_no_name_means_two_commands():
    names = [name for each in commands() for name in each.names]
    assert len(names) == len(set(names))


def test_help_lists_all_commands(session, capsys):
    run_command(session, ",help")
    shown = capsys.readouterr().out
    assert all(each.usage in shown for each in commands())


def test_what_is_pasted_runs_as_a_whole(session, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("(define (f)\n    42)\n(f)\n"))
    run_command(session, ",paste")
    assert capsys.readouterr().out.splitlines()[1:] == ["42"]


@pytest.mark.parametrize("command", [",help", ",examples"])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_lists_have_room_on_the_terminal(session, command, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    run_command(session, command)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= width


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("quit", "a command has this name: ,quit"),
        ("(time (car '(1)))", "a command has this name: ,time"),
        ("(lenght '(1))", "a similar name is defined: length"),
        ("zzzzz", None),
    ],
)
def test_the_name_of_a_command_alone_points_to_it(session, text, fact):
    with pytest.raises(SchemeError) as caught:
        session.run("prompt", text)
    point_to_command(caught.value.condition)
    assert caught.value.condition.fact == fact


def test_values_of_what_is_pasted_begin_a_line(session, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("(display 1)\n(display 2)\n42"))
    with standard_output(), session.backlog.diverting():
        run_command(session, ",paste")
    assert capsys.readouterr().out.splitlines()[1:] == ["", "12", "42"]
