"""However a program ends, no robot goes on moving that nobody controls.

The robot lives here, on a pseudo-terminal; the program is another process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from brbrain.clock import WallClock
from brbrain.sim import Simulation
from brbrain.sim.server import PtyServer
from brshell.runtime.interrupts import Interrupts

BRSHELL = [sys.executable, "-m", "brshell"]
MOVE = "(wheel! 1 50) (move! 2 250 60)"
READY = '(display "ready") (newline) (flush-output-port)'
PATIENCE = 30.0  # seconds: a busy machine may take long
LOOP = "(let loop () (get 2 'present-position) (loop))"
DEVICE = "(define d (robot-device 2)) (device-configure! d) (device-activate! d)"
CYCLES = f"{DEVICE} (let loop () (device-exchange d '((servo-2/position . 2))) (loop))"
PLAY = """(define d (robot-device 2))
  (define there (make-pose '(2) 'goal-position '(20)))
  (play (make-sequence (list there 5)) 'on d)"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    home = str(tmp_path_factory.mktemp("home"))
    return {**os.environ, "HOME": home, "XDG_CACHE_HOME": home}


@pytest.fixture
def server() -> Iterator[PtyServer]:
    with PtyServer(Simulation("ids:1,2", WallClock())) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        yield server
        server.stop()
        thread.join()


def state(server: PtyServer) -> tuple[bool, bool]:
    """Return whether the wheel turns, and whether the joint is on its way."""
    wheel, joint = server.simulation.servos[1], server.simulation.servos[2]
    return wheel.wheel or bool(wheel["moving"]), bool(joint["moving"])


def comes_true(condition: Callable[[], bool]) -> bool:
    """Wait until a condition holds; return False if it does not for long."""
    deadline = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def comes_to_rest(server: PtyServer) -> bool:
    """Wait until nothing moves."""
    return comes_true(lambda: state(server) == (False, False))


def start(
    server: PtyServer, environment: dict[str, str], program: str
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            *BRSHELL,
            "--port",
            server.port,
            "--timeout",  # a busy machine may answer late
            "2000",
            "-e",
            f"(begin {MOVE} {READY} {program})",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        # Not ignored, as what a shell starts in the background would have it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("(car 5)", 1),
        ("(get 77 'led)", 3),
        ("(get 2 'gaol)", 1),
        (f"{DEVICE} (device-exchange d '((servo-2/position . 2))) (car 5)", 1),
        ("(every 0.1 (lambda () (car 5))) (sleep 0.3) (car 5)", 1),
        ('(let loop ((n 0)) (+ 1 (loop (string-append "a" n))))', 1),
    ],
)
def test_after_an_error_everything_stands_still(
    server: PtyServer, environment: dict[str, str], program: str, code: int
) -> None:
    process = start(server, environment, program)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert comes_to_rest(server)
    assert server.simulation.servos[2]["torque enable"] == 1


@pytest.mark.parametrize("program", ["", "(exit 0)", "(exit 7)"])
def test_at_its_own_end_wheels_stop_and_servos_go_to_their_goals(
    server: PtyServer, environment: dict[str, str], program: str
) -> None:
    start(server, environment, program).communicate(timeout=PATIENCE)
    assert comes_true(lambda: state(server) == (False, True))


@pytest.mark.parametrize(
    ("program", "number", "code", "delay"),
    [
        ("(sleep 60)", signal.SIGINT, 130, 0.0),
        ("(sleep 60)", signal.SIGTERM, 143, 0.11),
        ("(sleep 60)", signal.SIGHUP, 129, 0.0),
        ("(sleep 60)", signal.SIGQUIT, 131, 0.0),
        (LOOP, signal.SIGINT, 130, 0.11),
        (LOOP, signal.SIGTERM, 143, 0.0),
        (LOOP, signal.SIGHUP, 129, 0.11),
        (LOOP, signal.SIGQUIT, 131, 0.11),
        ("(read-line)", signal.SIGINT, 130, 0.0),
        ("(read-line)", signal.SIGHUP, 129, 0.11),
        (CYCLES, signal.SIGINT, 130, 0.3),
        (CYCLES, signal.SIGHUP, 129, 0.3),
        (PLAY, signal.SIGINT, 130, 0.5),
        (PLAY, signal.SIGTERM, 143, 0.5),
        ("(scan)", signal.SIGINT, 130, 0.11),
        ("(scan)", signal.SIGTERM, 143, 0.11),
    ],
)
def test_a_signal_stops_the_robot(
    server: PtyServer,
    environment: dict[str, str],
    program: str,
    number: int,
    code: int,
    delay: float,
) -> None:
    with start(server, environment, program) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(delay)
        process.send_signal(number)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert b"Traceback" not in err
    assert comes_to_rest(server)


@pytest.mark.parametrize("gap", [0.0, 0.02, 0.1])
def test_ctrl_c_twice_does_not_break_off_the_stopping(
    server: PtyServer, environment: dict[str, str], gap: float
) -> None:
    with start(server, environment, LOOP) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        time.sleep(gap)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert comes_to_rest(server)


def test_a_program_whose_output_nobody_reads_stops_the_robot(
    server: PtyServer, environment: dict[str, str]
) -> None:
    program = '(let loop () (display "hello") (newline) (sleep 0.01) (loop))'
    with start(server, environment, program) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 141
    assert comes_to_rest(server)


def test_a_task_that_fails_stops_the_robot_and_the_program_goes_on(
    server: PtyServer, environment: dict[str, str]
) -> None:
    program = f"""(define t (every 1 (lambda () (car 5)))) (task-wait t)
                  {READY} (read-line)"""
    text = f"{MOVE} {program}"
    with subprocess.Popen(
        [*BRSHELL, "--port", server.port, "-e", f"(begin {text})"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        servos = server.simulation.servos
        assert comes_true(lambda: not (servos[1]["moving"] or servos[2]["moving"]))
        assert process.poll() is None
        process.communicate(b"go on\n", timeout=PATIENCE)
    assert process.returncode == 0


PYTHON = """
import brbrain, sys
robot = brbrain.open({port!r})
robot.wheel(1, 50)
robot.move(2, 250, 60)
print("ready", flush=True)
{end}
"""


@pytest.mark.parametrize(
    "end", ["", "1 / 0", "sys.exit(3)", "del robot", "raise KeyboardInterrupt"]
)
def test_a_python_program_that_does_not_close_the_robot(
    server: PtyServer, end: str
) -> None:
    program = PYTHON.format(port=server.port, end=end)
    subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert comes_to_rest(server)


def test_a_terminal_that_goes_away_stops_the_robot(
    server: PtyServer, environment: dict[str, str], tmp_path: Path
) -> None:
    master, slave = os.openpty()
    process = subprocess.Popen(
        [*BRSHELL, "--port", server.port],
        env={**environment, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
        preexec_fn=lambda: os.login_tty(slave),
    )
    os.close(slave)
    shown = b""
    os.write(master, f'(begin {MOVE} (display "rea") (display "dy"))\r'.encode())
    while b"ready" not in shown:
        shown += os.read(master, 1000)
    assert any(state(server))
    os.close(master)
    assert process.wait(PATIENCE) == 129
    assert comes_to_rest(server)


def test_what_cannot_be_stopped_is_told(
    server: PtyServer, environment: dict[str, str]
) -> None:
    with start(server, environment, "(read-line)") as process:
        assert process.stdout is not None
        process.stdout.readline()
        server.simulation.faults.on("dead", 1)
        _, err = process.communicate(b"go on\n", timeout=PATIENCE)
    assert process.returncode == 3
    assert b"could not be stopped: id 1: expected an answer" in err


def test_a_wait_in_the_system_that_misses_a_signal_is_ended() -> None:
    """A signal that comes just before a wait is noted, but does not end it."""
    interrupts = Interrupts()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        with interrupts:
            # The signal goes to a thread, so that the wait here does not end.
            threading.Thread(target=_take_signal).start()
            with pytest.raises(KeyboardInterrupt):
                time.sleep(PATIENCE)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        signal.signal(signal.SIGINT, before)


def _take_signal() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    time.sleep(0.1)  # until the main thread sleeps
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)
