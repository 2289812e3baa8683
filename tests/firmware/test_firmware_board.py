"""The true binary and the pins of the CM-5: directions, lights, buttons, battery."""

import pytest
from firmware_bench import FirmwareLink, TrueBinary

from brbrain import Brain
from brbrain.packets import Capability, Ping, encode

OK = "FA 00 00 7A 0C 50 2F"
INVALID = "FA 04 00 7A 0C 50 2B"
PORTB, DDRB, PORTC, DDRC, PORTD = 0x38, 0x37, 0x35, 0x34, 0x32
CHARGER = 1 << 5
START = ("D", 0)
LIGHTS = ["power", "txd", "rxd", "aux", "manage", "program", "play"]


@pytest.fixture
def binary():
    machine = TrueBinary()
    yield machine
    machine.close()


def lights(machine):
    port = machine.memory(PORTC)
    return {name for bit, name in enumerate(LIGHTS) if not port >> bit & 1}


def busy(machine):
    for id in range(12):
        machine.ask(encode(Ping(id)).hex(), 0.01)
    machine.ask("F1 02 03 00 37 07 00 37 8B", 0.05)
    machine.ask("F3 0C", 0.2)


def test_the_bus_is_held_until_the_last_stop_bit(binary):
    busy(binary)
    assert len(binary.on_bus) > 60
    assert binary.violations == 0


def test_a_firmware_that_lets_go_too_early_would_be_noticed():
    machine = TrueBinary(elf="early.elf")
    busy(machine)
    packets_sent = sum(
        byte == 0xFF and before == 0xFF
        for (_, before), (_, byte) in zip(
            machine.on_bus, machine.on_bus[1:], strict=False
        )
    )
    assert machine.violations >= packets_sent // 2 > 5
    machine.close()


def test_the_charger_is_never_on(binary):
    for _ in range(3):
        assert binary.memory(PORTB) & CHARGER
        assert binary.memory(DDRB) & CHARGER
        busy(binary)


def test_the_lights(binary):
    assert binary.memory(DDRC) == 0x7F
    assert lights(binary) == {"power", "aux"}
    binary.ask("F0 03 0C")
    assert "play" not in lights(binary)
    binary.ask("F0 04 0B")
    assert lights(binary) >= {"power", "aux", "play"}


def test_the_battery_is_measured_every_five_seconds(binary):
    assert binary.ask("F0 FF 10") == OK
    binary.adc(0, 101)
    binary.run(4.5)
    assert binary.ask("F0 FF 10", 0.1) == OK
    binary.run(5.2)
    assert binary.ask("F0 FF 10", 0.1) == "FA 00 00 65 0C 50 44"


def press(machine, seconds=0.1):
    machine.pin(*START, 0)
    machine.run(machine.time + seconds)
    machine.pin(*START, 1)
    machine.run(machine.time + 0.05)


def test_start_goes_to_bluetooth_and_back(binary):
    assert binary.memory(PORTD) >> 5 & 3 == 0b01
    press(binary)
    assert binary.memory(PORTD) >> 5 & 3 == 0b10
    assert "manage" in lights(binary)
    press(binary)
    assert binary.memory(PORTD) >> 5 & 3 == 0b01


def test_start_waits_for_a_quiet_moment(binary):
    binary.ask("F1 02 03 00 14 07 00 14 DA", 0.01)
    binary.pin(*START, 0)
    for _ in range(40):
        binary.ask("F3 0C", 0.005)
    binary.pin(*START, 1)
    binary.run(binary.time + 0.05)
    assert binary.memory(PORTD) >> 5 & 3 == 0b10


def test_a_bouncing_button_is_not_pressed(binary):
    for _ in range(20):
        press(binary, 0.004)
    assert binary.memory(PORTD) >> 5 & 3 == 0b01


def test_start_does_nothing_in_the_middle_of_a_request(binary):
    binary.send(b"\xf0")
    binary.run(binary.time + 0.01)
    press(binary)
    assert binary.memory(PORTD) >> 5 & 3 == 0b01


def test_the_watchdog_leaves_a_working_firmware_alone(binary):
    binary.ask("F6 01 08")
    binary.ask("00", 3.0)  # the longest it is deaf
    binary.run(binary.time + 10.0)
    binary.ask("F1 01 03 24 02 E4")
    assert binary.ask("F3 0C") == "FB 00 02 00 00 7A 0C 50 2C"  # no format is forgotten


def test_the_library_drives_the_true_binary(binary):
    brain = Brain(FirmwareLink(binary))
    assert brain.scan(10) == [3, 7]
    assert brain.negotiate() == sum(Capability)
    brain.set_write_format([3, 7], "goal position", 1)
    brain.set_read_format([3, 7], "present position", 1)
    assert brain.write_read_raw([341, 682]) == [512, 512, 0]
    brain.link.sleep(2.0)
    *places, status = brain.write_read_raw([341, 682])
    assert places == pytest.approx([341, 682], abs=1)
    assert status == 0
    ping = bytes.fromhex("FF FF 03 02 01 F9")
    assert brain.pass_through(ping, 6) == bytes.fromhex("FF FF 03 02 00 FA")


def test_after_an_unknown_instruction_it_is_deaf_for_half_a_second(binary):
    assert binary.ask("00 F0 03 0C", 0.25) == INVALID
    assert binary.ask("F0 03 0C", 0.35) == ""
    assert binary.ask("F0 03 0C", 0.25) == OK


UBRR1L = 0x99


def test_the_speed_of_the_link_and_the_way_back(binary):
    assert binary.memory(UBRR1L) == 16
    assert binary.ask("F9 03 03", 0.01) == OK
    assert binary.memory(UBRR1L) == 1
    assert binary.ask("F0 FF 10", 1.5) == OK  # it is used, and stays
    assert binary.memory(UBRR1L) == 1
    assert binary.ask("F9 02 04", 0.01) == OK
    assert binary.memory(UBRR1L) == 3
    binary.run(binary.time + 1.1)  # nobody uses it
    assert binary.memory(UBRR1L) == 16
    binary.ask("F9 01 05", 0.01)
    binary.ask("F0 FF 10", 0.01)
    binary.ask("00", 1.0)  # what another speed looks like
    assert binary.memory(UBRR1L) == 16
