"""Every test of the shell runs as a user who has no files yet; a prompt to talk to."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from brshell.machine import Machine
from brshell.repl.prompt import interact
from brshell.repl.session import Session


@pytest.fixture(autouse=True)
def _a_new_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("BRSHELL_PORT", raising=False)


@pytest.fixture
def machine() -> Iterator[Machine]:
    """A machine whose robot is a simulated humanoid on a virtual clock."""
    machine = Machine(robot_options={"fast": True})
    yield machine
    machine.close()


CTRL_C = "^C"

Talk = Callable[..., str]


@pytest.fixture(scope="session")
def _shared() -> Iterator[Machine]:
    machine = Machine(robot_options={"fast": True})
    yield machine
    machine.close()


@pytest.fixture
def session(_shared: Machine) -> Session:
    return Session(_shared, colored=False)


@pytest.fixture
def talk(session: Session, monkeypatch: pytest.MonkeyPatch) -> Talk:
    """Return a function that types entries and returns what is shown, without prompts.

    The prompts that were seen are in ``talk.prompts``. After the entries is Ctrl-D.
    """

    def talk(*entries: str) -> str:
        waiting = iter(entries)

        def read(prompt: str) -> str:
            prompts.append(prompt)
            entry = next(waiting, None)
            if entry is None:
                raise EOFError
            if entry == CTRL_C:
                raise KeyboardInterrupt
            return entry

        monkeypatch.setattr("brshell.repl.entry.read_line", read)
        shown = io.StringIO()
        with redirect_stdout(shown), redirect_stderr(shown):
            interact(session, greet=False, init=False)
        return shown.getvalue().rstrip()

    prompts: list[str] = []
    talk.prompts = prompts  # type: ignore[attr-defined]
    return talk
