"""Pure functions on the text of an entry: Enter, indentation, parentheses, colours.

In the tables ``^`` stands where the cursor is.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brshell.reader.tokens import tokens
from brshell.repl.editing.colors import Colors, colored
from brshell.repl.editing.entry import is_finished, what_enter_does
from brshell.repl.editing.indentation import (
    indentation,
    is_at_indentation,
    with_indented_line,
    with_new_line,
)
from brshell.repl.editing.parentheses import matching
from brshell.repl.editing.structure import structure_of
from brshell.repl.editing.typed import TypedText, tokens_before


def at_cursor(marked: str) -> tuple[str, int]:
    return marked.replace("^", "", 1), marked.index("^")


def marked(text: str, cursor: int) -> str:
    return f"{text[:cursor]}^{text[cursor:]}"


@pytest.mark.parametrize(
    ("entry", "deed"),
    [
        ("^", "nothing"),
        (" \n ^", "nothing"),
        ("(+ 1 2)^", "run"),
        ("(+ ^1 2)", "run"),
        ("x^", "run"),
        ("(+ 1^", "new line"),
        ('"a^', "new line"),
        ("#| a^", "new line"),
        ("'^", "new line"),
        ("#;^", "new line"),
        ("(a))^", "run"),  # wrong, but no more text makes it right
        ("(a)\n^", "run"),
        ("(define (f)\n  1)^", "run"),
        ("(define (f)^\n  1)", "new line"),
        ("(define (f)\n^  1)", "run"),
        ("^(define (f)\n  1)", "new line"),
        ("(a)^\n(b)", "run"),
        ("(a)^\n(b", "new line"),
        (",^", "run"),
        (",help^", "run"),
        (",time (f)^", "run"),
        (",time (f^", "new line"),
        ("?^", "run"),
        ("?car^", "run"),
    ],
)
def test_what_enter_does(entry, deed):
    assert what_enter_does(*at_cursor(entry)) == deed


@pytest.mark.parametrize("text", [",time '", ",trace f)", "?|a b|", ", q"])
def test_a_command_is_finished_when_its_argument_is(text):
    assert is_finished(text) is (text != ",time '")


@pytest.mark.parametrize(
    ("before", "column"),
    [
        ("", 0),
        ("(a)\n", 0),
        # a form with a body
        ("(define (f x)\n", 2),
        ("(define-record-type point\n", 2),
        ("  (lambda (x)\n", 4),
        ("(let loop ((i 0))\n  (print i)\n", 2),
        ("(let*\n", 2),
        ("(with-robot r\n", 2),
        ("(call-with-port port\n", 2),
        ("(guard (e (#t 1))\n", 2),
        # a call
        ("(move! 1\n", 7),
        ("(move! 1 30\n       2\n", 7),
        ("(f (g 1)\n", 3),
        ("(f (g 1\n", 6),
        ("(if (zero? x)\n", 4),
        ("(begin-work\n", 1),
        ("(cond ((zero? x) 1)\n", 6),
        ("(cond\n", 1),
        ("(f\n 1\n", 1),
        # a list that is no form
        ("(", 1),
        ("(\n", 1),
        ("((f x)\n", 1),
        ("(let ((a 1)\n", 6),
        ("(1 2\n", 1),
        ("'(move! 1\n", 2),
        ("'(define x\n", 2),
        ("(quote (a b\n", 8),
        ("#(a b\n", 2),
        ("#u8(1\n", 4),
        ("`(define ,x\n", 3),
        ("(f '(a\n     b)\n", 3),
        ("(f #;(a b) c\n", 3 + len("#;(a b) ")),
        # not code
        ('(f "a\n', None),
        ("(f |a\n", None),
        ("(f #| a\n", None),
        ("; (f\n", 0),
        ('(f #\\( "(" ; (\n', 3),
    ],
)
def test_indentation(before, column):
    assert indentation(before) == column


@pytest.mark.parametrize(
    ("entry", "result"),
    [
        ("(define (f)^", "(define (f)\n  ^"),
        ("(define (f)^ 1)", "(define (f)\n  ^1)"),
        ("(define (f)  ^", "(define (f)\n  ^"),
        ("(a)^", "(a)\n^"),
        ('"a ^ b"', '"a \n^ b"'),
    ],
)
def test_a_new_line(entry, result):
    assert marked(*with_new_line(*at_cursor(entry))) == result


@pytest.mark.parametrize(
    ("entry", "result"),
    [
        ("(f\n^1)", "(f\n ^1)"),
        ("(f 1\n^", "(f 1\n   ^"),
        ("(f 1\n      2^ 3\n4)", "(f 1\n   2^ 3\n4)"),
        ("(f 1\n  ^    2)", "(f 1\n   ^2)"),
        ("  ^x", "^x"),
        ('"a\n^b"', '"a\n^b"'),
        ("(let ()\n\t^)", "(let ()\n  ^)"),
    ],
)
def test_indenting_a_line(entry, result):
    assert marked(*with_indented_line(*at_cursor(entry))) == result


@pytest.mark.parametrize(
    ("entry", "expected"),
    [("^", True), (" ^a", True), ("a\n  ^", True), ("a^", False), ("a\nb ^", False)],
)
def test_where_tab_indents(entry, expected):
    assert is_at_indentation(*at_cursor(entry)) is expected


@pytest.mark.parametrize(
    ("entry", "pair"),
    [
        ("(a)^", (0, 2)),
        ("(a^)", (0, 2)),
        ("^(a)", (0, 2)),
        ("(^a)", None),
        ("((a)^)", (1, 3)),
        ("((a))^", (0, 4)),
        ("(a)^(b)", (0, 2)),
        ("#u8(1)^", (3, 5)),
        ('(")")^', (0, 4)),
        ("(#\\))^", (0, 4)),
        ("(a ; )\n)^", (0, 7)),
        ("(#| ) |#)^", (0, 8)),
        ("(a^", None),
        (")^", None),
        ("a))^", None),
        (",time (f)^", (6, 8)),
    ],
)
def test_matching_parentheses(entry, pair):
    assert matching(*at_cursor(entry)) == pair


NAMES = {
    "define": "syntax",
    "let": "syntax",
    "quote": "syntax",
    "car": "procedure",
    "AX12_LED": "register",
}
DATA = {"goal-position": "register", "left-knee": "joint"}


def meaning(name: str, position: str) -> str:
    if position == "command":
        return "command" if name == ",time" else ""
    return DATA.get(name, "") if position == "data" else NAMES.get(name, "")


def kinds(text: str) -> str:
    """Return each piece with its class, as piece:class, but parentheses as they are."""
    return " ".join(
        text[start:end]
        if kind.startswith("depth")
        else f"{text[start:end]}:{kind}".replace(" ", "_")
        for kind, start, end in colored(text, meaning)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names
        ("(car x)", "( car:procedure x:variable )"),
        ("(cra x)", "( cra:unknown x:variable )"),
        ("car", "car:procedure"),
        ("cra", "cra:variable"),
        ("(car AX12_LED 'left-knee)",
         "( car:procedure AX12_LED:register ':quote left-knee:joint )"),
        ("'goal-position", "':quote goal-position:register"),
        ("goal-position", "goal-position:variable"),
        # what the entry itself binds is known in it
        ("(define (f) (f))", "( define:syntax ( f:variable ) ( f:variable ) )"),
        ("(let go () (go))", "( let:syntax go:variable ( ) ( go:variable ) )"),
        # but not what the body of a let calls
        ("(let ((a 1)) (go a))",
         "( let:syntax ( ( a:variable 1:number ) ) ( go:unknown a:variable ) )"),
        ("(f) (define (f) 1)",
         "( f:variable ) ( define:syntax ( f:variable ) 1:number )"),
        # literals
        ('1 -2.5 1/2 #xFF + "a" #\\( #true',
         '1:number -2.5:number 1/2:number #xFF:number +:variable "a":string '
         "#\\(:character #true:boolean"),
        ("|a b| #!fold-case", "|a_b|:symbol #!fold-case:comment"),
        ("#u8(1 2)", "#u8( 1:number 2:number )"),
        # data
        ("'(car 1)", "':quote ( car:symbol 1:number )"),
        ("(quote (car))", "( quote:syntax ( car:symbol ) )"),
        ("`(car ,(car ,@x))",
         "`:quote ( car:symbol ,:quote ( car:procedure ,@:quote x:variable ) )"),
        ("(car 'a b)", "( car:procedure ':quote a:symbol b:variable )"),
        # comments
        ("a ; (b", "a:variable ;_(b:comment"),
        ("#| a #| b |# |# c", "#|_a_#|_b_|#_|#:comment c:variable"),
        ("#;(a 1) b", "#;:comment (:comment a:comment 1:comment ):comment b:variable"),
        ("#; a b", "#;:comment a:comment b:variable"),
        ("#;#;a b c", "#;:comment #;:comment a:comment b:comment c:variable"),
        ("'#;a b", "':quote #;:comment a:comment b:symbol"),
        ("#;'a b", "#;:comment ':comment a:comment b:variable"),
        # what is wrong
        ("a)", "a:variable ):error"),
        ("[", "[:error"),
        ('(car "a', '( car:procedure "a:unfinished'),
        ("|a", "|a:unfinished"),
        ("#|a", "#|a:comment"),
        # commands
        (",time (car)", ",time:command ( car:procedure )"),
        (",tiem (car)", ",tiem:unknown ( car:procedure )"),
        ("?car", "?:unknown car:procedure"),
    ],
)  # fmt: skip
def test_colors(text, expected):
    assert kinds(text) == expected


def test_parentheses_have_the_color_of_their_depth():
    depths = [kind for kind, _, _ in colored("(()) (((((((", meaning)]
    expected = [0, 1, 1, 0, 0, 1, 2, 3, 4, 5, 0]
    assert depths == [f"depth-{depth}" for depth in expected]


SOUP = st.text(st.sampled_from(list("()'`,@#;|\"\\ \na1x.!t")), max_size=60)


@given(SOUP)
def test_every_text_can_be_colored(text):
    """The pieces stand in order, and only space is between them."""
    position = 0
    for _, start, end in colored(text, meaning):
        assert text[position:start].strip() == ""
        assert start < end
        position = end
    assert text[position:].strip() == ""


@given(SOUP, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9), SOUP)))
def test_a_changed_text_has_the_colors_of_a_new_one(text, changes):
    """Whatever is replaced by whatever, nothing of the text before stays."""
    colors, typed = Colors(meaning), TypedText()
    for place, length, inserted in changes:
        text = text[:place] + inserted + text[place + length :]
        assert colors.pieces(text) == colored(text, meaning)
        assert typed.tokens(text) == list(tokens(text))


@given(SOUP, st.integers(0, 60))
def test_the_tokens_before_the_cursor_are_those_of_that_text_alone(text, cursor):
    assert tokens_before(text, cursor) == list(tokens(text[:cursor]))


@pytest.mark.parametrize("place", [0, 1_200, 2_400])
def test_only_what_follows_a_change_is_looked_at(place):
    asked: list[str] = []

    def ask(name: str, position: str) -> str:
        asked.append(name)
        return ""

    line = "(f x)\n"
    text, colors = line * 400, Colors(ask)
    for inserted in ("a", "ab", "abc"):
        asked.clear()
        colors.pieces(text[:place] + inserted + text[place:])
    assert len(asked) == 2 * (len(text) - place) / len(line) + 1


@given(SOUP, st.integers(0, 60))
def test_every_text_can_be_edited(text, cursor):
    """Only space is added or taken away."""
    cursor = min(cursor, len(text))
    for change in (with_new_line, with_indented_line):
        changed, place = change(text, cursor)
        assert "".join(changed.split()) == "".join(text.split())
        assert 0 <= place <= len(changed)
    what_enter_does(text, cursor)
    matching(text, cursor)


@given(SOUP)
def test_a_line_that_is_indented_stays_where_it_is(text):
    once = with_indented_line(text, len(text))
    assert with_indented_line(*once) == once


@given(SOUP)
def test_all_lists_are_closed_by_as_many_parentheses_as_are_open(text):
    structure = structure_of(text + "\n")
    if structure.last.startswith("unfinished"):
        return
    closed = structure_of(text + "\n" + ")" * (len(structure.open) - 1))
    assert len(closed.open) == 1
