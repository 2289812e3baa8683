"""``brshell flash`` and ``(flash-cm5 file)``: a rehearsal with a simulated CM-5."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from machines import condition, run

from brbrain.sim import Simulation
from brshell.cli import main
from brshell.machine import Machine
from brshell.runtime.printer import condition_text

IMAGE = bytes.fromhex("0C944600") + bytes(range(256)) * 3
HOLDING = (
    "flash: while the CM-5 is silent, servos hold their last goals, and nothing "
    "stops them\n"
)
REHEARSAL = (
    "flash: a rehearsal: the CM-5 is simulated, and presses its buttons itself\n"
    + HOLDING
)
MODE = "flash: press MODE on the CM-5 (its boot loader is being called)\n"
START = "flash: press START on the CM-5 (the firmware is read back)\n"
MODE_AGAIN = "flash: press MODE on the CM-5 again (the new firmware starts)\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BRSHELL_PORT", raising=False)
    Path("cm5.bin").write_bytes(IMAGE)
    Path("walk.scm").write_text("(move! 1 90)")


@pytest.fixture
def machine() -> Machine:
    return Machine(robot_options={"fast": True})


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (["cm5.bin", "--fast"], MODE + START + MODE_AGAIN),
        (["--fast", "cm5.bin", "--port", "sim:arm"], MODE + START + MODE_AGAIN),
        (["--fast", "cm5.bin", "--no-verify"], MODE + MODE_AGAIN),
    ],
)
def test_a_rehearsal(
    options: list[str], asked: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", *options]) == 0
    shown = capsys.readouterr()
    assert shown.out == (
        "cm5.bin: 772 bytes are in the simulated CM-5, and it answers\n"
    )
    assert shown.err == REHEARSAL + asked


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (
            ["walk.scm"],
            2,
            "walk.scm: image: expected AVR code, that begins with a jump (jmp or "
            "rjmp), but received 28 6D 6F 76\n",
        ),
        (
            ["cm5.bin", "--port", "/dev/null", "--fast"],
            2,
            "fast: expected a simulated robot, but received /dev/null\n",
        ),
        (["cm5.bin", "--port", "/dev/no-such"], 3, ""),
    ],
)
def test_what_cannot_be_flashed(
    options: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["flash", *options]) == code
    assert capsys.readouterr().err.startswith(f"brshell: flash: {message}")


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["flash", "--help"]) == 0
    assert "--no-verify" in capsys.readouterr().out


def test_a_failure_tells_the_state_of_the_cm5(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Simulation, "press", lambda *_: None)  # nobody is there
    assert main(["flash", "cm5.bin", "--fast"]) == 3
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(
        f"{REHEARSAL}{MODE}brshell: flash: boot: expected the welcome"
    )
    assert "nothing was written: the CM-5 has the firmware that it had" in shown.err


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_signal_leaves_word_of_the_state(number: signal.Signals, code: int) -> None:
    command = [sys.executable, "-m", "brshell", "flash", "cm5.bin"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while "press MODE" not in process.stderr.readline():
            pass
        process.send_signal(number)
        rest = process.stderr.read()
        assert process.wait() == code
    assert "broken off; " in rest
    assert "to go on, " in rest
    assert "Traceback" not in rest


def test_the_procedure_returns_the_number_of_bytes(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(machine, '(flash-cm5 "cm5.bin")') == "772"
    assert capsys.readouterr().err == REHEARSAL + MODE + START + MODE_AGAIN
    assert run(machine, '(flash-cm5 "cm5.bin" #f)') == "772"
    assert capsys.readouterr().err == REHEARSAL + MODE + MODE_AGAIN
    assert run(machine, "(list (ping-cm5) (ping 3))") == "(#t #t)"


def test_the_procedure_fails_with_an_error_of_the_link(machine: Machine) -> None:
    loader = machine.robots.current().sim.boot_loader  # type: ignore[union-attr]
    loader.corrupts = frozenset([4])
    found = condition(machine, '(flash-cm5 "cm5.bin")')
    assert found.kind == "link"
    assert condition_text(found).startswith(
        "flash-cm5: verify: address 0x0004: expected 0x00 to be read back, "
        "but received 0x01; "
    )


def test_the_procedure_refuses_a_wrong_file_before_anything_is_sent(
    machine: Machine,
) -> None:
    robot = machine.robots.current()
    found = condition(machine, '(flash-cm5 "walk.scm")')
    assert found.kind == "value"
    assert robot.brain.counters.sent == 0


def test_buttons_can_be_pressed(machine: Machine) -> None:
    """START takes the simulated CM-5 off the cable, MODE brings it back."""
    run(machine, "(begin (ping-cm5) (sim-press! 'start))")
    assert condition(machine, "(ping-cm5)").kind == "link"
    run(machine, "(begin (sim-press! 'mode) (sleep 1))")
    assert run(machine, "(ping-cm5)") == "#t"
    assert condition_text(condition(machine, "(sim-press! 'fire)")).endswith(
        "expected one of start, up, down, left, right, but received 'fire'"
    )
