"""The EEPROM of a slave: where the standard has its words, and back again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brbrain import ReplyError
from brbrain.ethercat import sii
from brbrain.ethercat.sii import Area, Identity

PALM = Identity("palm", 0x11223344, 0x55667788, 2, 9)
AREAS = (Area(0x1000, 58, True), Area(0x1046, 220, False))

NAMES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
NUMBERS = st.integers(0, 0xFFFFFFFF)
ALL_AREAS = st.lists(
    st.builds(Area, st.integers(0x1000, 0x1FFF), st.integers(1, 1400), st.booleans()),
    max_size=4,
)


def test_vendor_product_revision_and_serial_are_at_word_8():
    memory = sii.encode(PALM, AREAS)
    assert memory[16:32].hex(" ", 4) == "44332211 88776655 02000000 09000000"


def test_categories_begin_at_word_64_with_strings():
    memory = sii.encode(PALM, AREAS)
    assert memory[0x80:0x8A] == bytes([10, 0, 3, 0, 1, 4]) + b"palm"


def test_the_checksum_over_zeros_is_that_of_its_polynomial():
    # x^8 + x^2 + x + 1 over fourteen zeros, begun at 0xFF; computed with bits by hand.
    remainder = 0xFF
    for _ in range(14 * 8):
        remainder <<= 1
        if remainder & 0x100:
            remainder ^= 0x107
    assert sii.encode(PALM, AREAS)[14] == remainder


@given(NAMES, NUMBERS, NUMBERS, NUMBERS, NUMBERS, ALL_AREAS)
def test_what_is_encoded_is_decoded(name, vendor, product, revision, serial, areas):
    identity = Identity(name, vendor, product, revision, serial)
    assert sii.decode(sii.encode(identity, areas)) == (identity, tuple(areas))


@pytest.mark.parametrize("size", [0x80, 0x90, 0xC0])
def test_an_eeprom_without_an_end_is_told(size):
    with pytest.raises(ReplyError, match="expected an end"):
        sii.decode(sii.encode(PALM, AREAS)[:size])
