"""Completion for a machine: its names as they are when an entry is typed."""

from __future__ import annotations

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from brshell.config import defaults
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.completion import Completion
from brshell.repl.editor.assistance import Assistance
from brshell.repl.editor.session import Editor


def texts(completion: Completion, word: str) -> list[str]:
    return [each.text for each in completion.candidates(word, len(word))]


@pytest.fixture
def machine() -> Machine:
    return Machine(robot_options={"robot": "humanoid"})


def run(machine: Machine, text: str) -> None:
    machine.run_source(Source("prompt", text))


def test_what_is_defined_is_known_from_then_on(machine):
    completion = Completion(machine)
    assert "stride!" not in texts(completion, "(stri")
    run(machine, "; Take steps.\n(define (stride! steps) steps)")
    assert texts(completion, "(stri")[0] == "stride!"
    assert completion.hint("(stride! ", 9)[1] == ("class:hint.current", "steps")


def test_names_are_gathered_once_an_entry(machine):
    completion = Completion(machine)
    assert completion.names() is completion.names()
    first = completion.names()
    run(machine, "1")
    assert completion.names() is not first


def test_what_is_used_more_comes_first(machine):
    completion = Completion(machine, history=["(string-pad x 1)"])
    assert texts(completion, "string-")[0] == "string-pad"
    run(machine, '(string-null? "") (string-null? "")')
    assert texts(completion, "string-")[:2] == ["string-null?", "string-pad"]


def test_the_editor_completes(machine, tmp_path):
    completion = Completion(machine)
    chosen: list[str] = []
    with create_pipe_input() as keys, create_app_session(keys, DummyOutput()):
        editor = Editor(
            {**defaults(), "completion-while-typing": False},
            Assistance(candidates=completion.candidates, hint=completion.hint),
            prompt="> ",
            continuation="  ",
            history_path=str(tmp_path / "history"),
        )

        def choose(buffer: Buffer) -> None:
            state = buffer.complete_state
            if state and len(state.completions) == 2 and not chosen:
                chosen.extend(each.text for each in state.completions)
                keys.send_text("\t\r)\r")

        editor._session.default_buffer.on_completions_changed += choose
        keys.send_text("(get 1 goal-pos\t")
        assert editor.read() == "(get 1 'goal-position)"
    assert chosen == ["'goal-position", "AX12_GOAL_POSITION"]
