"""Strings: R7RS 6.7 with its corners, and the usual part of SRFI 13."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.builtins import string_library, strings
from brshell.runtime.conditions import SchemeError
from brshell.runtime.datums import CHARS, String, list_from
from brshell.runtime.printer import condition_text

REPORT = [
    ('(string? "a")', "#t"),
    ("(string? #\\a)", "#f"),
    ("(make-string 3 #\\*)", '"***"'),
    ("(string-length (make-string 3))", "3"),
    ("(string #\\a #\\b)", '"ab"'),
    ("(string)", '""'),
    ('(string-length "λx")', "2"),
    ('(string-ref "abc" 1)', "#\\b"),
    ('(string=? "abc" "abc" "abc")', "#t"),
    ('(string=? "abc" "abc" "abd")', "#f"),
    ('(string<? "abc" "abd" "b")', "#t"),
    ('(string<? "ab" "abc")', "#t"),
    ('(string>? "b" "abc")', "#t"),
    ('(string<=? "a" "a")', "#t"),
    ('(string>=? "a" "b")', "#f"),
    ('(string<? "Z" "a")', "#t"),
    ('(string-ci=? "Strasse" "STRASSE")', "#t"),
    ('(string-ci=? "Straße" "STRASSE")', "#t"),
    ('(string-ci<? "a" "Z")', "#t"),
    ('(string-ci>? "Z" "a")', "#t"),
    ('(string-ci<=? "a" "A")', "#t"),
    ('(string-ci>=? "a" "B")', "#f"),
    ('(string-upcase "Hello")', '"HELLO"'),
    ('(string-upcase "Straße")', '"STRASSE"'),
    ('(string-downcase "ΧΑΟΣ")', '"χαος"'),
    ('(string-foldcase "ΧΑΟΣ")', '"χαοσ"'),
    ('(substring "abcde" 1 3)', '"bc"'),
    ('(string-append "ab" "" "cd")', '"abcd"'),
    ("(string-append)", '""'),
    ('(string-copy "abcde" 1)', '"bcde"'),
    ('(string-copy "abcde" 1 3)', '"bc"'),
    ('(string->list "abc")', "(#\\a #\\b #\\c)"),
    ('(string->list "abc" 1)', "(#\\b #\\c)"),
    ('(string->list "abc" 1 2)', "(#\\b)"),
    ("(list->string '(#\\a #\\b))", '"ab"'),
    ('(string->vector "ABC")', "#(#\\A #\\B #\\C)"),
    ('(string->vector "ABCD" 1 3)', "#(#\\B #\\C)"),
    ("(vector->string #(#\\1 #\\2 #\\3))", '"123"'),
    ("(vector->string #(#\\1 #\\2 #\\3) 1 2)", '"2"'),
]

LIBRARY = [
    ('(string-null? "")', "#t"),
    ('(string-null? "a")', "#f"),
    ('(string-reverse "abc")', '"cba"'),
    ('(string-concatenate \'("ab" "c"))', '"abc"'),
    ('(string-join \'("a" "b" "c"))', '"a b c"'),
    ('(string-join \'("a" "b" "c") ", ")', '"a, b, c"'),
    ('(string-join \'() ":")', '""'),
    # The examples of SRFI 13.
    ('(string-join \'("foo" "bar" "baz") ":")', '"foo:bar:baz"'),
    ('(string-join \'("foo" "bar" "baz") ":" \'suffix)', '"foo:bar:baz:"'),
    ("(string-join '() \":\" 'prefix)", '""'),
    ('(string-join \'("a" "b") ":" \'prefix)', '":a:b"'),
    ('(string-join \'("") ":" \'suffix)', '":"'),
    ('(string-join \'("a") ":" \'strict-infix)', '"a"'),
    ('(string-split " a  b c ")', '("a" "b" "c")'),
    ('(string-split "a,b,,c" #\\,)', '("a" "b" "" "c")'),
    ('(string-split "a, b, c" ", ")', '("a" "b" "c")'),
    ('(string-split "" #\\,)', '("")'),
    ('(string-index "hello" #\\l)', "2"),
    ('(string-index "hello" #\\l 3)', "3"),
    ('(string-index "hello" #\\l 0 2)', "#f"),
    ('(string-index-right "hello" #\\l)', "3"),
    ('(string-contains "eek -- what a geek." "ee")', "0"),
    ('(string-contains "eek -- what a geek." "ee" 12 18)', "15"),
    ('(string-contains "hello" "x")', "#f"),
    ('(string-contains "hello" "")', "0"),
    ('(string-search-forward "l" "hello" 3)', "3"),
    ('(string-search-forward "rat" "pirate")', "2"),
    ('(string-search-backward "l" "hello" 5)', "4"),
    ('(string-search-backward "x" "hello" 5)', "#f"),
    ('(string-prefix? "he" "hello")', "#t"),
    ('(string-prefix? "hello" "he")', "#f"),
    ('(string-suffix? "lo" "hello")', "#t"),
    ('(string-take "Pete Szilagyi" 6)', '"Pete S"'),
    ('(string-drop "Pete Szilagyi" 6)', '"zilagyi"'),
    ('(string-take-right "Beta rules" 5)', '"rules"'),
    ('(string-drop-right "Beta rules" 5)', '"Beta "'),
    ('(string-take-right "abc" 0)', '""'),
    ('(string-pad "325" 5)', '"  325"'),
    ('(string-pad "71325" 5)', '"71325"'),
    ('(string-pad "8871325" 5)', '"71325"'),
    ('(string-pad "7" 3 #\\0)', '"007"'),
    ('(string-pad-right "abc" 5)', '"abc  "'),
    ('(string-pad-right "abcdef" 3)', '"abc"'),
    (
        '(string-replace "The TCL programmer" "another" 4 7)',
        '"The another programmer"',
    ),
]

ERRORS = [
    ("(string-length 'a)", "string-length: expected a string, but received a"),
    ('(string-ref "abc" 7)', "string-ref: expected an index 0..2, but received 7"),
    ('(string-ref "abc" -1)', "string-ref: expected an index 0..2, but received -1"),
    (
        '(string-ref "abc" 1.0)',
        "string-ref: expected an exact integer, but received 1.0",
    ),
    (
        '(string-ref "" 0)',
        "string-ref: expected something that is not empty, but received 0",
    ),
    ('(substring "abc" 2 1)', "substring: expected an index 0..1, but received 2"),
    ('(substring "abc" 0 4)', "substring: expected an index 0..3, but received 4"),
    ('(string-append "a" 5)', "string-append: expected a string, but received 5"),
    ("(string #\\a 5)", "string: expected a character, but received 5"),
    ("(list->string '(1))", "list->string: expected a character, but received 1"),
    ("(list->string 5)", "list->string: expected a list, but received 5"),
    (
        "(make-string -1)",
        "make-string: expected a non-negative exact integer, but received -1",
    ),
    (
        "(make-string 1000000000000)",
        "make-string: expected a length of at most 16777216, "
        "but received 1000000000000",
    ),
    ('(string=? "a" \'a)', "string=?: expected a string, but received a"),
    (
        "(string-join '() \":\" 'strict-infix)",
        "string-join: expected a list that is not empty, but received ()",
    ),
    (
        "(string-join '() \":\" 'infx)",
        "string-join: expected infix, strict-infix, prefix or suffix, "
        "but received infx",
    ),
    (
        '(string-split "a" "")',
        "string-split: expected a character or a string that is not empty, "
        'but received ""',
    ),
]


@pytest.mark.parametrize(("source", "expected"), [*REPORT, *LIBRARY, *ERRORS])
def test_value(printed, source, expected):
    assert printed(source) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("(string-set! s 1 #\\*)", '"a*cde"'),
        ("(string-fill! s #\\x)", '"xxxxx"'),
        ("(string-fill! s #\\x 1 3)", '"axxde"'),
        # The example of R7RS 6.7
        ('(string-copy! s 1 "12345" 0 2)', '"a12de"'),
        ("(string-copy! s 0 s 2)", '"cdede"'),
        ("(string-copy! s 2 s 0 3)", '"ababc"'),
        ("(string-set! (string-copy s) 0 #\\x)", '"abcde"'),
        ("(string-set! (symbol->string (string->symbol s)) 0 #\\x)", '"abcde"'),
    ],
)
def test_change(run, change, expected):
    assert run(f'(let ((s (string-copy "abcde"))) {change} s)') == expected


A = CHARS["a"]


@pytest.mark.parametrize(
    ("change", "arguments", "expected"),
    [
        (
            strings.string_copy_into,
            (4, String("12")),
            "expected an index with room for 2 elements of 5, but received 4",
        ),
        (strings.string_set, (5, A), "expected an index 0..4, but received 5"),
        (strings.string_set, (0, 1), "expected a character, but received 1"),
        (strings.string_fill, (1,), "expected a character, but received 1"),
        (strings.string_fill, (A, 2, 1), "expected an index 0..1, but received 2"),
    ],
)
def test_a_wrong_change_changes_nothing(change, arguments, expected):
    string = String("abcde")
    with pytest.raises(SchemeError) as raised:
        change(string, *arguments)
    assert condition_text(raised.value.payload) == f"{change.__name__}: {expected}"
    assert string.text == "abcde"


characters = st.characters(exclude_categories=["Cs"])


@given(st.text(characters))
def test_strings_lists_and_vectors_of_characters_agree(text):
    as_list = strings.string_to_list(String(text))
    as_vector = strings.string_to_vector(String(text))
    assert strings.list_to_string(as_list).text == text
    assert strings.vector_to_string(as_vector).text == text
    assert len(as_vector.items) == len(text)


@given(st.lists(st.text(characters), min_size=1), characters)
def test_split_undoes_join(parts, delimiter):
    parts = [part.replace(delimiter, "") for part in parts]
    joined = string_library.string_join(
        list_from([String(part) for part in parts]), String(delimiter)
    )
    split = string_library.string_split(joined, CHARS[delimiter])
    assert [string.text for string in split] == parts
