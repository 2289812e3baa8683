"""What background tasks print while the user types: as the user sees it."""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from prompt_toolkit import PromptSession
from terminal import terminal, user

from brshell.repl.background import LONGEST_LINE, MOST_LINES, Backlog
from brshell.repl.editor.background import printing_above


def in_thread(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.parametrize(
    ("printed", "lines"),
    [
        ("one\ntwo\n", ["one", "two"]),
        ("one\ntw", ["one"]),
        ("\n", [""]),
        ("", []),
        ("x" * (LONGEST_LINE + 1), ["x" * (LONGEST_LINE + 1)]),
        ("x\n" * MOST_LINES, ["x"] * MOST_LINES),
        (
            "x\n" * 9999,
            [f"... {9999 - MOST_LINES} lines left out", *["x"] * MOST_LINES],
        ),
    ],
)
def test_what_is_shown_while_something_is_typed(printed, lines, capsys):
    backlog = Backlog()
    with backlog.diverting(), backlog.held():
        in_thread(lambda: print(printed, end=""))
        assert capsys.readouterr().out == ""
        assert backlog.is_empty == (not lines)
        backlog.show()
        assert capsys.readouterr().out.splitlines() == lines
        backlog.show()
        assert capsys.readouterr().out == ""


def test_at_the_end_unfinished_lines_show_too(capsys):
    with Backlog().diverting():
        in_thread(lambda: print("on its w", end=""))
        assert capsys.readouterr().out == ""
    assert capsys.readouterr().out == "on its w\n"


def test_a_line_that_showed_unfinished_does_not_end_in_an_empty_one(capsys):
    backlog, half, rest = Backlog(), threading.Event(), threading.Event()

    def prints() -> None:
        print("half", end="")
        half.set()
        rest.wait(10)
        print()
        print("whole")

    with backlog.diverting():
        thread = threading.Thread(target=prints)
        with backlog.held():
            thread.start()
            half.wait(10)
        rest.set()
        thread.join()
    assert capsys.readouterr().out == "half\nwhole\n"


def test_lines_of_two_threads_are_not_mixed(capsys):
    def mine() -> None:
        print("my ", end="")
        in_thread(lambda: print("your line"))
        print("line")

    with Backlog().diverting():
        in_thread(mine)
    assert capsys.readouterr().out == "your line\nmy line\n"


def test_the_main_thread_prints_as_ever(capsys):
    backlog = Backlog()
    with backlog.diverting(), backlog.held():
        print("mine", end="")
        assert capsys.readouterr().out == "mine"
        assert sys.stdout.isatty() is False


def test_errors_go_where_errors_go(capsys):
    with Backlog().diverting():
        in_thread(lambda: print("an error", file=sys.stderr))
    assert capsys.readouterr() == ("", "an error\n")


def test_where_nothing_is_typed_lines_show_at_once(capsys):
    with Backlog().diverting():
        in_thread(lambda: print("tick\nto", end=""))
        assert capsys.readouterr().out == "tick\n"
    assert capsys.readouterr().out == "to\n"


def test_a_line_that_is_being_shown_is_whole_before_a_prompt_may_come(monkeypatch):
    order = []
    begun, goes_on = threading.Event(), threading.Event()

    class Slow(io.StringIO):
        def write(self, text: str) -> int:
            begun.set()
            goes_on.wait(10)
            order.append("shown")
            return len(text)

    def prompts() -> None:
        with backlog.held():
            order.append("prompt")

    monkeypatch.setattr(sys, "stdout", Slow())
    backlog = Backlog()
    with backlog.diverting():
        printing = threading.Thread(target=lambda: print("tick"))
        printing.start()
        assert begun.wait(10)
        prompting = threading.Thread(target=prompts)
        prompting.start()
        prompting.join(0.2)  # it would be there by now if it did not wait
        goes_on.set()
        printing.join()
        prompting.join()
    assert order == ["shown", "prompt"]


@contextmanager
def prompts() -> Iterator[Callable[[], str]]:
    """Yield a function that prompts once.

    No fixture: pytest puts its own streams back between those and the test.
    """
    backlog = Backlog()
    session: PromptSession[str] = PromptSession("> ")

    def ask() -> str:
        with printing_above(backlog) as pre_run:
            return session.prompt(pre_run=pre_run)

    with backlog.diverting():
        yield ask


def test_lines_appear_above_what_is_being_typed():
    def types() -> None:
        here.type("(+ 1")
        here.screen.wait_for(lambda lines: lines == ["> (+ 1"])
        print("tick", 1)
        print("an error", file=sys.stderr)
        here.screen.wait_for(lambda lines: lines == ["tick 1", "an error", "> (+ 1"])
        here.type(" 2)")
        here.screen.wait_for(lambda lines: lines[-1:] == ["> (+ 1 2)"])
        print("unfinished", end="")
        here.type("\r")

    with terminal() as here, prompts() as prompt, user(types):
        assert prompt() == "(+ 1 2)"
    assert here.screen.display == ["tick 1", "an error", "> (+ 1 2)", "unfinished"]


def test_a_flood_does_not_garble_the_line():
    """The issues 681, 731 and 1040 of prompt_toolkit are about its own way to do it."""
    ending = threading.Event()

    def floods() -> None:
        while not ending.is_set():
            print("(tick " * 5)

    def types() -> None:
        here.type("(move! 'head")
        here.screen.wait_for(lambda lines: lines[-1:] == ["> (move! 'head"])
        here.screen.wait_for(lambda lines: len(lines) == 24)
        here.type(" 90)")
        here.screen.wait_for(lambda lines: lines[-1:] == ["> (move! 'head 90)"])
        ending.set()  # without a prompt it would scroll away all that is to be seen
        here.type("\r")

    with terminal() as here, prompts() as prompt, user(floods), user(types):
        entry = prompt()
    assert entry == "(move! 'head 90)"
    lines = here.screen.has_scrolled_away + here.screen.display
    allowed = {("(tick " * 5).rstrip(), "> (move! 'head 90)"}
    assert {line for line in lines if not line.startswith("... ")} == allowed


def test_prompts_that_end_while_a_thread_prints():
    ending = threading.Event()

    def prints() -> None:
        while not ending.wait(0.001):
            print("tick")

    with terminal() as here, prompts() as prompt, user(prints):
        for number in range(20):
            here.type(f"{number}\r")
            assert prompt() == str(number)
        ending.set()
