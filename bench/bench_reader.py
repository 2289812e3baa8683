"""What the reader costs, against a reader of the same data written by hand.

    python bench/bench_reader.py

Prints CPU seconds for 1 MB of code and of flat data, the ratio of the two readers,
and the growth from 0.25 MB to 1 MB (1.0 is linear).
"""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable
from typing import Any

from brshell.reader.reader import read_all
from brshell.reader.source import LocatedPair, Source, Span
from brshell.runtime.characters import CHARACTER_NAMES
from brshell.runtime.datums import (
    FALSE,
    NIL,
    TRUE,
    String,
    Symbol,
    Vector,
    char,
    symbol,
)
from brshell.runtime.numbers import parse_number

CODE = r"""
;;; (walk N) -- one step of the gait for each leg, in order
(define (lift-leg-@ side height #;unused)
  "Lift the leg of one side by height degrees."
  (let* ((hip (joint side 'hip)) (knee (joint side 'knee))
         (angle-@ (+ (* 2 height) 12.5)))   ; natural units
    (cond ((eq? side 'left) (move! hip angle-@ 0.5) #t)
          ((and (> height 3) (not (zero? knee))) (list @ `(a ,knee ,@(cdr x))))
          (else (error "no such side\n" side #\a #xFF 1/2)))
    #| block #| nested |# comment |#
    (do ((i 0 (+ i 1))) ((= i 10) (vector-ref #(1 2 3) 1))
      (display "step ") (write i) (newline))))
"""
DATA = "(pose stand-@ (1 68.9) (2 231.1) (3 @)) @ a b c\n"

PATTERN = re.compile(
    r"""(?:\s+|;[^\n]*)*(?:(?P<open>\()|(?P<close>\))|(?P<word>(?!\#)[^\s()"';`,|]+)"""
    r"""|(?P<quote>'|`|,@|,)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<block>\#\|)|(?P<skip>\#;)"""
    r"""|(?P<vector>\#\()|(?P<char>\#\\(?:[^\s()"';`,|]+|.))|(?P<boolean>\#[tf]\b)"""
    r"""|(?P<number>\#[xbodei][^\s()"';`,|]+)|(?P<end>$))""",
    re.DOTALL,
)
QUOTES = {
    "'": symbol("quote"),
    "`": symbol("quasiquote"),
    ",": symbol("unquote"),
    ",@": symbol("unquote-splicing"),
}
ESCAPE = re.compile(r"\\(.)")
ESCAPES = {"n": "\n", "t": "\t"}


def read_by_hand(source: Source) -> list[tuple[Any, Span]]:
    """Read with one regular expression and a stack of open lists and quotes."""
    text, position, words = source.text, 0, dict[str, Any]()
    # An entry: how it began (a kind or the symbol of a quote), where, what it has.
    stack: list[tuple[Any, int, list[tuple[Any, Span]]]] = []
    begun: Any = "text"
    began = 0
    items: list[tuple[Any, Span]] = []
    while True:
        match = PATTERN.match(text, position)
        assert match is not None, f"at offset {position}"
        kind = match.lastgroup or ""
        start, position = match.span(kind)
        datum: Any
        if kind == "word":
            word = text[start:position]
            if word in words:
                datum = words[word]
            else:
                number = parse_number(word) if word[0] in "0123456789+-." else None
                datum = words[word] = symbol(word) if number is None else number
        elif kind in ("open", "vector", "skip", "quote"):
            stack.append((begun, began, items))
            begun = QUOTES[match[kind]] if kind == "quote" else kind
            began, items = start, []
            continue
        elif kind == "close":
            datum = compound(begun, items, Span(source, began, position))
            start = began
            begun, began, items = stack.pop()
        elif kind == "block":
            position = block_end(text, start + 2)
            continue
        elif kind == "end":
            return items
        else:
            datum = literal(kind, text[start:position])
        span = Span(source, start, position)
        while isinstance(begun, Symbol):
            rest = LocatedPair(datum, NIL, span, span)
            mark = Span(source, began, began + (2 if begun is QUOTES[",@"] else 1))
            span = Span(source, began, position)
            datum = LocatedPair(begun, rest, span, mark)
            begun, began, items = stack.pop()
        if begun == "skip":
            begun, began, items = stack.pop()
        else:
            items.append((datum, span))


def compound(kind: str, items: list[tuple[Any, Span]], span: Span) -> Any:
    if kind == "vector":
        return Vector([item for item, _ in items])
    datum: Any = NIL
    for item, place in reversed(items):
        rest = Span(span.source, place.start, span.end)
        datum = LocatedPair(item, datum, rest, place)
    if items:
        datum.span = span
    return datum


def literal(kind: str, text: str) -> Any:
    if kind == "string":
        content = text[1:-1]
        if "\\" in content:
            content = ESCAPE.sub(lambda m: ESCAPES.get(m[1], m[1]), content)
        return String(content)
    if kind == "boolean":
        return TRUE if text == "#t" else FALSE
    if kind == "char":
        return char(CHARACTER_NAMES.get(text[2:], text[2:]))
    return parse_number(text)


def block_end(text: str, position: int) -> int:
    depth = 1
    while depth:
        opening = text.find("#|", position)
        closing = text.index("|#", position)
        nested = 0 <= opening < closing
        depth += 1 if nested else -1
        position = (opening if nested else closing) + 2
    return position


def same(left: Any, right: Any) -> bool:
    """Tell whether two readers made the same data at the same places."""
    waiting = [(left, right)]
    while waiting:
        a, b = waiting.pop()
        if isinstance(a, Span):
            equal = (a.start, a.end) == (b.start, b.end)
        elif type(a) is not type(b):
            equal = False
        elif isinstance(a, LocatedPair):
            equal = True
            waiting += [(a.car, b.car), (a.cdr, b.cdr)]
            waiting += [(a.span, b.span), (a.car_span, b.car_span)]
        elif isinstance(a, Vector):
            equal = True
            waiting += zip(a.items, b.items, strict=True)
        elif isinstance(a, String):
            equal = a.text == b.text
        else:
            equal = a == b
        if not equal:
            return False
    return True


def repeated(sample: str, size: int) -> Source:
    """Return at least ``size`` characters made of the sample, with varying names."""
    count = size // len(sample) + 1
    return Source("bench", "".join(sample.replace("@", str(n)) for n in range(count)))


def seconds(read: Callable[[Source], object], source: Source) -> float:
    """Return the least CPU time of five runs without the garbage collector.

    Our reader pauses it anyway; with it the reader by hand would take twice as long.
    """
    times = []
    for _ in range(5):
        gc.collect()
        gc.disable()
        start = time.process_time()
        read(source)
        times.append(time.process_time() - start)
        gc.enable()
    return min(times)


def main() -> None:
    for name, sample in (("code", CODE), ("data", DATA)):
        small, large = (repeated(sample, size) for size in (250_000, 1_000_000))
        both = zip(read_all(small), read_by_hand(small), strict=True)
        if not all(same(a, b) and same(p, q) for (a, p), (b, q) in both):
            raise SystemExit("the two readers disagree")
        hand, reader = seconds(read_by_hand, large), seconds(read_all, large)
        growth = reader / seconds(read_all, small) * len(small.text) / len(large.text)
        print(
            f"{name}: by hand {hand:.2f} s, reader {reader:.2f} s,"
            f" ratio {reader / hand:.2f}, growth {growth:.2f}"
        )


if __name__ == "__main__":
    main()
