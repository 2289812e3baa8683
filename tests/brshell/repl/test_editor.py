"""The editor, key by key: what is typed, and the entry that comes out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from brshell.config import defaults
from brshell.repl.background import Backlog
from brshell.repl.editor.assistance import Assistance
from brshell.repl.editor.history import EntryHistory
from brshell.repl.editor.session import Editor

ENTER, ESCAPE, TAB, UP, LEFT = "\r", "\x1b", "\t", "\x1b[A", "\x1b[D"
CTRL_C, CTRL_D, CTRL_P, CTRL_R = "\x03", "\x04", "\x10", "\x12"
PASTE = "\x1b[200~{}\x1b[201~"


class Candidate(NamedTuple):
    text: str
    start: int
    display: str = ""
    doc: str = ""


class Asked:
    """Completes car to car-left, and remembers when it was asked."""

    def __init__(self) -> None:
        self.times: list[tuple[str, int, bool]] = []

    def __call__(self, text: str, cursor: int, requested: bool) -> list[Candidate]:
        self.times.append((text, cursor, requested))
        start = text.rfind("(", 0, cursor) + 1
        return [Candidate("car-left", start), Candidate("car-right", start)]


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    with create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        yield pipe


@pytest.fixture
def history(tmp_path: Path) -> Path:
    return tmp_path / "history"


def editor(
    history: Path, assistance: Assistance | None = None, **changed: Any
) -> Editor:
    settings = {
        **defaults(),
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }
    return Editor(
        settings,
        assistance or Assistance(),
        Backlog(),
        prompt="> ",
        continuation="  ",
        history=EntryHistory(str(history), 100),
    )


@pytest.mark.parametrize(
    ("pressed", "entry"),
    [
        ("(+ 1 2)\r", "(+ 1 2)"),
        ("(+ 1\r2)\r", "(+ 1\n   2)"),
        ("(define (f)\r1)\r", "(define (f)\n  1)"),
        ('"a\rb"\r', '"a\nb"'),
        ("#;\ra\r", "#;\na"),
        ("\r\r 1\r", " 1"),
        ("(a\x1b\r", "(a"),
        (",time (f\r1)\r", ",time (f\n       1)"),
        # above the last line the text before the cursor decides
        ("(a\rb)\x1b[A\rc\x1b[B\r", "(a\n c\n b)"),
        ("(a)\r", "(a)"),
        # a line that begins with a parenthesis goes where it belongs
        ("(let ()\r\x15)\r", "(let ()\n  )"),
        # Tab indents where nothing stands yet
        ("(let ()\r\x0b\x15\t1)\r", "(let ()\n  1)"),
        (PASTE.format("(a\n b)\n(c)") + ENTER, "(a\n b)\n(c)"),
        (PASTE.format("(a)\r\n(b)\r\n") + ENTER, "(a)\n(b)\n"),
        ("(a\r\x1f)\r", "(a)"),  # undo
    ],
)
def test_what_is_typed(pressed, entry, keys, history):
    keys.send_text(pressed)
    assert editor(history).read() == entry


@pytest.mark.parametrize(
    ("pressed", "exception"),
    [
        (CTRL_C, KeyboardInterrupt),
        ("(a" + CTRL_C, KeyboardInterrupt),
        (CTRL_D, EOFError),
    ],
)
def test_keys_that_end_an_entry(pressed, exception, keys, history):
    keys.send_text(pressed)
    with pytest.raises(exception):
        editor(history).read()


def test_ctrl_d_in_an_entry_ends_nothing(keys, history):
    keys.send_text(f"ab{LEFT}{CTRL_D}{ENTER}")
    assert editor(history).read() == "a"


@pytest.mark.parametrize(
    ("pressed", "entry"),
    [
        (f"(a){ENTER}", "(a)"),
        (f"(a b){ESCAPE}bxic{ENTER}", "(a c)"),  # b: a word back, x: delete
        (f"(a{ESCAPE}{ENTER}", "(a"),
        (f"(a{ENTER}b){ENTER}", "(a\n b)"),
    ],
)
def test_the_keys_of_vi(pressed, entry, keys, history):
    """After Escape a key alone is a command."""
    keys.send_text(pressed)
    assert editor(history, editing_mode="vi").read() == entry


@pytest.mark.parametrize(
    ("mode", "pressed"),
    [("emacs", "\x18\x05"), ("vi", f"{ESCAPE}v")],
)
def test_the_external_editor(mode, pressed, keys, history, monkeypatch, tmp_path):
    """It edits a .scm file; what it leaves is an entry that does not run yet."""
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\ncase $1 in *.scm) echo "(b)" >> $1;; esac\n')
    program.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(program))
    edit = editor(history, editing_mode=mode)
    buffer = edit.session.default_buffer
    keys.send_text(f"(a){pressed}")
    buffer.on_text_changed += lambda _: (
        "b" in buffer.text and keys.send_text(f"{ESCAPE}{ENTER}")
    )
    assert edit.read() == "(a)(b)"


def test_the_history_is_kept_for_the_next_session(keys, history):
    keys.send_text(f"(first){ENTER}")
    editor(history).read()
    keys.send_text(UP + ENTER)
    assert editor(history).read() == "(first)"


def test_searching_the_history(keys, history):
    edit = editor(history)
    for entry in ("(first one)", "(second)"):
        keys.send_text(entry + ENTER)
        edit.read()
    keys.send_text(f"{CTRL_R}fir{ENTER}{ENTER}")
    assert edit.read() == "(first one)"


@pytest.mark.parametrize(("on", "entry"), [(True, "(first one)"), (False, "(f")])
def test_a_suggestion_is_taken_by_the_key_right(on, entry, keys, history):
    edit = editor(history, auto_suggestion=on)
    keys.send_text(f"(first one){ENTER}")
    edit.read()
    suggested = edit.session.default_buffer.on_suggestion_set
    suggested += lambda _: keys.send_text(f"\x1b[C{ENTER}")
    keys.send_text("(f" if on else f"(f\x1b[C{ESCAPE}{ENTER}")
    assert edit.read() == entry


@pytest.mark.parametrize(
    ("chosen", "entry"),
    [("", "(car-)"), (TAB + ENTER, "(car-left)"), (TAB + TAB + ENTER, "(car-right)")],
)
def test_completion_on_request(chosen, entry, keys, history):
    """Tab shows what there is, the next ones choose, and Enter takes that."""
    edit = editor(
        history, Assistance(candidates=Asked()), completion_while_typing=False
    )
    shown: list[str] = []

    def choose(buffer: Buffer) -> None:
        if buffer.complete_state and not shown:
            shown.append(buffer.text)
            keys.send_text(f"{chosen}){ESCAPE}{ENTER}")

    edit.session.default_buffer.on_completions_changed += choose
    keys.send_text(f"(c{TAB}")
    assert edit.read() == entry


@pytest.mark.parametrize(
    ("pressed", "while_typing", "asked"),
    [("(ca", True, True), ("(ca", False, False)],
)
def test_when_completions_show_while_typing(
    pressed, while_typing, asked, keys, history
):
    candidates = Asked()
    edit = editor(
        history,
        Assistance(candidates=candidates),
        completion_while_typing=while_typing,
    )
    keys.send_text(f"{pressed}{ESCAPE}{ENTER}")
    edit.read()
    texts = [text for text, _, _ in candidates.times]
    assert not any(requested for _, _, requested in candidates.times)
    assert (pressed in texts) is asked


@pytest.mark.parametrize("up", [UP, CTRL_P])
def test_up_leaves_a_menu_that_came_by_itself_for_the_history(up, keys, history):
    EntryHistory(str(history), 100).append_string("(before)")
    edit = editor(history, Assistance(candidates=Asked()))
    presses = iter([f"{up}{ESCAPE}{ENTER}"])
    edit.session.default_buffer.on_completions_changed += lambda buffer: keys.send_text(
        next(presses, "")
    )
    keys.send_text("(c")
    assert edit.read() == "(before)"


def test_a_long_line_has_no_colours(keys, history):
    asked: list[str] = []

    def meaning(name: str, position: str) -> str:
        asked.append(name)
        return ""

    keys.send_text(f"{PASTE.format('(f' + ' x' * 10_000 + ')')}{ENTER}")
    assert len(editor(history, Assistance(meaning=meaning)).read()) == 20_003
    assert asked == []


def test_the_line_at_the_bottom_is_drawn_anew_when_it_has_changed(keys, history):
    drawn: list[str] = []
    looks = count()

    def status() -> list[tuple[str, str]]:
        look = next(looks)
        if look == 5:
            keys.send_text(f"1{ENTER}")
        return [("", "still" if look < 4 else "moves")]

    edit = editor(history, Assistance(status=status))
    edit.session.app.after_render += lambda application: drawn.append(
        str(edit.session.bottom_toolbar)
    )
    edit.read()
    assert len([each for each in drawn if "still" in each]) == 1
    assert any("moves" in each for each in drawn)


def test_the_panic_key(keys, history):
    pressed: list[str] = []
    edit = editor(history, Assistance(panic=lambda: pressed.append("panic")))
    keys.send_text(f"(a\x1c)\x1b[24~{ENTER}")  # Ctrl-\\ and F12
    assert edit.read() == "(a)"
    assert pressed == ["panic", "panic"]
