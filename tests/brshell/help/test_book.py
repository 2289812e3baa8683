"""Every name has help; what programs define has, too."""

from __future__ import annotations

import pytest

from brbrain.registers import DEVICES
from brshell.expander.core import Global
from brshell.expander.standard import STANDARD
from brshell.help.book import Book
from brshell.help.entry import Entry
from brshell.help.families import FAMILIES
from brshell.help.syntax import syntax_entries
from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.datums import Symbol
from brshell.runtime.procedures import arity

SHARED = Machine()
BOOK = SHARED.book
ENTRIES = BOOK.entries()
REGISTERS = [register for table in DEVICES.values() for register in table]


def after(text: str, **options: str) -> Book:
    """Return what is known when a program has run."""
    machine = Machine(robot_options=options)
    machine.run_source(Source("walk.scm", text))
    return machine.book


def find(book: Book, name: str) -> Entry | None:
    return next(iter(book.meanings(name)), None)


def must_say_something(entry: Entry) -> None:
    assert entry.summary.endswith((".", "!"))
    assert len(entry.summary.split()) >= 2
    assert entry.signature
    assert entry.family
    assert entry.origin


@pytest.mark.parametrize("name", sorted({n for ns in STANDARD.values() for n in ns}))
def test_every_name_of_the_report_has_help(name):
    must_say_something(ENTRIES[name])


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_every_name_of_the_prompt_has_help(name):
    must_say_something(ENTRIES[name])


def argument_counts(signature: str) -> tuple[int, int | None]:
    """Return the least and the most arguments that a signature allows."""
    words = signature[1:-1].split()[1:]
    least = sum(word[0] != "[" for word in words if word != "...")
    if "..." in words:
        return least - 1, None
    return least, len(words)


def procedures() -> list[str]:
    return [
        name for name, entry in sorted(ENTRIES.items()) if entry.kind == "procedure"
    ]


@pytest.mark.parametrize("name", procedures())
def test_signatures_begin_with_the_name_and_have_the_right_number_of_words(name):
    value = SHARED.namespace[name]
    declared = getattr(value, "declaration", value)
    least, most = arity(declared)
    if declared is not value:
        least, most = least - 1, most and most - 1
    ways = ENTRIES[name].signature.split("\n")
    for way in ways:
        assert way.startswith((f"({name} ", f"({name})"))
        told_least, told_most = argument_counts(way)
        assert told_least >= least
        assert most is None or told_most == most
    assert min(argument_counts(way)[0] for way in ways) == least


@pytest.mark.parametrize("register", REGISTERS, ids=repr)
@pytest.mark.parametrize("by", ["identifier", "symbol"])
def test_every_register_is_explained(register, by):
    entry = BOOK.meanings(getattr(register, by))[-1]  # error is a procedure first
    must_say_something(entry)
    assert register.symbol in entry.signature
    facts = [line.split() for line in entry.text.splitlines() if line[:2] == "  "]
    assert {"address", "access"} <= {title for title, *_ in facts}
    assert ["address", f"{register.address},"] in [fact[:2] for fact in facts]
    if by == "identifier":
        assert entry.text.startswith(register.description)


def test_what_is_said_of_a_register():
    entry = find(BOOK, "goal-position")
    assert entry.kind == "register"
    assert entry.origin == "of the AX-12"
    assert entry.text.splitlines() == [
        "The angle that the servo moves to and holds; 150 degrees is the middle.",
        "",
        "  address  30, 2 bytes, RAM",
        "  access   read, write",
        "  raw      0 to 1023",
        "  natural  0 to 300 deg",
    ]


def test_the_table_of_syntax_has_the_forms_of_the_language():
    language = SHARED.translator.language.bindings
    forms = {
        identifier.name
        for identifier, binding in language.items()
        if isinstance(identifier, Symbol) and not isinstance(binding, Global)
    }
    assert set(syntax_entries()) == {n for n in forms if not n.startswith("%")}


def test_every_module_and_file_is_in_a_family():
    origins = {
        SHARED.language.origin(name)
        for name, entry in ENTRIES.items()
        if entry.kind != "syntax"
    }
    assert origins == {origin for each in FAMILIES.values() for origin in each}


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("car", "of (scheme base)"),
        ("fold", "of (srfi 1)"),
        ("move!", "of (brshell robot)"),
        ("1+", "of (brshell)"),
        ("guard", "of (scheme base)"),
    ],
)
def test_where_names_come_from(name, origin):
    assert ENTRIES[name].origin == origin


# What programs define


def test_a_procedure_with_a_comment():
    entry = find(after("; Lift a leg.\n(define (lift side . more) 1)"), "lift")
    assert entry == (
        "lift",
        "procedure",
        "(lift side more ...)",
        "Lift a leg.",
        "",
        "defined at walk.scm:2:1",
        (("side", ""), ("more", "")),
        True,
        (),
    )


@pytest.mark.parametrize(
    ("program", "name", "kind", "signature"),
    [
        ("(define (f x) x)", "f", "procedure", "(f x)"),
        ("(define f (let ((n 1)) (lambda (x) n)))", "f", "procedure", "(f x)"),
        ("(define x 5)", "x", "variable", "x"),
        ("(define p (make-parameter 1))", "p", "parameter", "(p)"),
        (
            "(define-syntax m (syntax-rules () ((_ a) a)))",
            "m",
            "macro",
            "(m a)",
        ),
        ("(define (car x) x)", "car", "procedure", "(car x)"),
        ("(define first-of car)", "first-of", "procedure", "(first-of pair)"),
    ],
)
def test_what_a_program_defines(program, name, kind, signature):
    entry = find(after(program), name)
    assert (entry.kind, entry.signature) == (kind, signature)


@pytest.mark.parametrize(
    ("name", "signature"),
    [("b:car", "(b:car pair)"), ("b:if", "(b:if test consequent [alternative])")],
)
def test_a_name_of_the_language_under_another_name(name, signature):
    entry = find(after("(import (prefix (scheme base) b:)) (b:car '(1))"), name)
    assert (entry.signature, entry.origin) == (signature, "of (scheme base)")


def test_what_can_be_called_but_is_no_procedure_of_a_program():
    book = after("(define k (call/cc (lambda (k) k)))")
    assert find(book, "k").signature == "(k values ...)"


def test_what_is_only_referred_to_has_no_help():
    assert find(after("(define (f) (undefined-yet))"), "undefined-yet") is None


def test_a_program_from_the_cache_has_the_same_help():
    program = "; Say it.\n(define (cached-or-not) 1)"
    assert [find(after(program), "cached-or-not").text for _ in (1, 2)] == [
        "Say it."
    ] * 2


# Libraries and joints


def test_a_library():
    entry = find(BOOK, "(srfi 1)")
    assert (entry.kind, entry.text) == ("library", "The list library.")


@pytest.fixture
def _a_library_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk").mkdir()
    (tmp_path / "walk" / "steps.sld").write_text(
        "; How to walk.\n(define-library (walk steps) (import (scheme base))\n"
        " (export stride (rename lift-leg lift)) (begin\n"
        "; How far.\n(define stride 1)\n; Theirs.\n(define (lift-leg) 2)))"
    )
    (tmp_path / "misplaced.sld").write_text("(define-library (other) (export x))")
    (tmp_path / "broken.sld").write_text("(define-library (broken")


@pytest.mark.usefixtures("_a_library_here")
def test_libraries_of_the_current_folder():
    assert find(BOOK, "(walk steps)").text == "How to walk."
    assert find(BOOK, "(other)") is None
    assert BOOK.shelf.elsewhere("lift") == ["(walk steps)"]
    assert BOOK.shelf.elsewhere("lift-leg") == []


@pytest.mark.usefixtures("_a_library_here")
def test_what_is_imported_from_a_library():
    program = """
; Mine.
(define (lift-leg) 1)
(import (walk steps))"""
    book = after(program)
    assert find(book, "stride").text == "How far."
    assert find(book, "lift").text == "Theirs."
    assert find(book, "lift-leg").text == "Mine."


@pytest.mark.parametrize(
    ("options", "name", "text"),
    [
        (
            {},
            "left-elbow",
            "Servo 6 of the humanoid; it can go from 0 to 300 degrees.",
        ),
        (
            {"robot": "arm"},
            "gripper",
            "Servo 5 of the arm; it can go from 105 to 160 degrees.",
        ),
        (
            {"url": "sim:arm"},
            "gripper",
            "Servo 5 of the arm; it can go from 105 to 160 degrees.",
        ),
    ],
)
def test_a_joint(monkeypatch, options, name, text):
    monkeypatch.delenv("BRSHELL_PORT", raising=False)
    assert find(after("1", **options), name).text == text


def test_a_robot_at_a_port_has_no_joints_unless_it_is_named():
    assert find(after("1", url="/dev/nothing"), "left-elbow") is None
    assert find(after("1", url="/dev/nothing", robot="arm"), "wrist").kind == "joint"


# Finding


def names(entries: list[Entry]) -> list[str]:
    return [entry.name for entry in entries]


def test_apropos_has_names_before_texts_and_registers_once():
    found = names(BOOK.apropos("POSITION"))
    assert found[:3] == ["goal-position", "present-position", "down-calibration"]


def test_similar():
    assert BOOK.similar("goal-positoin")[0] == "goal-position"
    assert BOOK.similar("qqqqqq") == []


def test_the_name_of_a_value():
    assert BOOK.name_of(SHARED.namespace["car"]) == "car"
    assert BOOK.name_of(5) is None
