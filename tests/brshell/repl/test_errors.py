"""How errors look: place, message, source with carets, fact, calls."""

from __future__ import annotations

from typing import Any

import pytest

from brshell.reader.reader import read_all
from brshell.reader.source import Source, Span
from brshell.repl.errors import error_text
from brshell.runtime.conditions import Condition, Frame, SchemeError
from brshell.runtime.datums import String, list_from, symbol

WALK = """\
(define (lift-leg side)
  (move! "knee" 90)
  (let ((n 1))
    (wait n)))
\t(move!\t'x)
(display "你好" 'e\u0301' (oops))
"""


def span_of(part: str, text: str = WALK) -> Span:
    start = text.index(part)
    return Span(Source("walk.scm", text), start, start + len(part))


def failed(span: Span | None, **more: Any) -> Condition:
    message = "expected a servo id, but received"
    irritants = (String("knee"),)
    return Condition("type", "move!", message, irritants, span=span, **more)


def test_the_whole_display() -> None:
    condition = failed(span_of('"knee"'), fact="servo ids are 0 to 253")
    condition.trace = [
        Frame("lift-leg", [("side", symbol("left"))], span_of("(move!")),
        Frame("step", [], span_of("(wait n)")),
        Frame("walk", [("n", 3), ("s", String("x"))], None),
    ]
    assert (
        error_text(condition)
        == """\
walk.scm:2:10: move!: expected a servo id, but received "knee"
    2 |   (move! "knee" 90)
                 ^^^^^^
  servo ids are 0 to 253
  in (lift-leg side: left)  walk.scm:2
  in (step)                 walk.scm:4
  in (walk n: 3 s: "x")"""
    )


@pytest.mark.parametrize(
    ("part", "line", "carets"),
    [
        ("lift-leg", "    1 | (define (lift-leg side)", " " * 17 + "^" * 8),
        ("(let ((n 1))\n    (wait n))", "    3 |   (let ((n 1))", " " * 10 + "^" * 12),
        ("'x", "    5 |         (move!  'x)", " " * 24 + "^^"),
        ("你好", "    6 | (display \"你好\" 'e\u0301' (oops))", " " * 18 + "^" * 4),
        ("(oops)", "    6 | (display \"你好\" 'e\u0301' (oops))", " " * 28 + "^" * 6),
    ],
)
def test_the_carets_are_under_the_part(part: str, line: str, carets: str) -> None:
    assert error_text(failed(span_of(part))).splitlines()[1:] == [line, carets]


def test_a_long_line_is_shown_around_the_part() -> None:
    text = f"(list {'a ' * 500} (oops) {'b ' * 500})"
    _, line, carets = error_text(failed(span_of("(oops)", text))).splitlines()
    assert len(line) < 100
    assert line[carets.index("^") : carets.rindex("^") + 1] == "(oops)"


def test_wide_characters_have_room_on_the_terminal() -> None:
    condition = failed(span_of("(oops)", f'(f (oops) "{"日本" * 40}")'))
    _, line, carets = error_text(condition, width=40).splitlines()
    assert line == '    1 | (f (oops) "' + "日本" * 5
    assert carets == " " * 11 + "^" * 6


def test_on_a_terminal_lines_end_between_words() -> None:
    condition = failed(span_of("(oops)"), fact="the joints: left-knee right-knee")
    *said, _, _, fact, rest = error_text(
        condition, width=30, terminal=True
    ).splitlines()
    assert said == [
        "walk.scm:6:20: move!: expected",
        "    a servo id, but received",
        '    "knee"',
    ]
    assert (fact, rest) == ("  the joints: left-knee", "    right-knee")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_source_has_room_on_the_terminal(width: int) -> None:
    text = f"(list {'a ' * 50} (oops) {'b ' * 50})"
    condition = failed(span_of("(oops)", text))
    _, line, carets = error_text(condition, width=width).splitlines()
    assert len(line) == width
    assert line[carets.index("^") : carets.rindex("^") + 1] == "(oops)"


def test_carets_stop_at_the_end_of_what_is_shown() -> None:
    part = "(" + "a " * 500 + ")"
    _, line, carets = error_text(failed(span_of(part, part))).splitlines()
    assert len(carets) == len(line) < 100


def test_an_error_without_a_place() -> None:
    text = 'move!: expected a servo id, but received "knee"'
    assert error_text(failed(None)) == text


def test_long_values_take_one_line() -> None:
    long = list_from(range(1000))
    condition = Condition("type", "car", "expected a pair, but received", (long,))
    condition.trace = [Frame("f", [("x", long), ("y", String("a\nb"))], None)]
    first, second = error_text(condition).splitlines()
    assert first.endswith(
        "(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 ..."
    )
    assert second == r'  in (f x: (0 1 2 3 4 5 6 7 8 9 10 11 ... y: "a\nb")'


def test_a_deep_trace_shows_the_newest_and_the_oldest_calls() -> None:
    condition = failed(None)
    condition.trace = [Frame("loop", [("n", n)], None) for n in range(1000)]
    lines = error_text(condition).splitlines()
    assert lines[1] == "  in (loop n: 0)"
    assert lines[9] == "  ..."
    assert lines[-1] == "  in (loop n: 999)"
    assert len(lines) == 12


def test_any_object_may_be_raised() -> None:
    assert (
        error_text(SchemeError(symbol("oops")).condition)
        == "raise: nothing handled oops"
    )
    assert (
        error_text(SchemeError(list_from([1, 2])).condition)
        == "raise: nothing handled (1 2)"
    )


def test_a_read_error_shows_its_text() -> None:
    with pytest.raises(SchemeError) as caught:
        read_all(Source("walk.scm", '(define x\n  (f "abc\n'))
    assert (
        error_text(caught.value.condition)
        == """\
walk.scm:2:6: read: expected a " at the end of the string that begins here, but \
received the end of the text
    2 |   (f "abc
             ^^^^"""
    )


def test_colour_only_when_asked() -> None:
    assert "\x1b" not in error_text(failed(span_of("x")))
    coloured = error_text(failed(span_of("x")), color=True)
    assert coloured.startswith("\x1b[1mwalk.scm:")
    assert coloured.count("\x1b[0m") == 3


def test_control_characters_of_the_source_do_not_reach_the_terminal() -> None:
    text = error_text(failed(span_of("(oops)", "\x1b[31m\x07(oops)")))
    assert "\x1b" not in text
    assert "\x07" not in text
