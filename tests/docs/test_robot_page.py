"""docs/robot.md: what it shows at the prompt is what happens there."""

import ast
import contextlib
import importlib
import io
import itertools
import re
from pathlib import Path

import pytest

import brbrain
from brshell.machine import Machine
from brshell.reader.reader import is_complete
from brshell.repl.session import Session
from brshell.runtime.conditions import SchemeError

PAGE = (Path(__file__).parents[2] / "docs" / "robot.md").read_text()
CODE = Path(brbrain.__file__).parent
MODULES = ("moves", "service")


def entries():
    """Return pairs of what is typed at a prompt and what is shown then."""
    found = []
    for block in re.findall(r"```scheme\n(.*?)```", PAGE, re.DOTALL):
        for text in re.split(r"^> ", block, flags=re.MULTILINE)[1:]:
            typed, *shown = text.splitlines()
            while not is_complete(typed):
                typed += "\n" + shown.pop(0)
            found.append((typed, "\n".join(shown)))
    return found


def test_the_dialogue():
    machine = Machine(robot_options={"fast": True})
    session = Session(machine, colored=False)
    for typed, shown in entries():
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                session.print_values(session.run("prompt", typed))
            except SchemeError as error:
                session.show_error(error)
        assert (typed, output.getvalue().rstrip("\n")) == (typed, shown)
    machine.close()


def test_the_python_program():
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(program, {})
    assert output.getvalue() == "60\n0\n"


TABLE = dict(re.findall(r"^\| `([a-z]+\.[A-Z_]+)` \| (\S+) \|", PAGE, re.MULTILINE))


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
