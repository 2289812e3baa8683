"""What users install: the wheel and the source archive, away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from email.parser import HeaderParser
from pathlib import Path

import pytest

from brbrain import __version__

ROOT = Path(__file__).parents[1]
SHIPPED = {
    f"brshell/{path.relative_to(ROOT).as_posix()}"
    for folder in ("examples", "stdlib")
    for path in (ROOT / folder).rglob("*.*")
}


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command for a user who knows nothing of this checkout."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV", "BRSHELL"))
    }
    environment = {**kept, "XDG_CACHE_HOME": str(cwd / "cache")}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source archive, and the wheel from it; return their folder."""
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    run(*build, folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(archives: Path) -> Path:
    (path,) = archives.glob("*.whl")
    return path


def test_the_wheel_has_what_the_packages_need(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    data = {
        "brbrain/py.typed",
        "brbrain/registers.csv",
        "brshell/py.typed",
        "brshell/reader/grammar.lark",
    }
    assert SHIPPED
    assert data | SHIPPED <= names
    packages = {name.partition("/")[0] for name in names}
    assert packages == {"brbrain", "brshell", f"brshell-{__version__}.dist-info"}


def test_the_metadata(wheel):
    folder = f"brshell-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(f"{folder}/METADATA").decode()
        commands = archive.read(f"{folder}/entry_points.txt").decode()
        licence = archive.read(f"{folder}/licenses/LICENSE")
    metadata = HeaderParser().parsestr(text)
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"  # PEP 639
    assert metadata["License-File"] == "LICENSE"
    assert metadata.get_payload() == (ROOT / "README.md").read_text("utf-8")
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert commands.split("\n\n") == [
        "[console_scripts]\nbrshell = brshell.cli:run",
        "[pygments.lexers]\nbrshell = brshell.repl.editor.pygments_lexer:SchemeLexer\n",
    ]


def test_the_source_archive_has_what_tests_need(archives):
    (path,) = archives.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in ("Makefile", ".ci/run", "tests/test_package.py", "docs/simulator.md"):
        assert name in names


def new_environment(folder: Path) -> Path:
    """Make an environment that finds the packages ours needs; return its programs.

    They are found through a .pth file, so that nothing has to be fetched. The .pth
    files of those packages are not read: ours, editable, is not among them.
    """
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    purelib = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(run(python, "-c", purelib, cwd=folder).strip())
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin"


def install(what: Path, python: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--python", python]
    options = ["--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    run(*pip, "install", *options, what, cwd=python.parents[1])


@pytest.fixture(scope="module", params=["wheel", "checkout"])
def programs(request, tmp_path_factory, wheel) -> Path:
    """Install the wheel, or the checkout as ``pip install .`` does."""
    programs = new_environment(tmp_path_factory.mktemp("installed"))
    install(wheel if request.param == "wheel" else ROOT, programs / "python")
    return programs


EXPRESSIONS = [
    ("(+ 1 2)", "3"),
    ("(reverse '(1 2 3))", "(3 2 1)"),
    ("(fold + 0 (iota 5))", "10"),  # fold is written in Scheme
]


@pytest.mark.parametrize(("expression", "value"), EXPRESSIONS)
def test_the_command_runs_anywhere(programs, tmp_path, expression, value):
    assert run(programs / "brshell", "-e", expression, cwd=tmp_path) == f"{value}\n"


def test_the_library_is_the_installed_one(programs, tmp_path):
    program = "import brbrain, brshell; print(brbrain.__file__, brshell.__file__)"
    for path in run(programs / "python", "-c", program, cwd=tmp_path).split():
        assert Path(path).is_relative_to(programs.parent)


def test_the_registers_are_found(programs, tmp_path):
    program = "from brbrain import AX12; print(len(AX12))"
    assert int(run(programs / "python", "-c", program, cwd=tmp_path)) > 30
