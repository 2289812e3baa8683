"""A palm as the host sees it: packing commands, unpacking states, polling."""

from struct import pack_into, unpack_from

import pytest

from brbrain.errors import ArgumentError
from brbrain.ethercat.can_bridge import (
    MAGIC_DATA,
    BootCommand,
    CanMessage,
    board_address,
    can_message,
)
from brbrain.ethercat.palm import Palm
from brbrain.ethercat.palm_image import (
    COMMAND,
    INPUT_SIZE,
    OUTPUT_SIZE,
    SLOW_DATA,
    STATUS,
    EdcCommand,
    MotorData,
)
from brbrain.ethercat.polling import IMPORTANT, INITIAL, Poll, Polling


@pytest.fixture
def palm(clock):
    return Palm(clock)


def packed(palm, halt=False, reset=False):
    buffer = bytearray(b"\xee" * OUTPUT_SIZE)
    palm.pack_command(buffer, halt, reset)
    return COMMAND.unpack(bytes(buffer)), bytes(buffer[COMMAND.size :])


def status(edc=1, data=0, half=0, arrived=0xFFFFF, errors=0, motors=(), **others):
    """Return the bytes of a status, with some values at their offsets."""
    this = bytearray(INPUT_SIZE)
    pack_into("<I", this, 0, edc)
    pack_into(
        "<IhII", this, STATUS.offset["motor_data_type"], data, half, arrived, errors
    )
    for at, (torque, misc) in enumerate(motors):
        pack_into("<hH", this, STATUS.offset["motor_data"] + 4 * at, torque, misc)
    for name, value in others.items():
        pack_into("<H", this, STATUS.offset[name], value)
    return bytes(this)


def take(palm, **values):
    return palm.unpack_state(status(**values), palm.state)


def test_even_and_odd_motors_take_turns(palm):
    halves = [packed(palm)[0]["which_motors"] for _ in range(6)]
    assert halves == [0, 1, 0, 1, 0, 1]


def test_each_kind_of_data_is_asked_of_both_halves(palm):
    kinds = [packed(palm)[0]["from_motor_data_type"] for _ in range(200)]
    assert kinds[0::2] == kinds[1::2]


def test_what_is_known_once_is_asked_for_first(palm):
    kinds = [packed(palm)[0]["from_motor_data_type"] for _ in range(40)]
    assert kinds[:32] == [MotorData.SLOW] * 32
    assert MotorData.SLOW not in kinds[32:]
    assert len(SLOW_DATA) == 16


def test_important_data_goes_round_and_timed_data_comes_when_due(clock):
    polls = [
        Poll(MotorData.VOLTAGE, 0.1),
        Poll(MotorData.PWM, IMPORTANT),
        Poll(MotorData.FLAGS, IMPORTANT),
        Poll(MotorData.SLOW, INITIAL),
    ]
    polling = Polling(clock, polls)
    asked = []
    for _ in range(400):
        asked.append(polling.next())
        clock.sleep(0.001)
    kinds = [data for data, odd in asked if not odd]
    assert kinds[:4] == [
        MotorData.SLOW,
        MotorData.VOLTAGE,
        MotorData.PWM,
        MotorData.FLAGS,
    ]
    assert kinds.count(MotorData.VOLTAGE) == 4
    assert kinds.count(MotorData.PWM) == pytest.approx(97, abs=2)
    assert kinds.count(MotorData.FLAGS) == pytest.approx(97, abs=2)


def test_demands_are_shares_of_the_full_pwm(palm):
    palm.demand(0, 1.0)
    palm.demand(19, -0.5)
    command, _ = packed(palm)
    assert command["to_motor_data_type"] == 2
    assert command["motor_data"][0] == 0x3FF
    assert command["motor_data"][19] == -512


def test_halt_zeroes_demands_and_does_not_forget_them(palm):
    palm.demand(3, 0.5)
    assert packed(palm, halt=True)[0]["motor_data"] == (0,) * 20
    assert packed(palm)[0]["motor_data"][3] == 512


def test_a_zero_buffer_is_counted_and_keeps_the_state(palm):
    assert take(palm, sensors=1234)
    assert palm.unpack_state(bytes(INPUT_SIZE), palm.state)
    assert (palm.zero_buffers, palm.valid_cycles, palm.cycles) == (1, 1, 2)
    assert palm.sensor(0) == 1234
    assert palm.zero_share == 50.0


def test_zero_buffers_do_not_advance_the_divider_of_publishing(palm):
    numbers = []
    for cycle in range(1, 41):
        zero = cycle % 2 == 0
        palm.unpack_state(bytes(INPUT_SIZE) if zero else status(), palm.state)
        numbers.append(palm.publication.number if palm.publication else 0)
    assert numbers[:18] == [0] * 18
    assert numbers[18:38] == [1] * 20
    assert numbers[38:] == [2, 2]


def test_fingertips_and_analog_inputs_are_published_every_tenth_cycle(palm):
    for _ in range(9):
        take(palm, tactile_data_valid=0b00001, tactiles=321)
    assert palm.publication is None
    take(palm, tactile_data_valid=0b00001, tactiles=321)
    first, *others = palm.publication.tactiles
    assert first.pressure == 321
    assert others == [None] * 4
    assert len(palm.publication.analog) == 10


def test_a_publication_is_never_changed_once_it_is_out(palm):
    for _ in range(10):
        take(palm, tactile_data_valid=1, tactiles=5)
    kept = palm.publication
    for _ in range(10):
        take(palm, tactile_data_valid=1, tactiles=6)
    assert (kept.tactiles[0].pressure, kept.number) == (5, 1)
    assert palm.publication.tactiles[0].pressure == 6


def test_motors_of_a_half_get_their_data(palm):
    motors = [(-100 + at, 1000 + at) for at in range(10)]
    take(palm, data=MotorData.CURRENT, half=1, motors=motors)
    assert palm.motors[1].torque == -100
    assert palm.motors[19].data[MotorData.CURRENT] == 1009
    assert palm.motors[0].torque is None


def test_slow_data_comes_by_its_number_and_is_no_torque(palm):
    take(palm, data=MotorData.SLOW, motors=[(6, 131)])
    assert palm.motors[0].slow == {6: 131}
    assert palm.motors[0].torque is None


def test_data_that_is_bad_or_does_not_arrive_keeps_what_was_before(palm):
    take(palm, data=MotorData.PWM, motors=[(1, 7), (2, 8)])
    take(
        palm,
        data=MotorData.PWM,
        arrived=0xFFFFF & ~(1 << 2),
        errors=1,
        motors=[(9, 9), (9, 9)],
    )
    even, second = palm.motors[0], palm.motors[2]
    assert (even.data[MotorData.PWM], even.bad, even.last_bad) == (7, 1, True)
    assert (second.data[MotorData.PWM], second.missing) == (8, 1)


def test_reset_forgets_the_counts_of_errors(palm):
    take(palm, data=MotorData.PWM, errors=0xFFFFF, motors=[(0, 0)] * 10)
    packed(palm, reset=True)
    assert (palm.motors[0].bad, palm.motors[0].last_bad) == (0, False)


@pytest.mark.parametrize(
    "wrong",
    [{"edc": 5}, {"edc": 0xFFFFFFFF}, {"data": 16}, {"half": 2}, {"half": -1}],
)
def test_a_status_that_makes_no_sense_is_refused_and_changes_nothing(palm, wrong):
    take(palm, sensors=1)
    assert not take(palm, sensors=2, **wrong)
    assert palm.sensor(0) == 1


def test_idle_time_and_its_minimum(palm):
    for idle in (500, 70, 300):
        take(palm, idle_time=idle)
    assert (palm.idle_time, palm.minimum_idle) == (300, 70)


def test_each_palm_counts_for_itself(clock):
    first, second = Palm(clock), Palm(clock)
    first.unpack_state(status(), None)
    assert (first.cycles, second.cycles) == (1, 0)


MAGIC = can_message(2, 0x70A, MAGIC_DATA)


def direct(message):
    this = bytearray(status(edc=EdcCommand.CAN_DIRECT_MODE))
    this[STATUS.size :] = message.pack()
    return bytes(this)


def test_a_can_message_goes_out_once_in_can_direct_mode_without_demands(palm):
    palm.demand(0, 1.0)
    palm.post(MAGIC)
    command, message = packed(palm)
    assert command["edc_command"] == EdcCommand.CAN_DIRECT_MODE
    assert command["motor_data"] == (0,) * 20
    assert message.hex(" ") == "02 08 0a 07 55 aa 55 aa 55 aa 55 aa"
    command, message = packed(palm)
    assert command["edc_command"] == EdcCommand.CAN_DIRECT_MODE
    assert message == bytes(12)


def test_the_acknowledgement_has_the_same_data_and_bit_0x10(palm):
    palm.post(MAGIC)
    palm.unpack_state(direct(CanMessage(2, 0x71A, MAGIC_DATA)), None)
    assert palm.acknowledgement == CanMessage(2, 0x71A, MAGIC_DATA)
    assert packed(palm)[0]["edc_command"] == EdcCommand.SENSOR_DATA


@pytest.mark.parametrize(
    "other",
    [
        CanMessage(1, 0x71A, MAGIC_DATA),
        CanMessage(2, 0x70A, MAGIC_DATA),
        CanMessage(2, 0x73A, MAGIC_DATA),
        CanMessage(2, 0x71A, MAGIC_DATA[:7]),
        CanMessage(2, 0x71A, bytes(8)),
    ],
)
def test_another_message_is_no_acknowledgement(palm, other):
    palm.post(MAGIC)
    palm.unpack_state(direct(other), None)
    assert palm.acknowledgement is None


def test_a_message_that_nobody_waits_for_is_dropped(palm):
    assert palm.unpack_state(direct(CanMessage(2, 0x71A, MAGIC_DATA)), None)
    assert palm.acknowledgement is None


def test_reading_is_acknowledged_with_what_was_read():
    request = can_message(1, 0x600 | BootCommand.READ, bytes(3))
    assert CanMessage(1, 0x611, b"\x01" * 8).acknowledges(request)


def test_ten_boards_are_on_each_bus():
    assert [board_address(board) for board in (0, 9, 10, 19)] == [
        (1, 0),
        (1, 9),
        (2, 0),
        (2, 9),
    ]


@pytest.mark.parametrize(
    ("bus", "id", "data"),
    [
        (0, 1, b""),
        (3, 1, b""),
        (1, 0x800, b""),
        (1, -1, b""),
        (1, 1, bytes(9)),
        (1, 1, 5),
    ],
)
def test_a_message_that_there_cannot_be_is_refused(bus, id, data):
    with pytest.raises(ArgumentError):
        can_message(bus, id, data)


def test_the_first_state_gives_all_angles_by_the_calibration(palm):
    this = bytearray(status())
    for sensor in range(26):
        pack_into("<H", this, 4 + 2 * sensor, 500)
    palm.unpack_state(bytes(this), None)
    angles = palm.angles()
    assert angles[1] == pytest.approx(0.0)  # FFJ3 is straight
    assert angles[18] == pytest.approx(-0.698, abs=0.001)  # WRJ1 is at -40 degrees
    assert unpack_from("<H", this, 4)[0] == palm.sensor(0)
