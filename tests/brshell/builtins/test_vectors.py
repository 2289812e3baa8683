"""Vectors and bytevectors: the examples of R7RS 6.8 and 6.9, and the corners."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.builtins import bytevectors
from brshell.runtime.datums import Bytevector, String

VALUES = [
    ("(vector? #(1 2))", "#t"),
    ("(vector? '(1 2))", "#f"),
    ("(vector 'a 'b 'c)", "#(a b c)"),
    ("(vector)", "#()"),
    ("(make-vector 2 'x)", "#(x x)"),
    ("(vector-length #(1 2 3))", "3"),
    ("(vector-ref #(1 1 2 3 5 8 13 21) 5)", "8"),
    ("(vector-ref #(1 1 2 3 5 8 13 21) (exact (round (* 2 (acos -1)))))", "13"),
    ("(vector->list #(dah dah didah))", "(dah dah didah)"),
    ("(vector->list #(dah dah didah) 1)", "(dah didah)"),
    ("(vector->list #(dah dah didah) 1 2)", "(dah)"),
    ("(list->vector '(dididit dah))", "#(dididit dah)"),
    ("(vector-copy #(1 8 2 8))", "#(1 8 2 8)"),
    ("(vector-copy #(1 8 2 8) 2 4)", "#(2 8)"),
    ("(vector-append #(a b c) #(d e f))", "#(a b c d e f)"),
    ("(vector-append)", "#()"),
    ("(bytevector? #u8(1))", "#t"),
    ("(bytevector? #(1))", "#f"),
    ("(make-bytevector 2 12)", "#u8(12 12)"),
    ("(bytevector 1 3 5 1 3 5)", "#u8(1 3 5 1 3 5)"),
    ("(bytevector)", "#u8()"),
    ("(bytevector-length #u8(1 2))", "2"),
    ("(bytevector-u8-ref #u8(1 1 2 3 5 8 13 21) 5)", "8"),
    ("(bytevector-copy #u8(1 2 3 4 5) 2 4)", "#u8(3 4)"),
    ("(bytevector-append #u8(0 1 2) #u8(3 4 5))", "#u8(0 1 2 3 4 5)"),
    ("(utf8->string #u8(#x41))", '"A"'),
    ("(utf8->string #u8(0 #xce #xbb 0) 1 3)", '"λ"'),
    ('(string->utf8 "λ")', "#u8(206 187)"),
    ('(string->utf8 "aλb" 1 2)', "#u8(206 187)"),
]

ERRORS = [
    ("(vector-ref #(1 2) 2)", "vector-ref: expected an index 0..1, but received 2"),
    ("(vector-ref #(1 2) -1)", "vector-ref: expected an index 0..1, but received -1"),
    ("(vector-ref #(1 2) 'a)", "vector-ref: expected an exact integer, but received a"),
    ("(vector-ref '(1 2) 0)", "vector-ref: expected a vector, but received (1 2)"),
    (
        "(vector-ref #() 0)",
        "vector-ref: expected something that is not empty, but received 0",
    ),
    ("(vector-append #(1) '(2))", "vector-append: expected a vector, but received (2)"),
    (
        "(make-vector 1000000000000000)",
        "make-vector: expected a length of at most 16777216, "
        "but received 1000000000000000",
    ),
    ("(bytevector 1 256)", "bytevector: expected a byte 0..255, but received 256"),
    ("(bytevector 1.0)", "bytevector: expected a byte 0..255, but received 1.0"),
    (
        "(bytevector-u8-ref #u8(1) 1)",
        "bytevector-u8-ref: expected an index 0..0, but received 1",
    ),
    (
        "(utf8->string #u8(255))",
        "utf8->string: expected bytes in UTF-8, but received #u8(255)",
    ),
    (
        "(bytevector-append 5)",
        "bytevector-append: expected a bytevector, but received 5",
    ),
]


@pytest.mark.parametrize(("source", "expected"), [*VALUES, *ERRORS])
def test_value(printed, source, expected):
    assert printed(source) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("(vector-set! v 0 'x)", "#(x 2 3 4 5)"),
        ("(vector-fill! v 0)", "#(0 0 0 0 0)"),
        ("(vector-fill! v 'smash 2 4)", "#(1 2 smash smash 5)"),
        ("(vector-copy! v 1 #(10 20 30) 0 2)", "#(1 10 20 4 5)"),
        ("(vector-copy! v 0 v 2)", "#(3 4 5 4 5)"),
        ("(vector-copy! v 2 v 0 3)", "#(1 2 1 2 3)"),
        ("(vector-copy! v 5 #())", "#(1 2 3 4 5)"),
        ("(vector-set! (vector-copy v) 0 'x)", "#(1 2 3 4 5)"),
    ],
)
def test_change_of_a_vector(run, change, expected):
    assert run(f"(let ((v (vector 1 2 3 4 5))) {change} v)") == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("(bytevector-u8-set! b 0 3)", "#u8(3 2 3 4 5)"),
        ("(bytevector-fill! b 0 3)", "#u8(1 2 3 0 0)"),
        ("(bytevector-copy! b 1 #u8(10 20 30) 0 2)", "#u8(1 10 20 4 5)"),
        ("(bytevector-copy! b 2 b 0 3)", "#u8(1 2 1 2 3)"),
        (
            "(bytevector-copy! b 4 #u8(1 2))",
            "bytevector-copy!: expected an index with room for 2 elements of 5, "
            "but received 4",
        ),
        (
            "(bytevector-u8-set! b 0 256)",
            "bytevector-u8-set!: expected a byte 0..255, but received 256",
        ),
    ],
)
def test_change_of_a_bytevector(run, change, expected):
    assert run(f"(let ((b (bytevector 1 2 3 4 5))) {change} b)") == expected


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_utf8_reads_back(text):
    encoded = bytevectors.string_to_utf8(String(text))
    assert bytevectors.utf8_to_string(encoded).text == text
    assert encoded.data == Bytevector(bytearray(text, "utf-8")).data
