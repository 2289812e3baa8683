"""The panic key where the terminal makes a signal of it."""

from __future__ import annotations

import signal

import pytest

from brshell.machine import Machine
from brshell.repl.panic import panic_key
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeError


@pytest.fixture
def session():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    machine = Machine(robot_options={"fast": True})
    yield Session(machine)
    machine.close()
    signal.signal(signal.SIGINT, before)


def test_at_a_prompt_it_stops_tasks(session, capsys):
    session.run("test", "(every 1 (lambda () 1))")
    with panic_key(session):
        signal.raise_signal(signal.SIGQUIT)
    assert capsys.readouterr().err == "stopped\n"
    assert session.machine.robots.tasks() == []


def test_a_program_that_runs_ends(session):
    press = "(import (python signal)) (.raise_signal signal (.SIGQUIT signal))"
    with panic_key(session), pytest.raises(SchemeError) as caught:
        session.run("test", press)
    assert caught.value.condition.kind == "interrupt"


def test_afterwards_the_signal_means_what_it_did(session):
    before = signal.getsignal(signal.SIGQUIT)
    with panic_key(session):
        pass
    assert signal.getsignal(signal.SIGQUIT) is before
