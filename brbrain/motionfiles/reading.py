"""From documents to moves: what each kind of file means for our servos."""

from collections.abc import Callable, Iterable
from math import degrees
from pathlib import Path

from brbrain.errors import BrError
from brbrain.motionfiles import binary, mtn, mtnx, pypose, pypot, tekkotsu, webots
from brbrain.motionfiles.joints import Joints
from brbrain.motionfiles.numbered import (
    binary_parts,
    mtn_parts,
    mtnx_parts,
    pypose_parts,
)
from brbrain.motionfiles.pages import LEAD_IN, Move, Part, filled_in, moves_of
from brbrain.status import warn

Document = (
    mtn.Document
    | binary.Document
    | mtnx.Document
    | tekkotsu.Document
    | webots.Document
    | pypot.Document
    | pypose.Document
)


class Reading:
    """Reads the documents of one file. ``open`` gives others that it mentions."""

    def __init__(
        self, file: str, joints: Joints, open: Callable[[str], Document]
    ) -> None:
        self.file, self.joints, self.open = file, joints, open
        self._unknown: dict[str, None] = {}
        self._known = False

    def parts(self, document: Document) -> list[Part]:
        """Return the pages of a document; those without steps as well."""
        match document:
            case mtn.Document():
                return mtn_parts(document, self.file)
            case binary.Document():
                return binary_parts(document, self.file)
            case mtnx.Document():
                return mtnx_parts(document, self.file)
            case pypose.Document():
                return pypose_parts(document, self.file)
            case webots.Document():
                moves = self._webots(document)
            case pypot.Document():
                moves = self._pypot(document)
            case tekkotsu.Document(kind=tekkotsu.POSTURE):
                moves = [Move(self._counts(_outputs(document), ""), LEAD_IN)]
            case tekkotsu.Document():
                moves = self._motion(document)
        self._tell_unknown()
        return [Part(1, Path(self.file).stem, tuple(moves))]

    def _webots(self, document: webots.Document) -> list[Move]:
        return moves_of(
            (
                row.time / 1000,
                self._counts(
                    (
                        (name, degrees(angle))
                        for name, angle in zip(document.joints, row.angles, strict=True)
                        if angle is not None
                    ),
                    f" {row.time / 1000} s",
                ),
                row.name,
            )
            for row in document.rows
        )

    def _pypot(self, document: pypot.Document) -> list[Move]:
        return moves_of(
            (
                frame.time,
                self._counts(
                    ((name, values[0]) for name, values in frame.motors.items()),
                    f" {frame.time} s",
                ),
                "",
            )
            for frame in document.frames
        )

    def _motion(self, document: tekkotsu.Document) -> list[Move]:
        frames: dict[float, dict[int, float]] = {}
        self._play(document, frames, 0, (self.file,))
        whole = filled_in(sorted(frames.items()))
        return moves_of(
            (at / 1000, {id: round(count) for id, count in own.items()}, "")
            for at, own in whole
        )

    def _play(
        self,
        document: tekkotsu.Document,
        frames: dict[float, dict[int, float]],
        start: int,
        files: tuple[str, ...],
    ) -> int:
        """Put the postures of a motion, at their times in ms, into ``frames``.

        Returns its end. ``files`` are those that are being read, this one at the end.
        """
        at, in_degrees = start, False
        for line in document.lines:
            place = f"{files[-1]}:{line.number}:1"
            if line.command in tekkotsu.UNITS:
                in_degrees = line.command == "degrees"
            elif line.command in tekkotsu.TIMES:
                moved = int(line.words[1])
                at = start + moved if line.command == "settime" else at + moved
            elif line.command in tekkotsu.FILES:
                at = self._overlay(line.words[1], place, frames, at, files)
            elif line.words:
                angle = float(line.words[1])
                outputs = [(line.words[0], angle if in_degrees else degrees(angle))]
                weight = float(line.words[2]) if len(line.words) > 2 else 1.0
                if weight > 0:
                    counts = self._counts(outputs, f":{line.number}:1")
                    frames.setdefault(at, {}).update(counts)
        return at

    def _overlay(
        self,
        name: str,
        place: str,
        frames: dict[float, dict[int, float]],
        at: int,
        files: tuple[str, ...],
    ) -> int:
        if name in files:
            raise BrError(f"{place}: expected a file that does not load itself: {name}")
        document = self.open(name)
        if not isinstance(document, tekkotsu.Document):
            raise BrError(f"{place}: expected a .pos or .mot file, but received {name}")
        if document.kind == tekkotsu.SEQUENCE:
            return self._play(document, frames, at, (*files, name))
        counts = self._counts(_outputs(document), f": {name}")
        frames.setdefault(at, {}).update(counts)
        return at

    def _counts(
        self, angles: Iterable[tuple[str, float]], place: str
    ) -> dict[int, int]:
        """Return position counts by id of angles (deg) by name."""
        counts = {}
        for name, angle in angles:
            for id in self._ids(name):
                try:
                    counts[id] = self.joints.count(id, angle)
                except BrError as error:
                    raise BrError(f"{self.file}{place}: {error}") from None
        return counts

    def _ids(self, name: str) -> list[int]:
        """Return the ids that a name means: Tekkotsu's may mean both sides at once."""
        plain = name.rstrip("~")
        found = [self.joints.id_of(own) for own in (name, plain)]
        if found == [None, None]:
            found = [self.joints.id_of(side + plain) for side in "LR"]
        ids = list(dict.fromkeys(id for id in found if id is not None))
        self._known = self._known or bool(ids)
        if not ids:
            self._unknown[name] = None
        return ids

    def _tell_unknown(self) -> None:
        names = ", ".join(self._unknown)
        if self._unknown and not self._known:
            raise BrError(
                f"{self.file}: expected the names of joints of the robot, "
                f"but received {names}"
            )
        if self._unknown:
            warn(f"{self.file}: left out, as no joint has these names: {names}")


def _outputs(document: tekkotsu.Document) -> list[tuple[str, float]]:
    """Return the angles (deg) of a posture by name.

    Without what is for one model only, and without what has no names.
    """
    section, special = "outputs", False
    found = []
    for line in document.lines:
        if not line.words:
            continue
        first, *values = line.words
        if first.startswith("<"):
            section = "outputs" if first.startswith("</") else first[1:-1]
        elif first == "specialize":
            special = bool(values)
        elif first in ("condensed", "verbose", "weights", *tekkotsu.SECTIONS):
            continue
        elif section == "outputs" and not special:
            weight = float(values[1]) if len(values) > 1 else 1.0
            if weight > 0:
                found.append((first, degrees(float(values[0]))))
    return found
