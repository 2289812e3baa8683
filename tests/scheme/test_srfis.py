"""The SRFIs as libraries; what they do is tested in Scheme, in stdlib/srfi/."""

from pathlib import Path

import pytest

from brshell.machine import Machine
from brshell.reader.files import library_folder
from brshell.reader.source import Source
from brshell.runtime.datums import list_from, symbol
from brshell.runtime.features import SRFIS
from brshell.runtime.printer import to_text

FOLDER = Path(library_folder()) / "srfi"


@pytest.fixture(scope="module")
def machine():
    return Machine()


def test_each_srfi_has_a_library_and_tests():
    libraries = {path.stem for path in FOLDER.glob("*.sld")}
    tests = {path.stem.removesuffix("-test") for path in FOLDER.glob("*-test.scm")}
    assert libraries == tests == {str(number) for number in SRFIS}


@pytest.mark.parametrize("number", SRFIS)
def test_its_names_mean_what_they_mean_at_the_prompt(machine, number):
    library = machine.translator.imported([list_from([symbol("srfi"), number])])
    language = machine.translator.language.bindings
    assert library.bindings
    for name, binding in library.bindings.items():
        assert binding is language[name]


@pytest.mark.parametrize("number", SRFIS)
def test_cond_expand_knows_it(machine, number):
    program = f"(cond-expand ((and srfi-{number} (library (srfi {number}))) 'there))"
    assert to_text(machine.run_source(Source("test", program))) == "there"


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("(list (1+ 5) (-1+ 5))", "(6 4)"),
        ("(assert (= 1 1))", "#<unspecified>"),
        ('(guard (e (#t (error-object-message e))) (error "no" 5))', '"no"'),
        ("(iota 3 1)", "(1 2 3)"),
        ("(fold + 0 (filter even? '(1 2 4)))", "6"),
        ("(reduce max 0 '(1 3 2))", "3"),
        ('(string-join (string-split "a b") "-")', '"a-b"'),
        ('(format "~a is ~5,2f" \'pi 3.14159)', '"pi is  3.14"'),
        ("(hash-table-ref/default (make-hash-table) 1 'none)", "none"),
    ],
)
def test_the_names_that_all_programs_have(machine, source, printed):
    assert to_text(machine.run_source(Source("test", source))) == printed
