"""MX servos: their registers, and what a robot does with them on the bare bus."""

import pytest

from brbrain import Robot
from brbrain.bus import DynamixelBus
from brbrain.clock import VirtualClock
from brbrain.dynamixel import (
    BROADCAST_ID,
    Decoder,
    Instruction,
    InstructionPacket,
    StatusPacket,
    encode,
)
from brbrain.errors import RegisterError
from brbrain.registers import OTHERS, find, registers_of

# ROBOTIS e-manual, control tables of MX-28, MX-64 and MX-106 (protocol 1).
NUMBERS = {"mx28": 29, "mx64": 310, "mx106": 320}
ADDRESSES = [
    *(0, 2, 3, 4, 5, 6, 8, 11, 12, 13, 14, 16, 17, 18, 20, 22),
    *(24, 25, 26, 27, 28, 30, 32, 34, 36, 38, 40, 42, 43, 44, 46, 47, 48, 50, 73),
]
MORE = {"mx28": [], "mx64": [68, 70, 71], "mx106": [10, 68, 70, 71]}


class Servos:
    """A link to servos that keep what is written and answer at once."""

    name = "servos"
    baud = 1_000_000
    is_open = True

    def __init__(self, **numbers):
        self.clock = VirtualClock()
        self.memory = {}
        for id, (device, number) in enumerate(numbers.items(), start=1):
            memory = self.memory[id] = bytearray(74)
            for register in registers_of(device):
                if register.name != "error" and register.initial is not None:
                    data = register.encode(register.initial)
                    memory[register.address : register.end] = data
            memory[0:2] = number.to_bytes(2, "little")
            memory[34:38] = bytes.fromhex("ff 03 00 08")  # torque, and 2048 counts
            memory[42] = 120  # 12 V
        self.heard = Decoder(InstructionPacket)
        self.coming = b""
        self.registered = {}

    def write(self, data):
        self.heard.feed(data)
        while (packet := self.heard.next()) is not None:
            self.obey(packet)

    def obey(self, packet):
        if packet.instruction == Instruction.ACTION:
            assert packet.id == BROADCAST_ID
            for id, (start, *data) in self.registered.items():
                self.memory[id][start : start + len(data)] = bytes(data)
            self.registered = {}
        elif packet.id in self.memory:
            answer = b""
            if packet.instruction == Instruction.READ:
                start, size = packet.parameters
                answer = bytes(self.memory[packet.id][start : start + size])
            elif packet.instruction == Instruction.REG_WRITE:
                self.registered[packet.id] = packet.parameters
            self.coming += encode(StatusPacket(packet.id, 0, answer))

    def read(self, deadline):
        data, self.coming = self.coming, b""
        if not data:
            self.clock.sleep(max(0.0, deadline - self.clock.now()))
        return data

    def discard_input(self):
        self.coming = b""

    def close(self):
        self.is_open = False


@pytest.fixture
def link():
    return Servos(**NUMBERS)


@pytest.fixture
def robot(link):
    return Robot(DynamixelBus(link))


@pytest.mark.parametrize("device", OTHERS)
def test_the_table_is_that_of_the_manual(device):
    found = [r.address for r in registers_of(device) if r.name != "error"]
    assert found == sorted([*ADDRESSES, *MORE[device]])
    assert registers_of(device)[0].initial == NUMBERS[device]


CONVERSIONS = [
    ("goal position", 2048, 180.0),  # 4096 counts a turn
    ("goal position", 4095, pytest.approx(359.91, abs=0.01)),
    ("moving speed", 300, pytest.approx(34.2)),
    ("p gain", 32, 4.0),
    ("current", 2148, 450.0),
    ("goal torque", -100, -450.0),
    ("goal acceleration", 254, pytest.approx(2180, abs=0.5)),
]


@pytest.mark.parametrize(("name", "raw", "natural"), CONVERSIONS)
def test_natural_units_are_those_of_the_manual(name, raw, natural):
    register = find(name, "mx106")
    assert register.to_natural(raw) == natural
    assert register.to_raw(register.to_natural(raw)) == raw


def test_names_that_only_an_mx_has_are_known():
    assert find("p-gain").address == 28
    assert find("MX64_GOAL_POSITION") is find("goal position", "mx64")
    assert find("goal position").device == "ax12"


def test_models_are_told_by_their_numbers(robot):
    assert [robot.device(id).model for id in (1, 2, 3)] == ["MX-28", "MX-64", "MX-106"]


def test_registers_are_read_and_written_in_their_own_units(robot, link):
    assert robot.get(1, "present position") == 180.0
    robot.put(1, "goal position", 350)
    assert link.memory[1][30:32] == (3982).to_bytes(2, "little")
    robot.put_raw(1, "goal position", 4095)
    assert robot.get_raw(1, "goal position") == 4095
    robot.put(2, "p gain", 2)
    assert link.memory[2][28] == 16
    assert robot.cached(1, "goal position").raw == 4095
    with pytest.raises(RegisterError, match="0 to 4095, but received 4096"):
        robot.put_raw(1, "goal position", 4096)
    with pytest.raises(RegisterError, match="id 1 is an MX-28, which does not have it"):
        robot.get(1, "current")


def test_all_registers_are_read_at_once(robot):
    values = {register.name: value for register, value in robot.get_all(3).items()}
    assert values["model number"] == 320
    assert values["ccw angle limit"] == pytest.approx(359.91, abs=0.01)
    assert values["error"] == 0
    assert values["goal acceleration"] == 0
    assert len(values) == len(registers_of("mx106"))


def test_moves_are_in_degrees_of_the_servo(robot, link):
    seconds = robot.move_all({1: 270, 2: 90}, 1)
    assert link.memory[1][30:32] == (3072).to_bytes(2, "little")
    assert link.memory[2][30:32] == (1024).to_bytes(2, "little")
    # 90 degrees in a second are 15 rpm, 132 times 0.114.
    assert int.from_bytes(link.memory[1][32:34], "little") == pytest.approx(132, abs=1)
    assert seconds == pytest.approx(1, abs=0.05)


def test_servos_hold_where_they_are_and_are_wheels_and_joints(robot, link):
    robot.hold([1])
    assert link.memory[1][30:32] == (2048).to_bytes(2, "little")
    robot.wheel(1, -57)
    assert link.memory[1][6:10] == bytes(4)
    assert int.from_bytes(link.memory[1][32:34], "little") == 1024 + 500
    robot.joint(1)
    assert link.memory[1][6:10] == bytes.fromhex("00 00 ff 0f")
    robot.stop()


def test_what_servos_do_is_told_in_their_own_units(robot):
    assert [state.position for state in robot.servo_states([1, 2, 3])] == [180.0] * 3
