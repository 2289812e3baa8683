"""docs/how-it-works.md: the listings that no command shows are those of the code."""

import ast
import re
from pathlib import Path

import pytest

from brshell.compiler.emit import FunctionEmitter
from brshell.compiler.residual import residual
from brshell.machine import Machine
from brshell.reader.source import Source

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "how-it-works.md").read_text("utf-8")
PROGRAM = "docs/programs/climb.scm"
SHOWN, WAITING = range(8, 12), (8, 18)


@pytest.fixture(scope="module")
def unit():
    machine = Machine()
    source = Source(PROGRAM, (ROOT / PROGRAM).read_text("utf-8"))
    return machine.translator.program(source, machine.environment)


def test_sites(unit):
    rows = []
    for line in SHOWN:
        span = unit.span(line)
        rows.append((line, span, span.source.text[span.start : span.end]))
    width = max(len(str(span)) for _, span, _ in rows)
    assert listing(f"{line:2}  {span!s:{width}}  {text}" for line, span, text in rows)


def test_residuals(unit):
    definitions = []
    for line in WAITING:
        site = unit.entry(line)
        rest = residual(site.procedure, site.bind)
        function = FunctionEmitter(unit, rest).function(site.procedure.core.name)
        definitions.append(ast.unparse(function) + "\n")
    assert listing("\n".join(definitions).splitlines())


def listing(lines):
    """Tell whether the page has these lines as a block."""
    text = "\n".join(lines)
    return f"```\n{text}\n```" in PAGE or pytest.fail(f"not on the page:\n{text}")


def test_the_files_it_names_are_there():
    named = set(re.findall(r"`([a-z/_-]+/[a-z_]+\.(?:py|scm)|[a-z]+\.py)`", PAGE))
    assert len(named) > 10
    for name in named:
        assert (ROOT / name).is_file() or (ROOT / "brshell" / name).is_file(), name


def test_the_grammar_is_as_long_as_it_says():
    grammar = (ROOT / "brshell" / "reader" / "grammar.lark").read_text("utf-8")
    assert f"a grammar of {len(grammar.splitlines())} lines" in PAGE
