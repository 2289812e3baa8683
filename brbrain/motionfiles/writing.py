"""From moves to documents: the same motion in each kind of file, as far as it can say.

What a file cannot say, such as a joint that it has no name for, is told by a warning.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import radians

from brbrain.errors import BrError
from brbrain.motionfiles import binary, mtn, mtnx, pypose, pypot, tekkotsu, webots
from brbrain.motionfiles.joints import Joints
from brbrain.motionfiles.numbered import DEGREES_PER_STEP
from brbrain.motionfiles.pages import Move, frames_of, new_name
from brbrain.motionfiles.timing import BINARY, TEXT, Timing, paged
from brbrain.status import warn

PYPOT_RATE = 50
"""Frames a second: pypot goes from frame to frame without anything between."""
Frame = tuple[int, dict[int, int], str]
"""A time in units, counts by id, a name."""

_DEGREE_DIGITS = 2
_RADIAN_DIGITS = 4


class Writing:
    """Writes one motion into documents."""

    def __init__(
        self, file: str, name: str, moves: Sequence[Move], joints: Joints
    ) -> None:
        self.file, self.name = file, name or "motion"
        self.moves, self.joints = list(moves), joints

    def mtn(self) -> mtn.Document:
        """Return pages of text, linked if one is not enough."""
        moves = self._held(self._only(lambda id: id < mtn.SLOTS))
        enabled = moves[0].counts
        document = mtn.Document(enable=[int(id in enabled) for id in range(mtn.SLOTS)])
        parts = self._paged(moves, TEXT)
        for number, (speed, steps) in enumerate(parts, 1):
            page = mtn.Page(self._page_name(number), speed=speed)
            page.next = number + 1 if number < len(parts) else 0
            for step in steps:
                positions = [step.counts.get(id, mtn.UNUSED) for id in range(mtn.SLOTS)]
                page.steps.append(
                    mtn.Step(positions, round(step.pause, 3), round(step.time, 3))
                )
            document.pages.append(page)
        document.pages += [mtn.Page() for _ in range(mtn.PAGES - len(document.pages))]
        return document

    def binary(self) -> binary.Document:
        """Return pages of a controller's memory, linked if one is not enough."""
        moves = self._only(lambda id: id < binary.SLOTS)
        pages = [binary.Page(repeat=0) for _ in range(mtn.PAGES + 1)]
        parts = self._paged(moves, BINARY)
        for number, (speed, steps) in enumerate(parts, 1):
            page = pages[number]
            page.title = binary.title(self._page_name(number))
            page.repeat, page.count = 1, len(steps)
            page.speed = round(binary.NORMAL_SPEED / speed)
            page.next = number + 1 if number < len(parts) else 0
            for step, move in zip(page.steps, steps, strict=False):
                for id, count in move.counts.items():
                    step.words[id] = count
                step.pause = round(move.pause * binary.UNITS_PER_SECOND)
                step.time = round(move.time * binary.UNITS_PER_SECOND)
        for page in pages:
            page.checksum = page.sum(binary.ADDITIVE)
        return binary.Document(pages)

    def mtnx(self) -> mtnx.Document:
        """Return a page of R+ Motion 2, and a flow of it."""
        moves = self._held(self._only(lambda id: True))
        ids = sorted(moves[0].counts)
        steps = [
            {
                "frame": str(frame),
                "pose": " ".join(_degrees(counts[id]) for id in ids),
            }
            for frame, counts, _ in self._rounded(moves, mtnx.FRAMES_PER_SECOND)
        ]
        mirrors = {id: self.joints.mirrored(id) for id in ids}
        return mtnx.Document(mtnx.new_root(_plain(self.name, ""), mirrors, steps))

    def posture(self) -> tekkotsu.Document:
        """Return the only pose."""
        if len(self.moves) != 1:
            raise BrError(
                f"{self.file}: expected one step for a posture, "
                f"but received {len(self.moves)}"
            )
        (move,) = self._only(self._has_name)
        return tekkotsu.Document(tekkotsu.POSTURE, self._outputs(move))

    def motion(self) -> tekkotsu.Document:
        """Return a motion sequence."""
        moves = self._held(self._only(self._has_name))
        lines = [tekkotsu.Line(["radians"])]
        before = 0
        for at, counts, _ in self._rounded(moves, 1000):
            lines.append(tekkotsu.Line(["advanceTime", str(at - before)]))
            lines += self._outputs(Move(counts, 0.0))
            before = at
        return tekkotsu.Document(tekkotsu.SEQUENCE, lines)

    def webots(self) -> webots.Document:
        """Return a table."""
        moves = self._only(self._has_name)
        ids = sorted({id for move in moves for id in move.counts})
        document = webots.Document([self._name(id, ",") for id in ids])
        for at, counts, name in self._rounded(moves, 1000):
            angles = [
                self._radians(id, counts[id]) if id in counts else None for id in ids
            ]
            name = _plain(name, ",") or f"pose {len(document.rows) + 1}"
            document.rows.append(webots.Row(at, name, angles))
        return document

    def pypot(self) -> pypot.Document:
        """Return a recording of the motion, made of many frames."""
        moves = self._held(self._only(self._has_name))
        document = pypot.Document(PYPOT_RATE)
        before, at = self._angles(moves[0].counts), 0.0
        for until, counts, _ in frames_of(moves):
            goal = self._angles(counts)
            # The way to the first posture is not known, it is there at its time.
            steps = round((until - at) * PYPOT_RATE) if document.frames else 1
            document.frames += _frames(before, goal, at, until, max(1, steps))
            before, at = goal, until
        return document

    def pypose(self) -> pypose.Document:
        """Return a project with one sequence; each pause is a step to the same pose."""
        moves = self._held(self._only(lambda id: id > 0))
        ids = range(1, max(moves[0].counts) + 1)
        document = pypose.Document(_plain(self.name, ":|,"), [1024] * len(ids))
        steps, names = [], dict[tuple[int, ...], str]()
        before = 0
        for at, counts, name in self._rounded(moves, 1000):
            positions = tuple(counts.get(id, pypose.MIDDLE) for id in ids)
            if positions not in names:
                wanted = _plain(name, ":|,") or f"pose{len(names) + 1}"
                names[positions] = new_name(wanted, document.poses)
                document.poses[names[positions]] = list(positions)
            steps.append((names[positions], at - before))
            before = at
        document.sequences[_plain(self.name, ":|,")] = steps
        return document

    # What several kinds need

    def _only(self, can_tell: Callable[[int], bool]) -> list[Move]:
        """Return the moves of the servos that the file can tell of."""
        ids = {id for move in self.moves for id in move.counts}
        lost = sorted(id for id in ids if not can_tell(id))
        if len(lost) == len(ids):
            raise BrError(f"{self.file}: expected servos that such a file can tell of")
        if lost:
            warn(f"{self.file}: without id {', '.join(map(str, lost))}")
        return [
            replace(
                move,
                counts={id: own for id, own in move.counts.items() if id not in lost},
            )
            for move in self.moves
        ]

    def _held(self, moves: list[Move]) -> list[Move]:
        """Return moves of all servos: those left alone stay where they are."""
        first: dict[int, int] = {}
        for move in moves:
            first = {**move.counts, **first}
        late = sorted(set(first) - set(moves[0].counts))
        if late:
            warn(
                f"{self.file}: id {', '.join(map(str, late))} begins later, "
                "but goes to its first position in the first step"
            )
        held, whole = first, []
        for move in moves:
            held = {**held, **move.counts}
            whole.append(replace(move, counts=held))
        return whole

    def _paged(
        self, moves: list[Move], timing: Timing
    ) -> list[tuple[float, list[Move]]]:
        parts, error = paged(moves, timing, self.file)
        if len(parts) > mtn.PAGES:
            raise BrError(
                f"{self.file}: expected at most {mtn.PAGES} pages of 7 steps, "
                f"but there are {len(parts)}"
            )
        self._tell_rounded(error)
        return parts

    def _rounded(self, moves: list[Move], units_per_second: int) -> list[Frame]:
        """Return postures at their times, in whole units, each after the one before."""
        found: list[Frame] = []
        error = 0.0
        for at, counts, name in frames_of(moves):
            unit = max(round(at * units_per_second), found[-1][0] + 1 if found else 0)
            error = max(error, abs(unit / units_per_second - at))
            found.append((unit, dict(counts), name))
        self._tell_rounded(error)
        return found

    def _tell_rounded(self, error: float) -> None:
        if error > 1e-6:
            warn(f"{self.file}: times were rounded, by {error * 1000:.3g} ms at most")

    def _page_name(self, number: int) -> str:
        name = _plain(self.name, "")
        return name if number == 1 else f"{name} {number}"

    def _has_name(self, id: int) -> bool:
        return self.joints.name_of(id) is not None

    def _name(self, id: int, forbidden: str = "") -> str:
        return _plain(self.joints.name_of(id) or "", forbidden)

    def _radians(self, id: int, count: int) -> float:
        return round(radians(self.joints.angle(id, count)), _RADIAN_DIGITS)

    def _angles(self, counts: Mapping[int, int]) -> dict[str, float]:
        """Return angles in degrees by name."""
        return {
            self._name(id): self.joints.angle(id, own) for id, own in counts.items()
        }

    def _outputs(self, move: Move) -> list[tekkotsu.Line]:
        return [
            tekkotsu.Line([self._name(id), repr(self._radians(id, count))])
            for id, count in sorted(move.counts.items())
        ]


def _frames(
    start: dict[str, float], end: dict[str, float], at: float, until: float, steps: int
) -> list[pypot.Frame]:
    """Return the way between two postures (degrees by name) at times in seconds."""
    frames = []
    for step in range(1, steps + 1):
        part = step / steps
        motors: dict[str, list[pypot.Number]] = {}
        for name, goal in end.items():
            way = goal - start[name]
            speed = way / (until - at) if until > at else 0.0
            values = start[name] + way * part, speed
            motors[name] = [round(value, _DEGREE_DIGITS) for value in values]
        frames.append(pypot.Frame(round(at + (until - at) * part, 6), motors))
    return frames


def _plain(text: str, forbidden: str) -> str:
    """Return a text that goes into one line and has none of some characters."""
    table = str.maketrans(dict.fromkeys(f"\n\r{forbidden}", " "))
    return text.translate(table).strip()


def _degrees(count: int) -> str:
    return f"{(count - 512) * DEGREES_PER_STEP:.2f}".rstrip("0").rstrip(".")
