"""What is offered for the word at the cursor, which is where | is."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.help.entry import Entry, Parameter
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.repl.completion import Names, candidates, count_uses, names_of
from brshell.repl.completion.names import files_in

FILES = {"": ["walk.scm", "watch/", ".hidden", "notes"], "watch/": ["wall.scm"]}


@pytest.fixture(scope="module")
def names() -> Names:
    machine = Machine(robot_options={"robot": "humanoid"})
    machine.run_source(Source("prompt", "; Lift a leg.\n(define (lift side) 1)"))
    poses = "(define stand (capture-pose)) (define wave (make-sequence))"
    machine.run_source(Source("prompt", poses))
    return replace(names_of(machine, Counter()), files=lambda at: FILES.get(at, []))


def offered(text: str, names: Names, requested: bool = False) -> list[str]:
    """Return what the text up to the cursor would be with each candidate."""
    cursor = text.index("|")
    text = text.replace("|", "", 1)
    found = candidates(text, cursor, names, requested)
    return [text[: each.start] + each.text for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names, and what begins with what is typed comes first
        ("(mov|", "(move!"),
        ("(mov|e!", "(move!"),
        ("(htr|", "(hash-table-ref"),
        ("(lif|", "(lift"),
        ("(le|", "(let"),
        ("(map ca|", "(map car"),
        # words of the entry itself
        ("(define (foo barbar) (bar|", "(define (foo barbar) (barbar"),
        # registers, where one is expected
        ("(get 1 'goa|", "(get 1 'goal-position"),
        ("(get 1 goa|", "(get 1 'goal-position"),
        ("(put! 'left-knee 'gp|", "(put! 'left-knee 'goal-position"),
        ("(register-info 'buz|", "(register-info 'buzzer-time"),
        ("(set-read-format! '(1 goa|", "(set-read-format! '(1 goal-position"),
        ("(get 1 AX12_GO|", "(get 1 AX12_GOAL_POSITION"),
        # ids and joints
        ("(get 'left-k|", "(get 'left-knee"),
        ("(move! left-k|", "(move! 'left-knee"),
        ("(move! 1|", "(move! 1"),
        ("(move-all! '((lk|", "(move-all! '((left-knee"),
        ("(help 'left-k|", "(help 'left-knee"),
        # options
        ("(move! 1 90 'ro|", "(move! 1 90 'robot"),
        ("(play wave 're|", "(play wave 'repeat"),
        # poses and sequences, where they are expected
        ("(pose-write! s|", "(pose-write! stand"),
        ("(play w|", "(play wave"),
        ("(sequence-add! w|", "(sequence-add! wave"),
        ("(sequence-add! wave s|", "(sequence-add! wave stand"),
        # files
        ('(load "wal|', '(load "walk.scm'),
        ('(load "watch/w|', '(load "watch/wall.scm'),
        ('(load "watch/|', '(load "watch/wall.scm'),
        ('(include "wal|', '(include "walk.scm'),
        ('(call-with-input-file "no|', '(call-with-input-file "notes'),
        ('(load ".h|', '(load ".hidden'),
        # libraries
        ("(import (sr|", "(import (srfi 1)"),
        ("(import sr|", "(import (srfi 1)"),
        ("(import (scheme b|)", "(import (scheme base"),
        ("(import (scheme base) (brs|", "(import (scheme base) (brshell)"),
        ("(import (only (srfi 2|", "(import (only (srfi 2)"),
        # commands
        (",he|", ",help"),
        (",|", ",bt"),
        (",registers axs|", ",registers axs1"),
        (",examples wav|", ",examples wave"),
        (",help goa|", ",help goal-position"),
        (",h (srfi 13|", ",h (srfi 13)"),
        ("?left-k|", "?left-knee"),
    ],
)
def test_what_comes_first(names, text, expected):
    assert offered(text, names)[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "|",
        "(|",
        "(get 1 |",
        "(get 1 '|",
        '(load "|',
        "(import |",
        ",help |",
        "?|",
        "; mov|",
        '"mov|',
        '(display "wal|',
        "#\\a|",
        ",quit x|",
        ",nothing x|",
        # an empty word
        "(car |",
        "'|",
        "(car ,|",
        "(car\n|",
        ",registers |",
        "(zzzzzzzz|",
        "(list 1 2|",
        "(list 'x 12|",
    ],
)
def test_where_nothing_is_offered(names, text):
    assert offered(text, names) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|", "abs"),
        ("(get 1 |", "(get 1 'goal-position"),
        ("(get |", "(get 'left-knee"),
        ("(get |", "(get 18"),
        ('(load "|', '(load "walk.scm'),
        ("(import |)", "(import (scheme base"),
        (",examples |", ",examples wave"),
    ],
)
def test_on_request_an_empty_word_may_become_anything(names, text, expected):
    assert expected in offered(text, names, requested=True)


def test_what_belongs_there_comes_first(names):
    found = offered("(get 1 'v|", names)
    kinds = [text.partition("'")[2] in names.registers for text in found]
    assert kinds == sorted(kinds, reverse=True)
    assert set(kinds) == {True, False}


def test_letters_in_order_are_enough_if_nothing_fits_better(names):
    assert "(hash-table-ref" in offered("(hshtbr|", names)
    assert "(scheme-report-environment" in offered("(rpornm|", names)
    assert "(scheme-report-environment" not in offered("(remo|", names)


def test_where_a_procedure_is_called_no_registers_are_offered(names):
    first = offered("(ax|", names)[0]
    assert not first.startswith("(AX12")


def test_what_is_used_more_comes_first(names):
    text = "(string-|"
    used = replace(names, uses=count_uses(["(string-pad x)", "(f string-pad)"]))
    assert offered(text, names)[0] != "(string-pad"
    assert offered(text, used)[0] == "(string-pad"


def test_uses_are_counted_in_code_alone():
    uses = count_uses(["(f x) ; f", '(g "f" (f))'])
    assert (uses["f"], uses["g"]) == (2, 1)


def test_every_candidate_has_a_line_about_it(names):
    found = candidates("(li", 3, names)
    docs = {each.text: each.doc for each in found}
    assert docs["lift"] == "Lift a leg."
    assert docs["list"] == "Return a list of the objects."
    assert all("\n" not in each.doc for each in found)


def entry(name: str, type: str) -> Entry:
    return Entry(name, "variable", name, family=type)


def test_variables_are_offered_by_the_type_that_is_expected():
    play = Entry(
        "play",
        "procedure",
        "(play sequence)",
        parameters=(Parameter("sequence", "Sequence"),),
    )
    entries = [play, entry("wait", "int"), entry("walking-sideways", "sequence")]
    names = Names(entries={each.name: each for each in entries})
    assert offered("(play w|", names)[0] == "(play walking-sideways"


def test_candidates_of_a_place_in_the_middle(names):
    text = "(define (f)\n  (mov 1 90))"
    assert candidates(text, 18, names)[0][:2] == ("move!", 15)


@given(st.text("()'`,\"; |#\\abcgo-!1\n", max_size=30), st.integers(0, 30))
def test_any_text_has_candidates_that_begin_before_the_cursor(text, cursor):
    names = Names(entries={"go!": Entry("go!", "procedure", "(go!)")})
    cursor = min(cursor, len(text))
    for each in candidates(text, cursor, names, requested=True):
        assert 0 <= each.start <= cursor


def test_files_in_a_folder(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "a.scm").write_text("")
    assert files_in(f"{tmp_path}/") == ["a.scm", "sub/"]
    assert files_in(f"{tmp_path}/nothing/") == []


def test_no_robot_is_opened_for_the_names():
    machine = Machine(robot_options={"url": "/dev/nothing"})
    assert list(names_of(machine, Counter()).ids) == []
    machine = Machine(robot_options={"robot": "arm", "fast": True})
    assert list(names_of(machine, Counter()).ids) == [1, 2, 3, 4, 5]
    assert machine.robots.opened == []


def test_the_ids_of_the_last_scan():
    machine = Machine(robot_options={"robot": "arm", "fast": True})
    machine.run_source(Source("prompt", "(scan 3)"))
    assert names_of(machine, Counter()).ids == [1, 2, 3]
    machine.close()
