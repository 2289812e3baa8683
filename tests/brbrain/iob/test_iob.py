"""iob's joints on a device in memory and on a simulated robot: the same calls."""

import re
from inspect import signature
from pathlib import Path

import pytest

import brbrain
from brbrain.clock import VirtualClock
from brbrain.device import Device, Phase, PhaseError, Signal
from brbrain.errors import ArgumentError, NotSupportedError
from brbrain.ethercat.device import EthercatDevice
from brbrain.ethercat.sim.hand import VirtualHand
from brbrain.iob import ALL, Interface, TrackingError
from brbrain.iob.functions import FUNCTIONS
from brbrain.robot_device import RobotDevice


class Memory(Device):
    """Two joints that are at once where they are commanded, unless one is stuck."""

    def __init__(self):
        super().__init__("memory", VirtualClock())
        self.at, self.stuck, self.heard = [0.1, 0.2], False, []

    def _open(self):
        return [Signal(f"{joint}/position", "rad", command=True) for joint in "ab"]

    def _exchange(self, commands):
        self.heard.append(commands)
        if commands is not None and not self.stuck:
            self.at = list(commands)
        return list(self.at)


@pytest.fixture
def memory():
    iob = Interface(Memory(), servo_error_limit=0.5)
    iob.open_iob()
    return iob


def opened(device):
    iob = Interface(device)
    iob.open_iob()
    return iob


@pytest.fixture(params=["memory", "CM-5", "bus", "palm"])
def iob(request):
    """iob on a device in memory, on servos in two ways, and on an EtherCAT palm."""
    if request.param == "memory":
        yield opened(Memory())
    elif request.param == "palm":
        hand = VirtualHand(VirtualClock())
        hand.start()
        yield opened(EthercatDevice(hand))
        hand.close()
    else:
        url = {"CM-5": "sim:ids:1,2", "bus": "dxl:sim:ids:1,2"}[request.param]
        with brbrain.open(url, fast=True) as robot:
            yield opened(RobotDevice(robot))


def test_the_same_controller_runs_on_all(iob):
    iob.set_signal_period(20_000_000)
    iob.write_servo(ALL, True)
    held = iob.read_actual_angles()
    assert iob.read_command_angles() == pytest.approx(held, abs=0.01)
    for _ in range(100):
        iob.write_command_angles([0.5, 0.25, *held[2:]])
        iob.wait_for_iob_signal()
    assert iob.read_actual_angles()[:2] == pytest.approx([0.5, 0.25], abs=0.02)
    assert iob.read_iob_frame() == 100
    iob.reset_body()
    assert not iob.read_servo_state(0)


@pytest.mark.parametrize("id", [-1, -2, 20, 99, True, None, "c", 0.0, ALL])
def test_an_id_that_there_is_not_is_an_error(iob, id):
    for read in (iob.read_actual_angle, iob.read_command_angle, iob.read_servo_state):
        with pytest.raises(ArgumentError):
            read(id)


def test_minus_one_does_not_mean_all(iob):
    with pytest.raises(ArgumentError):
        iob.write_servo(-1, True)
    assert iob.device.phase is Phase.INACTIVE


@pytest.mark.parametrize(
    "angles", [[], [0.0], [0.0] * 3, [0.0, float("nan")], [0.0, "1"], "ab", None]
)
def test_of_wrong_angles_none_is_taken(memory, angles):
    memory.write_servo(ALL, True)
    with pytest.raises(ArgumentError):
        memory.write_command_angles(angles)
    assert memory.read_command_angles() == [0.1, 0.2]


def test_what_a_device_does_not_have_is_not_supported(memory):
    for read in (memory.read_actual_velocity, memory.read_driver_temperature):
        with pytest.raises(NotSupportedError):
            read(0)
    with pytest.raises(NotSupportedError):
        memory.write_servo(0, True)


def test_commands_need_servos_that_are_on(memory):
    assert memory.read_command_angles() == [0.1, 0.2]
    with pytest.raises(PhaseError):
        memory.write_command_angle(0, 0.0)


def test_a_joint_that_does_not_follow_switches_all_off_within_a_cycle(memory):
    memory.write_servo(ALL, True)
    memory.device.stuck = True
    memory.write_command_angle(0, 1.0)
    memory.wait_for_iob_signal()
    with pytest.raises(TrackingError, match="a: expected it within"):
        memory.wait_for_iob_signal()
    assert memory.device.phase is Phase.INACTIVE


def test_a_command_of_before_is_not_sent_after_servos_are_on_again(memory):
    memory.write_servo(ALL, True)
    memory.write_command_angle(0, 0.4)
    memory.reset_body()
    memory.write_servo(ALL, True)
    memory.wait_for_iob_signal()
    assert memory.read_actual_angles() == [0.1, 0.2]


@pytest.mark.parametrize(
    ("late_ms", "missed", "at_ms"),
    [(0, 0, 10), (9, 0, 10), (10, 0, 10), (11, 1, 20), (35, 3, 40), (40, 3, 40)],
)
def test_missed_signals_are_skipped_and_deadlines_stay(memory, late_ms, missed, at_ms):
    memory.set_signal_period(10_000_000)
    memory.wait_for_iob_signal()
    memory.device.clock.sleep(late_ms / 1000)
    assert memory.wait_for_iob_signal() == missed
    assert memory.device.clock.now() == pytest.approx(at_ms / 1000)


def test_the_page_tells_which_functions_there_are():
    page = (Path(__file__).parents[3] / "docs" / "iob.md").read_text()
    page = page.partition("## All functions of iob")[2]
    told = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert told == list(FUNCTIONS)


def test_every_function_of_iob_s_header_is_here_with_its_parameters():
    assert len(FUNCTIONS) == 75
    for function in FUNCTIONS.values():
        method = getattr(Interface, function.name)
        parameters = [*signature(method).parameters][1:]
        assert len(parameters) == len(function.parameters), function.name
