"""docs/motion-files.md: its tables have all formats, its guesses those of the code."""

import re
from pathlib import Path

from brbrain.motionfiles import FORMATS
from brbrain.motionfiles.formats import PROGRAM
from brbrain.motionfiles.pages import LEAD_IN, MOST_STEPS, SUDDEN

PAGE = (Path(__file__).parents[2] / "docs" / "motion-files.md").read_text()
SUFFIXES = [*FORMATS, PROGRAM]


def test_all_formats_are_told():
    rows = re.findall(r"^\| `(\.[a-z]+)`.* \|$", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(SUFFIXES)


def test_what_is_lost_is_told_of_all_formats():
    heads = re.findall(r"^\| \| (`\..*) \|$", PAGE, re.MULTILINE)
    assert [head.replace("`", "").split(" | ") for head in heads] == [SUFFIXES]


def test_numbers_are_those_of_the_code():
    assert f"before {SUDDEN} s, the robot gets {LEAD_IN:.0f} s" in PAGE
    assert f"More than {MOST_STEPS:,} steps" in PAGE
