"""Tekkotsu `.pos` (a posture) and `.mot` (a motion sequence).

#POS                    #MSq
ARM:elbow  0.5          radians
#END                    advanceTime  1000
                        ARM:elbow  0.5  1
                        #END
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from brbrain.errors import BrError
from brbrain.motionfiles.text import Word, decode, encode, lines, one_line
from brbrain.status import warn

POSTURE, SEQUENCE = "#POS", "#MSq"
_END = "#END"
SECTIONS = ("meta-info", "outputs", "buttons", "sensors", "pidduties")
TIMES = ("advancetime", "delay", "settime")
FILES = ("load", "overlay", "loadexplicit")
UNITS = ("radians", "degrees")
_LONGEST = 100_000_000


@dataclass
class Line:
    """A line: its words, and the comment behind them (None if there is none)."""

    words: list[str] = field(default_factory=list)
    comment: str | None = None
    number: int = field(default=0, compare=False)
    """Of the line in the file that it was read from."""

    @property
    def command(self) -> str:
        """Its first word in lower case; "" if there is none."""
        return self.words[0].lower() if self.words else ""


@dataclass
class Document:
    """A file of one of the two ``kind``, line by line. The file is its own model."""

    kind: str = POSTURE
    lines: list[Line] = field(default_factory=list)

    def to_bytes(self) -> bytes:
        """Return the file."""
        texts = [self.kind, *map(_line_text, self.lines), _END]
        return encode("".join(f"{text}\n" for text in texts))


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place. A missing #END is a warning."""
    head, *rest = lines(decode(data.replace(b"\r\n", b"\n"), file), file)
    kind = head.text.rstrip()
    if kind not in (POSTURE, SEQUENCE):
        raise head.wrong(f"{POSTURE} or {SEQUENCE}")
    document = Document(kind)
    check = _check_posture() if kind == POSTURE else _check_command
    for line in rest:
        if line.text.strip() == _END:
            _demand_nothing(rest[line.line - 1 :])
            return document
        document.lines.append(_line(line, kind, check))
    if document.lines and not rest[-1].text:
        document.lines.pop()  # behind the last LF
    warn(f"{file}: expected {_END} as the last line")
    return document


def _line(line: Word, kind: str, check: Callable[[list[Word]], None]) -> Line:
    text, mark, comment = line.text.partition("#")
    words = line.cut(0, len(text)).split(r"\s=" if kind == POSTURE else r"\s")
    if words:
        check(words)
    return Line(
        [word.text for word in words], comment.rstrip() if mark else None, line.line
    )


def _check_posture() -> Callable[[list[Word]], None]:
    """Return a check of one line after the other."""
    section = ["outputs"]

    def check(words: list[Word]) -> None:
        name, *values = words
        if name.text.startswith("<") and name.text.endswith(">"):
            tag = name.text[1:-1]
            if tag.removeprefix("/") not in SECTIONS:
                raise name.wrong(f"one of {', '.join(SECTIONS)}")
            section[0] = "outputs" if tag.startswith("/") else tag
        elif name.text == "condensed" and len(values) != 1:
            raise name.error("expected the name of a model behind condensed")
        elif name.text not in ("specialize", "condensed", "verbose"):
            _numbers(name, values)

    return check


def _numbers(name: Word, values: list[Word]) -> None:
    if not values:
        raise name.error(f"{name.text}: expected a value, but received none")
    for value in values:
        value.float()


def _check_command(words: list[Word]) -> None:
    name, *values = words
    command = name.text.lower()
    if command in UNITS:
        return
    if len(values) not in (1, 2) or (command in TIMES + FILES and len(values) > 1):
        raise name.error(f"{name.text}: expected another number of words behind it")
    if command in TIMES:
        values[0].integer(0, _LONGEST, "milliseconds")
    elif command not in FILES:
        _numbers(name, values)


def _demand_nothing(rest: list[Word]) -> None:
    for line in rest:
        if line.text.strip():
            raise line.wrong(f"nothing behind {_END}")


def _line_text(line: Line) -> str:
    for word in line.words:
        if not word or set(word) & set(" \t#=") or word != one_line(word, "word"):
            raise BrError(f"word: expected text without blanks, but received {word!r}")
    text = "\t".join(line.words)
    if line.comment is None:
        return text
    comment = f"#{one_line(line.comment, 'comment')}"
    if comment.rstrip() == _END and not text:
        raise BrError("comment: expected another one than END")
    return f"{text}\t{comment}" if text else comment
