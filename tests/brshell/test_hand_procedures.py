"""The procedures of the EtherCAT hand, on a simulated one in virtual time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

MAGIC = "(bytevector 85 170 85 170 85 170 85 170)"


def machine_with(policy: str) -> Iterator[Machine]:
    machine = Machine(robot_options={"fast": True}, robot_policies=(policy, None))
    run(machine, "(ethercat-open) (reset-motors)")
    yield machine
    machine.close()


@pytest.fixture
def machine() -> Iterator[Machine]:
    yield from machine_with("hold")


@pytest.fixture
def limp_machine() -> Iterator[Machine]:
    yield from machine_with("limp")


def run(machine: Machine, text: str) -> str:
    return to_text(machine.run_source(Source("test", text)))


VALUES = [
    ("(cdr (assq 'name (car (ethercat-scan))))", '"Shadow palm"'),
    ("(cdr (assq 'product (car (ethercat-scan))))", "6"),
    ("(ethercat-state)", '("OP")'),
    ("(ethercat-state 'op)", '("OP")'),
    ("(ethercat-exchange 10)", "3"),
    ("(working-counter)", "3"),
    ("(motors-halted)", "#f"),
    ("(halt-motors) (motors-halted)", '"asked for"'),
    ("(palm-set-demand! 'FFJ3 1/2) (ethercat-exchange 100) (palm-torque 'FFJ3)", "100"),
    ("(palm-set-demand! 1 0.5) (ethercat-exchange 100)"
     " (< 0.1 (palm-angle 'FFJ3) 0.2)", "#t"),
    ("(palm-lead! 'ffj3 0.25) (ethercat-exchange 800)"
     " (< 0.24 (palm-angle 1) 0.26)", "#t"),
    ("(palm-lead! 'WRJ2 9)", "0.13962634015954636"),
    ("(palm-sensor 'ACCZ)", "2448"),
    ("(palm-sensor 28)", "2448"),
    ("(length (palm-sensors))", "36"),
    ("(ethercat-exchange 20) (palm-tactile 'TH)", "(100 300)"),
    ("(ethercat-exchange 20) (palm-tactile 4)", "(100 300)"),
    ("(palm-zero-buffers)", "0"),
    ("(palm-fault! 'zero-buffer 10) (ethercat-exchange 100) (palm-zero-buffers)", "10"),
    (f"(can-direct 2 1802 {MAGIC})", "(2 1818 #u8(85 170 85 170 85 170 85 170))"),
    ("(ethercat-exchange 200) (reinitialize-boards) (diagnostic-level)", "ok"),
    ("(ethercat-exchange 200) (map (lambda (d) (cdr (assq 'level d)))"
     " (take (diagnostics) 4))", "(ok ok ok ok)"),
    ("(ethercat-exchange 200) (palm-fault! 'silent-motor 'FFJ3) (ethercat-exchange 50)"
     " (map diagnostic-level '(palm FFJ3 MFJ3))", "(ok error ok)"),
    ("(device-phase (hand-device))", "unconfigured"),
    ("(eq? (hand-device) (hand-device))", "#t"),
    ("(define d (hand-device)) (device-configure! d) (length (device-signals d))",
     "137"),
    ("(play (make-sequence (list (make-pose '(2) 'goal-position '(170)) 1))"
     " 'on (hand-device)) (ethercat-exchange 200) (< 0.3 (palm-angle 'FFJ3) 0.4)",
     "#t"),
    ("(palm-fault! 'unplug) (ethercat-exchange 100) (palm-fault! 'plug)"
     " (ethercat-state 'op) (motors-halted)", '"communication error"'),
    ("(ethercat-close) (ethercat-open) (motors-halted)", '"not started"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(machine: Machine, text: str, value: str) -> None:
    assert run(machine, text) == value


MISTAKES = [
    ("(palm-set-demand! 'FFJ9 1)",
     "palm-set-demand!: motor: expected 0 to 19 or a joint such as FFJ3, but received"
     " FFJ9"),
    ("(palm-set-demand! 20 1)",
     "palm-set-demand!: motor: expected 0 to 19 or a joint such as FFJ3, but received"
     " 20"),
    ("(palm-set-demand! 'FFJ3 2)",
     "palm-set-demand!: share: expected -1 to 1, but received 2"),
    ("(palm-sensor 'ACCW)",
     "palm-sensor: expected 0 to 35 or such as FFJ3, ACCX, but received ACCW"),
    ("(palm-tactile 5)",
     "palm-tactile: expected 0 to 4 or such as FF, TH, but received 5"),
    ("(ethercat-exchange 0)",
     "ethercat-exchange: expected one cycle or more, but received 0"),
    ("(ethercat-state 'boot)",
     "ethercat-state: expected op, to which they go by themselves, but received boot"),
    ("(palm-fault! 'sparks)",
     "palm-fault!: expected none or zero-buffer or invalid-status or"
     " bad-can-data or silent-motor or motor-flags or idle-time or object or no-ack or"
     " no-magic-ack or lost-ack or wrong-read-back or wrong-counter or no-frame or"
     " unplug or plug or power-cycle, but received sparks"),
    (f"(can-direct 3 0 {MAGIC})",
     "can-direct: bus: expected an integer from 1 to 2, but received 3"),
    ("(can-direct 1 0 (bytevector))",
     "can-direct: CAN bus 1: expected an acknowledgement of message 0x000 within"
     " 0.1 s, but none came"),
    ("(diagnostic-level 'wing)",
     "diagnostic-level: expected a part of the hand, but received wing"),
    ("(flash-board! 20 \"nowhere.hex\")",
     "flash-board!: expected an integer from 0 to 19, but received 20"),
    ("(flash-board! 3 \"nowhere.hex\")",
     "flash-board!: cannot read nowhere.hex: no such file or directory"),
    ("(ethercat-open \"tcp:host\")",
     'ethercat-open: where: expected "sim", "udp:HOST" or "udp:HOST:PORT", or a network'
     ' interface such as "eth0", but received "tcp:host"'),
    ("(begin (ethercat-close) (palm-angle 0))",
     "palm-angle: expected (ethercat-open) before"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistakes(machine: Machine, text: str, message: str) -> None:
    with pytest.raises(SchemeError) as caught:
        run(machine, text)
    assert condition_text(caught.value.payload) == message


def test_a_board_is_flashed_and_the_hand_stays_halted(
    machine: Machine, tmp_path: Path
) -> None:
    file = tmp_path / "board.bin"
    file.write_bytes(bytes(range(100)))
    assert run(machine, f'(flash-board! 13 "{file}")') == "100"
    assert run(machine, "(motors-halted)") == '"flashing board 13"'


MOVING = "(palm-set-demand! 'FFJ3 1) (ethercat-exchange 100)"


def test_an_error_holds_each_joint_where_it_is(machine: Machine) -> None:
    run(machine, MOVING)
    with pytest.raises(SchemeError):
        run(machine, "(car 5)")
    assert machine.stop() is None  # as the prompt does
    run(machine, "(define held (palm-angle 'FFJ3)) (ethercat-exchange 300)")
    assert run(machine, "(< (abs (- held (palm-angle 'FFJ3))) 0.01)") == "#t"
    assert run(machine, "(motors-halted)") == "#f"


def test_an_error_halts_all_motors_if_limp_is_the_policy(limp_machine: Machine) -> None:
    run(limp_machine, MOVING)
    assert limp_machine.stop() is None
    assert run(limp_machine, "(motors-halted)") == '"stopped"'


def test_a_stop_ends_what_a_device_of_the_hand_plays(machine: Machine) -> None:
    text = "(make-sequence (list (make-pose '(2) 'goal-position '(230)) 3))"
    run(machine, f"(play-in-background {text} 'on (hand-device)) (sleep 1)")
    assert machine.stop() is None
    run(machine, "(define held (palm-angle 'FFJ3)) (ethercat-exchange 500)")
    assert run(machine, "(< (abs (- held (palm-angle 'FFJ3))) 0.02)") == "#t"
    assert 0.1 < float(run(machine, "held")) < 1.0


def test_closing_the_machine_halts_and_closes_the_hand(machine: Machine) -> None:
    run(machine, MOVING)
    (opened,) = machine.robots.devices
    assert machine.close() is None
    assert opened.hand.halted  # type: ignore[attr-defined]
    assert not any(opened.hand.simulated[0].fingers.shares)  # type: ignore[attr-defined]


def test_a_hand_in_real_time_is_closed_with_its_processes() -> None:
    machine = Machine()
    run(machine, "(ethercat-open) (reset-motors) (palm-lead! 'FFJ3 0.2)")
    assert run(machine, "(ethercat-exchange 5)") == "3"
    (opened,) = machine.robots.devices
    processes = [opened.hand._process, opened.hand._palms]  # type: ignore[attr-defined]
    assert machine.close() is None
    assert [process.poll() for process in processes] == [0, 0]
