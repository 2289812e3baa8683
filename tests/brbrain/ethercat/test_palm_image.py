"""The palm's process data, against sizes, addresses and bytes written by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import ArgumentError
from brbrain.ethercat.image import CODES, Field, Layout
from brbrain.ethercat.palm_image import (
    AREAS,
    CAN_MESSAGE,
    COMMAND,
    INPUT_SIZE,
    OUTPUT_SIZE,
    STATUS,
)


def test_sizes_are_those_that_both_sides_have_agreed_on():
    assert (COMMAND.size, CAN_MESSAGE.size, STATUS.size) == (58, 12, 220)
    assert (OUTPUT_SIZE, INPUT_SIZE) == (70, 232)


def test_addresses_follow_from_the_sizes():
    assert [area.address for area in AREAS] == [0x1000, 0x103A, 0x1046, 0x1122]
    assert [area.output for area in AREAS] == [True, True, False, False]


def test_a_command_is_these_bytes():
    packed = COMMAND.pack(
        {
            "edc_command": 1,
            "from_motor_data_type": 4,
            "which_motors": 1,
            "to_motor_data_type": 2,
            "motor_data": (0x3FF, -0x3FF, *[0] * 17, -1),
            "tactile_data_type": 0,
        }
    )
    assert packed.hex(" ", 2) == (
        "0100 0000 0400 0000 0100 0200 0000 ff03 01fc"
        + " 0000" * 17
        + " ffff 0000 0000"
    )


def test_a_can_message_is_these_bytes():
    packed = CAN_MESSAGE.pack(
        {"bus": 2, "length": 8, "id": 0x70A, "data": (0x55, 0xAA) * 4}
    )
    assert packed.hex(" ") == "02 08 0a 07 55 aa 55 aa 55 aa 55 aa"


@pytest.mark.parametrize(
    ("field", "offset"),
    [
        ("edc_command", 0),
        ("sensors", 4),
        ("motor_data_type", 78),
        ("which_motors", 82),
        ("motor_data_arrived", 84),
        ("motor_data_errors", 88),
        ("motor_data", 92),
        ("tactile_data_type", 132),
        ("tactile_data_valid", 136),
        ("tactiles", 138),
        ("idle_time", 218),
    ],
)
def test_fields_of_a_status_begin_where_its_header_has_them(field, offset):
    assert STATUS.offset[field] == offset


FIELDS = st.lists(
    st.tuples(st.sampled_from(list(CODES)), st.integers(1, 4)), min_size=1, max_size=6
)


@given(FIELDS, st.data())
def test_what_is_packed_is_unpacked(kinds, data):
    fields = [Field(f"f{at}", kind, count) for at, (kind, count) in enumerate(kinds)]
    layout = Layout("any", *fields)
    values = {}
    for field in fields:
        bits = 8 * field.size // field.count
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1)
        if field.kind.startswith("u"):
            low, high = 0, (1 << bits) - 1
        each = tuple(data.draw(st.integers(low, high)) for _ in range(field.count))
        values[field.name] = each if field.count > 1 else each[0]
    packed = layout.pack(values)
    assert len(packed) == layout.size == sum(field.size for field in fields)
    assert layout.unpack(packed) == values


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"speed": 1}, "expected bus or length or id or data, but received 'speed'"),
        ({"data": (1, 2)}, "expected 8 values"),
        ({"bus": 256}, "bus: "),
        ({"bus": -1}, "bus: "),
        ({"data": ("x",) * 8}, "data: "),
    ],
)
def test_values_that_do_not_fit_are_told_by_name(values, told):
    with pytest.raises(ArgumentError, match=told):
        CAN_MESSAGE.pack(values)


def test_too_few_bytes_are_refused():
    with pytest.raises(ArgumentError, match="expected 12 bytes"):
        CAN_MESSAGE.unpack(bytes(11))
