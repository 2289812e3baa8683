"""The procedures of the robot, on a simulated humanoid in virtual time."""

from __future__ import annotations

from importlib import import_module

import pytest
from machines import condition, run

from brshell.builtins import MODULES
from brshell.builtins.declare import declared_in
from brshell.builtins.robot.progress import progress_text
from brshell.help.signatures import signature
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

HUMANOID = "(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)"


VALUES = {
    "bus": [
        ("(ping 3)", "#t"),
        ("(ping 'left-knee)", "#t"),
        ("(ping 77)", "#f"),
        ("(ping-status 77)", "10"),
        ("(status->string 778)",
         '"DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE (3 dynamixel retries)"'),
        ("(verify-status 0 \"ping\")", "#t"),
        ("(ping-cm5)", "#t"),
        ("(scan 20)", HUMANOID),
        ("(length (scan-info 3))", "3"),
        ("(map cdr (car (scan-info 1)))", '(1 "AX-12" 24 9.6 25 "")'),
        ("(map car (car (scan-info 1)))",
         "(id model firmware voltage temperature alarms)"),
        ("(round (* 100 (battery-volts)))", "964.0"),
        ("(list (adc 'neg) (adc 'therm))", "(12 80)"),
    ],
    "formats": [
        ("(set-read-format! '(1 present-position 2) '(2 present-position 2))", "0"),
        ("(begin (set-read-format! 1 'present-position 1 2 AX12_PRESENT_VOLTAGE 2)"
         " (read-format))", "((1 present-position 1) (2 present-voltage 2))"),
        ("(begin (set-read-format! 'right-shoulder-pitch 'present-position 1)"
         " (read-raw))", "#(235 0)"),
        ("(begin (set-read-format! 1 'present-voltage 2) (read-natural))",
         "#(9.6 25 0)"),
        ("(begin (set-read-format! 77 'id 1) (read-raw))", "#(255 10)"),
        ("(begin (set-write-format! '(1 led 1) '(2 goal-position 1))"
         " (write-raw! 1 500) (list (get-raw 1 'led) (get-raw 2 'goal-position)))",
         "(1 500)"),
        ("(begin (set-write-format! 1 'goal-position 2) (write-natural! 150 57)"
         " (list (get-raw 1 'goal-position) (get-raw 1 'moving-speed)))", "(512 512)"),
        ("(begin (set-write-format! 1 'led 1) (write-raw! '(1)) (get 1 'led))", "1"),
        ("(begin (set-write-format! 1 'led 1) (write-raw! #(1)) (get 1 'led))", "1"),
        ("(begin (set-write-format! 1 'led 1) (write-format))", "((1 led 1))"),
        ("(begin (get 1 'present-voltage) (sleep 2)"
         " (call-with-values (lambda () (cached 1 'present-voltage))"
         "   (lambda (value age) (list value (round age)))))", "(9.6 2.0)"),
        ("(call-with-values (lambda () (cached 1 'led)) list)", "(#f #f)"),
    ],
    "registers": [
        ("(get 1 'id)", "1"),
        ("(get 'left-knee 'id)", "14"),
        ("(get 1 AX12_ID)", "1"),
        ("(get-raw 1 'present-position)", "235"),
        ("(get 1 'baud-rate)", "1000.0"),
        ("(begin (put! 1 'goal-position 100) (get-raw 1 'goal-position))", "341"),
        ("(begin (put! 1 'goal-position 1/3) (get-raw 1 'goal-position))", "1"),
        ("(begin (put! 1 'led #t) (get 1 'led))", "1"),
        ("(begin (put-raw! 1 'torque-limit 77) (get-raw 1 'torque-limit))", "77"),
        ("(cdr (assq 'present-position (get-all 1)))", "68.91495601173021"),
        ("(cdr (assq 'model-number (get-all 100)))", "13"),
        ("(register-info 'goal-position)",
         '((name . goal-position) (device . ax12) (address . 30) (width . 2)'
         ' (access . read-write) (area . RAM) (minimum . 0) (maximum . 1023)'
         ' (unit . "deg") (note . ""))'),
        ("(map (lambda (key) (cdr (assq key (register-info AXS1_SOUND_DATA))))"
         " '(name access minimum))", "(sound-data read-only #f)"),
        ("(length (registers 'ax12))", "35"),
        ("(car (registers 'axs1))", "model-number"),
        ("AX12_GOAL_POSITION", "#<register AX12_GOAL_POSITION>"),
    ],
    "motion": [
        ("(round (* 10 (move! 'left-elbow 60 2)))", "20.0"),
        ("(begin (move! 4 200 1) (wait-until-still)"
         " (round (get 4 'present-position)))", "200.0"),
        ("(begin (move-all! '((3 100) (left-elbow 60)) 1) (wait-until-still)"
         " (map (lambda (id) (round (get id 'present-position))) '(3 6)))",
         "(100.0 60.0)"),
        ("(begin (move! 4 100 5) (wait-until-still 0.5))", "#f"),
        ("(begin (hold!) (map (lambda (id) (get id 'torque-enable)) '(1 18)))",
         "(1 1)"),
        ("(begin (hold! '(1 left-elbow)) (limp! 'left-elbow)"
         " (map (lambda (id) (get id 'torque-enable)) '(1 2 6)))", "(1 0 0)"),
        ("(begin (torque! 3 #t) (torque-on! '(4)) (torque! 3 #f)"
         " (map (lambda (id) (get id 'torque-enable)) '(3 4)))", "(0 1)"),
        ("(begin (move! 4 100 5) (sleep 1) (stop!) (wait-until-still)"
         " (> (get 4 'present-position) 180))", "#t"),
        ("(stop-policy)", "hold"),
        ("(begin (set-stop-policy! 'limp) (hold! '(3)) (stop!)"
         " (list (stop-policy) (get 3 'torque-enable)))", "(limp 0)"),
        ("(begin (wheel! 3 50) (sleep 1) (let ((speed (get 3 'present-speed)))"
         " (joint! 3) (list (> speed 5) (get-raw 3 'ccw-angle-limit))))", "(#t 1023)"),
        ("(begin (put-raw! 1 'torque-limit 0) (recover-servo! 1)"
         " (get 1 'torque-limit))", "1.0"),
        ("(begin (led! 1 #t) (get 1 'led))", "1"),
    ],
    "devices": [
        ("(begin (sim-wall! 0.05) (distance 100))", "(255 255 255)"),
        ("(begin (sim-wall! #f 0.05 #f) (distance 100))", "(0 255 0)"),
        ("(begin (sim-wall! 0.05) (sim-wall! #f) (distance 100 'left))", "0"),
        ("(begin (sim-light! 5 6 7) (luminosity 100))", "(5 6 7)"),
        ("(begin (sim-light! 9) (luminosity 100 'right))", "9"),
        ("(begin (sound-count 100) (sim-clap! 2) (sleep 2) (sound-count 100))", "2"),
        ("(begin (beep! 100 20 1) (get 100 'buzzer-index))", "20"),
        ("(begin (melody! 100 5) (get-raw 100 'buzzer-time))", "255"),
        ("(remocon-receive 100)", "#f"),
        ("(begin (sim-remote! 1234) (remocon-receive 100))", "1234"),
        ("(begin (remocon-send! 100 7) (get-raw 100 'ir-remocon-tx-data))", "7"),
        ("(begin (change-id! 1 50) (list (ping 1) (ping 50)))", "(#f #t)"),
        ("(begin (scan 2) (list (tune-bus!) (get 1 'return-delay-time)))",
         "((1 2) 20.0)"),
    ],
    "link": [
        ("(list-ports)", None),
        ("(timeout)", "1000.0"),
        ("(begin (set-timeout! 250) (timeout))", "250.0"),
        ("(begin (ping 1) (link-status))",
         '"sim:humanoid, open; 1 packets sent, 1 received, 0 errors, 0 retries,'
         ' 0 on the bus"'),
        ("(capabilities)", "(sync-write write-read bus baud)"),
        ("(begin (link-baud! 1000000) (ping 1))", "#t"),
        ("(pass-through (bytevector 255 255 3 2 1 249) 6)",
         "#u8(255 255 3 2 0 250)"),
        ("(pass-through (bytevector 255 255 77 2 1 175) 6)", "#u8()"),
        ("(begin (recover) (ping 1))", "#t"),
        ("(begin (ping 1) (disconnect) (reconnect) (ping 1))", "#t"),
        ("(current-robot)", "#<robot sim:humanoid>"),
        ("(connect \"sim:arm\")", "#<robot sim:arm>"),
        ("(begin (connect \"sim:arm\") (scan 20))", "(1 2 3 4 5)"),
        ("current-robot", "#<parameter current-robot>"),
    ],
    "several robots": [
        ("(let ((arm (connect \"sim:arm\"))) (connect) (list (current-robot)"
         " (get 'elbow 'id 'robot arm) (with-robot arm (current-robot))"
         " (ping 18) (ping 18 'robot arm)))",
         "(#<robot sim:humanoid> 3 #<robot sim:arm> #t #f)"),
        ("(let ((arm (connect \"sim:arm\")) (other (connect)))"
         " (sleep 1 'robot arm) (= (now) (now 'robot arm)))", "#t"),
        ("(let ((arm (connect \"sim:arm\")))"
         " (parameterize ((current-robot arm)) (scan 6)))", "(1 2 3 4 5)"),
    ],
    "simulator": [
        ("(begin (hold! 'left-elbow) (sim-push! 'left-elbow 0.2) (sleep 1)"
         " (> (get 'left-elbow 'present-load) 0))", "#f"),
        ("(begin (sim-turn! 4 100) (round (get 4 'present-position)))", "100.0"),
        ("(simulated?)", "#t"),
        ("(begin (sim-fault! 'dead 3) (ping 3))", "#f"),
        ("(begin (sim-fault! 'dead 'left-knee) (ping 14))", "#f"),
        ("(begin (sim-fault! 'dead 3) (sim-fault! 'dead #f) (ping 3))", "#t"),
        ("(begin (sim-fault! 'dead 3) (sim-fault! #f) (ping 3))", "#t"),
        ("(begin (sim-fault! 'link-lost 1 1) (ping 3))", "#t"),
        ("(begin (put! 3 'led #t) (sim-power-cycle!) (get 3 'led))", "0"),
        ("(begin (sleep 2) (round (sim-time)))", "2.0"),
        ("(begin (connect \"sim:arm\") (hold!) (sleep 1) (let ((before"
         " (abs (get 'shoulder 'present-load)))) (sim-load! 'wrist 0.3) (sleep 1)"
         " (> (abs (get 'shoulder 'present-load)) before)))", "#t"),
    ],
    "time": [
        ("(let ((start (now))) (sleep 1.5) (- (now) start))", "1.5"),
        ("(begin (sleep 1/2) (now))", "0.5"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "value"),
    [case for cases in VALUES.values() for case in cases],
)
def test_values(machine: Machine, text: str, value: str | None) -> None:
    found = run(machine, text)
    assert value is None or found == value


ERRORS = [
    ('(move! "knee" 90)', "type", 'move!: expected a servo id, but received "knee"'),
    ("(move! 1.5 90)", "type", "move!: expected a servo id, but received 1.5"),
    ("(get 300 'led)", "value",
     "get: expected a servo id from 0 to 253, but received 300"),
    ("(move! 'knee 90)", "value",
     "move!: expected the name of a joint, but received knee"),
    ("(move! 1 'far)", "type", "move!: expected a real number, but received far"),
    ("(move! 1 400)", "register",
     "move!: goal position: expected 0 to 300 deg, but received 400"),
    ("(move! 1 90 0)", "value", "move!: seconds: expected more than 0, but received 0"),
    ("(move! 1)", "arity", "move!: expected 2 to 3 arguments, but received 1"),
    ("(move! 1 2 3 4)", "arity", "move!: expected 2 to 3 arguments, but received 4"),
    ("(current-robot 1)", "arity",
     "current-robot: expected no arguments, but received 1"),
    ("(move-all! '((1 2 3)))", "type",
     "move-all!: expected lists of an id and an angle, but received (1 2 3)"),
    ("(move-all! '((1 90) (1 80)))", "value",
     "move-all!: expected each servo once, but received ((1 90) (1 80))"),
    ("(get 1 'goal-positon)", "register",
     "get: expected the name of a register, but received goal-positon"),
    ('(get 1 "led")', "type",
     'get: expected the name of a register, but received "led"'),
    ("(put! 1 'present-position 3)", "register",
     "put!: present position: expected a writable register, but it is read-only"),
    ("(put! 1 'led #\\a)", "type", "put!: expected a real number, but received #\\a"),
    ("(led! 1 1)", "type", "led!: expected a boolean, but received 1"),
    ("(beep! 100 60)", "value",
     "beep!: note: expected an integer from 0 to 51, but received 60"),
    ("(set-read-format! 1 'led)", "type",
     "set-read-format!: expected an id, a register and a count, but received (1 led)"),
    ("(set-write-format! '(1 id 1) '(1 led 1))", "value",
     "set-write-format!: expected each id once, but received id 1 twice"),
    ("(write-raw! 1)", "value",
     "write-raw!: expected 0 values, but received 1"),
    ("(scan 300)", "value",
     "scan: expected a highest id from 0 to 253, but received 300"),
    ("(adc 'heart)", "value",
     "adc: expected channel pos, neg, therm or 0 to 2, but received heart"),
    ("(registers (quote ax13))", "value",
     "registers: expected ax12 or axs1, but received ax13"),
    ("(set-timeout! 0)", "value",
     "set-timeout!: expected more than 0 milliseconds, but received 0"),
    ("(set-stop-policy! 'run)", "value",
     "set-stop-policy!: expected hold or limp, but received run"),
    ("(change-baud! 1 57600)", "value",
     "change-baud!: baud rate: expected the bare servo bus, but id 1 is behind a CM-5,"
     " which only talks at 1000000 bps: not possible through the CM-5"),
    ("(verify-status 10 \"scan\")", "status",
     "verify-status: expected status 0, but received DYNAMIXEL_TIMEOUT,"
     " INVALID_DYNAMIXEL_RESPONSE"),
    ('(connect "sim:dog")', "value",
     "connect: robot: expected humanoid, arm or ids:1,2,100, but received 'dog'"),
    ('(connect "/dev/no-such")', "link", None),
    ("(ping 1 'robot 5)", "type", "ping: expected a robot, but received 5"),
    ("(with-robot 5 (ping 1))", "type",
     "current-robot: expected a robot, but received 5"),
    ("(with-robot)", "syntax", None),
    ("(sim-push! 100 1)", "value",
     "sim-push!: expected the id of a servo, but received 100"),
    ("(sim-fault! 'gremlins)", "value", None),
    ("(sleep -1)", "value", "sleep: expected 0 seconds or more, but received -1"),
    ("(every 0 (lambda () 1))", "value",
     "every: expected more than 0 seconds, but received 0"),
    ("(every 1 5)", "type", "every: expected a procedure, but received 5"),
    ("(task-stop 5)", "type", "task-stop: expected a task, but received 5"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "kind", "message"), ERRORS)
def test_a_mistake_is_told_and_nothing_is_sent(
    machine: Machine, text: str, kind: str, message: str | None
) -> None:
    robot = machine.robots.current()
    found = condition(machine, text)
    assert found.kind == kind
    assert message is None or condition_text(found) == message
    assert robot.brain.counters.sent == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(get 77 'led)",
         "get: id 77: expected an answer to the question what it is, but received"
         " none"),
        ("(begin (get 3 'led) (sim-fault! 'dead 3) (get 3 'moving))",
         "get: id 3: expected an answer to reading moving, but received none"),
        ("(begin (get 3 'led) (sim-fault! 'dead 3) (put! 3 'led #t))",
         "put!: id 3: expected an answer to writing led, but received none"),
        ("(begin (get 3 'led) (sim-fault! 'corrupt 1) (get 3 'led))",
         "get: id 3: expected an answer to reading led, but received one with a wrong"
         " checksum"),
        ("(get 100 'goal-position)",
         "get: goal position: expected a device with this register, but id 100 is an"
         " AX-S1, which does not have it"),
        ("(distance 3)",
         "distance: id 3: expected an AX-S1, but it is an AX-12"),
        ("(begin (wheel! 3 10) (move! 3 90))",
         "move!: goal position: expected a servo in joint mode, but id 3 is in wheel"
         " mode"),
        ("(change-id! 1 2)",
         "change-id!: expected one that no device has, but received 2, which answers"),
        ("(begin (disconnect) (ping 1))",
         "ping: sim:humanoid: expected an open link, but it is closed"),
        ("(begin (sim-fault! 'unplugged) (ping 1))",
         "ping: link: the adapter of the simulated robot is unplugged"),
        ("(begin (sim-fault! 'link-lost 1) (ping 1))",
         "ping: sim:humanoid: expected a CM-5 with BRBrain's firmware, but nothing"
         " there speaks its protocol, as a bare servo bus does not either; tried for"
         " 3.0 s: ping 1: expected a STATUS packet, but received nothing"),
        ("(begin (ping 1) (sim-fault! 'link-lost 1) (ping 1))",
         "ping: expected a STATUS packet, but received nothing"),
    ],
)  # fmt: skip
def test_what_the_robot_refuses(machine: Machine, text: str, message: str) -> None:
    assert condition_text(condition(machine, text)) == message


def test_packets_are_traced(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    run(machine, "(begin (trace-packets #t) (ping 3) (trace-packets #f) (ping 4))")
    assert capsys.readouterr().err.splitlines() == [
        "host -> CM-5: PING 3  (F0 03 0C)",
        "CM-5 -> host: STATUS ok  (FA 00 00 7A 0C 50 2F)",
    ]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brshell.builtins.robot.progress.PATIENCE", 0)
    monkeypatch.setattr("brshell.builtins.robot.progress.PERIOD", 0)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


BAR = "scan [######--------------] 1 of 3"
BARS = f"{BAR}\r{' ' * len(BAR)}\rscan [#############-------] 2 of 3\r"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("on_terminal", "term", "shown"),
    [
        (True, "xterm", f"{BARS}{' ' * len(BAR)}\r"),
        (True, "dumb", ""),
        (False, "xterm", ""),
    ],
)
def test_a_long_scan_shows_how_far_it_is(
    on_terminal: bool,
    term: str,
    shown: str,
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stderr.isatty", lambda: on_terminal)
    run(machine, "(scan 2)")
    assert capsys.readouterr().err == shown


def test_what_is_done_soon_shows_nothing(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    run(machine, "(scan 2)")
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("impatient")
def test_a_scan_that_fails_leaves_no_bar(
    machine: Machine,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with pytest.raises(SchemeError):
        run(machine, "(begin (sim-fault! 'unplugged 0.5) (scan))")
    shown = capsys.readouterr().err
    assert "scan [" in shown
    assert shown.rpartition("\r")[0].endswith(" " * 20)


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (80, "scan [##########----------] 127 of 254"),
        (38, "scan 50 %"),
        (10, "scan 50 %"),
        (5, "scan"),
    ],
)
def test_a_bar_on_a_narrow_terminal(width: int, text: str) -> None:
    assert progress_text(127, 254, "scan", width) == text


def test_retries_are_warned_of(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    assert run(machine, '(verify-status #x200 "scan")') == "#t"
    assert caplog.messages == ["W: scan required 2 dynamixel retries"]


def test_joints_have_no_names_if_the_robot_is_not_known(machine: Machine) -> None:
    machine.robots.current().description = None
    message = (
        "ping: expected a servo id, since joints have no names here, but received elbow"
    )
    assert condition_text(condition(machine, "(ping 'elbow)")) == message


def test_only_a_simulated_robot_has_a_scene(machine: Machine) -> None:
    machine.robots.current().sim = None
    message = "sim-wall!: expected a simulated robot, but received sim:humanoid"
    assert condition_text(condition(machine, "(sim-wall! 1)")) == message


def test_nothing_is_opened_before_it_is_needed(machine: Machine) -> None:
    run(machine, "(list (+ 1 2) AX12_ID current-robot (register-info 'led) move!)")
    assert machine.robots.current.value is not None
    assert not machine.robots.opened


def declared() -> dict[str, object]:
    machine = Machine()
    return {
        name: function
        for module in MODULES
        if module.startswith("robot.")
        for name, function in declared_in(
            import_module(f"brshell.builtins.{module}"), machine
        )
    }


def test_the_library_exports_all_of_them(machine: Machine) -> None:
    names = {name for name in declared() if not name.startswith("%")}
    assert set(machine.language.robot_names()) == names | {"with-robot", "every"}


def test_the_registers_are_those_of_brbrain() -> None:
    from brbrain.registers import AX12, AXS1

    names = [name for name in declared() if name.startswith("AX")]
    assert names == [register.identifier for register in (*AX12, *AXS1)]


def test_a_program_may_import_only_them() -> None:
    machine = Machine(robot_options={"fast": True})
    text = "(import (scheme base) (only (brshell robot) scan)) (scan 3)"
    assert to_text(machine.run_source(Source("test", text), script=True)) == "(1 2 3)"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("move!", "(move! id degrees [seconds])"),
        ("scan", "(scan [max-id])"),
        ("set-read-format!", "(set-read-format! blocks ...)"),
        ("now", "(now)"),
        ("task-wait", "(task-wait task)"),
        ("robot-error?", "(robot-error? obj)"),
    ],
)
def test_signatures(name: str, text: str) -> None:
    assert signature(name, declared()[name]) == text


def test_each_has_its_help() -> None:
    for name, function in declared().items():
        if not name.startswith("AX") and name != "current-robot":
            assert function.__doc__, name
            assert len(function.__doc__.splitlines()[0]) < 84, name
