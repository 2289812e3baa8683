"""What the prompt shows of values of a robot, and the commands that show them."""

from __future__ import annotations

import pytest

from brshell.machine import Machine
from brshell.repl.commands import run_command
from brshell.repl.display.servos import servo_table
from brshell.repl.display.values import id_ranges, shown
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text


@pytest.fixture
def session():
    machine = Machine(robot_options={"fast": True, "robot": "arm"})
    yield Session(machine, colored=False)
    machine.close()


def show(session, text, width=80):
    return shown(session.run("test", text), width)


NAMES = {1: "shoulder", 2: "elbow"}

SCAN = """\
id  model  firmware    V  °C  alarms
 1  AX-12        24  9.6  25
 2  AX-12        24  9.6  25"""


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("(scan-info 2)", 80, SCAN),
        ("(scan-info 2)", 20, "id  model  alarms\n 1  AX-12\n 2  AX-12"),
        ("(cdr (scan-info 1))", 80, "()"),
        ("'(((id . 1)) ((id . 2)))", 80, "(((id . 1)) ((id . 2)))"),
        ("(list 1 \"a\" 'b)", 80, '(1 "a" b)'),
        ("AX12_GOAL_POSITION", 80,
         "#<register AX12_GOAL_POSITION>\n"
         "  goal-position of ax12, address 30, read-write RAM, 0 to 1023, in deg"),
        ("AX12_MODEL_NUMBER", 80,
         "#<register AX12_MODEL_NUMBER>\n"
         "  model-number of ax12, address 0, read-only EEPROM"),
        ("(connect)", 80, "#<robot sim:arm>\n  open, 5 joints"),
        ("(begin (scan 3) (current-robot))", 80,
         "#<robot sim:arm>\n  open, 5 joints, ids 1-3, 9.6 V"),
        ("(begin (disconnect) (current-robot))", 80,
         "#<robot sim:arm>\n  closed, 5 joints"),
    ],
)  # fmt: skip
def test_a_value(session, text, width, expected):
    assert show(session, text, width) == expected


MAKE = "(define stand (name-pose 'stand (make-pose '(1 2) 'goal-position '(150 90.5))))"

POSE = """\
#<pose stand servos: 2>
id  joint     goal-position
 1  shoulder          150.1
 2  elbow             90.62"""

SEQUENCE = """\
#<sequence steps: 2 seconds: 2.5>
step  pose   servos  seconds  pause  easing
   0  stand       2        1         min-jerk
   1  stand       2      0.5      1  linear"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stand", POSE),
        ("(make-sequence (list stand 1) (list stand 0.5 1 'linear))", SEQUENCE),
        ("(make-sequence)", "#<sequence steps: 0 seconds: 0.0>"),
    ],
)
def test_poses_and_sequences_are_small_tables(session, text, expected):
    session.run("test", MAKE)
    assert shown(session.run("test", text), 80, lambda: NAMES) == expected


def test_a_long_table_is_cut(session):
    ids = " ".join(map(str, range(30)))
    text = f"(make-pose '({ids}) 'led (map (lambda (id) 0) '({ids})))"
    lines = show(session, text).splitlines()
    assert len(lines) == 1 + 1 + 24 + 1
    assert lines[-1] == "... and 6 more"


def test_a_narrow_table_leaves_out_what_matters_least(session):
    session.run("test", MAKE)
    lines = show(session, "(make-sequence (list stand 1))", width=24).splitlines()
    assert lines[1:] == ["step  pose   seconds", "   0  stand        1"]


def test_a_list_of_devices_without_end_is_no_table(session):
    text = "(define l (list (car (scan-info 1)))) (set-cdr! l l) l"
    assert show(session, text).startswith("#0=(((id . 1)")


@pytest.mark.parametrize(
    ("ids", "text"),
    [([], ""), ([3], "3"), ([1, 2, 3, 5, 100, 101], "1-3 5 100-101")],
)
def test_ids_in_few_words(ids, text):
    assert id_ranges(ids) == text


def test_servos(session, capsys):
    session.run("test", "(move! 'elbow 30 0.5) (wait-until-still) (limp! 'gripper)")
    run_command(session, ",servos")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["id", "joint", "position", "load", "°C", "V", "state"]
    assert len(lines) == 6
    elbow = next(line for line in lines if " elbow " in line)
    assert elbow.split()[2] in ("29.9", "30.0", "30.2")
    assert next(line for line in lines if "gripper" in line).endswith("limp")


def test_servos_by_id_and_joint(session, capsys):
    run_command(session, ",servos 1 elbow 99 98")
    *table, last = capsys.readouterr().out.splitlines()
    assert len(table) == 3
    assert last == "no servo answers as 99, 98"
    run_command(session, ",servos 99")
    assert capsys.readouterr().out == "no servo answers as 99\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",servos nose", ",servos: expected the name of a joint, but received nose"),
        (",servos (", "read: expected a ) to close the list that begins here"),
        (",servos 999", ",servos: expected a servo id from 0 to 253, but received 999"),
    ],
)
def test_wrong_servos(session, text, message):
    with pytest.raises(SchemeError) as caught:
        run_command(session, text)
    assert condition_text(caught.value.condition).startswith(message)


def test_an_error_of_the_link_is_a_condition(session):
    session.run("test", "(scan 5) (sim-fault! 'unplugged)")
    with pytest.raises(SchemeError) as caught:
        run_command(session, ",servos")
    assert caught.value.condition.kind == "link"


def test_a_closed_link_can_be_opened_again(session):
    session.run("test", "(scan 5) (disconnect)")
    with pytest.raises(SchemeError) as caught:
        run_command(session, ",servos")
    assert caught.value.condition.fact == "(reconnect) opens the link again"


@pytest.mark.parametrize("width", [40, 60, 100])
def test_servos_fit_on_narrow_terminals(session, width):
    session.run("test", "(scan 5)")
    states = session.machine.robots.current().servo_states()
    lines = servo_table(states, width, ascii=True)
    assert len(lines) == 6
    assert max(map(len, lines)) <= width
    assert "position" in lines[0]


def test_pp_shows_the_whole(session, capsys):
    run_command(session, ",pp (iota 1000)")
    assert capsys.readouterr().out.rstrip().endswith(" 999)")
