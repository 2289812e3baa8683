"""The pages for readers: whatever they show, is so.

Scheme and Python blocks run, those of a page one after the other: the value of a form
with ``; => value`` behind it must print like that, and Python must print what stands
behind ``# => ``. In console blocks ``$ command`` runs in a shell and must print what
stands under it, where ``...`` is anything (on a line of its own, any lines) and ``^C``
interrupts. What stands behind ``> `` is typed at the prompt, in both kinds of blocks,
and behind ``step> `` and ``break> `` where a program is stopped.
Robots live on a virtual clock, so that nothing has to be waited for.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from brbrain.clock import VirtualClock
from brshell.cli import main
from brshell.machine import Machine
from brshell.reader.reader import is_complete, read_all
from brshell.reader.source import Source
from brshell.repl.prompt import interact
from brshell.repl.session import Session
from brshell.runtime.printer import to_text

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
TESTED = {"scheme", "python", "console"}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"# => (.*)")
VALUE = re.compile(r"[ \t]*; => (.*)")
TYPED = re.compile("^(?:break|step)?> ?", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page: its language, its text, and the line it begins at."""

    language: str
    text: str
    line: int


def blocks(page: Path, language: str) -> list[Block]:
    text = page.read_text("utf-8")
    found = [
        Block(fence[1], fence[2], text.count("\n", 0, fence.start(2)) + 1)
        for fence in FENCE.finditer(text)
    ]
    return [block for block in found if block.language == language]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def pages_with(language: str) -> pytest.MarkDecorator:
    pages = [page for page in PAGES if blocks(page, language)]
    return pytest.mark.parametrize("page", pages, ids=name_of)


@pytest.fixture(autouse=True)
def _a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be someone who has installed brshell, has these folders, and never waits."""
    for folder in ("docs", "examples"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRSHELL_PORT", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", sysconfig.get_path("scripts"), prepend=os.pathsep)
    monkeypatch.setattr("brbrain.opening._clock", lambda *_: VirtualClock())


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_no_block_is_overlooked(page):
    fences = re.findall(r"^ *```.*$", page.read_text("utf-8"), re.MULTILINE)
    assert set(fences) <= {f"```{word}" for word in {"", "sh", *TESTED}}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pages_with("python")
def test_python(page, capsys):
    names: dict[str, object] = {}
    for block in blocks(page, "python"):
        text = "\n" * (block.line - 1) + block.text  # so that errors tell the line
        exec(compile(text, page, "exec"), names)
        assert capsys.readouterr().out.splitlines() == PRINTED.findall(text)


@pages_with("scheme")
def test_scheme(page):
    machine = Machine(robot_options={"fast": True})
    session = Session(machine, colored=False)
    for block in blocks(page, "scheme"):
        if TYPED.search(block.text):
            shown = dialogue(partial(interact, session, False, False), block.text)
            must_look_like(block.text, shown)
        else:
            check_values(machine, Source(f"{name_of(page)}:{block.line}", block.text))
    machine.close()


def check_values(machine: Machine, source: Source) -> None:
    """Run a program form by form; values must be what comments say."""
    for _, span in read_all(source):
        form = source.text[span.start : span.end]
        value = machine.run_source(Source(source.name, form))
        expected = VALUE.match(source.text, span.end)
        if expected:
            assert to_text(value) == expected[1], f"{source.name}: {form}"


def commands(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page and what each must print."""
    found = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


COMMANDS = [(page, *command) for page in PAGES for command in commands(page)]


@pytest.mark.parametrize(
    ("page", "command", "output"),
    COMMANDS,
    ids=[f"{name_of(page)} {command}" for page, command, _ in COMMANDS],
)
def test_console(page, command, output):
    command = on_a_virtual_clock(command)
    if TYPED.search(output):
        arguments = shlex.split(command)[1:]
        must_look_like(output, dialogue(partial(main, arguments), output))
    else:
        must_look_like(output, shell(command, output))


def must_look_like(expected: str, shown: str) -> None:
    pattern = "".join(
        "(?:.*\n)*"
        if line == "..."
        else ".*".join(map(re.escape, line.split("..."))) + "\n"
        for line in expected.splitlines()
    )
    if not re.fullmatch(pattern, shown):
        pytest.fail(f"expected\n{expected}\nbut received\n{shown}", pytrace=False)


def on_a_virtual_clock(command: str) -> str:
    if {"sim", "flash", "--port", "--speed"} & set(shlex.split(command)):
        return command
    return command.replace("brshell", "brshell --fast", 1)


def shell(command: str, output: str) -> str:
    """Run a command in a shell; return what it shows."""
    with subprocess.Popen(
        command,
        shell=True,
        start_new_session=True,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        before, interrupt, _ = output.partition("^C\n")
        shown = ""
        try:
            if interrupt:
                shown = "".join(process.stdout.readline() for _ in before.splitlines())
                os.killpg(process.pid, signal.SIGINT)
            return shown + interrupt + process.stdout.read()
        except BaseException:  # such as the test's timeout
            os.killpg(process.pid, signal.SIGKILL)
            raise


class Typist(io.StringIO):
    """A terminal at which lines are typed; they show, as they do on a terminal."""

    def isatty(self) -> bool:
        return True

    def readline(self, size: int = -1, /) -> str:
        line = super().readline(size)
        sys.stdout.write(line)
        return line


def dialogue(begin: Callable[[], int], text: str) -> str:
    """Type the entries of a dialogue at the prompt; return all that is shown."""
    typed = ""
    for line in text.splitlines(keepends=True):
        prompt = TYPED.match(line)
        if prompt:
            typed += line[prompt.end() :]
        elif not is_complete(typed):
            typed += line[2:]
    shown = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", Typist(typed))
        with redirect_stdout(shown), redirect_stderr(shown):
            begin()
    return shown.getvalue().removesuffix("> \n")  # Ctrl-D
