"""Links: a serial port on a pseudo-terminal, pyserial URLs, and a link in memory."""

import errno
import os
import signal
import socket
import threading
from types import SimpleNamespace

import pytest
import serial
import serial.rfc2217
import serial.tools.list_ports

from brbrain import (
    Brain,
    BrError,
    LinkError,
    MemoryLink,
    SerialLink,
    WallClock,
    list_ports,
)
from brbrain.link import DEFAULT_BAUD


def soon():
    return WallClock().now() + 2


@pytest.fixture
def terminal():
    master, slave = os.openpty()
    yield SimpleNamespace(master=master, name=os.ttyname(slave), slave=slave)
    for descriptor in (master, slave):
        try:
            os.close(descriptor)
        except OSError:
            assert descriptor == master  # a test may have closed it


@pytest.fixture
def link(terminal):
    link = SerialLink(terminal.name)
    yield link
    link.close()


def test_bytes_go_both_ways_unchanged(terminal, link):
    every_byte = bytes(range(256))
    link.write(every_byte)
    assert os.read(terminal.master, 1000) == every_byte
    os.write(terminal.master, every_byte)
    assert link.read(soon()) == every_byte


def test_a_read_ends_at_its_deadline(link):
    start = link.clock.now()
    assert link.read(start + 0.02) == b""
    assert 0.02 <= link.clock.now() - start < 0.5
    assert link.read(start) == b""


def test_input_can_be_discarded(terminal, link):
    os.write(terminal.master, b"stale")
    link.discard_input()
    os.write(terminal.master, b"fresh")
    assert link.read(soon()) == b"fresh"


def test_a_packet_larger_than_the_buffer_of_the_port_is_sent_whole(terminal, link):
    # A pseudo-terminal holds some kB; a reader has to make room.
    data = bytes(range(256)) * 1024
    received = bytearray()

    def drain():
        while len(received) < len(data):
            received.extend(os.read(terminal.master, 4096))

    reader = WallClock().start(drain, "reader")
    link.write(data)
    reader.join()
    assert received == data


def test_a_port_is_opened_for_one_user_only(terminal, link):
    with pytest.raises(LinkError, match="to be free, but another program is using it"):
        SerialLink(terminal.name)


def test_a_lost_port_is_one_clear_error(terminal, link):
    os.close(terminal.master)
    with pytest.raises(LinkError, match="expected an open port, but it was lost"):
        link.read(soon())
    for use in (
        lambda: link.read(soon()),
        lambda: link.write(b"x"),
        link.discard_input,
    ):
        with pytest.raises(LinkError, match="expected an open port, but it is closed"):
            use()
    assert link.status() == f"{terminal.name}, closed"


@pytest.mark.parametrize("use", ["write", "discard_input"])
def test_losing_the_port_is_noticed_by_every_call(terminal, link, use):
    os.close(terminal.master)
    arguments = [b"x"] if use == "write" else []
    with pytest.raises(LinkError, match="it was lost"):
        getattr(link, use)(*arguments)


def test_the_status_says_that_low_latency_is_not_available(terminal, link):
    assert link.low_latency is False
    assert link.status() == (
        f"{terminal.name}, open at 115200 bps, low latency not available"
    )


def test_low_latency_is_asked_for(monkeypatch, terminal):
    asked = []
    monkeypatch.setattr(
        serial.Serial, "set_low_latency_mode", lambda self, on: asked.append(on)
    )
    link = SerialLink(terminal.name)
    assert asked == [True]
    assert link.status().endswith("open at 115200 bps, low latency")
    link.close()


def test_the_speed_can_be_changed_and_is_kept(terminal, link):
    link.baud = 57600
    assert link.baud == 57600
    link.reopen()
    assert link.status().startswith(f"{terminal.name}, open at 57600 bps")
    with pytest.raises(BrError, match="baud: expected an integer of 1 or more"):
        link.baud = -1
    assert link.baud == 57600
    assert DEFAULT_BAUD == 115200


def test_no_such_port(tmp_path):
    with pytest.raises(LinkError, match="no such port"):
        SerialLink(str(tmp_path / "ttyUSB0"))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            serial.SerialException(errno.EACCES, "could not open port"),
            r"permission to use .*belongs to group \S+: run 'sudo usermod -aG",
        ),
        (serial.SerialException(errno.EBUSY, "busy"), "another program is using it"),
        (
            serial.SerialException("could not open port 'COM9': PermissionError(13)"),
            "another program is using it",
        ),
        (
            serial.SerialException("could not open port 'COM9': FileNotFoundError(2)"),
            "no such port",
        ),
        (serial.SerialException("something else"), "it is no serial port"),
        (serial.SerialException(errno.EIO, "Input/output"), "the device hung up"),
        (ValueError("Not a valid baudrate: 1"), "a speed that .* has, .* 115200"),
    ],
)
def test_the_error_says_why_a_port_cannot_be_opened(
    monkeypatch, tmp_path, error, message
):
    def fail(*arguments, **options):
        raise error

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(LinkError, match=message):
        SerialLink(str(tmp_path))


def test_a_port_that_has_gone_belongs_to_no_group(monkeypatch, tmp_path):
    def fail(*arguments, **options):
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(LinkError, match=r"permission to use .* group that has no name"):
        SerialLink(str(tmp_path / "ttyUSB0"))


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense://3", "URLs of ports are socket://HOST:PORT and rfc2217://HOST:"),
        ("socket://localhost", "expected socket://HOST:PORT, .* a name and a number"),
        ("socket://:5", "expected socket://HOST:PORT, .* a name and a number"),
        ("socket://localhost:99999", "expected socket://HOST:PORT"),
        ("rfc2217://localhost:port", "expected rfc2217://HOST:PORT"),
        ("socket://127.0.0.1:1", "received socket://127.0.0.1:1: nobody listens there"),
        ("rfc2217://127.0.0.1:1", "rfc2217://127.0.0.1:1: nobody listens there"),
        ("/dev/null", "received /dev/null: it is no serial port"),
        (__file__, "it is no serial port"),
        (os.path.dirname(__file__), "it is a folder"),
        ("a\0b", r"expected the name of a port, but received 'a\\x00b'"),
    ],
)
def test_what_is_no_port_is_told_in_our_own_words(url, message):
    with pytest.raises(LinkError, match=message) as caught:
        SerialLink(url)
    assert "Errno" not in str(caught.value)
    assert "Could not" not in str(caught.value)


def test_what_listens_may_not_speak_rfc2217(monkeypatch):
    def fail(*arguments, **options):
        raise serial.SerialException("Remote does not seem to support RFC2217")

    monkeypatch.setattr(serial, "serial_for_url", fail)
    with pytest.raises(LinkError, match="what is there does not speak rfc2217"):
        SerialLink("rfc2217://localhost:5")


def test_a_link_that_gives_back_what_it_gets_is_no_cm5(monkeypatch):
    monkeypatch.setattr("brbrain.cm5.FIRST_RETRIES", 0)
    with pytest.raises(LinkError, match=r"loop://: .* a CM-5 .* what was sent"):
        Brain(SerialLink("loop://"), timeout=0.1).ping(3)


def usb_ports(monkeypatch, *ports):
    rows = [
        SimpleNamespace(device=device, description="adapter", serial_number=number)
        for device, number in ports
    ]
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: rows)


def test_the_ports_are_listed_in_order(monkeypatch):
    usb_ports(monkeypatch, ("/dev/ttyUSB1", None), ("/dev/ttyUSB0", "A1"))
    assert [port.device for port in list_ports()] == ["/dev/ttyUSB0", "/dev/ttyUSB1"]
    assert list_ports()[0].serial_number == "A1"


def test_an_adapter_is_found_again_by_its_serial_number(monkeypatch, terminal):
    usb_ports(monkeypatch, (terminal.name, "A1"))
    link = SerialLink(terminal.name)
    other_master, other_slave = os.openpty()
    usb_ports(monkeypatch, (terminal.name, "B2"), (os.ttyname(other_slave), "A1"))
    link.reopen()
    assert link.name == os.ttyname(other_slave)
    link.write(b"here")
    assert os.read(other_master, 10) == b"here"
    link.close()
    os.close(other_master)
    os.close(other_slave)


def test_a_loop_url_goes_through_pyserial_alone():
    link = SerialLink("loop://")
    link.write(b"\x00\xff")
    assert link.read(soon()) == b"\x00\xff"
    link.write(b"stale")
    link.discard_input()
    assert link.read(link.clock.now()) == b""
    link.close()


def test_a_socket_url():
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        with peer:
            link.write(b"request")
            assert peer.recv(100) == b"request"
            peer.sendall(b"reply")
            assert link.read(soon()) == b"reply"
        with pytest.raises(LinkError, match="the device hung up"):
            link.read(soon())


class NetworkPort:
    """A serial port shared over the network (RFC 2217), whose bytes come back."""

    def __init__(self):
        self.server = socket.create_server(("127.0.0.1", 0))
        self.url = f"rfc2217://127.0.0.1:{self.server.getsockname()[1]}"

    def write(self, data):
        self.connection.sendall(data)

    def serve(self):
        self.connection, _ = self.server.accept()
        port = serial.serial_for_url("loop://", timeout=0)
        manager = serial.rfc2217.PortManager(port, self)
        with self.server, self.connection:
            while data := self.connection.recv(1024):
                port.write(b"".join(manager.filter(data)))
                self.write(b"".join(manager.escape(port.read(1024))))


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")
def test_an_rfc2217_url():
    network_port = NetworkPort()
    thread = WallClock().start(network_port.serve, "network port")
    link = SerialLink(network_port.url)
    every_byte = bytes(range(256))
    link.write(every_byte)
    received = b""
    while len(received) < 256 and (chunk := link.read(soon())):
        received += chunk
    assert received == every_byte
    link.close()
    thread.join()


def test_a_brain_over_a_pseudo_terminal(terminal, link):
    def answer():
        assert os.read(terminal.master, 100) == bytes.fromhex("F0 03 0C")
        os.write(terminal.master, bytes.fromhex("FA 00 02 7A 0C 50 2D"))

    thread = WallClock().start(answer, "CM-5")
    assert Brain(link).ping_status(3) == 0x0200
    thread.join()


def test_after_a_real_ctrl_c_the_next_call_gets_its_own_reply(terminal, link):
    def answer():
        os.read(terminal.master, 100)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        interrupted.wait()
        os.write(terminal.master, bytes.fromhex("FA 0A 00 7A 0C 50 25"))
        os.read(terminal.master, 100)
        os.write(terminal.master, bytes.fromhex("FA 00 00 7A 0C 50 2F"))

    interrupted = threading.Event()
    brain = Brain(link)
    thread = WallClock().start(answer, "CM-5")
    with pytest.raises(KeyboardInterrupt):
        brain.ping(4)
    interrupted.set()
    assert brain.ping_status(3) == 0
    thread.join()


class Echo:
    """A peer whose bytes come back after a second."""

    def __init__(self, clock):
        self.clock, self.pending, self.closed = clock, [], 0

    def receive(self, data):
        self.pending.append((self.clock.now() + 1.0, data))

    def poll(self):
        now = self.clock.now()
        arrived = [data for due, data in self.pending if due <= now]
        self.pending = [item for item in self.pending if item[0] > now]
        return b"".join(arrived)

    def next_time(self):
        return min((due for due, _ in self.pending), default=None)

    def close(self):
        self.closed += 1


def test_a_link_in_memory_lets_the_clock_run(clock):
    link = MemoryLink(Echo(clock), clock)
    start = clock.now()
    assert link.read(start + 5) == b""
    assert clock.now() == start + 5
    link.write(b"hello")
    assert link.read(start + 5.5) == b""
    assert link.read(start + 20) == b"hello"
    assert clock.now() == start + 6
    link.write(b"stale")
    clock.sleep(2)
    link.discard_input()
    assert link.read(clock.now() + 3) == b""


def test_a_closed_link_in_memory(clock):
    peer = Echo(clock)
    link = MemoryLink(peer, clock, "sim:humanoid")
    assert link.status() == "sim:humanoid, open"
    link.close()
    link.close()
    assert peer.closed == 1
    assert link.status() == "sim:humanoid, closed"
    for use in (lambda: link.read(0), lambda: link.write(b"x"), link.discard_input):
        with pytest.raises(LinkError, match="sim:humanoid: expected an open link"):
            use()
    link.reopen()
    link.write(b"x")
