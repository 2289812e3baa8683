"""docs/simulator.md: its tables of faults and guesses are those of the code."""

import ast
import importlib
import itertools
import re
from pathlib import Path

import pytest

from brbrain import sim
from brbrain.robots import ROBOTS
from brbrain.sim.faults import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "simulator.md").read_text()
CODE = Path(sim.__file__).parent


def test_all_faults_are_told():
    rows = re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", PAGE, re.MULTILINE)
    told = [row for row in rows if row[0] not in ROBOTS]
    assert told == [(name, kind.meaning) for name, kind in KINDS.items()]


CONSTANTS = dict(
    re.findall(r"^\| `([a-z0-9]+\.[A-Z_]+)` \| (\S+) \|", PAGE, re.MULTILINE)
)


@pytest.mark.parametrize("name", CONSTANTS)
def test_the_numbers_are_those_of_the_code(name):
    module, _, constant = name.partition(".")
    value = getattr(importlib.import_module(f"brbrain.sim.{module}"), constant)
    assert float(CONSTANTS[name]) == pytest.approx(value, rel=0.01)


def guesses():
    """Give the constants whose docstring says that they are our guess."""
    for path in CODE.glob("*.py"):
        for statement, text in itertools.pairwise(ast.parse(path.read_text()).body):
            if isinstance(statement, ast.Assign) and "our guess" in ast.unparse(text):
                for name in ast.walk(statement.targets[0]):
                    if isinstance(name, ast.Name):
                        yield f"{path.stem}.{name.id}"


def test_all_guesses_are_told():
    assert set(guesses()) == set(CONSTANTS)
