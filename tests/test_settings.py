"""The settings of pytest in pyproject.toml bite: what they forbid fails."""

import subprocess
import sys
from pathlib import Path

import pytest

SETTINGS = Path(__file__).parents[1] / "pyproject.toml"

# A faulty test by what pytest must say about it.
FAULTS = {
    "'slwo' not found in `markers`": """\
import pytest
@pytest.mark.slwo
def test(): pass
""",
    "UserWarning: old": """\
import warnings
def test(): warnings.warn("old")
""",
    "PytestUnraisableExceptionWarning": """\
def test(): open(__file__)
""",
    "PytestUnhandledThreadExceptionWarning": """\
import threading
def test():
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
""",
    "Timeout (>0.5s)": """\
import threading
def test(): threading.Event().wait()
""",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Run all the faulty tests; return what pytest prints."""
    folder = tmp_path_factory.mktemp("faults")
    for number, text in enumerate(FAULTS.values()):
        (folder / f"test_fault_{number}.py").write_text(text)
    pytest_here = [sys.executable, "-m", "pytest", "-c", SETTINGS, folder]
    options = ["-o", "timeout=0.5", "--continue-on-collection-errors"]
    done = subprocess.run(
        [*pytest_here, *options, "-p", "no:cacheprovider"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize("complaint", FAULTS)
def test_a_fault_is_found(report, complaint):
    assert complaint in report


def test_no_faulty_test_passes(report):
    assert report.splitlines()[-1].startswith("4 failed, 1 error")


def test_every_test_has_a_time_limit(pytestconfig):
    assert 0 < float(pytestconfig.getini("timeout")) <= 60
