"""docs/flash.md: its stages and choices are those of the code."""

import ast
import itertools
import re
from pathlib import Path

from brbrain import flash

PAGE = (Path(__file__).parents[2] / "docs" / "flash.md").read_text()


def choices():
    """Give the constants whose docstring says that they are our choice."""
    body = ast.parse(Path(flash.__file__).read_text()).body
    for statement, text in itertools.pairwise(body):
        if isinstance(statement, ast.Assign) and "our choice" in ast.unparse(text):
            yield ast.unparse(statement.targets[0])


def test_all_choices_are_told():
    told = re.findall(r"^\| `flash\.([A-Z_]+)` \| (\S+) \|", PAGE, re.MULTILINE)
    assert {name: float(value) for name, value in told} == {
        name: getattr(flash, name) for name in choices()
    }


def test_all_stages_are_told():
    stages = [
        value.name for value in vars(flash).values() if isinstance(value, flash.Stage)
    ]
    assert re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE) == stages
