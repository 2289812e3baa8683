"""Ctrl-C: what runs ends, the robot is held, and the link stays in order."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from machines import run

from brshell.expander.template import Template
from brshell.machine import Machine
from brshell.runtime.conditions import SchemeError
from brshell.runtime.interrupts import Activity, Interrupts, current, safe_point


@pytest.fixture(autouse=True)
def _as_in_a_terminal() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def machine() -> Iterator[Machine]:
    # On a virtual clock bytes take their time on the wires, as they do in truth.
    machine = Machine(robot_options={"fast": True})
    yield machine
    machine.close()


def interrupt_at_read(machine: Machine, count: int, times: int = 1) -> None:
    """Have Ctrl-C pressed while the link waits for the ``count``-th time from now."""
    link = machine.robots.current().brain.link
    read = link.read

    def pressed(deadline: float) -> bytes:
        nonlocal count
        count -= 1
        if count == 0:
            link.read = read  # type: ignore[method-assign]
            for _ in range(times):
                signal.raise_signal(signal.SIGINT)
        return read(deadline)

    link.read = pressed  # type: ignore[method-assign]


LOOP = "(let loop () (get 1 'present-position) (get 2 'present-position) (loop))"


@pytest.mark.parametrize("program", [LOOP, "(scan)", "(wait-until-still 100)"])
@pytest.mark.parametrize("count", range(1, 8))
def test_an_exchange_is_completed_first(
    machine: Machine, program: str, count: int
) -> None:
    positions = run(machine, "(list (get 1 'goal-position) (get 2 'goal-position))")
    run(machine, "(move! 4 100 60)")
    counters = machine.robots.current().brain.counters
    interrupt_at_read(machine, count)
    with pytest.raises(SchemeError) as caught:
        run(machine, program)
    assert caught.value.payload.kind == "interrupt"
    assert caught.value.payload.fact is None
    assert counters.sent == counters.received
    text = "(list (get 1 'goal-position) (get 2 'goal-position))"
    assert run(machine, text) == positions
    assert (counters.errors, counters.retries, counters.dropped_bytes) == (0, 0, 0)


@pytest.mark.parametrize("count", range(1, 8))
def test_pressed_twice_it_does_not_wait_and_no_reply_is_mistaken(
    machine: Machine, count: int
) -> None:
    text = "(list (get 1 'present-position) (get 2 'present-position))"
    positions = run(machine, text)
    interrupt_at_read(machine, count, times=2)
    with pytest.raises(SchemeError) as caught:
        run(machine, LOOP)
    assert caught.value.payload.kind == "interrupt"
    for _ in range(3):
        assert run(machine, text) == positions


def test_the_robot_is_held(machine: Machine) -> None:
    run(machine, "(move! 4 100 10)")
    interrupt_at_read(machine, 9)
    with pytest.raises(SchemeError):
        run(machine, LOOP)
    position = machine.robots.current().sim.servos[4].position
    run(machine, "(sleep 10)")
    servo = machine.robots.current().sim.servos[4]
    assert servo.position == pytest.approx(position, abs=3)
    assert servo["torque enable"] == 1


def test_the_robot_goes_limp_if_that_is_its_policy(machine: Machine) -> None:
    run(machine, "(set-stop-policy! 'limp) (hold! '(3))")
    interrupt_at_read(machine, 5)
    with pytest.raises(SchemeError):
        run(machine, LOOP)
    assert run(machine, "(get 3 'torque-enable)") == "0"


def test_afters_run_before_and_handlers_do_not_see_it(machine: Machine) -> None:
    interrupt_at_read(machine, 5)
    with pytest.raises(SchemeError) as caught:
        run(
            machine,
            f"""(define log '())
                (define (turn)
                  (guard (e (#t (set! log (cons 'caught log)))) {LOOP}))
                (dynamic-wind (lambda () #f) turn
                  (lambda () (set! log (cons (get 3 'id) log))))""",
        )
    assert run(machine, "log") == "(3)"
    assert str(caught.value.payload.span).startswith("test:3:")


def test_tasks_end_too(machine: Machine) -> None:
    run(machine, "(define n 0) (every 0.01 (lambda () (set! n (+ n 1))))")
    interrupt_at_read(machine, 20)
    with pytest.raises(SchemeError):
        run(machine, LOOP)
    before = run(machine, "n")
    assert run(machine, "(sleep 1) n") == before
    assert run(machine, "(tasks)") == "()"


def test_a_robot_that_cannot_be_held_is_told_of(machine: Machine) -> None:
    run(machine, "(begin (hold! '(1)) (sim-fault! 'unplugged 0.1))")
    signalled = iter([signal.SIGINT])
    sleep = machine.robots.current().clock.sleep

    def pressed(seconds: float) -> None:
        sleep(seconds)
        for number in signalled:
            signal.raise_signal(number)

    machine.robots.current().clock.sleep = pressed  # type: ignore[method-assign]
    with pytest.raises(SchemeError) as caught:
        run(machine, "(sleep 1)")
    assert caught.value.payload.fact == (
        "sim:humanoid could not be stopped: "
        "link: the adapter of the simulated robot is unplugged"
    )


def test_an_activity_ends_where_it_may() -> None:
    activity = Activity(KeyboardInterrupt)
    passed = []

    def work() -> None:
        with activity.working():
            with activity.working():
                activity.told = True
            passed.append("work inside of work")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert passed == ["work inside of work"]
    activity.check()  # once is enough


def test_a_safe_point_is_one_of_the_running_thread() -> None:
    safe_point()
    current.activity.told = True
    with pytest.raises(KeyboardInterrupt):
        safe_point()


def test_a_handler_of_somebody_else_is_left_alone() -> None:
    pressed = []
    signal.signal(signal.SIGINT, lambda *_: pressed.append(1))
    with Interrupts():
        signal.raise_signal(signal.SIGINT)
    assert pressed == [1]


def test_the_handler_is_put_back() -> None:
    with Interrupts(), Interrupts():
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_at_random_moments_no_reply_is_mistaken() -> None:
    """A quick version of the benchmark, over a pseudo-terminal in real time."""
    bench = Path(__file__).parents[2] / "bench" / "bench_interrupt.py"
    done = subprocess.run(
        [sys.executable, bench, "60"], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("60 times Ctrl-C: 0 stale replies"), done.stderr


def test_a_silent_robot_does_not_keep_a_program_going() -> None:
    machine = Machine(robot_options={"speed": 1})
    run(machine, "(begin (define ended 0) (sim-fault! 'link-lost 1))")
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    threading.Timer(0.1, press).start()
    with pytest.raises(SchemeError) as caught:
        run(
            machine,
            """(dynamic-wind (lambda () #f) (lambda () (ping 1))
                 (lambda () (set! ended (now))))""",
        )
    assert caught.value.payload.kind == "interrupt"
    late = float(run(machine, "ended")) - pressed[0]
    machine.close()
    assert 0.02 < late < 0.5  # a ping waits for 3 s; 0.05 is what the benchmark sees


def test_a_task_in_line_sends_nothing_after_it_was_told(machine: Machine) -> None:
    put_goal = "(put! 4 'goal-position {})"
    goal = run(machine, "(get 4 'goal-position)")
    run(machine, put_goal.format(goal))  # the CM-5 knows how it is done
    robot = machine.robots.current()
    with robot.brain.transaction():
        text = f"(define t (every 1 (lambda () {put_goal.format(100)})))"
        run(machine, text)
        robot.clock.sleep(0.5)  # now the task waits for the link
        run(machine, "(stop!)")
    assert run(machine, "(sleep 1) (list (get 4 'goal-position) t)") == (
        f"({goal} #<task every 1 s state: ended>)"
    )


BUSY_TASK = "(every 1 (lambda () (let loop () (loop)))) (sleep 60)"


def test_ctrl_c_in_the_expansion_of_a_macro_tells_its_place(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(machine, "(define-syntax m (syntax-rules () ((_ x) x)))")
    pressed = lambda *_: signal.raise_signal(signal.SIGINT)  # noqa: E731
    monkeypatch.setattr(Template, "fill", pressed)
    with pytest.raises(SchemeError) as raised:
        run(machine, "(define a 1)\n(list (m 1))")
    assert str(raised.value.condition.span) == "test:2:7"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all, so that the language is compiled only once."""
    return tmp_path_factory.mktemp("cache")


@pytest.mark.parametrize(
    ("program", "option"),
    [
        ("(let loop () (loop))", "--fast"),
        ("(sleep 60)", "--speed=1"),
        (LOOP, "--fast"),
        (LOOP, "--speed=1"),
        (BUSY_TASK, "--fast"),
        (BUSY_TASK, "--speed=1"),
    ],
)
def test_ctrl_c_in_a_terminal(
    tmp_path: Path, cache: Path, program: str, option: str
) -> None:
    script = tmp_path / "walk.scm"
    script.write_text(
        f"""(move! 'left-elbow 60 30)
            (dynamic-wind
              (lambda () (display "in") (newline) (flush-output-port))
              (lambda () {program})
              (lambda () (display "out") (newline)))"""
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "brshell", option, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "in\n"
        time.sleep(0.1)  # until it is in the middle of it
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out == "out\n"
    assert "walk.scm:4:" in err
    assert "interrupted" in err
    assert "Traceback" not in err
