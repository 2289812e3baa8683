"""Which way imports run: the table of the arrows that are allowed.

Only imports that happen when programs run count, at the top of a module or inside a
function; those for type checkers alone (``if TYPE_CHECKING``) do not.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# What the modules of a layer may import, beside their own layer and Python's library.
# A module belongs to the layer with the longest name that its own begins with.
ARROWS: dict[str, set[str]] = {
    "brbrain.errors": set(),
    "brbrain.packets": {"brbrain.errors"},
    "brbrain.decoders": {"brbrain.packets"},
    "brbrain.dynamixel": {"brbrain.errors"},
    "brbrain.sim": {
        "brbrain",
        "brbrain.decoders",
        "brbrain.dynamixel",
        "brbrain.errors",
        "brbrain.packets",
    },
    # The slaves' side of EtherCAT, and the master's; they share how frames, registers
    # and EEPROMs are laid out.
    "brbrain.ethercat.sim": {"brbrain", "brbrain.errors", "brbrain.ethercat"},
    "brbrain.ethercat": {"brbrain", "brbrain.errors", "brbrain.ethercat.sim"},
    "brbrain": {
        "brbrain.decoders",
        "brbrain.dynamixel",
        "brbrain.errors",
        "brbrain.packets",
        "brbrain.sim",
        "serial",
    },
    "brshell.runtime": {"brbrain.errors"},
    "brshell.reader": {"brshell.runtime", "lark"},
    "brshell.expander": {"brshell.reader", "brshell.runtime"},
    "brshell.compiler": {"brshell.expander", "brshell.runtime"},
    # What is said about names, which the machine tells it.
    "brshell.help": {
        "brbrain",
        "brbrain.errors",
        "brshell.expander",
        "brshell.reader",
        "brshell.runtime",
    },
    "brshell.builtins": {
        "brshell.compiler",
        "brshell.expander",
        "brshell.help",
        "brshell.reader",
        "brshell.runtime",
    },
    "brshell.builtins.robot": {
        "brbrain",
        "brbrain.ethercat",
        "brbrain.ethercat.sim",
        "brbrain.dynamixel",
        "brbrain.errors",
        "brshell.builtins",
        "brshell.runtime",
    },
    # The machine, which puts the language together, and the modules beside it.
    "brshell": {
        "brbrain",
        "brbrain.errors",
        "brshell.builtins",
        "brshell.builtins.robot",
        "brshell.compiler",
        "brshell.expander",
        "brshell.help",
        "brshell.reader",
        "brshell.runtime",
        "platformdirs",
    },
    "brshell.debugger": {"brshell.compiler", "brshell.expander", "brshell.runtime"},
    "brshell.repl.editing": {"brshell.reader", "brshell.runtime"},
    "brshell.repl.editor": {
        "brshell.expander",
        "brshell.repl.editing",
        "prompt_toolkit",
        "pygments",
    },
    "brshell.repl": {
        "brbrain",
        "brbrain.dynamixel",
        "brbrain.errors",
        "brshell",
        "brshell.debugger",
        "brshell.builtins",
        "brshell.builtins.robot",
        "brshell.expander",
        "brshell.help",
        "brshell.reader",
        "brshell.repl.editing",
        "brshell.repl.editor",
        "brshell.runtime",
    },
    "brshell.help.reference": {
        "brbrain",
        "brshell",
        "brshell.help",
        "brshell.reader",
        "brshell.repl",
    },
    "brshell.cli": {
        "brbrain",
        "brbrain.errors",
        "brbrain.sim",
        "brshell",
        "brshell.repl",
        "brshell.runtime",
    },
    "brshell.__main__": {"brshell.cli"},
}

# What no module of a layer may reach, not even through others.
OUT_OF_REACH = [
    ("brbrain", "brshell"),
    ("brbrain.sim", "brbrain.brain"),
    ("brbrain.sim", "brbrain.bus"),
    ("brbrain.sim", "brbrain.link"),
    ("brbrain.ethercat.sim.slave", "brbrain.ethercat.master"),
    ("brbrain.ethercat.sim.palm", "brbrain.ethercat.master"),
    ("brbrain.ethercat.sim.palm", "brbrain.ethercat.hand"),
]


def is_in(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def module_files() -> dict[str, Path]:
    """Return the file of every module of the two packages."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for package in ("brbrain", "brshell")
        for path in (ROOT / package).rglob("*.py")
    }


FILES = module_files()


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the names of the modules that are imported in a node, when it runs."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "relative imports are not used here"
        for alias in node.names:
            module = f"{node.module}.{alias.name}"
            yield module if module in FILES else str(node.module)
    elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        for child in ast.iter_child_nodes(node):
            yield from imported(child)


IMPORTS = {
    name: set(imported(ast.parse(path.read_text("utf-8")))) - {name}
    for name, path in FILES.items()
}
OURS = {name: modules & FILES.keys() for name, modules in IMPORTS.items()}
FOREIGN = {
    name: {module.partition(".")[0] for module in modules - FILES.keys()}
    - sys.stdlib_module_names
    for name, modules in IMPORTS.items()
}


def layer_of(module: str) -> str:
    return max((layer for layer in ARROWS if is_in(module, layer)), key=len)


@pytest.mark.parametrize("layer", ARROWS)
def test_imports_run_one_way(layer):
    wrong = {
        f"{name} -> {other}"
        for name in FILES
        if layer_of(name) == layer
        for other in OURS[name] | FOREIGN[name]
        if (layer_of(other) if other in FILES else other) not in ARROWS[layer] | {layer}
    }
    assert not wrong


def test_every_layer_is_there():
    assert {layer_of(name) for name in FILES} == set(ARROWS)


def test_there_are_no_circles():
    TopologicalSorter(OURS).prepare()


def reachable(names: set[str]) -> set[str]:
    found: set[str] = set()
    while names:
        found |= names
        names = set().union(*(OURS[name] for name in names)) - found
    return found


@pytest.mark.parametrize(("package", "other"), OUT_OF_REACH)
def test_what_is_out_of_reach(package, other):
    names = {name for name in FILES if is_in(name, package)}
    assert names
    assert not {name for name in reachable(names) if is_in(name, other)}


def test_what_is_imported_is_a_declared_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {re.split("[>=]", name)[0] for name in project["dependencies"]}
    distributions = packages_distributions()
    needed = {
        distribution.lower().replace("_", "-")
        for module in set().union(*FOREIGN.values())
        for distribution in distributions[module]
    }
    assert needed <= declared
