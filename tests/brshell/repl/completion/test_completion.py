"""Completion for a machine: its names as they are when an entry is typed."""

from __future__ import annotations

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.completion import Completion
from brshell.repl.editor.completer import EntryCompleter


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


def test_the_editor_takes_the_candidates(machine):
    completer = EntryCompleter(Completion(machine).candidates)
    event = CompleteEvent(completion_requested=True)
    found = list(completer.get_completions(Document("(get 1 goal-pos"), event))
    assert [(each.text, each.start_position) for each in found] == [
        ("'goal-position", -8)
    ]
    assert found[0].display_meta_text.startswith("The angle that the servo moves to")
