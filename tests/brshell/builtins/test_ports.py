"""Ports: R7RS 6.13 for strings, bytevectors, files and the standard ports."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.builtins import input, output, ports
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import EOF, String
from brshell.runtime.ports import StandardInput, TextInput, string_input


def written(*calls):
    """Return a source that makes calls with a string port ``p``, and its text."""
    return f"(let ((p (open-output-string))) {' '.join(calls)} (get-output-string p))"


def reading(text, *calls):
    """Return a source that lists what calls give with a port ``p`` on a text."""
    # The arguments of list are made in any order, so the results are bound in turn.
    names = [f"r{index}" for index in range(len(calls))]
    bindings = " ".join(f"({n} {c})" for n, c in zip(names, calls, strict=True))
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\r", "\\r")
    return (
        f'(let* ((p (open-input-string "{escaped}")) {bindings})'
        f" (list {' '.join(names)}))"
    )


OUTPUT = [
    (written('(display \'(1 "a" #\\b) p)'), '"(1 a b)"'),
    (written('(write \'(1 "a" #\\b) p)'), r'"(1 \"a\" #\\b)"'),
    (written("(write-shared '(#0=(1) #0#) p)"), '"(#0=(1) #0#)"'),
    (written("(write-simple '(#0=(1) #0#) p)"), '"((1) (1))"'),
    (written("(write '(#0=(1) #0#) p)"), '"((1) (1))"'),
    (written("(write '#0=(1 . #0#) p)"), '"#0=(1 . #0#)"'),
    (written("(write-char #\\a p)", "(newline p)"), r'"a\n"'),
    (written('(write-string "abcde" p)'), '"abcde"'),
    (written('(write-string "abcde" p 1 3)'), '"bc"'),
    (written('(write-string "abcde" p 3)'), '"de"'),
    (written("(write (expt 10 5000) p)"), '"1' + 5000 * "0" + '"'),
    (written(), '""'),
    (written("(display 1 p)", "(close-port p)"), '"1"'),
]

INPUT = [
    (reading("ab", *["(read-char p)"] * 3), "(#\\a #\\b #<eof>)"),
    (reading("ab", "(peek-char p)", "(read-char p)"), "(#\\a #\\a)"),
    (reading("", "(peek-char p)", "(read-char p)"), "(#<eof> #<eof>)"),
    (reading("a\nb\n", *["(read-line p)"] * 3), '("a" "b" #<eof>)'),
    (reading("a\r\nb\rc", *["(read-line p)"] * 4), '("a" "b" "c" #<eof>)'),
    (reading("\n\n", *["(read-line p)"] * 3), '("" "" #<eof>)'),
    (reading("abc", "(read-char p)", "(read-line p)"), '(#\\a "bc")'),
    (reading("abcde", *["(read-string 2 p)"] * 4), '("ab" "cd" "e" #<eof>)'),
    (reading("", "(read-string 0 p)"), '("")'),
    (reading("a", "(char-ready? p)"), "(#t)"),
    (reading("(a b) 12 ; x\n", *["(read p)"] * 3), "((a b) 12 #<eof>)"),
    (reading("a b", "(read p)", "(read-char p)", "(read-char p)"), "(a #\\space #\\b)"),
]

BINARY = [
    (
        "(let* ((p (open-input-bytevector #u8(1 2)))"
        " (a (peek-u8 p)) (b (read-u8 p)) (c (read-u8 p)) (d (read-u8 p)))"
        " (list a b c d (u8-ready? p)))",
        "(1 1 2 #<eof> #t)",
    ),
    (
        "(let* ((p (open-input-bytevector #u8(1 2 3)))"
        " (a (read-bytevector 2 p)) (b (read-bytevector 2 p))"
        " (c (read-bytevector 2 p)) (d (read-bytevector 0 p))) (list a b c d))",
        "(#u8(1 2) #u8(3) #<eof> #u8())",
    ),
    (
        "(let* ((p (open-input-bytevector #u8(1 2 3))) (b (bytevector 0 0 0 0))"
        " (n (read-bytevector! b p 1 3)) (m (read-bytevector! b p 3))"
        " (e (read-bytevector! b p))) (list b n m e))",
        "(#u8(0 1 2 3) 2 1 #<eof>)",
    ),
    (
        "(let ((p (open-output-bytevector))) (write-u8 1 p)"
        " (write-bytevector #u8(2 3 4 5) p 1 3) (get-output-bytevector p))",
        "#u8(1 3 4)",
    ),
]

KINDS = [
    ('(input-port? (open-input-string ""))', "#t"),
    ("(input-port? (open-output-string))", "#f"),
    ("(output-port? (open-output-bytevector))", "#t"),
    ('(textual-port? (open-input-string ""))', "#t"),
    ("(textual-port? (open-input-bytevector #u8()))", "#f"),
    ("(binary-port? (open-input-bytevector #u8()))", "#t"),
    ("(port? (current-output-port))", "#t"),
    ("(port? 5)", "#f"),
    ("(input-port? 5)", "#f"),
    ("(eof-object? (eof-object))", "#t"),
    ("(eof-object? 'x)", "#f"),
    ('(input-port-open? (open-input-string ""))', "#t"),
    (
        '(let ((p (open-input-string ""))) (close-port p) (input-port-open? p))',
        "#f",
    ),
    (
        "(let ((p (open-output-string))) (close-output-port p) (output-port-open? p))",
        "#f",
    ),
    ('(open-input-string "")', "#<input-port string>"),
]

ERRORS = [
    ("(read-char 5)", "read-char: expected a textual input port, but received 5"),
    (
        "(read-char (open-output-string))",
        "read-char: expected a textual input port, but received #<output-port string>",
    ),
    (
        '(read-u8 (open-input-string ""))',
        "read-u8: expected a binary input port, but received #<input-port string>",
    ),
    (
        '(let ((p (open-input-string "a"))) (close-port p) (read-char p))',
        "read-char: expected an open port, but received #<input-port string>",
    ),
    (
        "(let ((p (open-output-string))) (close-port p) (write 1 p))",
        "write: expected an open port, but received #<output-port string>",
    ),
    (
        "(get-output-string (current-output-port))",
        "get-output-string: expected a port of open-output-string, "
        "but received #<output-port stdout>",
    ),
    (
        '(open-input-file "/no/such/file")',
        "open-input-file: expected a file that can be read, "
        'but received "/no/such/file"',
    ),
    (
        '(delete-file "/no/such/file")',
        "delete-file: expected a file that can be deleted, "
        'but received "/no/such/file"',
    ),
    (
        "(close-input-port (open-output-string))",
        "close-input-port: expected an input port, but received #<output-port string>",
    ),
    ("(write-u8 256 5)", "write-u8: expected a byte 0..255, but received 256"),
]


@pytest.mark.parametrize(
    ("source", "expected"), [*OUTPUT, *INPUT, *BINARY, *KINDS, *ERRORS]
)
def test_value(run, source, expected):
    assert run(source) == expected


def test_a_text_file_is_written_and_read(run, tmp_path):
    name = tmp_path / "pose.scm"
    run(f'(let ((p (open-output-file "{name}"))) (write "λ" p) (close-port p))')
    assert name.read_bytes() == '"λ"'.encode()
    opened = f'(let* ((p (open-input-file "{name}"))'
    assert run(f"{opened} (datum (read p))) (close-port p) datum)") == '"λ"'
    assert run(f"{opened} (line (read-line p))) (close-port p) line)") == r'"\"λ\""'


def test_a_binary_file_is_written_and_read(run, tmp_path):
    name = tmp_path / "data"
    run(
        f'(let ((p (open-binary-output-file "{name}")))'
        " (write-bytevector #u8(0 255 10 13) p) (close-output-port p))"
    )
    assert name.read_bytes() == bytes([0, 255, 10, 13])
    source = (
        f'(let* ((p (open-binary-input-file "{name}")) (data (read-bytevector 9 p)))'
        " (close-input-port p) data)"
    )
    assert run(source) == "#u8(0 255 10 13)"


def test_a_file_is_found_and_deleted(run, tmp_path):
    name = tmp_path / "file"
    assert run(f'(file-exists? "{name}")') == "#f"
    name.touch()
    assert run(f'(file-exists? "{name}")') == "#t"
    run(f'(delete-file "{name}")')
    assert not name.exists()


def test_a_file_error_says_what_the_system_says():
    with pytest.raises(SchemeError) as raised:
        ports.open_input_file(String("/no/such/file"))
    assert raised.value.payload.kind == "file"
    assert raised.value.payload.fact == "no such file or directory"


def test_a_file_that_is_no_text_is_a_file_error(tmp_path):
    name = tmp_path / "binary"
    name.write_bytes(b"\xff\n")
    port = ports.open_input_file(String(str(name)))
    with pytest.raises(SchemeError) as raised:
        input.read_line(port)
    assert raised.value.payload.kind == "file"
    ports.close_port(port)
    ports.close_port(port)


def test_output_goes_where_python_writes_now(capsys):
    output.display(String("to the screen"))
    output.newline()
    output.write(String("error"), ports.CURRENT_ERROR.value)
    assert capsys.readouterr() == ("to the screen\n", '"error"')


def test_the_program_keeps_its_standard_ports(capsys):
    ports.close_port(ports.CURRENT_OUTPUT.value)
    output.display(1)
    assert capsys.readouterr().out == "1"


def test_what_the_terminal_cannot_show_is_escaped(monkeypatch):
    screen = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", screen)
    output.display(String("aλ"))
    output.flush_output_port()
    assert screen.buffer.getvalue() == b"a\\u03bb"


@pytest.fixture
def type_in(monkeypatch):
    """Return a function that makes a text the program's input."""

    def use(text):
        fresh = TextInput("stdin", StandardInput())
        monkeypatch.setattr(ports.CURRENT_INPUT, "value", fresh)
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))

    return use


class Screen(io.StringIO):
    """Remembers what was shown when."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def flush(self):
        self.shown.append(self.getvalue())


def test_a_question_is_shown_before_its_answer_is_awaited(monkeypatch, type_in):
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    type_in("Ada\n")
    output.display(String("name? "))
    assert input.read_line().text == "Ada"
    assert screen.shown[-1] == "name? "


def test_read_takes_as_many_lines_as_a_datum_needs(type_in):
    type_in("\n(1\n 2) x\n")
    assert list(input.read()) == [1, 2]
    assert input.read().name == "x"
    assert input.read() is EOF
    assert input.read_char() is EOF


def test_read_goes_on_after_an_error():
    port = string_input(") a")
    with pytest.raises(SchemeError) as raised:
        input.read(port)
    assert raised.value.payload.kind == "read"
    assert input.read(port).name == "a"


texts = st.text(st.sampled_from("ab\n\r"))


@given(texts)
def test_lines_end_as_in_any_system(text):
    port = string_input(text)
    lines = []
    while (line := input.read_line(port)) is not EOF:
        lines.append(line.text)
    expected = io.StringIO(text, newline=None).read().removesuffix("\n").split("\n")
    assert lines == (expected if text else [])


@given(st.lists(texts), st.integers(1, 4))
def test_pieces_make_up_the_text(lines, count):
    port = string_input("")
    port.source = io.StringIO("".join(lines), newline="")
    pieces = []
    while (piece := input.read_string(count, port)) is not EOF:
        pieces.append(piece.text)
    assert "".join(pieces) == "".join(lines)
    assert all(len(piece) == count for piece in pieces[:-1])
