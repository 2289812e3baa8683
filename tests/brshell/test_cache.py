"""The cache of compiled programs: it changes when they start, never what they do."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brshell import cache, machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import to_text

PROGRAM = "(define (twice x) (* 2 x)) (map twice '(1 2 3))"
RESULT = "(2 4 6)"


@pytest.fixture(scope="module")
def compiled_language(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the language is already compiled."""
    folder = tmp_path_factory.mktemp("language")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        machine.Machine()
    return folder


@pytest.fixture
def files(
    compiled_language: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Return a cache folder of the test's own, with the language in it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "cache" / "brshell"
    folder.mkdir(parents=True)
    for file in (compiled_language / "brshell").iterdir():
        copy = folder / file.name
        copy.write_bytes(file.read_bytes())
        copy.chmod(0o600)
    return folder


def run(text: str) -> str:
    """Return what a program returns in a new machine, as text."""
    return to_text(machine.Machine().run_source(Source("program", text)))


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function after whose call nothing can be compiled any more."""

    def fail(self: machine.Machine) -> None:
        raise AssertionError("something was compiled")

    return lambda: monkeypatch.setattr(machine.Machine, "translator", property(fail))


# Programs, what they return, and why they are here.
PROGRAMS = {
    "a short one": ("(+ 1 2)", "3"),
    "of the library": (PROGRAM, RESULT),
    "constants": (
        """(list "text" #\\a '(1 . #(2.5 1/3)) #u8(1 2))""",
        """("text" #\\a (1 . #(2.5 1/3)) #u8(1 2))""",
    ),
    "tail calls": (
        "(define (f n) (if (= n 0) 'f (g (- n 1)))) (define (g n) (f n)) (f 9)",
        "f",
    ),
    "a continuation entered again": (
        "(define k #f) (define n 0) (+ 10 (call/cc (lambda (c) (set! k c) 1)))"
        "(set! n (+ n 1)) (if (< n 3) (k n) n)",
        "3",
    ),
    "a name of the language defined anew": (
        "(define (square x) (* x x x)) (square 2)",
        "8",
    ),
    "and still used": (
        "(define old list) (define (list x) (old x x)) (list 1)",
        "(1 1)",
    ),
}
# An error or a continuation makes the compiler look at the source again: what the
# program has defined by then must stay as it is.
NEED_SOURCE = {
    "an error": (
        "(guard (e (#t (error-object-message e))) (car 5))",
        '"car: expected a pair, but received"',
    ),
    "a name of the language": (
        "(define (square x) (* x x x)) (guard (e (#t 0)) (car 5)) (square 2)",
        "8",
    ),
    "the identity of a constant": (
        "(define (f) '(1 2)) (define a (f)) (guard (e (#t 0)) (car 5)) (eq? a (f))",
        "#t",
    ),
}


@pytest.mark.parametrize(("program", "result"), PROGRAMS.values(), ids=PROGRAMS)
def test_second_run_needs_no_compiler(
    files: Path, no_compiler: Callable[[], None], program: str, result: str
) -> None:
    assert run(program) == result
    no_compiler()
    assert run(program) == result


@pytest.mark.parametrize(("program", "result"), NEED_SOURCE.values(), ids=NEED_SOURCE)
def test_second_run_that_needs_the_source(
    files: Path, program: str, result: str
) -> None:
    assert [run(program), run(program)] == [result, result]


ENTERED_AGAIN = """\
(define k #f)
(define again #f)
(define (walk items n)
  (call/cc (lambda (c) (if (= n 0) (set! k c))))
  (cond ((< n 3) (walk items (+ n 1)))
        (again (car items))))
(walk 'none 0)
(set! again #t)
(k 1)
"""


def test_an_error_after_a_continuation_was_entered_again_tells_its_place(
    files: Path,
) -> None:
    for _ in range(2):
        with pytest.raises(SchemeError) as raised:
            run(ENTERED_AGAIN)
        span = raised.value.payload.span
        assert span.source.text[span.start : span.end] == "items"


def test_other_program_of_the_same_name_is_compiled(files: Path) -> None:
    assert run("(* 6 7)") == "42"
    assert run("(* 6 8)") == "48"


def flipped(content: bytes) -> bytes:
    """Return the content with one bit in its middle changed."""
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x10]) + content[middle + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "one bit": flipped,
    "empty": lambda content: b"",
    "cut in the magic": lambda content: content[:4],
    "cut after the checksum": lambda content: content[:16],
    "cut in half": lambda content: content[: len(content) // 2],
    "one byte less": lambda content: content[:-1],
    "one byte more": lambda content: content + b"\0",
    "another magic": lambda content: b"brshell0" + content[8:],
    "zeros": lambda content: bytes(len(content)),
}


def test_what_a_stored_program_defines_is_known_to_an_environment_that_was_there(
    files: Path,
) -> None:
    text = "(define log 5)"
    run(text)
    later = machine.Machine()
    later.environment  # noqa: B018 - made before the program comes from the cache
    later.run_source(Source("program", text))
    assert to_text(later.run_source(Source("program", "log"))) == "5"


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_damaged_files_count_as_missing(
    files: Path, damage: Callable[[bytes], bytes]
) -> None:
    file = stored(files, "program", 1)
    assert cache.load("program", "text") == 1
    file.write_bytes(damage(file.read_bytes()))
    assert cache.load("program", "text") is None


def test_all_runs_with_damaged_files(files: Path) -> None:
    assert run(PROGRAM) == RESULT
    for file in files.iterdir():
        file.write_bytes(flipped(file.read_bytes()))
    assert run(PROGRAM) == RESULT


def stored(files: Path, title: str, content: object) -> Path:
    """Store something and return its file."""
    before = set(files.iterdir())
    cache.store(title, "text", content)
    [file] = set(files.iterdir()) - before
    return file


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_files_that_others_may_write_are_not_trusted(files: Path, mode: int) -> None:
    stored(files, "program", 1).chmod(mode)
    assert cache.load("program", "text") is None


def test_files_of_others_are_not_trusted(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(files, "program", 1)
    someone = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: someone)
    assert cache.load("program", "text") is None


def test_a_file_in_the_place_of_another_is_not_taken_for_it(files: Path) -> None:
    one, two = stored(files, "one", 1), stored(files, "two", 2)
    one.write_bytes(two.read_bytes())
    assert cache.load("one", "text") is None


def test_only_the_user_can_read_what_is_stored(files: Path) -> None:
    assert stored(files, "program", 1).stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("this is no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert [run(PROGRAM), run(PROGRAM)] == [RESULT, RESULT]


def test_two_processes_at_once_do_no_harm(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "brshell", "-e", PROGRAM]
    for _ in range(2):  # with an empty cache, then with a full one
        both = [
            subprocess.Popen(
                command, env=environment, stdout=subprocess.PIPE, text=True
            )
            for _ in range(2)
        ]
        assert [process.communicate()[0] for process in both] == [f"{RESULT}\n"] * 2
    assert not [name for name in os.listdir(tmp_path / "brshell") if "." in name]


def test_an_environment_that_is_there_before_learns_what_a_program_defines(
    files: Path,
) -> None:
    define = "(define-syntax twice (syntax-rules () ((_ x) (* 2 x))))"
    for _ in ("compiled", "not taken from the cache"):
        shell = machine.Machine()
        assert shell.environment
        shell.run_source(Source("prompt", define))
        assert shell.run_source(Source("prompt", "(twice 4)")) == 8
