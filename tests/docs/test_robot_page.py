"""docs/robot.md: its table of choices is that of the code."""

import ast
import importlib
import itertools
import re
from pathlib import Path

import pytest

import brbrain

PAGE = (Path(__file__).parents[2] / "docs" / "robot.md").read_text()
CODE = Path(brbrain.__file__).parent
MODULES = ("cm5", "moves", "service", "servos", "stopping")


TABLE = dict(re.findall(r"^\| `([a-z0-9]+\.[A-Z_]+)` \| (\S+) \|", PAGE, re.MULTILINE))


def choices():
    """Give the constants whose docstring says that they are our choice."""
    for module in MODULES:
        body = ast.parse((CODE / f"{module}.py").read_text()).body
        for statement, text in itertools.pairwise(body):
            if isinstance(statement, ast.Assign) and "our choice" in ast.unparse(text):
                yield f"{module}.{ast.unparse(statement.targets[0])}"


def test_all_choices_are_told():
    assert set(choices()) == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_the_numbers_are_those_of_the_code(name):
    module, _, constant = name.partition(".")
    value = getattr(importlib.import_module(f"brbrain.{module}"), constant)
    assert float(TABLE[name]) == value
