"""Whatever goes wrong on the link gives a clear error, and the next call works."""

import pytest

from brbrain import Brain, MemoryLink, StatusBits
from brbrain.errors import LinkError, ReplyError, StatusError
from brbrain.registers import AX12_PRESENT_POSITION

BLOCKS = [(3, AX12_PRESENT_POSITION, 2), (7, AX12_PRESENT_POSITION, 2)]


def flip(packet, at):
    damaged = bytearray(packet)
    damaged[at] ^= 0x10
    return bytes(damaged)


# What becomes of a reply: pairs of delay and bytes.
FAULTS = {
    "lost": lambda packet: [],
    "truncated": lambda packet: [(0, packet[:-2])],
    "only its first byte": lambda packet: [(0, packet[:1])],
    "wrong data": lambda packet: [(0, flip(packet, 2))],
    "wrong checksum": lambda packet: [(0, flip(packet, -1))],
    "wrong instruction": lambda packet: [(0, flip(packet, 0))],
    "a byte too few in the middle": lambda packet: [(0, packet[:3] + packet[4:])],
    "late": lambda packet: [(1.6, packet)],
    "broken in two by a long pause": lambda p: [(0, p[:4]), (0.4, p[4:])],
    "noise instead": lambda packet: [(0, b"\x00\x55\xff" * 3)],
}
HARMLESS = {
    "noise before": lambda packet: [(0, b"\x00\x55" + packet)],
    "our own packet before": lambda packet: [(0, b"\xf3\x0c" + packet)],
    "half a header before": lambda packet: [(0, b"\xfb\xfa" + packet)],
    "in single bytes": lambda p: [(i / 1000, p[i : i + 1]) for i in range(len(p))],
    "noise after": lambda packet: [(0, packet), (0.0005, b"\xfa\x00\x00")],
    "later than usual": lambda packet: [(0.9, packet)],
}


@pytest.fixture
def counting(cm5):
    """Each request makes a new position, so that no reply can pass for another's."""
    original = cm5.answer

    def answer(request):
        low, high = cm5.devices[3][36:38]
        position = (low + 256 * high + 1) % 1024
        for device in cm5.devices.values():
            device[36:38] = position.to_bytes(2, "little")
        cm5.position = position
        return original(request)

    cm5.answer = answer
    return cm5


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_read_fails_and_the_next_call_gets_its_own_reply(counting, clock, fault):
    brain = Brain(MemoryLink(counting, clock), retries=0)
    brain.set_read_format(BLOCKS)
    counting.faults.append(fault)
    with pytest.raises(ReplyError, match="read: expected a DATA packet, but received"):
        brain.read_raw()
    for _ in range(3):
        values = brain.read_raw()
        assert values == [counting.position, 0, counting.position, 0, 0]
    assert brain.counters.errors == 1


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_read_is_tried_again(counting, clock, fault):
    brain = Brain(MemoryLink(counting, clock))
    brain.set_read_format(BLOCKS)
    counting.faults.append(fault)
    assert brain.read_raw() == [counting.position, 0, counting.position, 0, 0]
    assert brain.counters.retries == 1


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_pings_and_formats_are_tried_again(counting, clock, fault):
    brain = Brain(MemoryLink(counting, clock))
    counting.faults.extend([fault, None, fault])
    assert brain.ping(3)
    assert brain.set_read_format(BLOCKS) == 0
    assert brain.read_raw()[-1] == 0
    assert brain.counters.retries == brain.counters.errors > 0


@pytest.mark.parametrize("fault", HARMLESS.values(), ids=HARMLESS.keys())
def test_a_good_reply_is_found_among_noise(counting, clock, fault):
    brain = Brain(MemoryLink(counting, clock), retries=0)
    brain.set_read_format(BLOCKS)
    for _ in range(3):
        counting.faults.append(fault)
        assert brain.read_raw() == [counting.position, 0, counting.position, 0, 0]
    assert brain.counters.errors == 0


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_write_is_never_sent_twice(brain, cm5, fault):
    brain.set_write_format([(3, "goal position", 1)])
    cm5.faults.append(fault)
    with pytest.raises(ReplyError, match="write: expected a STATUS packet"):
        brain.write_raw([512])
    writes = [data for data in cm5.received if data[0] == 0xF4]
    assert len(writes) == 1
    assert brain.write_raw([513]) == 0
    assert cm5.devices[3][30:32] == (513).to_bytes(2, "little")


def test_retries_come_to_an_end(brain, cm5, clock):
    brain.ping(3)
    cm5.received.clear()
    cm5.faults.extend([FAULTS["lost"]] * 10)
    start = clock.now()
    with pytest.raises(ReplyError, match="STATUS packet, but received nothing"):
        brain.ping(3)
    assert len(cm5.received) == 3
    assert clock.now() - start < 6


def test_where_nobody_ever_answered_it_ends_sooner(brain, cm5, clock):
    cm5.faults.extend([FAULTS["lost"]] * 10)
    start = clock.now()
    with pytest.raises(ReplyError, match="nothing there speaks its protocol"):
        brain.ping(3)
    assert len(cm5.received) == 2
    assert clock.now() - start < 3


def test_the_error_carries_what_came_instead(cm5, clock):
    brain = Brain(MemoryLink(cm5, clock), retries=0)
    cm5.faults.append(lambda packet: [(0, bytes.fromhex("FA 00 00 7A 0C 50 2E"))])
    with pytest.raises(ReplyError, match="received FA 00 00 7A 0C 50 2E") as caught:
        brain.ping_cm5()
    assert caught.value.received == bytes.fromhex("FA 00 00 7A 0C 50 2E")
    assert brain.counters.bad_checksums >= 1


def test_an_error_quotes_only_the_beginning_of_a_long_packet(brain, cm5):
    brain.retries = 0
    brain.set_read_format([(3, "model number", 35)])
    cm5.faults.append(FAULTS["wrong checksum"])
    with pytest.raises(ReplyError, match=r"received FB( 00){23} and 38 bytes more$"):
        brain.read_raw()


def test_a_refusal_to_read_is_told_by_the_name_of_its_status(brain, cm5):
    brain.retries = 0
    brain.set_read_format(BLOCKS)
    refusal = bytes.fromhex("FA 04 00 7A 0C 50 2B")
    cm5.faults.append(lambda packet: [(0, refusal)])
    with pytest.raises(ReplyError, match=r"a STATUS packet \(INVALID_PC_COMMAND\)$"):
        brain.read_raw()


def test_a_read_whose_format_is_refused_is_an_error(brain, cm5):
    refusal = bytes.fromhex("FA 04 00 7A 0C 50 2B")
    cm5.faults.extend([lambda packet: [(0, refusal)]] * 3)
    with pytest.raises(StatusError, match=r"set read format: .* INVALID_PC"):
        brain.read_registers(BLOCKS)
    cm5.faults.extend([lambda packet: [(0, refusal)]] * 3)
    with pytest.raises(StatusError, match=r"set write format: .* INVALID_PC"):
        brain.write_registers([(3, "led", 1)], [1])
    assert brain.read_registers(BLOCKS) == [0, 0, 0, 0]


def test_stale_input_is_discarded_before_a_request(brain, cm5, clock):
    stale = bytes.fromhex("FA 0A 00 7A 0C 50 25")
    cm5.output.append((clock.now(), stale))
    assert brain.ping(3)


def test_a_reset_cm5_gets_its_formats_again(brain, cm5):
    brain.set_read_format(BLOCKS)
    brain.set_write_format([(3, "goal position", 1)])
    brain.read_raw()
    cm5.reset()
    assert brain.read_raw() == [0, 0, 0, 0, 0]
    assert brain.write_raw([5]) == 0
    assert cm5.devices[3][30] == 5


def test_a_request_damaged_on_its_way_is_sent_again(brain, cm5):
    honest = cm5.decoder.feed
    cm5.decoder.feed = lambda data: (
        setattr(cm5.decoder, "feed", honest),
        honest(flip(data, 1)),
    )
    assert brain.ping(3)
    assert brain.counters.retries == 1
    assert sum(data[0] == 0xF0 for data in cm5.received) == 2


def test_after_an_invalid_command_the_deaf_time_of_the_cm5_is_waited_out(cm5, clock):
    brain = Brain(MemoryLink(cm5, clock), retries=0)
    refusal = bytes.fromhex("FA 04 00 7A 0C 50 2B")
    cm5.faults.append(lambda packet: [(0, refusal)])
    start = clock.now()
    assert brain.ping_status(3) == StatusBits.INVALID_PC_COMMAND
    assert brain.ping(3)
    assert clock.now() - start > 0.5


def test_a_damaged_write_is_reported_not_repeated(brain, cm5):
    brain.set_write_format([(3, "goal position", 1)])
    damaged = bytes.fromhex("FA 40 00 7A 0C 50 EF")
    cm5.faults.append(lambda packet: [(0, damaged)])
    assert brain.write_raw([512]) == StatusBits.PC_CHECKSUM_ERROR
    assert sum(data[0] == 0xF4 for data in cm5.received) == 1


def test_a_format_that_is_refused_leaves_the_old_one(brain, cm5):
    brain.set_read_format(BLOCKS)
    refusal = bytes.fromhex("FA 04 00 7A 0C 50 2B")
    cm5.faults.extend([lambda packet: [(0, refusal)]] * 3)
    assert brain.set_read_format([3], "led", 1) == StatusBits.INVALID_PC_COMMAND
    assert brain.read_format.blocks == tuple(BLOCKS)
    assert len(brain.read_raw()) == 5


def test_a_cm5_that_never_falls_silent_is_an_error(brain, cm5, clock):
    def flood(packet):
        return [(i / 100, b"\xff" * 10) for i in range(2000)]

    cm5.faults.append(flood)
    with pytest.raises(LinkError, match="fall silent, but it goes on sending"):
        brain.ping(3)
    clock.sleep(30)
    assert brain.ping(3)


def test_a_short_timeout_never_leads_to_a_reply_of_an_earlier_request(counting, clock):
    brain = Brain(MemoryLink(counting, clock), timeout=0.05, retries=0)
    brain.set_read_format(BLOCKS)
    counting.faults.append(lambda packet: [(0.6, packet)])
    with pytest.raises(ReplyError):
        brain.read_raw()
    assert brain.read_raw() == [counting.position, 0, counting.position, 0, 0]


class FailingPeer:
    """Passes on to a CM-5, and raises ``error`` at the n-th call."""

    def __init__(self, cm5, error, calls):
        self.cm5, self.error, self.calls = cm5, error, calls

    def count(self):
        self.calls -= 1
        if self.calls == 0:
            raise self.error

    def receive(self, data):
        self.count()
        self.cm5.receive(data)
        self.count()

    def poll(self):
        self.count()
        data = self.cm5.poll()
        # A Ctrl-C that comes now loses what has just been read.
        self.count()
        return data

    def next_time(self):
        return self.cm5.next_time()

    def close(self):
        self.cm5.close()


def read_often(brain):
    for _ in range(4):
        brain.read_registers(BLOCKS)


@pytest.mark.parametrize("calls", range(1, 30))
def test_after_ctrl_c_anywhere_the_next_call_gets_its_own_reply(counting, clock, calls):
    peer = FailingPeer(counting, KeyboardInterrupt, calls)
    brain = Brain(MemoryLink(peer, clock))
    with pytest.raises(KeyboardInterrupt):
        read_often(brain)
    assert not brain.busy
    values = brain.read_registers(BLOCKS)
    assert values == [counting.position, 0, counting.position, 0]


@pytest.mark.parametrize("calls", range(1, 12))
def test_after_the_link_was_lost_a_reconnect_works(counting, clock, calls):
    lost = LinkError("/dev/ttyUSB0: expected an open port, but lost it")
    brain = Brain(MemoryLink(FailingPeer(counting, lost, calls), clock))
    with pytest.raises(LinkError, match="lost it"):
        read_often(brain)
    brain.reconnect()
    values = brain.read_registers(BLOCKS)
    assert values == [counting.position, 0, counting.position, 0]


def test_a_signal_handler_can_let_the_exchange_end(counting, clock):
    """What the shell does on Ctrl-C: a note while busy, the interrupt when idle."""
    noted = []
    busy = []

    class SignallingPeer(FailingPeer):
        def count(self):
            busy.append(brain.busy)
            if len(busy) == 3 and brain.busy:
                noted.append("Ctrl-C")

    def on_idle():
        assert not brain.busy
        if noted:
            noted.clear()
            raise KeyboardInterrupt

    brain = Brain(MemoryLink(SignallingPeer(counting, None, 0), clock))
    brain.on_idle = on_idle
    with pytest.raises(KeyboardInterrupt):
        brain.read_registers(BLOCKS)
    assert all(busy)
    assert not brain.busy
    # The exchange had ended: nothing has to be waited for.
    start = clock.now()
    assert brain.ping(3)
    assert clock.now() - start < 0.01


def test_a_failed_exchange_is_traced_too(cm5, clock):
    brain = Brain(MemoryLink(cm5, clock), retries=0)
    seen = []
    brain.on_packet = lambda *packet: seen.append(packet)
    cm5.faults.extend([FAULTS["lost"], FAULTS["truncated"]])
    for _ in range(2):
        with pytest.raises(ReplyError):
            brain.ping_cm5()
    assert seen == [
        ("sent", bytes.fromhex("F0 FF 10"), "PING CM-5"),
        ("received", b"", "no reply"),
        ("sent", bytes.fromhex("F0 FF 10"), "PING CM-5"),
        ("received", bytes.fromhex("FA 00 00 7A 0C"), "not a reply"),
    ]


def test_recover_waits_and_forgets(brain, cm5, clock):
    brain.set_read_format(BLOCKS)
    cm5.output.append((clock.now() + 0.3, b"\xfa\x01\x02"))
    start = clock.now()
    brain.recover()
    assert clock.now() - start >= 0.5
    brain.read_raw()
    # The CM-5 may have been reset meanwhile, so it gets the format again.
    assert [data[0] for data in cm5.received] == [0xF1, 0xF1, 0xF3]
