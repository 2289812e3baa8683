"""The robot on a pseudo-terminal: other people's programs read and move it."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

import dynamixel_sdk
import pytest
import rustypot
import serial

import brbrain
from brbrain.clock import WallClock
from brbrain.errors import LinkError, ReplyError
from brbrain.sim import Simulation
from brbrain.sim.server import PtyServer

PING = bytes.fromhex("FF FF 01 02 01 FB")
PONG = bytes.fromhex("FF FF 01 02 00 FC")


@contextlib.contextmanager
def serving(robot="ids:1,2,100", **options):
    """Serve the bare bus in a thread; give the server."""
    simulation = Simulation(robot, WallClock(), **{"bus": True, **options})
    with PtyServer(simulation) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        try:
            yield server
        finally:
            server.stop()
            thread.join()


def wait_for(condition):
    deadline = time.monotonic() + 5.0
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_dynamixel_sdk_reads_and_moves_servo_1():
    with serving() as server:
        port = dynamixel_sdk.PortHandler(server.port)
        packets = dynamixel_sdk.PacketHandler(1.0)
        assert port.openPort()
        assert port.setBaudRate(1_000_000)
        try:
            assert packets.ping(port, 1) == (12, 0, 0)  # the model number
            assert packets.read2ByteTxRx(port, 1, 36) == (512, 0, 0)
            assert packets.write2ByteTxRx(port, 1, 30, 600) == (0, 0)
            wait_for(lambda: packets.read1ByteTxRx(port, 1, 46)[0] == 0)
            position, *errors = packets.read2ByteTxRx(port, 1, 36)
            assert position == pytest.approx(600, abs=1)
            assert errors == [0, 0]
            # What it says of a goal out of range, and of a module that is not there.
            assert packets.write2ByteTxRx(port, 1, 30, 2000) == (0, 0x08)
            *_, lost, _ = packets.ping(port, 9)
            assert lost == dynamixel_sdk.COMM_RX_TIMEOUT
        finally:
            port.closePort()


def test_rustypot_reads_and_moves_servo_1():
    with serving() as server:
        controller = rustypot.AxPyController(server.port, 1_000_000, 0.5)
        assert controller.ping(1)
        assert controller.read_raw_present_position(1) == [512]
        controller.write_raw_goal_position(1, 600)
        wait_for(lambda: abs(controller.read_raw_present_position(1)[0] - 600) <= 1)
        controller.sync_write_raw_goal_position([1, 2], [500, 520])
        # No AX-12 knows SYNC READ, so one by one.
        goals = [controller.read_raw_goal_position(id) for id in (1, 2)]
        assert goals == [[500], [520]]


def test_the_bus_follows_the_baud_rate_of_the_port():
    with serving("ids:1") as server:
        with serial.Serial(server.port, 1_000_000, timeout=0.5) as port:
            port.write(bytes.fromhex("FF FF 01 04 03 04 22 D1"))  # 57600 from now on
            assert port.read(6) == PONG
            port.write(PING)
            port.timeout = 0.05
            assert port.read(6) == b""
        with serial.Serial(server.port, 57_600, timeout=0.5) as port:
            port.write(PING)
            assert port.read(6) == PONG


def test_a_bare_servo_bus_is_no_cm5():
    with serving() as server, brbrain.open(server.port, timeout=0.1) as robot:
        with pytest.raises(ReplyError, match=r"nothing there speaks its protocol") as e:
            robot.scan()
        assert f"{server.port}: expected a CM-5 with BRBrain's firm" in str(e.value)
        assert "ping 0: expected a STATUS packet, but received nothing" in str(e.value)
        assert robot.brain.counters.sent == 2


def test_the_cm5_on_a_port():
    with (
        serving("humanoid", bus=False, firmware="original") as server,
        serial.Serial(server.port, 115_200, timeout=0.5) as port,
    ):
        for _ in range(2):
            port.write(bytes.fromhex("F0 FF 10"))
            assert port.read(7) == bytes.fromhex("FA 00 00 7A 0C 50 2F")
        port.write(bytes.fromhex("F0 63 AC"))
        began = time.monotonic()
        assert port.read(7) == bytes.fromhex("FA 0A 00 7A 0C 50 25")
        assert 0.05 < time.monotonic() - began < 0.4


def test_a_client_that_does_not_read_stops_nobody():
    with (
        serving("ids:1") as server,
        serial.Serial(server.port, 1_000_000, timeout=0.5) as port,
    ):
        for _ in range(2000):
            port.write(PING)
        port.timeout = 0.1
        while port.read(4096):
            pass  # what was not lost
        port.timeout = 5.0
        port.write(PING)
        assert port.read(6) == PONG


def test_an_unplugged_adapter_ends_the_server():
    simulation = Simulation("ids:1", bus=True, faults="unplugged")
    with PtyServer(simulation) as server:
        client = os.open(server.port, os.O_RDWR | os.O_NOCTTY)
        os.write(client, PING)
        with pytest.raises(LinkError, match="unplugged"):
            server.run()
    with pytest.raises(OSError, match="Input/output error"):
        os.write(client, PING)
    os.close(client)


@contextlib.contextmanager
def program(*arguments):
    """Run ``python -m brbrain.sim`` and make sure that it ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "brbrain.sim", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_program_serves_until_interrupted_and_leaves_nothing(number):
    with program("--robot", "ids:1", "--bus") as process:
        label, port = process.stdout.readline().split()
        assert label == "port:"
        with serial.Serial(port, 1_000_000, timeout=5.0) as client:
            client.write(PING)
            assert client.read(6) == PONG
            process.send_signal(number)
            out, errors = process.communicate(timeout=10.0)
        assert (process.returncode, out, errors) == (0, "", "")


def test_the_program_says_what_it_does_not_know():
    with program("--robot", "dog") as process:
        out, errors = process.communicate(timeout=10.0)
        assert (process.returncode, out) == (1, "")
        assert errors.startswith("robot: expected humanoid, arm or ids:")


def test_the_program_ends_when_the_adapter_is_unplugged():
    with program("--robot", "ids:1", "--faults", "unplugged=0.1") as process:
        out, errors = process.communicate(timeout=10.0)
        assert "is unplugged" in out
        assert (process.returncode, errors) == (0, "")
