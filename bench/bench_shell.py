"""What the prompt costs: a key in a long entry, and the time until one can type.

    python bench/bench_shell.py

Prints CPU milliseconds from key to screen at the end of an entry of 60 lines, and the
ratio to prompt_toolkit without colours, parentheses, hints and completion; then the CPU
milliseconds from the start of the shell to its prompt, in a pseudo-terminal, and the
ratio to ``python -c pass``. Bars: 5 ms for a key, 350 ms for the prompt.
"""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from brshell.config import defaults
from brshell.machine import Machine
from brshell.repl.background import Backlog
from brshell.repl.completion import Completion
from brshell.repl.editor.assistance import Assistance
from brshell.repl.editor.session import Editor
from brshell.repl.meanings import Meanings

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[], str]

LINES = 60
KEYS = 100
STARTS = 5
BODY = """\
  (let* ((hip (joint side 'left-hip)) (angle (+ (* 2 height) 12.5)))
    (cond ((eq? side 'left) (move! hip angle 0.5) #t) ; natural units
          (else (error "no such side" side))))
"""


def long_entry() -> str:
    """Return a definition of 60 lines; at its end an argument is to be typed."""
    lines = (BODY * LINES).splitlines()[: LINES - 2]
    return "\n".join(["(define (walk side height)", *lines, "    (move! hip "])


def key_seconds(make: Callable[[], tuple[PromptSession[str], Read]]) -> float:
    """Return the median CPU time from a key to the screen."""
    times: list[float] = []
    began = 0.0
    output = Vt100_Output(io.StringIO(), lambda: Size(24, 80), term="xterm-256color")

    def rendered(application: Application[str]) -> None:
        nonlocal began
        if application.is_done:
            return
        times.append(time.process_time() - began)
        if len(times) > KEYS:
            application.exit(exception=EOFError)
        else:
            began = time.process_time()
            keys.send_text("x")

    with create_pipe_input() as keys, create_app_session(keys, output):
        session, read = make()
        session.app.after_render += rendered
        session.app.pre_run_callables.append(
            lambda: session.default_buffer.insert_text(long_entry())
        )
        with suppress(EOFError):
            read()
    return sorted(times)[len(times) // 2]


def plain() -> tuple[PromptSession[str], Read]:
    """Return a prompt that knows nothing of Scheme."""
    session: PromptSession[str] = PromptSession("> ", multiline=True)
    return session, session.prompt


def ours() -> tuple[PromptSession[str], Read]:
    """Return the prompt of the shell."""
    machine = Machine()
    completion = Completion(machine)
    assistance = Assistance(
        meaning=Meanings(machine),
        candidates=completion.candidates,
        hint=completion.hint,
    )
    editor = Editor(
        defaults(),
        assistance,
        Backlog(),
        prompt="> ",
        continuation="  ",
        history=InMemoryHistory(),
    )
    return editor.session, editor.read


def prompt_seconds() -> float:
    """Return the CPU time of a shell until its prompt shows."""
    ours, theirs = os.openpty()
    shell = subprocess.Popen(
        [sys.executable, "-m", "brshell", "-q"],
        stdin=theirs,
        stdout=theirs,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = b""
    while b">" not in shown:
        shown += os.read(ours, 4096)
    before = children_seconds()
    shell.kill()
    shell.wait()
    os.close(ours)
    return children_seconds() - before


def python_seconds() -> float:
    """Return the CPU time of Python that does nothing."""
    before = children_seconds()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return children_seconds() - before


def children_seconds() -> float:
    """Return the CPU time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    without, key = key_seconds(plain), key_seconds(ours)
    print(f"key: plain {without * 1e3:.1f} ms, ours {key * 1e3:.1f} ms,", end=" ")
    print(f"ratio {key / without:.2f}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = folder
        prompt_seconds()  # what is compiled is then in the cache
        prompt = min(prompt_seconds() for _ in range(STARTS))
    python = min(python_seconds() for _ in range(STARTS))
    print(f"prompt: python {python * 1e3:.0f} ms, ours {prompt * 1e3:.0f} ms,", end=" ")
    print(f"ratio {prompt / python:.2f}")


if __name__ == "__main__":
    main()
