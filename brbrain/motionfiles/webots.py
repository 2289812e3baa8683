"""Webots `.motion`: joint angles in radians at times, as a table.

    #WEBOTS_MOTION,V1.0,neck,left-elbow
    00:00:500,up,0.3,*

``*`` leaves a joint alone.
"""

import re
from dataclasses import dataclass, field

from brbrain.errors import BrError
from brbrain.motionfiles.text import Word, decode, encode, lines, number_text, one_line

_MARK = "#WEBOTS_MOTION"
_TIME = re.compile(r"([0-9]{2,6}):([0-9]{2}):([0-9]{3})")
_VERSION = re.compile(r"V[0-9]\.[0-9]")


@dataclass
class Row:
    """A pose: its time in milliseconds, its name, an angle (or None) per joint."""

    time: int
    name: str
    angles: list[float | None]


@dataclass
class Document:
    """A file."""

    joints: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    version: str = "V1.0"

    def to_bytes(self) -> bytes:
        """Return the file."""
        names = [one_line(joint, "joint", ",") for joint in self.joints]
        rows = [[_MARK, self.version, *names], *map(self._fields, self.rows)]
        return encode("".join(f"{','.join(row)}\n" for row in rows))

    def _fields(self, row: Row) -> list[str]:
        if len(row.angles) != len(self.joints):
            raise BrError(
                f"row: expected {len(self.joints)} angles, "
                f"but received {len(row.angles)}"
            )
        seconds, milliseconds = divmod(row.time, 1000)
        minutes, seconds = divmod(seconds, 60)
        return [
            f"{minutes:02}:{seconds:02}:{milliseconds:03}",
            one_line(row.name, "name", ","),
            *("*" if angle is None else number_text(angle) for angle in row.angles),
        ]


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place."""
    head, *rest = lines(decode(data, file), file)
    mark, *names = head.fields(",")
    if mark.text != _MARK or not names or not _VERSION.fullmatch(names[0].text):
        raise head.wrong(f"{_MARK},V1.0 and names of joints")
    joints = [name.text for name in names[1:]]
    if len(set(joints)) < len(joints) or not all(joints):
        raise head.error("expected the name of each joint once")
    document = Document(joints, version=names[0].text)
    for line in rest:
        if line.text.strip():
            document.rows.append(_row(line, document))
    return document


def _row(line: Word, document: Document) -> Row:
    values = line.fields(",")
    if len(values) != len(document.joints) + 2:
        raise line.error(
            f"expected a time, a name and {len(document.joints)} angles, "
            f"but received {len(values)} values"
        )
    time = _time(values[0])
    if document.rows and time <= document.rows[-1].time:
        raise values[0].wrong("a time after that of the row before")
    return Row(time, values[1].text, [_angle(value) for value in values[2:]])


def _time(word: Word) -> int:
    found = _TIME.fullmatch(word.text.strip())
    if found is None or int(found[2]) >= 60:
        raise word.wrong("a time such as 00:01:500")
    return (int(found[1]) * 60 + int(found[2])) * 1000 + int(found[3])


def _angle(word: Word) -> float | None:
    return None if word.text.strip() == "*" else word.float("radians or *")
