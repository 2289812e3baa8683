"""format: SRFI 28 with its own examples, and the directives of SRFI 48."""

import pytest

VALUES = [
    # The examples of SRFI 28
    ('(format "Hello, ~a" "World!")', '"Hello, World!"'),
    (
        '(format "Error, list is too short: ~s" \'(one "two" 3))',
        r'"Error, list is too short: (one \"two\" 3)"',
    ),
    ('(format "no directives")', '"no directives"'),
    ('(format "")', '""'),
    ('(format #f "~a-~s" "a" "a")', r'"a-\"a\""'),
    ('(format "~~ ~%")', r'"~ \n"'),
    ('(format "~A~S" 1 2)', '"12"'),
    ('(format "~d ~x ~o ~b" 10 255 8 5)', '"10 ff 10 101"'),
    ('(format "~d" 1/2)', '"1/2"'),
    ('(format "~c" #\\a)', '"a"'),
    ('(format "~w" "a")', r'"\"a\""'),
    ('(format "[~5a]" "ab")', '"[ab   ]"'),
    ('(format "[~5d]" 42)', '"[   42]"'),
    ('(format "[~1d]" 42)', '"[42]"'),
    ('(format "[~8x]" 255)', '"[      ff]"'),
    # Some examples of SRFI 48
    ('(format "~6,2f" 3.14159)', '"  3.14"'),
    ('(format "~8,2f" 32)', '"   32.00"'),
    ('(format "~,2f" 2/3)', '"0.67"'),
    ('(format "~1,2f" 4321)', '"4321.00"'),
    ('(format "~f" 1/4)', '"0.25"'),
    ('(format "~6f" 32)', '"    32"'),
    ('(format "~,1f" +inf.0)', '"+inf.0"'),
    ('(format "~,0f" 2.6)', '"3"'),
]

ERRORS = [
    (
        '(format "~a")',
        'format: expected 1 object for the directives of "~a", but received 0',
    ),
    (
        '(format "~a" 1 2)',
        'format: expected 1 object for the directives of "~a", but received 2',
    ),
    (
        '(format "~q" 1)',
        "format: expected a directive ~a ~s ~w ~c ~d ~x ~o ~b ~f ~% or ~~, "
        'but received "~q"',
    ),
    (
        '(format "a~")',
        "format: expected a directive ~a ~s ~w ~c ~d ~x ~o ~b ~f ~% or ~~, "
        'but received "~"',
    ),
    ('(format "~d" "x")', 'format: expected a number, but received "x"'),
    ('(format "~f" \'x)', "format: expected a real number, but received x"),
    ('(format "~c" 1)', "format: expected a character, but received 1"),
    (
        '(format "~9999999999a" 1)',
        'format: expected a width of at most 1000, but received "9999999999"',
    ),
    (
        "(format #f)",
        "format: expected a pattern after the destination, but received #f",
    ),
    ('(format 5 "x")', "format: expected a textual output port, but received 5"),
]


@pytest.mark.parametrize(("source", "expected"), [*VALUES, *ERRORS])
def test_value(printed, source, expected):
    assert printed(source) == expected


def test_destinations(run, capsys):
    source = '(let ((p (open-output-string))) (format p "~a" 1) (get-output-string p))'
    assert run(source) == '"1"'
    run('(format #t "~a~%" 2)')
    assert capsys.readouterr().out == "2\n"
