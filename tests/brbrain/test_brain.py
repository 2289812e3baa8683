"""What a user of Brain can do, and that it is what BRBrain did."""

import threading
from fractions import Fraction

import pytest

from brbrain import Brain, MemoryLink, WallClock, adc_to_volts
from brbrain.errors import (
    BrError,
    FormatError,
    LinkError,
    RegisterError,
    StatusError,
)
from brbrain.registers import (
    AX12_GOAL_POSITION,
    AX12_MOVING_SPEED,
    AX12_PRESENT_POSITION,
    AX12_PRESENT_VOLTAGE,
    AXS1_PRESENT_VOLTAGE,
)

STATE = [(3, AX12_PRESENT_POSITION, 5), (7, AX12_PRESENT_POSITION, 5)]
GOALS = [(3, AX12_GOAL_POSITION, 1), (7, AX12_GOAL_POSITION, 1)]


@pytest.fixture
def moving(cm5):
    """Two servos in the state of BRBrain's recorded example."""
    cm5.devices[3][36:44] = bytes.fromhex("00 02 00 00 32 04 62 23")
    cm5.devices[7][36:44] = bytes.fromhex("55 01 64 04 1E 00 61 24")
    return cm5


def sent(cm5):
    return [data.hex(" ").upper() for data in cm5.received]


def test_the_example_of_the_original_gives_the_same_bytes_and_values(brain, moving):
    assert brain.ping_status(255) == 0
    assert brain.set_read_format([3, 7], [AX12_PRESENT_POSITION] * 2, [5, 5]) == 0
    assert brain.set_write_format([3, 7], [AX12_GOAL_POSITION] * 2, [1, 1]) == 0
    assert brain.write_natural([100.0, 200.0]) == 0
    assert brain.read_raw() == [512, 0, -50, 98, 35, 341, -100, 30, 97, 36, 0]
    assert brain.read_natural() == pytest.approx(
        [150.14662, 0, -0.048875853, 9.8, 35, 100, -11.143695, 0.029325513, 9.7, 36, 0]
    )
    assert sent(moving) == [
        "F0 FF 10",
        "F1 02 03 24 08 07 24 08 AA",
        "F2 02 03 1E 02 07 1E 02 C1",
        "F4 55 01 AA 02 09",
        "F3 0C",
        "F3 0C",
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ([3, 7], [AX12_PRESENT_POSITION, AX12_PRESENT_POSITION], [5, 5]),
        ([3, 7], [AX12_PRESENT_POSITION], [5]),
        ([3, 7], AX12_PRESENT_POSITION, 5),
        ([3, 7, -1, 9], ["present position"] * 4, [5, 5, 0, 0]),
        (STATE,),
        ([3, "present-position", 5, 7, "AX12_PRESENT_POSITION", 5],),
    ],
    ids=["lists", "short", "single", "ended by -1", "triples", "flat"],
)
def test_a_format_can_be_written_in_many_ways(brain, arguments):
    assert brain.set_read_format(*arguments) == 0
    assert brain.read_format.blocks == tuple(STATE)
    assert len(brain.read_format) == 10
    assert brain.read_format.triples() == [
        *(3, AX12_PRESENT_POSITION, 5),
        *(7, AX12_PRESENT_POSITION, 5),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([254], AX12_GOAL_POSITION, 1), "id from 0 to 253, but received 254"),
        (([3, 3], AX12_GOAL_POSITION, 1), "received id 3 twice"),
        ((list(range(33)), AX12_GOAL_POSITION, 1), "at most 32 ids, but received 33"),
        (([3, 7, 9], [AX12_GOAL_POSITION] * 2, 1), "1 or 3 start registers"),
        (([3, 7, 9], AX12_GOAL_POSITION, [1, 1]), "1 or 3 counts"),
        (([3], AX12_GOAL_POSITION, -1), "a count of registers for id 3"),
        (([3], AX12_GOAL_POSITION, 14), "at most 13 registers from goal position"),
        (([3, AX12_GOAL_POSITION],), "triples of id, register and count"),
        (([(3, AX12_GOAL_POSITION)],), "triples of id, register and count"),
        ((["3"], AX12_GOAL_POSITION, 1), "received '3'"),
        ((None,), "expected a list, but received None"),
        (("37",), "expected a list, but received '37'"),
    ],
)
def test_a_wrong_format_is_refused_before_anything_is_sent(
    brain, cm5, arguments, message
):
    for set_format in (brain.set_read_format, brain.set_write_format):
        with pytest.raises(FormatError, match=message):
            set_format(*arguments)
    assert cm5.received == []


@pytest.mark.parametrize(
    ("start", "count", "message"),
    [
        (AX12_PRESENT_POSITION, 1, "writable registers for id 3, but .* read-only"),
        (AX12_GOAL_POSITION, 4, "present position, which is read-only"),
        ("ccw angle limit", 2, "reserved bytes for id 3, but .* address 10"),
    ],
)
def test_a_write_format_takes_no_read_only_nor_reserved_bytes(
    brain, cm5, start, count, message
):
    with pytest.raises(FormatError, match=message):
        brain.set_write_format([3], start, count)
    assert cm5.received == []


@pytest.mark.parametrize(
    ("start", "count", "values"),
    [
        # gap at 45: the original took one byte too few and lost step
        ("AX12_REGISTERED_INSTRUCTION", 3, [44, 46, 47]),
        ("AX12_PRESENT_TEMPERATURE", 4, [43, 44, 46, 47]),
        # gap at 34 in the middle of the sensors
        ("AXS1_LEFT_IR_SENSOR_DATA", 11, [*range(26, 34), 35, 36, 37]),
        # gaps at 10 and 19, and to the error register over 50-53
        ("AX12_HIGHEST_LIMIT_VOLTAGE", 1, [13]),
        ("AX12_PUNCH", 2, [48 + 256 * 49, 54]),
    ],
)
def test_reads_over_reserved_bytes_give_the_right_registers(
    brain, cm5, start, count, values
):
    cm5.devices[3][:] = bytes(range(55))
    brain.set_read_format([3], [start], [count])
    assert brain.read_raw() == [*values, 0]
    # The link is in step afterwards.
    assert brain.ping(3)


def test_ping_and_scan(brain, cm5):
    assert brain.ping(3) is True
    assert brain.ping(4) is False
    assert brain.ping_status(4) == 0x0A
    assert brain.ping_cm5() is True
    done = []
    assert brain.scan(9, progress=done.append) == [3, 7]
    assert done == list(range(10))


def test_a_device_that_answered_after_a_retry_is_present(brain, cm5):
    cm5.retries = 2
    assert brain.ping_status(3) == 0x0200
    assert brain.ping(3) is True
    assert brain.scan(3) == [3]
    assert brain.counters.device_retries == 2 * 2 + 4 * 2


@pytest.mark.parametrize("id", [254, 256, -1, "3", None])
def test_ping_wants_an_id(brain, cm5, id):
    with pytest.raises(FormatError, match="ping: expected an id from 0 to 253 or 255"):
        brain.ping(id)
    with pytest.raises(FormatError, match="scan: expected a highest id"):
        brain.scan(id)
    assert cm5.received == []


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([512, 1024], "id 7: goal position: expected an integer from 0 to 1023"),
        ([-1, 0], "id 3: goal position: .* received -1"),
        ([70000, 0], "received 70000"),
        ([512.0, 0], r"received 512\.0"),
        ([None, 0], "received None"),
        ([float("nan"), 0], "received nan"),
        (["512", 0], "received '512'"),
        ([512, Fraction(1)], "id 7: goal position"),
    ],
)
def test_no_wrong_value_is_ever_sent(brain, cm5, values, message):
    brain.set_write_format(GOALS)
    cm5.received.clear()
    with pytest.raises(RegisterError, match=message):
        brain.write_raw(values)
    assert cm5.received == []


def test_natural_values_are_checked_too(brain, cm5):
    brain.set_write_format(GOALS)
    cm5.received.clear()
    with pytest.raises(RegisterError, match="id 3: goal position"):
        brain.write_natural([400.0, 0.0])
    with pytest.raises(RegisterError, match="finite number"):
        brain.write_natural([float("inf"), 0.0])
    assert cm5.received == []


@pytest.mark.parametrize("values", [[], [512], [512, 512, 512], None, 512])
def test_the_number_of_values_must_be_right(brain, values):
    brain.set_write_format(GOALS)
    with pytest.raises(FormatError, match="expected 2 values, but received"):
        brain.write_raw(values)
    with pytest.raises(FormatError, match="expected 2 values, but received"):
        brain.write_natural(values)


def test_signed_values_are_written_with_their_sign_bit(brain, cm5):
    brain.set_write_format([3], AX12_MOVING_SPEED, 2)
    assert len(brain.write_format) == 2
    assert brain.write_raw([-100, 1023]) == 0
    assert cm5.devices[3][32:36] == bytes.fromhex("64 04 ff 03")


def test_one_shot_access_leaves_the_formats_alone(brain, moving):
    brain.set_read_format(STATE)
    brain.set_write_format(GOALS)
    assert brain.read_registers([(3, "present voltage", 2)]) == [98, 35]
    brain.write_registers([(7, "led", 1)], [1])
    assert moving.devices[7][25] == 1
    assert brain.read_raw()[:2] == [512, 0]
    assert brain.write_raw([1, 2]) == 0
    assert moving.devices[7][30:32] == b"\x02\x00"
    assert brain.read_format.blocks == tuple(STATE)


def test_a_format_is_sent_only_when_the_cm5_has_another(brain, moving):
    brain.set_read_format(STATE)
    brain.set_read_format(STATE)
    for _ in range(3):
        brain.read_raw()
    brain.read_registers([(3, "led", 1)])
    brain.read_registers([(3, "led", 1)])
    brain.read_raw()
    kinds = [data[0] for data in moving.received]
    assert kinds == [*(0xF1, 0xF3, 0xF3, 0xF3), *(0xF1, 0xF3, 0xF3), *(0xF1, 0xF3)]


def test_reading_without_a_format_gives_the_status_only(brain, cm5):
    assert brain.read_raw() == [0]
    assert sent(cm5) == ["F1 00 0E", "F3 0C"]


def test_a_missing_device_shows_in_the_status_and_is_not_cached(brain, moving):
    del moving.devices[7]
    brain.set_read_format(STATE)
    values = brain.read_raw()
    assert values[:5] == [512, 0, -50, 98, 35]
    assert values[5:] == [0xFFFF, -1023, -1023, 0xFF, 0xFF, 0x0A]
    assert brain.cached(3, AX12_PRESENT_POSITION).raw == 512
    assert brain.cached(7, AX12_PRESENT_POSITION) is None


def test_one_shot_access_to_a_missing_device_names_it(brain, moving):
    del moving.devices[7]
    with pytest.raises(StatusError, match=r"DYNAMIXEL_TIMEOUT.* from id 7") as caught:
        brain.read_registers(STATE)
    assert caught.value.failed == (7,)
    assert caught.value.status == 0x0A
    assert brain.cached(3, AX12_PRESENT_POSITION).raw == 512
    with pytest.raises(StatusError, match="write registers: expected status 0"):
        brain.write_registers([(7, "led", 1)], [1])


def test_a_device_that_failed_in_a_later_part_of_a_long_read_has_failed(brain, cm5):
    cm5.devices[3][20:40] = b"\xff" * 20  # the second Dynamixel packet of the read
    cm5.faults.extend([None, lambda data: [(0, with_status(data, 0x08))]])
    with pytest.raises(StatusError) as caught:
        brain.read_registers([(3, "model number", 25), (7, "led", 1)])
    assert caught.value.failed == (3,)


def test_nobody_is_trusted_if_it_is_unclear_who_failed(brain, cm5):
    cm5.faults.extend([None, lambda data: [(0, with_status(data, 0x20))]])
    with pytest.raises(StatusError) as caught:
        brain.read_registers([(3, "led", 1), (7, "error", 1)])
    assert caught.value.failed == (3, 7)
    assert brain.cached(3, "led") is None


def with_status(packet, status):
    body = bytearray(packet[:-1])
    body[-5] = status
    return bytes(body) + bytes((~sum(body) & 0xFF,))


def test_the_cache_has_the_latest_value_and_its_age(brain, moving, clock):
    assert brain.cached(3, AX12_PRESENT_VOLTAGE) is None
    brain.read_registers(STATE)
    clock.sleep(2.5)
    value = brain.cached(3, "present voltage")
    assert (value.raw, value.natural) == (98, 9.8)
    assert value.age == pytest.approx(2.5)
    assert value.time + value.age == clock.now()
    # The same register by the name that the sensor module has for it.
    assert brain.cached(3, AXS1_PRESENT_VOLTAGE) == value


def test_adc_values_come_with_every_reply(brain):
    with pytest.raises(LinkError, match="adc: expected a reply of the CM-5 before"):
        brain.adc("pos")
    brain.ping_cm5()
    assert [brain.adc(name) for name in ("pos", "neg", "therm")] == [122, 12, 80]
    assert [brain.adc(number) for number in range(3)] == [122, 12, 80]
    assert brain.volts() == pytest.approx(9.641117)
    assert adc_to_volts(255) == pytest.approx(20.15, abs=0.01)


@pytest.mark.parametrize("channel", [3, -1, "battery", None])
def test_there_are_three_adc_channels(brain, channel):
    brain.ping_cm5()
    with pytest.raises(BrError, match="adc: expected channel pos, neg, therm or 0"):
        brain.adc(channel)


def test_many_absent_devices_are_waited_for(brain, cm5, clock):
    cm5.devices.clear()
    blocks = [(id, "goal position", 1) for id in range(32)]
    brain.set_write_format(blocks)
    start = clock.now()
    assert brain.write_raw([512] * 32) == 0x0A
    assert clock.now() - start == pytest.approx(3.2, abs=0.1)
    assert brain.ping_cm5()


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan")])
def test_a_timeout_is_a_positive_time(brain, seconds):
    with pytest.raises(BrError, match="timeout: expected more than 0"):
        brain.timeout = seconds
    assert brain.timeout == 1.0


@pytest.mark.parametrize("retries", [-1, 1.5, None])
def test_the_number_of_retries_is_checked(brain, cm5, clock, retries):
    with pytest.raises(BrError, match="retries: expected an integer of 0 or more"):
        brain.retries = retries
    with pytest.raises(BrError, match="retries: expected an integer of 0 or more"):
        Brain(MemoryLink(cm5, clock), retries=retries)
    assert brain.retries == 2


def test_packets_can_be_watched_in_words(brain, moving):
    assert brain.on_packet is None
    seen = []
    brain.on_packet = lambda direction, data, text: seen.append((direction, text))
    brain.ping(4)
    brain.set_write_format([(3, AX12_GOAL_POSITION, 2)])
    brain.write_raw([512, -5])
    brain.read_registers([(3, AX12_PRESENT_POSITION, 2)])
    assert brain.on_packet is not None
    brain.on_packet = None
    brain.ping(3)
    assert seen == [
        ("sent", "PING 4"),
        ("received", "STATUS DYNAMIXEL_TIMEOUT, INVALID_DYNAMIXEL_RESPONSE"),
        ("sent", "SET_WRITE_FORMAT id 3 bytes 30-33"),
        ("received", "STATUS ok"),
        ("sent", "WRITE_DATA id 3: goal position 512, moving speed -5"),
        ("received", "STATUS ok"),
        ("sent", "SET_READ_FORMAT id 3 bytes 36-39"),
        ("received", "STATUS ok"),
        ("sent", "READ_DATA"),
        ("received", "DATA id 3: present position 512, present speed 0; ok"),
    ]


def test_the_link_status_tells_what_happened(brain):
    brain.ping_cm5()
    assert brain.link_status() == (
        "memory, open; 1 packets sent, 1 received, 0 errors, 0 retries, 0 on the bus"
    )


def test_a_brain_closes_its_link(cm5, clock):
    with Brain(MemoryLink(cm5, clock)) as brain:
        assert brain.ping_cm5()
    with pytest.raises(LinkError, match="expected an open link, but it is closed"):
        brain.ping_cm5()
    brain.close()
    brain.reconnect()
    assert brain.ping_cm5()


class EagerPeer:
    """A CM-5 that answers pings at once, with the id it was asked in the ADC bytes."""

    def __init__(self):
        self.output = b""

    def receive(self, data):
        body = bytes((0xFA, 0, 0, data[1], 0, 0))
        self.output += body + bytes((~sum(body) & 0xFF,))

    def poll(self):
        output, self.output = self.output, b""
        return output

    def next_time(self):
        return None

    def close(self):
        pass


def test_threads_get_their_own_replies():
    brain = Brain(MemoryLink(EagerPeer(), WallClock()))
    wrong = []

    def work(id):
        for _ in range(200):
            with brain.transaction():
                brain.ping(id)
                if brain.adc("pos") != id:
                    wrong.append(id)

    threads = [threading.Thread(target=work, args=(id,)) for id in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert brain.counters.received == 800
