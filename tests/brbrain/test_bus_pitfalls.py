"""What goes wrong between a host and Dynamixels, and the right value all the same."""

import errno
from threading import Thread

import pytest
import serial

import brbrain
from brbrain.bus import DynamixelBus
from brbrain.bus_dialogue import BusDialogue
from brbrain.clock import VirtualClock
from brbrain.dynamixel import ErrorBits, StatusPacket, action, encode, sync_write, write
from brbrain.errors import (
    BrError,
    FormatError,
    LinkError,
    RegisterError,
    ReplyError,
    StatusError,
)

# Present position (address 36) of id 1 is 512; AX-S1 manual, section 3.
ASKED = bytes.fromhex("ff ff 01 04 02 24 02 d2")
TRUE = bytes.fromhex("ff ff 01 04 00 00 02 f8")
PING_1 = bytes.fromhex("ff ff 01 02 01 fb")
OK_1 = bytes.fromhex("ff ff 01 02 00 fc")


class ScriptedLink:
    """Answers each packet written with (seconds after it, bytes) pairs."""

    name = "scripted"
    baud = 1_000_000
    is_open = True
    low_latency = True

    def __init__(self, *answers):
        self.clock = VirtualClock()
        self.answers = list(answers)
        self.sent = []
        self.coming = []
        self.interrupt = None

    def write(self, data):
        self.sent.append(data)
        answer = self.answers.pop(0) if self.answers else []
        now = self.clock.now()
        self.coming += [(now + delay, piece) for delay, piece in answer]

    def read(self, deadline):
        if self.interrupt:
            error, self.interrupt = self.interrupt, None
            raise error
        due = min((time for time, _ in self.coming), default=deadline)
        self.clock.sleep(max(0.0, min(due, deadline) - self.clock.now()))
        return self.take()

    def take(self):
        now = self.clock.now()
        ready = [piece for time, piece in self.coming if time <= now]
        self.coming = [(time, piece) for time, piece in self.coming if time > now]
        return b"".join(ready)

    def discard_input(self):
        self.take()


def at_once(data):
    return [(0.0005, data)]


def position(bus):
    return int.from_bytes(bus.read(1, 36, 2).parameters, "little")


STATUS_2 = bytes.fromhex("ff ff 02 04 00 00 01 f8")
SHORT = bytes.fromhex("ff ff 01 03 00 07 f4")


@pytest.mark.parametrize(
    "heard",
    [
        pytest.param(ASKED + TRUE, id="row 1, echo"),
        pytest.param(b"\x00\x55" + TRUE, id="row 2, noise before the header"),
        pytest.param(b"\xff" + TRUE, id="row 3, one FF too many"),
        pytest.param(STATUS_2 + TRUE, id="row 4, another servo's reply"),
        pytest.param(SHORT + TRUE, id="row 6, a reply of another length"),
        pytest.param(TRUE[:-1] + b"\x00" + TRUE, id="row 2, a wrong checksum"),
    ],
)
def test_the_true_reply_is_found(heard):
    link = ScriptedLink(at_once(heard))
    assert position(BusDialogue(link)) == 512
    assert link.sent == [ASKED]


@pytest.mark.parametrize("heard", [b"", ASKED, STATUS_2, SHORT])
def test_what_is_no_reply_is_an_error_that_carries_the_bytes(heard):
    bus = BusDialogue(ScriptedLink(at_once(heard) if heard else []), retries=0)
    with pytest.raises(ReplyError, match="read 1: expected a status packet") as caught:
        position(bus)
    assert caught.value.received == heard


def test_row_5_a_late_reply_is_not_taken_for_that_of_the_next_request():
    late = bytes.fromhex("ff ff 01 04 00 24 02 d4")
    link = ScriptedLink([(0.01, late)], at_once(TRUE))
    bus = BusDialogue(link, retries=0)
    with pytest.raises(ReplyError):
        position(bus)
    link.clock.sleep(0.02)
    assert position(bus) == 512


def test_row_7_all_error_bits_come_together_with_the_data():
    heard = encode(StatusPacket(1, 0x24, b"\x00\x02"))
    reply = BusDialogue(ScriptedLink(at_once(heard))).read(1, 36, 2)
    assert ErrorBits(reply.error) == ErrorBits.OVERHEATING | ErrorBits.OVERLOAD
    assert reply.parameters == b"\x00\x02"


@pytest.mark.parametrize(
    "packet",
    [action(), action(1), sync_write(30, 1, [(1, b"\x00")]), write(7, 25, b"\x01")],
)
def test_row_9_nothing_is_waited_for_where_nobody_answers(packet):
    link = ScriptedLink()
    bus = BusDialogue(link)
    bus.return_levels[7] = 1
    assert bus.send(packet) is None
    assert link.clock.now() == ScriptedLink().clock.now()


def test_row_12_an_absent_device_costs_little():
    link = ScriptedLink()
    start = link.clock.now()
    with pytest.raises(ReplyError):
        BusDialogue(link).ping(1)
    assert link.clock.now() - start < 0.003


def test_row_13_reads_are_sent_again_and_counted():
    bus = BusDialogue(ScriptedLink([], at_once(TRUE)))
    assert position(bus) == 512
    assert bus.counters.retries == 1


def test_row_13_a_write_is_never_sent_again():
    link = ScriptedLink([])
    with pytest.raises(ReplyError):
        BusDialogue(link).send(write(1, 30, b"\x00\x02"))
    assert len(link.sent) == 1


def test_row_14_a_bad_argument_leaves_the_link_in_order():
    link = ScriptedLink(at_once(TRUE))
    bus = BusDialogue(link)
    with pytest.raises(FormatError):
        bus.read(1, 300, 2)
    assert not link.sent
    assert position(bus) == 512


def test_row_24_threads_wait_their_turn():
    bus = BusDialogue(ScriptedLink(*[at_once(TRUE)] * 100))
    found = []
    threads = [
        Thread(target=lambda: found.extend(position(bus) for _ in range(50)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [512] * 100


def test_row_25_what_an_interrupt_left_behind_is_drained():
    stale = bytes.fromhex("ff ff 01 04 00 24 02 d4")
    link = ScriptedLink([(0.004, stale)], at_once(TRUE))
    bus = BusDialogue(link)
    link.interrupt = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        position(bus)
    assert not bus.busy
    assert position(bus) == 512


def test_a_bus_that_never_falls_silent_is_a_link_error():
    link = ScriptedLink([(n / 100, b"\x00") for n in range(300)])
    bus = BusDialogue(link, retries=0)
    with pytest.raises(ReplyError):
        position(bus)
    with pytest.raises(LinkError, match="fall silent"):
        position(bus)


def test_a_servo_low_on_voltage_answers_ping_with_the_bytes_of_ping():
    bus = BusDialogue(ScriptedLink(at_once(OK_1), at_once(PING_1)))
    assert bus.ping(1).error == 0
    assert ErrorBits(bus.ping(1).error) == ErrorBits.INPUT_VOLTAGE


def test_row_8_a_reply_is_taken_as_soon_as_it_is_there():
    link = ScriptedLink(at_once(TRUE))
    start = link.clock.now()
    assert position(BusDialogue(link)) == 512
    assert link.clock.now() - start == pytest.approx(0.0005)


@pytest.mark.parametrize(("low", "wait"), [(True, 0.002), (False, 0.018)])
def test_row_10_an_adapter_without_low_latency_is_waited_for(low, wait):
    link = ScriptedLink([(wait, OK_1)])
    link.low_latency = low
    assert BusDialogue(link).ping(1).error == 0


def test_row_11_the_deadline_is_one_for_all_that_is_heard():
    # Noise that goes on coming does not put the deadline off.
    link = ScriptedLink([(n / 1000, b"\x00") for n in range(500)])
    start = link.clock.now()
    with pytest.raises(ReplyError):
        BusDialogue(link, retries=0).ping(1)
    assert link.clock.now() - start < 0.004


def test_row_11_time_is_that_of_a_clock_that_is_never_set(monkeypatch):
    monkeypatch.setattr("time.time", lambda: pytest.fail("the time of day was asked"))
    with brbrain.open("dxl:sim:ids:1", speed=20) as robot:
        assert robot.brain.ping(1)
        assert not robot.brain.ping(2)


@pytest.fixture
def robot():
    with brbrain.open("dxl:sim:ids:1,2", fast=True) as robot:
        yield robot


@pytest.mark.parametrize("raw", [70000, -1, 1024])
def test_row_15_what_does_not_fit_a_register_is_refused(robot, raw):
    robot.device(1)
    asked = robot.brain.counters.sent
    message = f"goal position: expected an integer from 0 to 1023, but received {raw}"
    with pytest.raises(RegisterError, match=message):
        robot.put_raw(1, "goal position", raw)
    assert robot.brain.counters.sent == asked


def test_row_16_speed_and_load_have_a_sign():
    # Speed 0x0464 is 100 clockwise (bit 10), load 0x0064 is 100 counterclockwise.
    heard = encode(StatusPacket(1, 0, bytes.fromhex("64 04 64 00")))
    brain = DynamixelBus(ScriptedLink(at_once(heard)))
    assert brain.read_registers([(1, "present speed", 2)]) == [-100, 100]


@pytest.mark.parametrize("raw", [139, 510, 0, 1023])
def test_row_17_counts_become_degrees_and_the_same_counts_again(robot, raw):
    robot.put_raw(1, "goal position", raw)
    degrees = robot.get(1, "goal position")
    robot.put_raw(1, "goal position", 512)
    robot.put(1, "goal position", degrees)
    assert robot.get_raw(1, "goal position") == raw


def test_row_18_a_goal_in_wheel_mode_is_refused_and_the_limits_come_back(robot):
    robot.put_raw(1, "cw angle limit", 200)
    robot.wheel(1, 30)
    with pytest.raises(RegisterError, match="joint mode, but id 1 is in wheel mode"):
        robot.put(1, "goal position", 150)
    robot.joint(1)
    assert robot.sim.devices[1]["cw angle limit"] == 200
    assert robot.sim.devices[1]["ccw angle limit"] == 1023


def test_row_19_a_servo_that_shut_down_is_told_and_recovered_where_it_stands():
    with brbrain.open("dxl:sim:arm", fast=True) as robot:
        robot.put("gripper", "alarm shutdown", 0x20)
        robot.move("gripper", 250)  # which is through its stop, at 160 degrees
        robot.clock.sleep(4)
        with pytest.raises(StatusError, match="received OVERLOAD"):
            robot.move("gripper", 130)
        assert robot.get("gripper", "torque limit") == 0
        robot.recover_servo("gripper")
        assert robot.get("gripper", "torque limit") == 1
        assert robot.get("gripper", "goal position") == pytest.approx(160, abs=1)


@pytest.mark.parametrize("together", [False, True])
def test_row_20_a_goal_outside_of_the_limits_is_refused(robot, together):
    robot.brain.sync_write = together
    robot.put_raw(1, "ccw angle limit", 600)
    robot.put_raw(1, "goal position", 300)
    with pytest.raises(RegisterError, match="0 to 600, the angle limits of id 1"):
        robot.put_raw(1, "goal position", 601)
    assert robot.get_raw(1, "goal position") == 300


def test_row_21_no_id_is_written_to_all_or_twice(robot):
    with pytest.raises(FormatError, match="0 to 253, but received 254"):
        robot.change_id(254, 3)
    with pytest.raises(RegisterError, match="a procedure of its own"):
        robot.put(1, "id", 3)
    with pytest.raises(BrError, match="that no device has, but received 2, which"):
        robot.change_id(1, 2)
    assert sorted(robot.sim.devices) == [1, 2]


def test_row_22_who_may_not_use_the_port_is_told_what_helps(monkeypatch):
    def refuse(*_, **__):
        raise serial.SerialException(errno.EACCES, "could not open port")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(LinkError, match=r"permission to use /dev/null; .*group"):
        brbrain.open("dxl:/dev/null")


def test_row_23_an_adapter_that_was_unplugged_is_one_error_and_comes_back(robot):
    brain = robot.brain
    robot.sim.faults.on("unplugged")
    with pytest.raises(LinkError, match="unplugged"):
        brain.ping(1)
    robot.sim.faults.off()
    brain.reconnect()
    brain.set_read_format([1, 2], "id", 1)
    assert brain.read_raw() == [1, 2, 0]
