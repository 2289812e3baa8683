"""The register tables: BRBrain's names, values both ways, and spans."""

import copy
import math
import pickle
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import registers
from brbrain.errors import BrError, RegisterError
from brbrain.registers import AX12, AXS1, DEVICES, find

ALL = AX12 + AXS1


def test_each_device_has_its_35_registers_in_order_of_address():
    assert [len(table) for table in DEVICES.values()] == [35, 35]
    for table in DEVICES.values():
        for register, following in pairwise(table):
            assert register.end <= following.address


@pytest.mark.parametrize(
    ("identifier", "address", "width", "access"),
    [
        ("AX12_MODEL_NUMBER", 0, 2, "RO"),
        ("AX12_GOAL_POSITION", 30, 2, "RW"),
        ("AX12_PRESENT_POSITION", 36, 2, "RO"),
        ("AX12_PUNCH", 48, 2, "RW"),
        ("AX12_ERROR", 54, 1, "RO"),
        ("AXS1_LEFT_IR_SENSOR_DATA", 26, 1, "RO"),
        ("AXS1_SOUND_DATA_MAX_HOLD", 36, 1, "RW"),
        ("AXS1_IR_REMOCON_TX_DATA", 50, 2, "RW"),
    ],
)
def test_registers_are_attributes_under_the_names_of_brbrain(
    identifier, address, width, access
):
    register = getattr(registers, identifier)
    assert register.identifier == identifier
    assert (register.address, register.width) == (address, width)
    assert register.access == access


@pytest.mark.parametrize("register", ALL, ids=repr)
def test_a_register_is_found_by_each_of_its_names(register):
    device = register.device
    assert find(register) is register
    assert find(register.identifier) is register
    assert find(register.name, device) is register
    assert find(register.symbol, device) is register
    assert str(register) == register.name


def test_a_name_that_both_devices_have_means_the_same_bytes_and_unit():
    shared = {r.name: r for r in AX12}
    both = [(shared[r.name], r) for r in AXS1 if r.name in shared]
    assert len(both) == 14
    for ax12, axs1 in both:
        assert find(axs1.name) is ax12
        assert (ax12.address, ax12.width) == (axs1.address, axs1.width)
        assert (ax12.access, ax12.scale) == (axs1.access, axs1.scale)


def test_a_wrong_name_is_an_error_that_names_similar_ones():
    with pytest.raises(RegisterError, match="similar: goal position") as caught:
        find("gaol-position")
    assert "'gaol-position'" in str(caught.value)
    with pytest.raises(RegisterError, match="expected device ax12, axs1, mx28"):
        find("led", "xl430")
    with pytest.raises(AttributeError):
        _ = registers.AX12_NO_SUCH


def test_a_copied_or_pickled_register_is_the_same_object():
    register = registers.AX12_GOAL_POSITION
    assert copy.deepcopy(register) is register
    assert pickle.loads(pickle.dumps(register)) is register


@pytest.mark.parametrize(
    ("identifier", "raw", "natural", "unit"),
    [
        ("AX12_BAUD_RATE", 1, 1000.0, "kbps"),
        ("AX12_BAUD_RATE", 16, 117.647, "kbps"),
        ("AX12_RETURN_DELAY_TIME", 250, 500.0, "us"),
        ("AX12_CW_COMPLIANCE_SLOPE", 32, 0.12252964, ""),
        ("AX12_CW_COMPLIANCE_SLOPE", 1, 0.0, ""),
        ("AX12_CW_COMPLIANCE_MARGIN", 254, 1.0, ""),
        ("AX12_GOAL_POSITION", 341, 100.0, "deg"),
        ("AX12_GOAL_POSITION", 682, 200.0, "deg"),
        ("AX12_PRESENT_POSITION", 512, 150.14662, "deg"),
        ("AX12_PRESENT_SPEED", -100, -11.143695, "rpm"),
        ("AX12_PRESENT_LOAD", -50, -0.048875853, ""),
        ("AX12_PRESENT_VOLTAGE", 98, 9.8, "V"),
        ("AX12_PRESENT_TEMPERATURE", 35, 35.0, "C"),
        ("AX12_LED", 1, 1.0, ""),
        ("AXS1_SOUND_DETECTED_TIME", 16000, 1.0, "ms"),
        ("AXS1_BUZZER_TIME", 3, 0.3, "s"),
    ],
)
def test_natural_values_are_those_of_brbrain(identifier, raw, natural, unit):
    register = find(identifier)
    assert register.to_natural(raw) == pytest.approx(natural, rel=1e-6)
    assert register.to_raw(natural) == raw
    assert register.unit == unit


def test_natural_values_have_no_rounding_noise():
    assert registers.AX12_GOAL_POSITION.to_natural(341) == 100.0
    assert registers.AXS1_BUZZER_TIME.to_natural(3) == 0.3


def test_all_positions_come_back_from_degrees():
    register = registers.AX12_GOAL_POSITION
    for raw in range(1024):
        assert register.to_raw(register.to_natural(raw)) == raw


@pytest.mark.parametrize("register", ALL, ids=repr)
def test_all_raw_values_come_back_from_natural_ones_and_from_bytes(register):
    low, high = register.minimum, register.maximum
    if low is None:
        limit = 1023 if register.signed else 256**register.width - 1
        low, high = (-limit if register.signed else 0), limit
    for raw in range(low, high + 1):
        assert register.to_raw(register.to_natural(raw)) == raw
        assert register.decode(register.encode(raw)) == raw


@pytest.mark.parametrize(
    ("natural", "raw"),
    [(0.5, 1), (1.5, 2), (2.5, 3), (-0.5, 0), (-1.5, -1), (57.6, 58)],
)
def test_halves_are_rounded_up_not_to_even(natural, raw):
    assert registers.AX12_PRESENT_TEMPERATURE.to_raw(natural) == raw


def test_baud_rates_between_two_steps_take_the_nearest():
    assert registers.AX12_BAUD_RATE.to_raw(57.6) == 34


@pytest.mark.parametrize(
    ("bits", "value"),
    [
        ("6404", -100),
        ("6400", 100),
        ("ff07", -1023),
        ("0000", 0),
        ("0004", 0),  # "minus zero": zero has no direction
        ("64fc", -100),  # bits 11-15 mean nothing
    ],
)
def test_signed_registers_are_sign_and_magnitude(bits, value):
    assert registers.AX12_PRESENT_SPEED.decode(bytes.fromhex(bits)) == value


def test_signed_values_are_encoded_with_bit_10():
    speed = registers.AX12_MOVING_SPEED
    assert speed.encode(-100) == (1124).to_bytes(2, "little")
    assert speed.encode(0) == b"\0\0"
    with pytest.raises(RegisterError, match="-1023 to 1023, but received 1024"):
        speed.encode(1024)


def test_values_out_of_range_are_told_and_clamped():
    goal, slope = registers.AX12_GOAL_POSITION, registers.AX12_CW_COMPLIANCE_SLOPE
    assert [goal.check(v) for v in (-1, 0, 1023, 1024)] == [-1, 0, 0, 1]
    assert [goal.clamp(v) for v in (-1, 0, 1023, 1024)] == [0, 0, 1023, 1023]
    assert slope.clamp(0) == 1
    # A read-only register has no range: 400 degrees stay 400 degrees.
    present = registers.AX12_PRESENT_POSITION
    assert present.clamp(present.to_raw(400)) == 1364
    assert present.check(1364) == 0


@pytest.mark.parametrize("value", [1024, -1, 70000, 512.0, "512", None])
def test_only_an_integer_in_range_may_be_written(value):
    with pytest.raises(RegisterError, match="goal position: expected an integer from"):
        registers.AX12_GOAL_POSITION.validate(value)


def test_a_read_only_register_may_not_be_written():
    with pytest.raises(RegisterError, match="present position: expected a writable"):
        registers.AX12_PRESENT_POSITION.validate(512)
    assert not registers.AXS1_SOUND_DATA.writable


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "90", None])
def test_only_a_finite_number_has_a_raw_value(value):
    with pytest.raises(RegisterError, match="finite number"):
        registers.AX12_GOAL_POSITION.to_raw(value)


def test_no_baud_rate_is_zero():
    with pytest.raises(RegisterError):
        registers.AX12_BAUD_RATE.to_raw(0)


@given(st.floats())
def test_conversion_gives_an_integer_or_our_error(natural):
    for register in ALL:
        with suppress(BrError):
            assert isinstance(register.to_raw(natural), int)


def test_no_maximum_exceeds_the_bytes_of_its_register():
    for register in ALL:
        if register.maximum is not None:
            assert len(register.encode(register.maximum)) == register.width
            assert len(register.encode(register.minimum)) == register.width


def test_the_ram_begins_at_torque_enable():
    for table in DEVICES.values():
        for register in table[:-1]:
            is_ram = register.address >= registers.RAM_START_ADDRESS
            assert register.area == ("RAM" if is_ram else "EEPROM")
        assert table[-1].area == "virtual"


@pytest.mark.parametrize(
    ("identifier", "limits"),
    [
        ("AX12_GOAL_POSITION", (0, 300)),
        ("AX12_MOVING_SPEED", (-114, 114)),
        ("AX12_BAUD_RATE", (2000 / 255, 2000)),  # the highest count is the slowest
        ("AX12_PRESENT_POSITION", None),
    ],
)
def test_limits_in_the_natural_unit(identifier, limits):
    assert find(identifier).natural_limits == limits


@pytest.mark.parametrize("register", ALL, ids=repr)
def test_every_register_says_in_a_sentence_what_it_is_for(register):
    assert register.description[0].isupper()
    assert register.description.endswith(".")
    assert len(register.description.split()) >= 4


def test_booleans_are_the_registers_from_0_to_1():
    names = {r.identifier for r in ALL if r.is_boolean}
    assert names == {
        "AX12_TORQUE_ENABLE",
        "AX12_LED",
        "AX12_REGISTERED_INSTRUCTION",
        "AX12_LOCK",
        "AXS1_REGISTERED_INSTRUCTION",
        "AXS1_LOCK",
    }


@pytest.mark.parametrize(
    ("start", "count", "size", "gaps", "layout"),
    [
        ("AX12_PRESENT_POSITION", 5, 8, (), "HHHBB"),
        ("AX12_REGISTERED_INSTRUCTION", 3, 4, (45,), "BxBB"),
        ("AX12_CCW_ANGLE_LIMIT", 4, 6, (10,), "HxBBB"),
        ("AX12_PUNCH", -1, 7, (50, 51, 52, 53), "HxxxxB"),
        ("AXS1_LEFT_IR_SENSOR_DATA", 11, 12, (34,), "BBBBBBBBxBBB"),
        ("AX12_GOAL_POSITION", 0, 0, (), ""),
    ],
)
def test_a_span_knows_its_bytes_and_the_reserved_ones(start, count, size, gaps, layout):
    span = registers.span(find(start), count)
    assert registers.span_bytes(span) == size
    assert registers.gaps(span) == gaps
    assert registers.span_layout(span) == layout


def test_the_reserved_bytes_are_those_of_the_manual():
    assert registers.gaps(AX12) == (10, 19, 45, 50, 51, 52, 53)
    assert registers.gaps(AXS1) == (
        *range(6, 11),
        14,
        15,
        17,
        18,
        19,
        *range(22, 26),
        34,
        45,
    )


def test_a_span_ends_at_the_last_register():
    assert registers.span(registers.AX12_PUNCH, -1) == AX12[-2:]
    assert registers.span(AX12[0], 35) == AX12
    with pytest.raises(RegisterError, match="at most 2 registers from punch"):
        registers.span(registers.AX12_PUNCH, 3)
