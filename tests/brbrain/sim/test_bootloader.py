"""The simulated boot loader, as it is talked to by hand."""

import pytest

from brbrain import BrError, MemoryLink, VirtualClock
from brbrain.sim import Simulation

PING = bytes.fromhex("F0FF10")  # the CM-5 itself
STATUS = b"\xfa"  # begins its reply


class Terminal:
    """A terminal program on the cable."""

    def __init__(self, baud=57600):
        self.sim = Simulation("ids:1", VirtualClock())
        self.link = MemoryLink(self.sim, self.sim.clock)
        self.link.baud = baud

    def type(self, data, seconds=0.5):
        """Return what the CM-5 says in the time after something is typed."""
        if data:
            self.link.write(data)
        deadline = self.link.clock.now() + seconds
        heard = b""
        while got := self.link.read(deadline):
            heard += got
        return heard

    def call(self):
        self.sim.press("mode")
        return self.type(b"#")


@pytest.fixture
def terminal():
    terminal = Terminal()
    terminal.call()
    return terminal


def test_it_is_called_with_a_number_sign_after_mode():
    heard = Terminal().call()
    assert heard.startswith(b"\xff")
    assert b"SYSTEM O.K. (CM5 Boot loader V1.31)" in heard
    assert heard.endswith(b"\r\n- ")


def test_nobody_calls_and_the_firmware_runs():
    terminal = Terminal(115200)
    terminal.sim.press("mode")
    terminal.type(b"")
    assert terminal.type(PING)[:1] == STATUS


def test_a_number_sign_is_echoed(terminal):
    assert terminal.type(b"##") == b"##"


@pytest.mark.parametrize("command", [b"\n", b"\r"])
def test_an_empty_line_gives_the_prompt(terminal, command):
    assert terminal.type(command) == b"\r\n- "


@pytest.mark.parametrize("command", [b"l\n", b"LOAD\r", b"lo\n"])
def test_an_image_is_loaded_and_its_size_told(terminal, command):
    assert b"Ready.." in terminal.type(command)
    heard = terminal.type(b"\x0c\x94\x46\x00", 2)
    assert b"Size:0X00000004  Checksum:E6-E6  Success" in heard
    assert terminal.sim.boot_loader.flash[:5] == b"\x0c\x94\x46\x00\xff"


def test_memory_is_read_back_when_start_is_pressed(terminal):
    terminal.sim.boot_loader.flash[:4] = b"ROBO"
    heard = terminal.type(b"up 0, 4\n", 5)
    assert b"ROBO" not in heard
    terminal.sim.press("start")
    assert terminal.type(b"") == b"ROBO\r\n- "


@pytest.mark.parametrize("command", [b"up\n", b"up x, y\n", b"fly\n"])
def test_what_it_does_not_know_changes_nothing(terminal, command):
    assert terminal.type(command).endswith(b"?\r\n- ")
    assert set(terminal.sim.boot_loader.flash) == {0xFF}


@pytest.mark.parametrize(
    ("commands", "stays"),
    [([b"sys\n"], True), ([b"sys\n", b"app\n"], False), ([], False)],
)
def test_sys_and_app_tell_what_mode_does_without_a_call(terminal, commands, stays):
    for command in commands:
        terminal.type(command)
    terminal.sim.press("mode")
    assert (b"SYSTEM O.K." in terminal.type(b"")) == stays
    assert terminal.sim.boot_loader.active == stays


def test_go_starts_the_firmware(terminal):
    terminal.type(b"g 0\n")
    terminal.link.baud = 115200
    assert terminal.type(PING)[:1] == STATUS


def test_power_off_ends_it(terminal):
    terminal.sim.power_cycle()
    assert not terminal.sim.boot_loader.active


def test_a_bare_bus_has_no_buttons():
    with pytest.raises(BrError, match="expected a CM-5, but received a bare servo bus"):
        Simulation("ids:1", VirtualClock(), bus=True).press("mode")
