"""Python at hand: (import (python module)), (.method obj ...) and (.field obj)."""

import pytest
from reference import ReferenceMachine

from brshell.machine import Machine
from brshell.reader.source import Source
from brshell.runtime.conditions import SchemeError
from brshell.runtime.printer import condition_text, to_text

IMPORTS = """
(import (python math) (python builtins) (python functools) (python itertools)
        (python json) (python os path) (python collections) (python decimal))
"""

# Source, and what its value, or its error, prints as.
NAMES = [
    ("(.sqrt math 16)", "4.0"),
    ("(.pi math)", "3.141592653589793"),
    ('(.basename path "/a/b.scm")', '"b.scm"'),
    ('(.upper "abc")', '"ABC"'),
    ('(.center "abc" 7 "*")', '"**abc**"'),
    ("(.numerator 3/4)", "3"),
    ('(map .upper (list "a"))', ".upper: this variable is not defined"),
    ("(let ((.upper car)) (.upper (list 1 2)))", "1"),
    ('(define (up s) (.upper s)) (map up (list "a" "b"))', '("A" "B")'),
    ('(map (cut .upper <>) (list "a" "b"))', '("A" "B")'),
]
TO_PYTHON = [
    ("(.repr builtins #t)", '"True"'),
    ("(.repr builtins 'name)", "\"'name'\""),
    ('(.repr builtins "text")', "\"'text'\""),
    ("(.repr builtins #\\a)", "\"'a'\""),
    ("(.repr builtins '(1 2.5 (3)))", '"[1, 2.5, [3]]"'),
    ("(.repr builtins #(1 #f))", '"[1, False]"'),
    ("(.repr builtins '())", '"[]"'),
    ("(.repr builtins #u8(1 2))", "\"b'\\\\x01\\\\x02'\""),
    ("(.repr builtins 1/2)", '"Fraction(1, 2)"'),
    ("(.repr builtins 1+2i)", '"(1+2j)"'),
    ('(.repr builtins (hash-table equal? "a" 1))', "\"{'a': 1}\""),
    ("(.repr builtins (if #f #f))", '"None"'),
]
TO_SCHEME = [
    ('(.loads json "[1, 2.5, true, null]")', "(1 2.5 #t #f)"),
    ('(hash-table-ref (.loads json "{\\"a\\": [1]}") "a")', "(1)"),
    ("(.tuple builtins '(1 2))", "(1 2)"),
    ("(.bytes builtins (list 1 255))", "#u8(1 255)"),
    ("(.complex builtins 1 2)", "1.0+2.0i"),
    ('(.Decimal decimal "1.5")', "#<python Decimal Decimal('1.5')>"),
    ('(.is_signed (.Decimal decimal "-1.5"))', "#t"),
    ("(.list builtins (.islice itertools (.count itertools 5) 3))", "(5 6 7)"),
]
# What has no counterpart in Python is still the same when it comes back.
UNCHANGED = [
    ("'(1 . 2)", "(1 . 2)"),
    ("(circular-list 1 2)", "#0=(1 2 . #0#)"),
    ("(eof-object)", "#<eof>"),
]
CALLBACKS = [
    ("(.reduce functools + '(1 2 3))", "6"),
    ("(.reduce functools (lambda (a b) (* a b)) '(1 2 3 4))", "24"),
    ("(.reduce functools cons '(1 2 3))", "((1 . 2) . 3)"),
    ("(.list builtins (.map builtins square '(1 2 3)))", "(1 4 9)"),
    ("(.list builtins (.filter builtins even? '(1 2 3 4)))", "(2 4)"),
    (
        "(let ((seen '())) (.list builtins (.map builtins (lambda (x) "
        "(set! seen (cons x seen))) '(1 2))) seen)",
        "(2 1)",
    ),
    ("((.partial functools (lambda (a b) (- a b)) 10) 3)", "7"),
    (
        "(let loop ((n 1000)) (if (= n 0) 'done (.reduce functools (lambda (a b) "
        "(loop (- n 1))) '(1 2))))",
        '"done"',
    ),
]
KEYWORDS = [
    ("(.sorted builtins '(3 -1 2) key: abs)", "(-1 2 3)"),
    ("(.sorted builtins '((1 b) (2 a)) key: cadr reverse: #t)", '((1 "b") (2 "a"))'),
    ("(.dumps json (list 1 2) indent: 1)", '"[\\n 1,\\n 2\\n]"'),
    ("(let ((key: '(1 2))) (.len builtins key:))", "2"),
    ("(.sorted builtins '(1) key:)", ".sorted: expected a value after key:"),
    (
        "(.sorted builtins '(1) key: reverse: #t)",
        ".sorted: expected a value after key:",
    ),
    (
        "(guard (e (#t (condition-kind e))) (.sorted builtins '(1) colour: 1))",
        "python",
    ),
    ('(hash-table-ref (.dict builtins name: 1 function: 2) "function")', "2"),
    ('(define-syntax shout (syntax-rules () ((_ s) (.upper s)))) (shout "a")', '"A"'),
]
ERRORS = [
    ("(.sqrt math -1)", ".sqrt: ValueError: math domain error"),
    (
        '(.nothing "a")',
        ".nothing: AttributeError: 'str' object has no attribute 'nothing'",
    ),
    ("(.pi math 5)", ".pi: expected no arguments, but received 1"),
    ("(guard (e (#t (condition-kind e))) (.sqrt math))", "python"),
    ("(.upper)", ".upper: expected an object"),
    (
        "(import (python no_such_module))",
        "import: ModuleNotFoundError: No module named 'no_such_module'",
    ),
    (
        "(guard (e ((error-object? e) (list (condition-kind e) "
        "(error-object-message e)))) (.sqrt math -1))",
        '(python ".sqrt: ValueError: math domain error")',
    ),
    (
        "(.reduce functools (lambda (a b) (car a)) '(1 2))",
        "car: expected a pair, but received 1",
    ),
    (
        "(.reduce functools (lambda (a) a) '(1 2))",
        "lambda: expected 1 argument, but received 2",
    ),
    (
        "(guard (e ((symbol? e) (list 'caught e))) "
        "(.reduce functools (lambda (a b) (raise 'oops)) '(1 2)))",
        "(caught oops)",
    ),
    (
        "(with-exception-handler (lambda (e) 10) (lambda () "
        "(.reduce functools (lambda (a b) (+ a b (raise-continuable 'more))) '(1 2))))",
        "13",
    ),
    (
        "(+ 1 (call/cc (lambda (k) (.reduce functools (lambda (a b) (k 41)) '(1 2)))))",
        "42",
    ),
    (
        "(let ((trace '())) (guard (e (#t #t)) (dynamic-wind "
        "(lambda () (set! trace (cons 'in trace))) (lambda () (.sqrt math -1)) "
        "(lambda () (set! trace (cons 'out trace))))) trace)",
        "(out in)",
    ),
]


@pytest.fixture(scope="module", params=[Machine, ReferenceMachine])
def machine(request):
    made = request.param()
    made.run_source(Source("imports", IMPORTS))
    return made


def run(machine, source):
    """Return what the value of a source, or its error, prints as."""
    try:
        return to_text(machine.run_source(Source("test", source)))
    except SchemeError as error:
        return condition_text(error.payload)


@pytest.mark.parametrize(
    ("source", "printed"),
    [*NAMES, *TO_PYTHON, *TO_SCHEME, *CALLBACKS, *KEYWORDS, *ERRORS],
)
def test_the_door(machine, source, printed):
    assert run(machine, source) == printed


@pytest.mark.parametrize(("source", "printed"), UNCHANGED)
def test_what_python_has_not_passes_as_it_is(machine, source, printed):
    machine.run_source(Source("test", "(define box (.deque collections))"))
    assert run(machine, f"(.append box {source}) (.pop box)") == printed


def test_objects_are_changed_in_place(machine):
    program = "(define d (.deque collections '(1 2))) (.append d 3) (.popleft d) "
    assert run(machine, program + "(.list builtins d)") == "(2 3)"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("(import (python math))", "import: Python is not at hand (--no-python)"),
        ('(.upper "abc")', ".upper: Python is not at hand (--no-python)"),
        (
            "(import (scheme base) (scheme eval)) "
            "(eval '(.sqrt math 4) (environment '(python math)))",
            "import: Python is not at hand (--no-python)",
        ),
        (
            "(cond-expand ((library (python math)) 'python) (else 'no-python))",
            "no-python",
        ),
    ],
)
def test_a_machine_without_python(source, message):
    assert run(Machine(python=False), source) == message


def test_a_name_with_a_dot_is_no_door_in_a_list(machine):
    assert run(machine, '\'(.upper "a")') == '(.upper "a")'
