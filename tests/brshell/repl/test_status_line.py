"""The line at the bottom of the screen: only what is known, and what has room."""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.repl.packet_rate import PacketRate
from brshell.repl.session import Session
from brshell.repl.status_line import WARNING, status_line
from brshell.runtime.conditions import SchemeError


@pytest.fixture
def session():
    machine = Machine(robot_options={"fast": True})
    yield Session(machine)
    machine.close()


def text(session, width=200):
    return "".join(part for _, part in status_line(session, width))


def warnings(session):
    return [part for style, part in status_line(session, 200) if style == WARNING]


def test_no_robot_is_opened_for_it(session):
    assert text(session) == "no robot yet"
    assert session.machine.robots.opened == []


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("(connect)", "sim:humanoid  0 packets/s  0 errors"),
        ("(scan 3)", "sim:humanoid  ids 1-3  9.6 V  0 packets/s  0 errors"),
        ("(scan-info 2)", "sim:humanoid  ids 1-2  9.6 V  25 °C  0 packets/s  0 errors"),
        ("(get 7 'id)", "sim:humanoid  ids 7  9.6 V  0 packets/s  0 errors"),
        ("(every 1 (lambda () 1))", "sim:humanoid  0 packets/s  0 errors  1 task"),
        ("(disconnect)", "sim:humanoid closed  0 packets/s  0 errors"),
        ("(connect \"sim:arm\")", "sim:arm  0 packets/s  0 errors"),
    ],
)  # fmt: skip
def test_what_is_known(session, program, expected):
    session.run("test", program)
    assert text(session) == expected
    assert warnings(session) == []


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (65, "sim:humanoid  ids 1-18 100  9.6 V  25 °C  0 packets/s  1 task"),
        (50, "sim:humanoid  ids 1-18 100  9.6 V  25 °C  1 task"),
        (40, "sim:humanoid  9.6 V  25 °C  1 task"),
        (20, "sim:humanoid  25 °C"),
        (12, "sim:humanoid"),
        (8, "sim:h..."),
    ],
)
def test_a_narrow_terminal_shows_what_matters_most(session, width, expected):
    session.run("test", "(scan-info 100) (every 1 (lambda () 1))")
    assert text(session, width) == expected


def test_an_error_is_a_warning(session):
    session.run("test", "(scan 1) (sim-fault! 'link-lost 1)")
    with pytest.raises(SchemeError):
        session.run("test", "(ping 1)")
    assert warnings(session) == ["3 errors"]
    assert text(session, 24) == "sim:humanoid  3 errors"


def test_a_hot_servo_is_a_warning(session):
    session.run("test", "(get 1 'id)")
    robot = session.machine.robots.current()
    robot.sim.servos[1].motor.temperature = 75.0
    session.run("test", "(get 1 'present-temperature)")
    assert warnings(session) == ["75 °C"]


def test_nothing_is_asked_and_no_lock_is_waited_for(session):
    session.run("test", "(scan-info 3)")
    robot = session.machine.robots.current()
    sent = robot.brain.counters.sent
    held = robot.brain.transaction()
    held.__enter__()  # by this thread; so another one would wait for ever
    try:
        assert shown_by_another_thread(session).startswith("sim:humanoid  ids 1-3")
    finally:
        held.__exit__(None, None, None)
    assert robot.brain.counters.sent == sent


def shown_by_another_thread(session):
    from threading import Thread

    shown = []
    thread = Thread(target=lambda: shown.append(text(session)), daemon=True)
    thread.start()
    thread.join(10)
    return shown[0]


@pytest.mark.parametrize(
    ("seen", "rate"),
    [
        ([(100, 0.0)], 0),
        ([(100, 0.0), (110, 0.5)], 0),
        ([(100, 0.0), (110, 0.5), (150, 1.0)], 50),
        ([(100, 0.0), (150, 1.0), (151, 1.2)], 50),
        ([(100, 0.0), (150, 1.0), (150, 2.0)], 0),
        ([(100, 0.0), (300, 2.0)], 100),
        ([(100, 0.0), (200, 1.0), (0, 1.5), (30, 2.5)], 30),
    ],
)
def test_packets_a_second(seen, rate):
    meter = PacketRate()
    for count, now in seen:
        found = meter.update(count, now)
    assert found == rate
