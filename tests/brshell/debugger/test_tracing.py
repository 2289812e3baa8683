"""Traced procedures show their calls and values, and do what they did before."""

from __future__ import annotations

import pytest

FACTORIAL = "(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))"
PARITY = """
(define (ev n) (if (= n 0) #t (od (- n 1))))
(define (od n) (if (= n 0) #f (ev (- n 1))))"""

# What is defined, the names that are traced, what is run, and what is shown.
TRACES = {
    "recursion": (
        FACTORIAL,
        "fact",
        "(fact 2)",
        """
(fact n: 2)
| (fact n: 1)
| | (fact n: 0)
| | => 1
| => 1
=> 2
2""",
    ),
    "mutual recursion in tail position": (
        PARITY,
        "ev od",
        "(ev 2)",
        """
(ev n: 2)
| (od n: 1)
| | (ev n: 0)
| | => #t
| => #t
=> #t
#t""",
    ),
    "one of two": (PARITY, "od", "(ev 2)", "\n(od n: 1)\n=> #t\n#t"),
    "a loop of its own": (
        "(define (down n) (if (= n 0) 'done (down (- n 1))))",
        "down",
        "(down 1)",
        "\n(down n: 1)\n| (down n: 0)\n| => done\n=> done\ndone",
    ),
    "rest arguments": (
        "(define (f a . more) more)",
        "f",
        "(f 1 2 3)",
        "\n(f a: 1 more: (2 3))\n=> (2 3)\n(2 3)",
    ),
    "the clauses of a case-lambda": (
        "(define area (case-lambda ((side) (* side side)) ((a b) (* a b))))",
        "area",
        "(list (area 3) (area 2 4))",
        "\n(area side: 3)\n=> 9\n(area a: 2 b: 4)\n=> 8\n(9 8)",
    ),
    "a variable that is set": (
        "(define (f n) (set! n (+ n 1)) n)",
        "f",
        "(f 1)",
        "\n(f n: 1)\n=> 2\n2",
    ),
    "several values and none": (
        "(define (two) (values 1 2)) (define (zero) (values)) (define (no) (if #f #f))",
        "two zero no",
        "(begin (call-with-values two list) (call-with-values zero list) (no))",
        "\n(two)\n=> 1 2\n(zero)\n=> no values\n(no)\n=> no value",
    ),
    "a procedure that holds variables": (
        """(define (counter) (let ((n 0)) (lambda (by) (set! n (+ n by)) n)))
        (define mine (counter))
        (define other (counter))
        (mine 5)""",
        "mine",
        "(list (mine 1) (other 1))",
        "\n(lambda by: 1)\n=> 6\n(6 1)",
    ),
    "an error that is caught": (
        """(define (inner x) (car x))
        (define (outer x) (guard (e (#t 'caught)) (inner x)))
        (define (top) (list (outer 5) (outer '(1))))""",
        "inner outer top",
        "(top)",
        """
(top)
| (outer x: 5)
| | (inner x: 5)
| => caught
| (outer x: (1))
| | (inner x: (1))
| | => 1
| => 1
=> (caught 1)
(caught 1)""",
    ),
    "a procedure that others hold": (
        f"{FACTORIAL} (define held (list fact))",
        "fact",
        "((car held) 0)",
        "\n(fact n: 0)\n=> 1\n1",
    ),
}


@pytest.mark.parametrize(
    ("program", "names", "form", "shown"), TRACES.values(), ids=list(TRACES)
)
def test_what_is_shown(program, names, form, shown, talk):
    before = talk(program, form)
    assert f"\n{talk(program, f',trace {names}', form)}".endswith(shown)
    assert talk(program, ",untrace", program, form).endswith(before)


def test_a_continuation_that_is_entered_again_returns_at_its_own_level(talk):
    shown = talk(
        "(define again #f)",
        "(define (climb n) (+ n (call/cc (lambda (k) (set! again k) 1))))",
        "(define (show n) (list 'got (climb n)))",
        ",trace climb show",
        "(show 10)",
        "(if again (let ((k again)) (set! again #f) (k 5)))",
    )
    assert (
        shown
        == """\
(show n: 10)
| (climb n: 10)
| => 11
=> (got 11)
(got 11)
| => 15
=> (got 15)
(got 15)"""
    )


def test_an_error_in_a_traced_procedure_has_its_place_and_calls(talk):
    shown = talk(
        "(define (third items) (car (cdr (cdr items))))",
        "(define (use items) (+ 1 (third items)))",
        ",trace third use",
        "(use '(1))",
        "(third '(1 2 3))",
    )
    assert (
        shown
        == """\
(use items: (1))
| (third items: (1))
prompt:1:33: cdr: expected a pair, but received ()
    1 | (define (third items) (car (cdr (cdr items))))
                                        ^^^^^^^^^^^
  in (third items: (1))  prompt:1
  in (use items: (1))    prompt:1
(third items: (1 2 3))
=> 3
3"""
    )


def test_who_is_defined_again_is_traced_again(talk):
    shown = talk(
        "(define (f x) (* 2 x))",
        "(define (g x) (f x))",
        ",trace f",
        "(define (f y) (* 3 y))",
        "(g 2)",
        "(define f 5)",
        "f",
        "(define (f z) z)",
        "(g 1)",
        ",untrace f",
        "(g 1)",
    )
    assert shown == "(f y: 2)\n=> 6\n6\n5\n(f z: 1)\n=> 1\n1\n1"


def test_deep_recursion_is_shown_in_bounded_width(talk):
    talk(FACTORIAL, "(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))")
    lines = talk(",trace deep", "(deep 5000)", ",untrace").splitlines()
    assert lines[-2:] == ["=> 5000", "5000"]
    assert f"{'| ' * 20}[5000] (deep n: 0)" in lines
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("car", "expected a procedure of the program, but car is one of the language"),
        ("map", "expected a procedure of the program, but map is one of the language"),
        ("five", "expected a procedure of the program, but five is 5"),
        ("cond", "expected a procedure, but cond is syntax"),
        ("mine!", "expected a procedure, but mine! is syntax"),
        ("inner-loop", "g is a loop of another procedure"),
        ("nowhere-at-all", "nowhere-at-all is not defined"),
    ],
)
@pytest.mark.parametrize("command", ["trace", "break"])
def test_what_cannot_be_watched_is_named(command, name, message, talk):
    talk(
        "(define five 5)",
        "(define-syntax mine! (syntax-rules () ((_ x) x)))",
        "(define inner-loop (let () (define (g n) (if (= n 0) 0 (g (- n 1)))) g))",
    )
    if (command, name) == ("break", "inner-loop"):
        assert talk(",break inner-loop", ",unbreak inner-loop") == ""
    else:
        assert talk(f",{command} {name}") == f",{command}: {message}"
        assert talk(f",{command}") == f"there is no {command}"


def test_a_similar_name_is_told(talk):
    assert (
        talk("(define (walk-slowly) 1)", ",trace walk-slwly")
        == """\
,trace: walk-slwly is not defined
  a similar name is defined: walk-slowly"""
    )


def test_the_lists(talk):
    talk("(define (f) 1)", "(define (g) 2)", ",trace f g")
    assert talk(",trace") == "f g"
    assert talk(",untrace f", ",trace", ",untrace", ",trace") == "g\nthere is no trace"
    assert (
        talk(",trace g", ",untrace f")
        == ",untrace: there is no trace of f\n  there are: g"
    )
