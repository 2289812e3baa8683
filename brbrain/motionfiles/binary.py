"""The pages of a controller's memory: `.bin`, or `.mtn` of 65,536 or 131,072 bytes.

A page has 512 bytes: a header of 64 and 7 steps of 64. Its number is its place; page 0
is never played. All words are little-endian.
"""

import struct
from dataclasses import dataclass, field, fields

from brbrain.errors import BrError
from brbrain.status import warn

SIZES = (65_536, 131_072)
PAGE_SIZE = 512
STEPS = 7
SLOTS = 31
NOT_USED = 0x4000
"""In the word of a servo: it is left alone."""
TORQUE_OFF = 0x2000
TIMED = 0x0A
"""The schedule of a page whose steps have times; in others they have speeds."""
ERASED = 0xFF
UNITS_PER_SECOND = 128
NORMAL_SPEED = 32
"""In a page's ``speed``: as fast as its times say. Half of it is twice as fast."""

ADDITIVE, COMPLEMENT = "additive", "complement"
"""Checksums: the sum of the other 511 bytes; or such that the sum of all is 255."""

_HEADER = struct.Struct("<14sBBB3sBBBBBBB4sB31sB")
_STEP = struct.Struct(f"<{SLOTS}HBB")
_CHECKSUM_AT = 31
_NAME_SIZE = 14


@dataclass
class Step:
    """Words by id (position counts and flags); pause and time in 1/128 s."""

    words: list[int] = field(default_factory=lambda: [NOT_USED] * SLOTS)
    pause: int = 0
    time: int = 0


@dataclass
class Page:
    """A page with all its bytes, of which ``steps`` are the first ``count`` in use."""

    title: bytes = b" " * _NAME_SIZE
    reserved_14: int = 0
    repeat: int = 1
    schedule: int = TIMED
    reserved_17: bytes = b"\0\0\0"
    count: int = 0
    reserved_21: int = 0
    speed: int = NORMAL_SPEED
    reserved_23: int = 0
    accel: int = 32
    next: int = 0
    exit: int = 0
    reserved_27: bytes = b"\0\0\0\0"
    checksum: int = 0
    compliance: bytes = b"\x55" * SLOTS
    """By id: in each byte the slopes for both directions."""
    reserved_63: int = 0
    steps: list[Step] = field(default_factory=lambda: [Step() for _ in range(STEPS)])

    @property
    def name(self) -> str:
        """The title as text, without what fills it up."""
        return self.title.rstrip(b" \0\xff").decode("latin-1")

    @property
    def in_use(self) -> list[Step]:
        """The steps that are played; none in erased memory (all bytes 255)."""
        return self.steps[: self.count] if self.count <= STEPS else []

    def to_bytes(self) -> bytes:
        """Return the 512 bytes, with the checksum as it is."""
        *header, steps = (getattr(self, own.name) for own in fields(self))
        try:
            return _HEADER.pack(*header) + b"".join(
                _STEP.pack(*step.words, step.pause, step.time) for step in steps
            )
        except struct.error as error:
            raise BrError(f"page {self.name}: expected bytes, but {error}") from None

    def sum(self, rule: str) -> int:
        """Return the checksum that it should have."""
        data = self.to_bytes()
        others = sum(data) - data[_CHECKSUM_AT]
        return (others if rule == ADDITIVE else 255 - others) & 0xFF


@dataclass
class Document:
    """A file: 128 or 256 pages, and the ``rule`` for their checksums."""

    pages: list[Page]
    rule: str = ADDITIVE

    def to_bytes(self) -> bytes:
        """Return the file. Pages with steps get the right checksum, others keep it."""
        _check_size(len(self.pages) * PAGE_SIZE, "pages")
        for page in self.pages:
            if page.in_use:
                page.checksum = page.sum(self.rule)
        return b"".join(page.to_bytes() for page in self.pages)


def title(name: str) -> bytes:
    """Return a name as the title of a page, cut to its 14 characters."""
    return name.encode("latin-1", "replace")[:_NAME_SIZE].ljust(_NAME_SIZE)


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with the page. Wrong checksums are a warning."""
    _check_size(len(data), file)
    pages = [
        _page(data[at : at + PAGE_SIZE], at, file)
        for at in range(0, len(data), PAGE_SIZE)
    ]
    wrong = {rule: _wrong_sums(pages, rule) for rule in (ADDITIVE, COMPLEMENT)}
    rule = min(wrong, key=lambda rule: len(wrong[rule]))
    if wrong[rule]:
        numbers = ", ".join(map(str, wrong[rule]))
        warn(f"{file}: expected other checksums in pages {numbers}")
    return Document(pages, rule)


def _check_size(size: int, what: str) -> None:
    if size not in SIZES:
        raise BrError(f"{what}: expected 65536 or 131072 bytes, but received {size}")


def _page(data: bytes, at: int, file: str) -> Page:
    steps = []
    for start in range(_HEADER.size, PAGE_SIZE, _STEP.size):
        *words, pause, time = _STEP.unpack_from(data, start)
        steps.append(Step(words, pause, time))
    page = Page(*_HEADER.unpack_from(data))
    page.steps = steps
    if STEPS < page.count < ERASED:
        raise BrError(
            f"{file}: page {at // PAGE_SIZE}, byte {at + 20}: "
            f"expected at most {STEPS} steps, but received {page.count}"
        )
    return page


def _wrong_sums(pages: list[Page], rule: str) -> list[int]:
    return [
        number
        for number, page in enumerate(pages)
        if page.in_use and page.checksum != page.sum(rule)
    ]
