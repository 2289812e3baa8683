"""The command ``brshell`` as a user runs it: a process, its streams and exit code."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

BRSHELL = [sys.executable, "-m", "brshell"]

WALK = """\
#!/usr/bin/env brshell
(define (lift-leg side)
  (+ 1 (car side)))
(define (step n)
  (* 2 (lift-leg n)))
(display "walking")
(newline)
(+ 1 (step 3))
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a user without any files of his own."""
    home = tmp_path_factory.mktemp("home")
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("XDG_")
    }
    return {**kept, "HOME": str(home), "TERM": "xterm", "NO_COLOR": ""}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("walk.scm").write_text(WALK)


@pytest.mark.parametrize(
    ("arguments", "piped", "code", "out", "err"),
    [
        (["-e", '(list "a" (+ 1 2))'], "", 0, '("a" 3)\n', ""),
        (["-e", "(define x 2)", "-e", "(* x 21)"], "", 0, "42\n", ""),
        ([], "(display 1)\n(+ 1 2)\n", 0, "1", ""),
        ([], "(display (read))", 0, "#<eof>", ""),
        ([], "(car 5)\n(display 1)", 1, "", "stdin:1:6: car: expected a pair"),
        ([], "(display 1)\n(car", 1, "", "stdin:2:1: read: expected a )"),
        (["-"], "(display 1)\n(+ 1 2)\n", 0, "1", ""),
        (["-", "a", "-e"], "(write (command-line))", 0, '("-" "a" "-e")', ""),
        (["-"], "(car 5)", 1, "", "stdin:1:6: car: expected a pair"),
        (["--", "-"], "(display 1)", 0, "1", ""),
        (["-e", "(read-line)"], "data\n", 0, '"data"\n', ""),
        (["-e", "(read-line)"], "a\0b\n", 0, '"a\\x0;b"\n', ""),
        (["-"], "(display 1)\0(display 2)", 1, "", "stdin:1:12: "),
        (["-e", "(exit 7)"], "", 7, "", ""),
        (["-e", "(begin (display 1) (exit #f))"], "", 1, "1", ""),
        (["-e", "(+ 1 (5 6))"], "", 1, "", "-e:1:7: call: expected a procedure"),
        (["--no-python", "-e", '(.upper "a")'], "", 1, "", "-e:1:1: .upper: Python is"),
        (["-e", "(raise 'boom)"], "", 1, "", "-e:1:1: raise: nothing handled boom\n"),
        (["walk.scm"], "", 1, "walking\n", "walk.scm:3:13: car: expected a pair"),
        (["no.scm"], "", 2, "", "brshell: cannot read no.scm"),
        (
            ["--fast", "-e", "(begin (wheel! 1 10) (sim-fault! 'unplugged 0) 1)"],
            "",
            3,
            "1\n",
            "brshell: sim:humanoid could not be stopped: ",
        ),
    ],
)
def test_a_run(
    arguments: list[str],
    piped: str,
    code: int,
    out: str,
    err: str,
    environment: dict[str, str],
) -> None:
    done = subprocess.run(
        [*BRSHELL, *arguments],
        input=piped,
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == code
    assert done.stdout == out
    assert done.stderr.startswith(err)
    assert (err == "") == (done.stderr == "")
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize(
    ("piped", "code", "err"),
    [
        (b"\xef\xbb\xbf(car 5)", 1, "stdin:1:6: car: expected a pair"),
        (b"(car\r\n  5)\r\n", 1, "stdin:2:3: car: expected a pair"),
        (b"ab\xff", 2, "brshell: cannot read stdin: it is not UTF-8 text\n"),
    ],
)
@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_bytes_through_a_pipe(
    piped: bytes, code: int, err: str, errors: str, environment: dict[str, str]
) -> None:
    done = subprocess.run(
        BRSHELL,
        input=piped,
        capture_output=True,
        env={**environment, "PYTHONIOENCODING": f"utf-8:{errors}"},
        check=False,
    )
    assert done.returncode == code
    assert done.stderr.decode().startswith(err)


@pytest.mark.parametrize("locale", ["C", "C.UTF-8"])
@pytest.mark.parametrize(
    "expression", ["(read-line)", "(read-char)", "(read-string 9)", "(read)"]
)
def test_what_is_no_text_cannot_be_read(
    locale: str, expression: str, environment: dict[str, str]
) -> None:
    done = subprocess.run(
        [*BRSHELL, "-e", expression],
        input=b"\xff\n",
        capture_output=True,
        env={**environment, "LC_ALL": locale},
        check=False,
    )
    assert done.returncode == 1
    assert b"expected a port that can be read as UTF-8" in done.stderr


@pytest.mark.parametrize(
    ("closed", "expression", "code", "out", "err"),
    [
        ("<&-", "(read-line)", 0, "#<eof>\n", ""),
        (">&-", "(+ 1 2)", 0, "", ""),
        (">&-", "(car 5)", 1, "", "-e:1:6: car: expected a pair"),
        ("2>&-", "(car 5)", 1, "", ""),
    ],
)
def test_a_closed_stream_is_empty(
    closed: str,
    expression: str,
    code: int,
    out: str,
    err: str,
    environment: dict[str, str],
) -> None:
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *BRSHELL, "-e", expression],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (done.returncode, done.stdout) == (code, out)
    assert done.stderr.startswith(err)


def test_the_script_knows_its_arguments(environment: dict[str, str]) -> None:
    Path("args.scm").write_text("(write (command-line))")
    command = [*BRSHELL, "args.scm", "left", "--fast"]
    out = subprocess.check_output(command, text=True, env=environment)
    assert out == '("args.scm" "left" "--fast")'


def test_the_calls_of_an_error(environment: dict[str, str]) -> None:
    command = [*BRSHELL, "walk.scm"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, check=False
    )
    assert (
        done.stderr
        == """\
walk.scm:3:13: car: expected a pair, but received 3
    3 |   (+ 1 (car side)))
                    ^^^^
  in (lift-leg side: 3)  walk.scm:3
  in (step n: 3)         walk.scm:5
"""
    )


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("(hash-table-ref (make-hash-table) 1)", "13: hash-table-ref: expected a key"),
        ("(sort (list 1 'a) <)", "13: <: expected a real number"),
        ('(string-index "abc" 1)', "13: string-index: expected a character"),
        ("(every car 2)", "13: every: expected a list"),
        ("(every 0 car)", "20: every: expected more than 0 seconds"),
        ("(every 1 car 3)", "13: every: expected one procedure"),
    ],
)
def test_an_error_in_the_languages_own_tail_calls_has_a_place(
    expression: str, message: str, environment: dict[str, str]
) -> None:
    done = subprocess.run(
        [*BRSHELL, "-e", f"(define (f) {expression}) (f)"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.stderr.startswith(f"-e:1:{message}")


def test_an_error_of_eval_shows_what_was_evaluated(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [*BRSHELL, "-e", "(eval (list 'car 5))"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert (
        done.stderr
        == """eval:1:1: car: expected a pair, but received 5
    1 | (car 5)
        ^^^^^^^
"""
    )


def test_a_reader_that_goes_away_is_no_error(environment: dict[str, str]) -> None:
    program = '(let loop () (display "hello") (newline) (loop))'
    with subprocess.Popen(
        [*BRSHELL, "-e", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"hello\n"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


def test_ctrl_c_ends_a_script(environment: dict[str, str]) -> None:
    program = '(display "on") (newline) (flush-output-port) (let loop () (loop))'
    with subprocess.Popen(
        [*BRSHELL, "-e", program], stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"on\n"
        process.send_signal(signal.SIGINT)
    assert process.returncode == 130


class Terminal:
    """brshell on a pseudo-terminal."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.file, side = pty.openpty()
        self.process = subprocess.Popen(
            BRSHELL, env=environment, preexec_fn=lambda: os.login_tty(side)
        )
        os.close(side)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self.file, text.encode())

    def wait_for(self, text: str) -> None:
        """Wait until a text is shown after what was waited for before."""
        deadline = time.monotonic() + 20
        while text not in self.shown:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} is not in {self.shown!r}"
            if select.select([self.file], [], [], left)[0]:
                self.shown += os.read(self.file, 1000).decode()
        self.shown = self.shown.partition(text)[2]

    def exit_code(self) -> int:
        return self.process.wait()


@pytest.fixture
def terminal(environment: dict[str, str], term: str) -> Iterator[Terminal]:
    terminal = Terminal({**environment, "TERM": term, "PROMPT_TOOLKIT_NO_CPR": "1"})
    yield terminal
    terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.file)


@pytest.mark.parametrize("term", ["dumb"])
def test_a_dialogue_on_a_dumb_terminal(terminal: Terminal) -> None:
    terminal.wait_for("Ctrl-D ends.\r\n> ")
    terminal.type("(define (f x)\n")
    terminal.wait_for("\r\n  ")
    terminal.type("(car x))\n")
    terminal.wait_for("> ")
    terminal.type("(f 5)\n")
    terminal.wait_for("prompt:2:6: car: expected a pair, but received 5")
    terminal.wait_for("in (f x: 5)  prompt:2\r\n> ")
    terminal.type('(begin (display "on") (newline) (let loop () (loop)))\n')
    terminal.wait_for("\r\non\r\n")
    terminal.type("\x03")
    terminal.wait_for("interrupted\r\n")
    terminal.wait_for("> ")
    terminal.type("(* 6 7)\n")
    terminal.wait_for("42\r\n> ")
    terminal.type("\x04")
    terminal.wait_for("\r\n")
    assert terminal.exit_code() == 0


@pytest.mark.parametrize("term", ["xterm"])
def test_the_editor_on_a_terminal(terminal: Terminal) -> None:
    cursor = "\x1b[?25h"  # shown when the editor waits for keys
    terminal.wait_for("Ctrl-D ends.\r\n")
    terminal.wait_for(">")
    terminal.wait_for(cursor)
    terminal.type("(* 6 7)\r")
    terminal.wait_for("42\r\n")
    terminal.wait_for(cursor)
    terminal.type("(car 5)\r")
    terminal.wait_for("\x1b[1mprompt:1:6:\x1b[0m car: expected a pair")
    terminal.wait_for(cursor)
    terminal.type("(exit 3)\r")
    terminal.wait_for("\x1b[?2004l")
    assert terminal.exit_code() == 3
