"""How an error is shown: the place, what was expected, the source, the calls.

walk.scm:12:10: move!: expected a servo id, but received "knee"
   12 |   (move! "knee" 90)
                 ^^^^^^
  in (lift-leg side: left)  walk.scm:12
  in (step n: 3)            walk.scm:20
"""

from __future__ import annotations

from brshell.repl.display.columns import DEFAULT_WIDTH, columns
from brshell.runtime.conditions import Condition
from brshell.runtime.printer import condition_text, line_of_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from brshell.reader.source import Span
    from brshell.runtime.conditions import Frame

    Paint = Callable[[str, str], str]

# Of a long trace, so many of the newest and of the oldest calls are shown.
_NEWEST, _OLDEST = 8, 2
_VALUE_WIDTH = 30
_TAB = 8
_COLORS = {"place": "\x1b[1m", "caret": "\x1b[31;1m", "quiet": "\x1b[2m"}
_PLAIN = "\x1b[0m"


def error_text(
    condition: Condition,
    color: bool = False,
    width: int = DEFAULT_WIDTH,
    terminal: bool = False,
) -> str:
    """Return the lines that show an error that nothing handled.

    No more of the source is shown than has room on a line of ``width`` columns. What is
    said is broken between words there if it is for a ``terminal``.
    """
    paint = _painted if color else _unpainted
    place = "" if condition.span is None else f"{condition.span}:"
    said = condition_text(condition, line_of_text)
    said = f"{place} {said}" if place else said
    lines = _broken(said, width) if terminal else [said]
    if condition.span is not None:
        lines[0] = lines[0].replace(place, paint("place", place), 1)
        lines += source_lines(condition.span, color, width)
    if condition.fact is not None:
        fact = f"  {condition.fact}"
        lines += _broken(fact, width) if terminal else [fact]
    lines += [paint("quiet", line) for line in _trace_lines(condition.trace)]
    return "\n".join(lines)


def _painted(name: str, text: str) -> str:
    return f"{_COLORS[name]}{text}{_PLAIN}"


def _unpainted(name: str, text: str) -> str:
    return text


def _broken(text: str, width: int) -> list[str]:
    """Return lines of at most ``width`` columns, unless there are longer words."""
    if columns(text) <= width:
        return [text]
    from textwrap import wrap  # takes its time, and most errors are short

    return wrap(
        text,
        width,
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def source_lines(
    span: Span, color: bool = False, width: int = DEFAULT_WIDTH
) -> list[str]:
    """Return the first line of a place, and carets under it."""
    paint = _painted if color else _unpainted
    number, column = span.source.place(span.start)
    line = span.source.line(number)
    start = column - 1
    end = min(start + span.end - span.start, len(line.rstrip()))
    margin = f"{number:5} | "
    room = max(1, width - len(margin))
    shown, before, marked = _excerpt(line, start, max(end, start), room)
    carets = paint("caret", "^" * max(1, marked))
    return [paint("quiet", margin) + shown, " " * (len(margin) + before) + carets]


def _excerpt(line: str, start: int, end: int, room: int) -> tuple[str, int, int]:
    """Return what has room of a line, and columns: before the carets and of them.

    ``start`` and ``end`` count characters; a tab or a wide character takes several
    columns of a terminal, a combining character none.
    """
    cut = max(0, min(start - room // 3, len(line) - room))
    shown = ""
    ends = [0]
    for character in line[cut : cut + room]:
        if character == "\t":
            character = " " * (_TAB - ends[-1] % _TAB)
        elif not character.isprintable():
            character = " "
        if len(ends) > start - cut + 1 and ends[-1] + columns(character) > room:
            break
        shown += character
        ends.append(ends[-1] + columns(character))
    before = ends[start - cut]
    return shown, before, ends[min(end - cut, len(ends) - 1)] - before


def _trace_lines(trace: list[Frame]) -> list[str]:
    """Return a line for each call, newest first; the middle of many is left out."""
    if len(trace) <= _NEWEST + _OLDEST + 1:
        return _call_lines(trace)
    newest, oldest = trace[:_NEWEST], trace[-_OLDEST:]
    return [*_call_lines(newest), "  ...", *_call_lines(oldest)]


def _call_lines(frames: list[Frame]) -> list[str]:
    calls = [call_text(frame.name, frame.arguments) for frame in frames]
    width = max(map(len, calls), default=0)
    return [
        f"  in {call:{width}}  {_line_place(frame.span)}".rstrip()
        for call, frame in zip(calls, frames, strict=True)
    ]


def call_text(name: str, arguments: list[tuple[str, Any]]) -> str:
    """Return a call in a line: the name of the procedure, and its arguments by name."""
    shown = (
        f" {name}: {line_of_text(value, _VALUE_WIDTH)}" for name, value in arguments
    )
    return f"({name}{''.join(shown)})"


def _line_place(span: Span | None) -> str:
    if span is None:
        return ""
    return f"{span.source.name}:{span.source.place(span.start)[0]}"
