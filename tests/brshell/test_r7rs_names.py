"""Every name of R7RS-small means something."""

from __future__ import annotations

import pytest

from brshell.expander.standard import STANDARD
from brshell.machine import Machine
from brshell.runtime.datums import symbol


@pytest.fixture(scope="module")
def environment():
    return Machine().environment


@pytest.mark.parametrize(
    ("library", "name"),
    [(library, name) for library, names in STANDARD.items() for name in names],
)
def test_the_name_is_bound(environment, library, name):
    assert symbol(name) in environment.bindings


@pytest.mark.parametrize("library", STANDARD)
def test_no_name_is_listed_twice(library):
    assert len(set(STANDARD[library])) == len(STANDARD[library])


def test_the_number_of_names():
    """R7RS appendix A; (scheme r5rs) with the keywords of erratum 22."""
    assert {library: len(names) for library, names in STANDARD.items()} == {
        "scheme base": 237,
        "scheme case-lambda": 1,
        "scheme char": 22,
        "scheme complex": 6,
        "scheme cxr": 24,
        "scheme eval": 2,
        "scheme file": 10,
        "scheme inexact": 12,
        "scheme lazy": 5,
        "scheme load": 1,
        "scheme process-context": 5,
        "scheme read": 1,
        "scheme repl": 1,
        "scheme time": 3,
        "scheme write": 4,
        "scheme r5rs": 224,
    }
