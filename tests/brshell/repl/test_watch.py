"""Watching joints: the table as text, and the whole screen as the user sees it."""

from __future__ import annotations

import io

import pytest
from prompt_toolkit import PromptSession
from terminal import terminal, user

from brbrain.errors import BrError
from brshell.machine import Machine
from brshell.repl.commands import run_command
from brshell.repl.session import Session
from brshell.repl.watch import KEPT, Watch
from brshell.runtime.conditions import SchemeError


@pytest.fixture
def session():
    machine = Machine(robot_options={"fast": True, "robot": "arm"})
    yield Session(machine, colored=False)
    machine.close()


@pytest.fixture
def robot(session):
    return session.machine.robots.current()


def row_of(watch, id):
    lines = watch.lines(100, 24, ascii=True)
    return next(line.split() for line in lines if line.split()[:1] == [str(id)])


def test_what_is_shown_of_a_joint(robot):
    robot.move("elbow", 60.0)
    robot.wait_until_still()
    watch = Watch(robot)
    first, *rows, summary = watch.lines(100, 24)
    titles = ["id", "joint", "goal", "position", "load", "°C", "V", "state"]
    assert first.split() == titles
    assert len(rows) == 5
    _, name, goal, position, *_ = row_of(watch, robot.id_of("elbow"))
    assert (name, goal) == ("elbow", "60.1")  # count 205
    assert float(position) == pytest.approx(60.0, abs=1.0)
    assert summary.startswith("sim:arm: ")
    assert summary.endswith(" packets, 0 errors")


def test_the_sparkline_tells_of_the_past(robot):
    robot.move("elbow", 30.0)
    robot.wait_until_still()
    watch = Watch(robot, [robot.id_of("elbow")])
    robot.move("elbow", 270.0, 2.0)
    for _ in range(8):
        robot.clock.sleep(0.3)
        watch.look()
    line = watch.lines(100, 24)[1]
    drawn = [character for character in line if "▁" <= character <= "█"][:9]
    assert drawn == sorted(drawn)
    assert (drawn[0], drawn[-1]) == ("▁", "█")
    for _ in range(KEPT):
        watch.look()
    assert "▅" * KEPT in watch.lines(100, 24)[1]  # it stands still


@pytest.mark.parametrize("width", [40, 60, 80, 132])
@pytest.mark.parametrize("height", [4, 6, 24])
def test_it_fits_on_the_screen(robot, width, height):
    watch = Watch(robot)
    for _ in range(KEPT):
        watch.look()
    lines = watch.lines(width, height, ascii=True)
    assert max(map(len, lines)) <= width
    assert len(lines) <= height
    if height == 4:
        assert lines[2] == "... 4 more"


def test_a_servo_that_falls_silent_and_comes_back(robot):
    watch = Watch(robot)
    robot.sim.faults.on("dead", 3)
    watch.look()
    assert row_of(watch, 3)[-2:] == ["no", "answer"]
    assert row_of(watch, 2)[-1] != "answer"
    robot.sim.faults.off("dead")
    watch.look()
    assert "answer" not in row_of(watch, 3)


def test_a_lost_link_is_shown(robot):
    watch = Watch(robot)
    robot.sim.faults.on("unplugged")
    watch.look()
    assert watch.lines(100, 24)[-1] == (
        "link: the adapter of the simulated robot is unplugged"
    )
    robot.sim.faults.off()
    watch.look()
    assert watch.lines(100, 24)[-1].startswith("sim:arm: ")


def test_the_first_look_must_succeed(robot):
    robot.servos()
    robot.sim.faults.on("unplugged")
    with pytest.raises(BrError):
        Watch(robot)


def test_on_a_plain_terminal_it_is_printed_once(session, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    run_command(session, ",watch elbow wrist")
    assert len(capsys.readouterr().out.splitlines()) == 4
    with pytest.raises(SchemeError):
        run_command(session, ",watch nose")


def shows(text):
    return lambda lines: any(text in line for line in lines)


@pytest.mark.parametrize("key", ["q", "\x1b", "\x03", "\x04"])
def test_the_prompt_is_usable_afterwards(session, key):
    with terminal(80, 12) as here:

        def types() -> None:
            here.screen.wait_for(shows("elbow"))
            assert here.screen.display[-1].startswith("q: back to the prompt")
            here.type(key)

        with user(types):
            run_command(session, ",watch")
        here.type("(+ 1 2)\r")
        prompt: PromptSession[str] = PromptSession("> ")
        assert prompt.prompt() == "(+ 1 2)"


def test_a_lost_link_leaves_the_screen_alive(session):
    with terminal(80, 12) as here:

        def types() -> None:
            here.screen.wait_for(shows("elbow"))
            session.machine.robots.current().sim.faults.on("unplugged")
            here.screen.wait_for(
                lambda lines: any("unplugged" in line for line in lines)
            )
            here.type("q")

        with user(types):
            run_command(session, ",watch")


def test_stopping_from_the_watch(session):
    session.run("test", "(move! 'elbow 30 1) (wait-until-still) (move! 'elbow 270 60)")
    task = session.run("test", "(every 1 (lambda () 1))")
    with terminal(80, 12) as here:

        def types() -> None:
            here.screen.wait_for(shows("elbow"))
            here.type("s")
            here.screen.wait_for(lambda _: task.state != "running")
            here.type("q")

        with user(types):
            run_command(session, ",watch")
    assert session.run("test", "(wait-until-still 1)").name == "#t"
