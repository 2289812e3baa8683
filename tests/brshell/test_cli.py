"""The command line: what it runs, what it prints where, and its exit codes."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, TextIO

import pytest

from brbrain.ports import SerialPort
from brshell.cli import main
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeExit, failure
from brshell.runtime.datums import UNSPECIFIED, String, Values, list_from

# What a program does, by its text: a value, or an exception that it raises.
PROGRAMS: dict[str, Any] = {
    "42": 42,
    '(list "a" 1)': list_from([String("a"), 1]),
    "(define x 1)": UNSPECIFIED,
    "(values 1 2)": Values((1, 2)),
    "(values)": Values(()),
    "(car 5)": failure("type", "car", "expected a pair, but received", 5),
    "(raise 'oops)": failure("error", None, "oops"),
    "(ping 3)": failure("link", "ping", "no reply from id 3"),
    "(put! 1 2 3)": failure("register", "put!", "expected a register"),
    "(verify-status 1)": failure("status", "verify-status", "overheated"),
    "(loop)": KeyboardInterrupt(),
    "(stopped)": failure("interrupt", None, "interrupted"),
    "(exit 7)": SchemeExit(7),
    "(exit)": SchemeExit(0),
}


class Machine:
    """Stands in for the language: it knows the results of PROGRAMS."""

    def __init__(
        self,
        python: bool,
        robot_options: dict[str, Any],
        robot_policies: tuple[str, str | None],
    ) -> None:
        self.python = python
        self.robot_options = robot_options
        self.robot_policies = robot_policies
        self.command_line: list[str] = []
        self.ran: list[tuple[str, str]] = []
        self.events: list[str] = []
        MACHINES.append(self)

    def stop(self) -> None:
        self.events.append("stop")

    def close(self) -> None:
        self.events.append("close")

    def terminate(self, code: int) -> None:
        raise AssertionError("there is no signal here")

    def run_source(self, source: Source, script: bool = False) -> Any:
        text = source.text.strip()
        self.ran.append((source.name, text))
        result = PROGRAMS[text]
        if isinstance(result, BaseException):
            raise result
        return result


MACHINES: list[Machine] = []


@pytest.fixture(autouse=True)
def _a_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    MACHINES.clear()
    monkeypatch.setattr("brshell.machine.Machine", Machine)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.chdir(tmp_path)


CAR = "car: expected a pair, but received 5\n"
NO_FIRMWARE = "brshell: flash: expected a file of firmware, but received none\n"
UNREADABLE = "brshell: flash: cannot read a.bin: no such file or directory\n"


@pytest.mark.parametrize(
    ("arguments", "code", "out", "err"),
    [
        (["-e", "42"], 0, "42\n", ""),
        (["-e", '(list "a" 1)'], 0, '("a" 1)\n', ""),
        (["-e", "(define x 1)", "-e", "42"], 0, "42\n", ""),
        (["-e", "(values 1 2)"], 0, "1\n2\n", ""),
        (["-e", "(values)"], 0, "", ""),
        (["-e", "(car 5)"], 1, "", CAR),
        (["-e", "(car 5)", "-e", "42"], 1, "", CAR),
        (["-e", "(ping 3)"], 3, "", "ping: no reply from id 3\n"),
        (["-e", "(put! 1 2 3)"], 1, "", "put!: expected a register\n"),
        (["-e", "(verify-status 1)"], 3, "", "verify-status: overheated\n"),
        (["-e", "(loop)"], 130, "", ""),
        (["-e", "(stopped)"], 130, "", "interrupted\n"),
        (["-e", "(exit 7)", "-e", "42"], 7, "", ""),
        (["--version"], 0, "brshell 0.1.0\n", ""),
        (["--prot", "x"], 2, "", "brshell: expected an option, but received --prot\n"),
        (["no.scm"], 2, "", "brshell: cannot read no.scm: no such file or directory\n"),
        (
            ["--baud", "57600", "-e", "42"],
            2,
            "",
            "brshell: --baud: expected a serial port, but received none\n",
        ),
        (["."], 2, "", "brshell: cannot read .: is a directory\n"),
        (["sim", "x"], 2, "", "brshell: sim: expected an option, but received x\n"),
        (["flash"], 2, "", NO_FIRMWARE),
        (["flash", "a.bin"], 2, "", UNREADABLE),
        (
            ["flash", "a.bin", "--fast", "b.bin"],
            2,
            "",
            "brshell: flash: expected one file, but received b.bin too\n",
        ),
    ],
)
def test_what_is_printed_and_returned(
    arguments: list[str],
    code: int,
    out: str,
    err: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == out
    assert captured.err == err


def test_a_script_prints_only_what_it_prints(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("walk.scm").write_text("42")
    assert main(["walk.scm", "left", "--fast"]) == 0
    assert capsys.readouterr().out == ""
    assert MACHINES[0].ran == [("walk.scm", "42")]
    assert MACHINES[0].command_line == ["walk.scm", "left", "--fast"]
    assert MACHINES[0].robot_options == {}
    assert MACHINES[0].events == ["close"]


def test_after_an_error_the_robot_is_stopped() -> None:
    assert main(["-e", "(car 5)"]) == 1
    assert MACHINES[0].events == ["stop", "close"]


def test_options_reach_the_machine() -> None:
    assert main(["--robot", "arm", "--fast", "--no-python", "-e", "42"]) == 0
    assert MACHINES[0].robot_options == {"robot": "arm", "fast": True}
    assert MACHINES[0].python is False
    assert MACHINES[0].command_line == ["brshell"]


def test_all_files_are_read_before_anything_runs() -> None:
    Path("one.scm").write_text("42")
    assert main(["COM1", "-e", "one.scm", "two.scm"]) == 2
    assert MACHINES == []


def test_a_file_that_is_not_text(capsys: pytest.CaptureFixture[str]) -> None:
    Path("picture.scm").write_bytes(b"ab\xff\xd8")
    assert main(["picture.scm"]) == 2
    message = "brshell: cannot read picture.scm: it is not UTF-8 text (byte 2)\n"
    assert capsys.readouterr().err == message


def test_a_byte_order_mark_is_not_part_of_the_text() -> None:
    Path("walk.scm").write_text("42", encoding="utf-8-sig")
    assert main(["walk.scm"]) == 0
    assert MACHINES[0].ran == [("walk.scm", "42")]


@pytest.mark.parametrize("arguments", [[], ["-i"], ["-i", "-e", "(define x 1)"]])
def test_a_pipe_is_run_as_a_program(
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("42\n"))
    assert main(arguments) == 0
    assert MACHINES[0].ran[-1] == ("stdin", "42")
    assert capsys.readouterr() == ("", "")


def test_an_error_on_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("(car 5)"))
    assert main([]) == 1
    assert capsys.readouterr().err == CAR


def test_a_script_leaves_the_pipe_to_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("walk.scm").write_text("42")
    pipe = io.StringIO("data")
    monkeypatch.setattr("sys.stdin", pipe)
    assert main(["walk.scm"]) == 0
    assert pipe.read() == "data"


def test_the_original_form_runs_its_scripts_on_the_port() -> None:
    Path("a.scm").write_text("42")
    Path("b.scm").write_text("(define x 1)")
    assert main(["/dev/ttyS9", "57600", "-e", "a.scm", "b.scm"]) == 0
    assert MACHINES[0].ran == [("a.scm", "42"), ("b.scm", "(define x 1)")]
    assert MACHINES[0].robot_options == {"url": "/dev/ttyS9", "baud": 57600}


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["-h"], ["sim", "--help"]):
        assert main(arguments) == 0
        assert "--robot NAME" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--list-ports", "-l"])
@pytest.mark.parametrize(
    ("ports", "out", "err"),
    [
        ([], "", "brshell: there are no serial ports\n"),
        ([SerialPort("COM3", "an adapter", None)], "COM3  an adapter\n", ""),
    ],
)
def test_listing_the_ports(
    option: str,
    ports: list[SerialPort],
    out: str,
    err: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("brbrain.ports.list_ports", lambda: ports)
    assert main([option]) == 0
    assert capsys.readouterr() == (out, err)


class ClosedOutput(io.StringIO):
    """A pipe whose reader is gone, on the place of a file."""

    def __init__(self, file: TextIO) -> None:
        super().__init__()
        self.file = file

    def write(self, text: str) -> int:
        raise BrokenPipeError

    def fileno(self) -> int:
        return self.file.fileno()


def test_a_reader_that_went_away_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    with open(tmp_path / "pipe", "w") as file:
        monkeypatch.setattr("sys.stdout", ClosedOutput(file))
        assert main(["-e", "42"]) == 141
    assert capsys.readouterr().err == ""
