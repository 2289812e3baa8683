"""Opening a robot by its URL."""

import os
import threading

import pytest

import brbrain
from brbrain import BrError, LinkError, VirtualClock, WallClock
from brbrain.opening import PORT_VARIABLE, described


@pytest.fixture(autouse=True)
def _no_port(monkeypatch):
    monkeypatch.delenv(PORT_VARIABLE, raising=False)


@pytest.mark.parametrize(
    ("url", "options", "name"),
    [
        (None, {}, "sim:humanoid"),
        ("sim", {}, "sim:humanoid"),
        ("sim:arm", {}, "sim:arm"),
        (None, {"robot": "arm"}, "sim:arm"),
        ("sim:arm", {"robot": "arm"}, "sim:arm"),
        ("sim:ids:3,7,100", {}, "sim:ids:3,7,100"),
    ],
)
def test_a_robot_is_simulated(url, options, name):
    robot = brbrain.open(url, fast=True, **options)
    assert robot.name == name
    assert isinstance(robot.clock, VirtualClock)
    assert robot.brain.ping_cm5()


def test_the_clock_of_a_simulated_robot():
    assert isinstance(brbrain.open().clock, WallClock)
    assert brbrain.open(speed=5).clock.speed == 5
    clock = VirtualClock()
    assert brbrain.open("sim:arm", clock=clock).clock is clock


def test_a_robot_with_faults():
    robot = brbrain.open("sim:ids:3,7", fast=True, faults="dead=3")
    assert robot.scan(10) == [7]


@pytest.mark.parametrize(
    ("url", "options", "kind", "message"),
    [
        ("sim:dog", {}, BrError, "robot: expected humanoid, arm .* but received 'dog'"),
        (None, {"robot": "dog"}, BrError, "expected humanoid, arm .* 'dog'"),
        ("sim:arm", {"robot": "humanoid"}, BrError, "expected sim:humanoid as URL"),
        ("sim:arm", {"baud": 57600}, BrError, "baud: expected a serial port, .* sim"),
        ("/dev/x", {"fast": True}, BrError, "fast: expected a simulated robot"),
        ("/dev/x", {"speed": 2}, BrError, "speed: expected a simulated robot"),
        ("/dev/x", {"faults": "noise"}, BrError, "faults: expected a simulated robot"),
        (None, {"fast": True, "speed": 2}, BrError, "speed: expected none"),
        (None, {"speed": -1}, BrError, "speed: expected more than 0"),
        (None, {"timeout": -1}, BrError, "timeout: expected more than 0"),
        (None, {"faults": "gremlins"}, BrError, "fault: expected one of noise"),
        ("dxl:/dev/x", {}, LinkError, "no such port"),
        ("/dev/no-such-port", {}, LinkError, "no-such-port: no such port"),
        ("cm5:/dev/no-such-port", {}, LinkError, "received /dev/no-such-port: no"),
    ],
)
def test_what_cannot_be_opened(url, options, kind, message):
    with pytest.raises(kind, match=message):
        brbrain.open(url, **options)


def test_the_environment_names_the_port(monkeypatch):
    monkeypatch.setenv(PORT_VARIABLE, "/dev/no-such-port")
    with pytest.raises(LinkError, match="/dev/no-such-port"):
        brbrain.open()
    # What only a simulated robot can do means a simulated robot.
    assert brbrain.open(fast=True).sim is not None
    assert brbrain.open(robot="arm").sim is not None


@pytest.mark.parametrize(
    ("options", "port", "name"),
    [
        ({}, None, "humanoid"),
        ({"robot": "arm"}, None, "arm"),
        ({"url": "sim:arm"}, None, "arm"),
        ({"url": "sim"}, "/dev/p", "humanoid"),
        ({"url": "/dev/p", "robot": "arm"}, None, "arm"),
        ({"url": "/dev/p"}, None, None),
        ({}, "/dev/p", None),
        ({"fast": True}, "/dev/p", "humanoid"),
        ({"robot": "nobody"}, None, None),
    ],
)
def test_what_is_known_of_a_robot_before_it_is_opened(monkeypatch, options, port, name):
    monkeypatch.delenv(PORT_VARIABLE, raising=False)
    if port is not None:
        monkeypatch.setenv(PORT_VARIABLE, port)
    found = described(**options)
    assert (found.name if found else None) == name


def test_a_robot_on_a_serial_port_with_joint_names():
    from brbrain.sim import Simulation
    from brbrain.sim.server import PtyServer

    with PtyServer(Simulation("arm")) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            for url in (server.port, f"cm5:{os.path.realpath(server.port)}"):
                with brbrain.open(url, robot="arm", timeout=2) as robot:
                    assert robot.sim is None
                    assert robot.name == server.port
                    assert robot.brain.timeout == 2
                    assert robot.get("elbow", "id") == 3
        finally:
            server.stop()
            thread.join()
