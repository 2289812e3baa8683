"""What goes wrong between a host and Dynamixels, and the right value all the same."""

from threading import Thread

import pytest

from brbrain.bus_dialogue import BusDialogue
from brbrain.clock import VirtualClock
from brbrain.dynamixel import ErrorBits, StatusPacket, action, encode, sync_write, write
from brbrain.errors import FormatError, LinkError, ReplyError

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
