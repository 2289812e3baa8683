"""RoboPlus Motion `.mtn` text: up to 255 pages of up to 7 steps for 26 servos.

Lines ``key=value``; the index of a value is the id of its servo. Behind the text are
two bytes: the complement of the sum of all bytes before them, high byte first.
"""

import re
from dataclasses import dataclass, field

from brbrain.errors import BrError
from brbrain.motionfiles.text import (
    Word,
    decimal_text,
    decode,
    encode,
    lines,
    one_line,
)
from brbrain.status import warn

SLOTS = 26
PAGES = 255
STEPS = 7
HIGHEST_POSITION = 4095
"""The last count of the largest servos (MX); an AX-12 has 1023."""
UNUSED = 512
"""What stands for a servo that is not enabled."""

_BOM = b"\xef\xbb\xbf"
_SECONDS = "[0-9]{1,4}[.,][0-9]{1,9}"
_STEP = re.compile(rf"(?:[0-9]{{1,3}} ){{{SLOTS}}}{_SECONDS} {_SECONDS}")


@dataclass
class Step:
    """Positions (counts) by id, the seconds to get there, and those to wait then."""

    positions: list[int]
    pause: float
    time: float


@dataclass
class Page:
    """A page; ``next`` and ``exit`` are page numbers, 0 for none.

    ``compliance`` is 1 (hard) to 7 (soft) by id; times are divided by ``speed``.
    """

    name: str = ""
    compliance: list[int] = field(default_factory=lambda: [5] * SLOTS)
    next: int = 0
    exit: int = 0
    repeat: int = 1
    speed: float = 1.0
    accel: int = 32
    steps: list[Step] = field(default_factory=list)


@dataclass
class Document:
    """A file. Pages are numbered from 1; ``motor_type`` is in version 1.01 only.

    ``encoding`` is utf-8-sig (with a byte order mark), utf-8, or latin-1: our guess
    for what is no UTF-8, in which every byte is a character.
    """

    version: str = "1.01"
    enable: list[int] = field(default_factory=lambda: [0] * SLOTS)
    motor_type: list[int] | None = field(default_factory=lambda: [0] * SLOTS)
    pages: list[Page] = field(default_factory=list)
    encoding: str = "utf-8-sig"

    def to_bytes(self) -> bytes:
        """Return the file, with decimal points and the right checksum."""
        if not 1 <= len(self.pages) <= PAGES:
            raise BrError(
                f"pages: expected 1 to {PAGES}, but received {len(self.pages)}"
            )
        head = ["type=motion", f"version={one_line(self.version, 'version')}"]
        head.append(f"enable={_slots(self.enable, 1)}")
        if self.motor_type is not None:
            head.append(f"motor_type={_slots(self.motor_type, 255)}")
        texts = [*head, *(line for page in self.pages for line in _page_lines(page))]
        data = encode("".join(f"{text}\n" for text in texts), self.encoding)
        return data + checksum(data)


def checksum(data: bytes) -> bytes:
    """Return the two bytes that follow the text ``data`` in a file."""
    return (~sum(data) & 0xFFFF).to_bytes(2, "big")


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place. A wrong checksum is a warning."""
    end = data.rfind(b"page_end")
    end = len(data) if end < 0 else data.find(b"\n", end) + 1 or len(data)
    _verify(data, end, file)
    text, encoding = _decoded(data[:end], file)
    return _Reader(text, file).document(encoding)


def _verify(data: bytes, end: int, file: str) -> None:
    expected, received = checksum(data[:end]), data[end:]
    if received != expected:
        warn(
            f"{file}: expected checksum {expected.hex().upper()}, "
            f"but received {received[:8].hex().upper() or 'none'}"
        )


def _decoded(data: bytes, file: str) -> tuple[str, str]:
    if data.startswith(_BOM):
        return decode(data, file), "utf-8-sig"
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


class _Reader:
    """Reads the lines of a file, one after the other."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = list(lines(text, file))
        if not self._lines[-1].text:
            self._lines.pop()  # the LF at the end begins no line
        self._end = Word("", file, len(self._lines) + 1)
        self._next = 0

    def document(self, encoding: str) -> Document:
        """Return the whole."""
        kind = self._value("type")
        if kind.text != "motion":
            raise kind.wrong("motion")
        version = self._value("version")
        version.decimal("a version")
        enable = self._integers("enable", 1)
        motor_type = (
            self._integers("motor_type", 255) if self._is_at("motor_type=") else None
        )
        pages: list[Page] = []
        while self._next < len(self._lines):
            if len(pages) == PAGES:
                raise self._line().error(f"expected at most {PAGES} pages")
            pages.append(self._page())
        if not pages:
            raise self._end.wrong("page_begin")
        number = version.text.replace(",", ".")
        return Document(number, enable, motor_type, pages, encoding)

    def _line(self) -> Word:
        return self._lines[self._next] if self._next < len(self._lines) else self._end

    def _is_at(self, start: str) -> bool:
        return self._line().text.startswith(start)

    def _value(self, key: str) -> Word:
        """Return what stands behind ``key=`` in the next line."""
        if not self._is_at(f"{key}="):
            raise self._line().wrong(f"{key}=")
        self._next += 1
        return self._lines[self._next - 1].cut(len(key) + 1)

    def _mark(self, text: str) -> None:
        if self._line().text != text:
            raise self._line().wrong(text)
        self._next += 1

    def _integers(self, key: str, highest: int) -> list[int]:
        values = self._value(key)
        words = _counted(values, SLOTS)
        return [word.integer(0, highest) for word in words]

    def _page(self) -> Page:
        self._mark("page_begin")
        name = self._value("name").text
        compliance = self._integers("compliance", 255)
        next, exit, repeat, speed, accel = _counted(self._value("play_param"), 5)
        page = Page(
            name,
            compliance,
            next.integer(0, 255, "a page"),
            exit.integer(0, 255, "a page"),
            repeat.integer(0, 255, "repeats"),
            speed.decimal("a speed"),
            accel.integer(0, 255),
        )
        while self._is_at("step="):
            if len(page.steps) == STEPS:
                raise self._line().error(f"expected at most {STEPS} steps in a page")
            page.steps.append(_step(self._value("step")))
        self._mark("page_end")
        return page


def _counted(values: Word, count: int) -> list[Word]:
    words = values.split()
    if len(words) != count:
        raise values.error(f"expected {count} values, but received {len(words)}")
    return words


def _step(values: Word) -> Step:
    if _STEP.fullmatch(values.text):  # as it should be: without a Word for each value
        parts = values.text.split(" ")
        pause, time = (float(part.replace(",", ".")) for part in parts[SLOTS:])
        return Step(list(map(int, parts[:SLOTS])), pause, time)
    words = _counted(values, SLOTS + 2)
    positions = [
        word.integer(0, HIGHEST_POSITION, "a position") for word in words[:SLOTS]
    ]
    pause, time = (word.decimal("seconds") for word in words[SLOTS:])
    return Step(positions, pause, time)


def _page_lines(page: Page) -> list[str]:
    if len(page.steps) > STEPS:
        raise BrError(f"page: expected at most {STEPS} steps, but there are more")
    numbers = _integers([page.next, page.exit, page.repeat], 255)
    speed, accel = decimal_text(page.speed, 1), _integers([page.accel], 255)
    return [
        "page_begin",
        f"name={one_line(page.name, 'name')}",
        f"compliance={_slots(page.compliance, 255)}",
        f"play_param={numbers} {speed} {accel}",
        *map(_step_line, page.steps),
        "page_end",
    ]


def _step_line(step: Step) -> str:
    seconds = f"{decimal_text(step.pause, 3)} {decimal_text(step.time, 3)}"
    return f"step={_slots(step.positions, HIGHEST_POSITION)} {seconds}"


def _slots(values: list[int], highest: int) -> str:
    if len(values) != SLOTS:
        raise BrError(f"page: expected {SLOTS} values, but received {len(values)}")
    return _integers(values, highest)


def _integers(values: list[int], highest: int) -> str:
    for value in values:
        if not 0 <= value <= highest:
            raise BrError(f"page: expected 0 to {highest}, but received {value!r}")
    return " ".join(map(str, values))
