"""docs/ethercat.md: its table of faults is that of the code."""

import re
from pathlib import Path

import pytest

import brbrain.ethercat
from brbrain.ethercat.sim.faults import FAULTS

PAGE = (Path(__file__).parents[2] / "docs" / "ethercat.md").read_text()
TABLE = dict(re.findall(r"^\| `([^`]+)` \| (.+) \|$", PAGE, re.MULTILINE))


def test_the_faults_are_those_of_the_code():
    expected = {
        " ".join([name, *map(str.upper, fault.arguments)]): fault.what
        for name, fault in FAULTS.items()
    }
    assert expected == TABLE


@pytest.mark.parametrize("name", ["MOTOR_JOINTS", "POLLED"])
def test_names_that_the_page_uses_are_in_the_code(name):
    folder = Path(brbrain.ethercat.__file__).parent
    assert any(name in path.read_text() for path in folder.glob("*.py"))
