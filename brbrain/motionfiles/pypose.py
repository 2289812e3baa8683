"""PyPose `.ppr`: named poses of servos 1, 2, ... and sequences of them.

robot:2:1024:1024
Pose=up:512, 300
Seq=wave: up|500, up|1000
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from brbrain.errors import BrError
from brbrain.motionfiles.text import Word, decode, encode, lines, one_line
from brbrain.status import warn

MOST_SERVOS = 253
HIGHEST_POSITION = 4095
MIDDLE = 512
"""What PyPose takes for the positions that a pose lacks."""
_LONGEST_TIME = 65_535


@dataclass
class Document:
    """A file. Poses are counts of servos 1, 2, ...; times are in milliseconds.

    ``resolutions`` are the counts of each servo's range. ``nuke`` is what the gait
    generator of the same name keeps there.
    """

    name: str = ""
    resolutions: list[int] = field(default_factory=list)
    poses: dict[str, list[int]] = field(default_factory=dict)
    sequences: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    nuke: str = ""

    def to_bytes(self) -> bytes:
        """Return the file."""
        count = len(self.resolutions)
        head = [one_line(self.name, "name", ":"), count, *self.resolutions]
        rows = [":".join(map(str, head))]
        for name, counts in self.poses.items():
            if len(counts) != count:
                raise BrError(f"pose {name}: expected {count} positions")
            _check(counts, HIGHEST_POSITION, f"pose {name}: a position")
            rows.append(f"Pose={_key(name)}:{', '.join(map(str, counts))}")
        for name, moves in self.sequences.items():
            _check((time for _, time in moves), _LONGEST_TIME, f"{name}: milliseconds")
            pairs = (f"{_key(pose)}|{time}" for pose, time in moves)
            rows.append(f"Seq={_key(name)}: {', '.join(pairs)}")
        if self.nuke:
            rows.append(f"Nuke={one_line(self.nuke, 'nuke')}")
        return encode("".join(f"{row}\n" for row in rows))


def _check(values: Iterable[int], highest: int, what: str) -> None:
    for value in values:
        if not 0 <= value <= highest:
            raise BrError(f"{what}: expected 0 to {highest}, but received {value}")


def _key(name: str) -> str:
    """Return a name of a pose or sequence as it is written."""
    if not name or name != name.strip():
        raise BrError(f"name: expected text without blanks around, but got {name!r}")
    return one_line(name, "name", ":|,")


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place."""
    head, *rest = lines(decode(data, file), file)
    document = _head(head)
    references: list[Word] = []
    for line in rest:
        if line.text.strip():
            _take(document, line, references)
    for reference in references:
        if reference.text not in document.poses:
            raise reference.wrong("the name of a pose")
    return document


def _head(line: Word) -> Document:
    name, *numbers = line.fields(":")
    if not numbers:
        raise line.wrong("NAME:COUNT")
    count = numbers[0].integer(0, MOST_SERVOS, "a number of servos")
    given = [word for word in numbers[1:] if word.text.strip()]
    if len(given) != count:  # as PyPose itself takes it
        return Document(name.text, [1024] * count)
    return Document(name.text, [word.integer(1, 65_536) for word in given])


def _take(document: Document, line: Word, references: list[Word]) -> None:
    """Put what a line says into the document."""
    kind = next((k for k in ("Pose=", "Seq=", "Nuke=") if line.text.startswith(k)), "")
    rest = line.cut(len(kind))
    if kind == "Nuke=":
        document.nuke = rest.text.rstrip()
        return
    at = rest.text.find(":")
    if at < 0:
        raise line.wrong("Pose=NAME:POSITIONS, Seq=NAME:POSE|TIME or Nuke=")
    name = rest.cut(0, at)
    values = [value.strip() for value in rest.cut(at + 1).fields(",")]
    values = [value for value in values if value.text]
    known = document.sequences if kind == "Seq=" else document.poses
    if name.text != name.text.strip() or not name.text or name.text in known:
        raise name.wrong("a new name")
    if set(name.text) & set("|,"):
        raise name.wrong("a name without | and ,")
    if kind == "Seq=":
        document.sequences[name.text] = [_move(value, references) for value in values]
    else:
        document.poses[name.text] = _counts(document, name, values)


def _counts(document: Document, name: Word, values: list[Word]) -> list[int]:
    count = len(document.resolutions)
    if len(values) > count:
        raise values[count].error(f"expected {count} positions, but there are more")
    counts = [value.integer(0, HIGHEST_POSITION, "a position") for value in values]
    if len(counts) < count:
        missing = count - len(counts)
        warn(f"{name.file}:{name.line}: {missing} positions are missing: {MIDDLE}")
    return counts + [MIDDLE] * (count - len(counts))


def _move(value: Word, references: list[Word]) -> tuple[str, int]:
    at = value.text.find("|")
    if at < 0:
        raise value.wrong("POSE|TIME")
    pose = value.cut(0, at)
    time = value.cut(at + 1).integer(0, _LONGEST_TIME, "milliseconds")
    references.append(pose)
    return pose.text, time
