"""pypot `.move`: a recording as JSON, in degrees and degrees a second.

    {"framerate": 50, "positions": {"0.02": {"m1": [12.5, 0.0]}}}

Older files have a list instead, one entry a frame.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from math import isfinite

from brbrain.errors import BrError
from brbrain.motionfiles.text import Word, decode, float_of, shown

Number = int | float
_DEEPEST = 20
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]', re.DOTALL)
_KEYS = ("positions", "position")


@dataclass
class Frame:
    """What motors do at a time in seconds: each its position and mostly its speed."""

    time: float
    motors: dict[str, list[Number]]


@dataclass
class Document:
    """A file, its frames in the order of their times.

    ``listed`` frames are a list in the file, without times. ``key`` is what the file
    calls them, ``others`` is what it says beside.
    """

    framerate: Number = 50
    frames: list[Frame] = field(default_factory=list)
    listed: bool = False
    key: str = "positions"
    others: dict[str, object] = field(default_factory=dict)

    def to_bytes(self) -> bytes:
        """Return the file."""
        positions = (
            [frame.motors for frame in self.frames]
            if self.listed
            else {repr(frame.time): frame.motors for frame in self.frames}
        )
        whole = {"framerate": self.framerate, self.key: positions, **self.others}
        try:
            return json.dumps(whole, indent=2, allow_nan=False).encode()
        except ValueError as error:
            raise BrError(f"move: expected finite numbers, but {error}") from None


def parse(data: bytes, file: str) -> Document:
    """Return what a file says; BrError with a place."""
    return _Reader(decode(data, file), file).document()


class _Reader:
    """Reads a file. JSON values have no places: it looks for them when one is wrong."""

    def __init__(self, text: str, file: str) -> None:
        self._text, self._file = text, file

    def document(self) -> Document:
        """Return the whole."""
        whole = self._json()
        key = next(
            (key for key in _KEYS if isinstance(whole, dict) and key in whole), ""
        )
        if not isinstance(whole, dict) or not key:
            raise self._error('"', "expected an object with framerate and positions")
        framerate, positions = whole.pop("framerate", None), whole.pop(key)
        if not _is_number(framerate) or framerate <= 0:
            raise self._error('"framerate"', "framerate: expected a number above 0")
        listed = isinstance(positions, list)
        if listed:
            times = [index / framerate for index in range(len(positions))]
            frames = list(map(self._frame, times, positions, ['"'] * len(times)))
        elif isinstance(positions, dict):
            frames = self._timed(positions)
        else:
            raise self._error(f'"{key}"', f"{key}: expected an object or a list")
        return Document(framerate, frames, listed, key, whole)

    def _json(self) -> object:
        self._check_depth()
        try:
            return json.loads(
                self._text,
                parse_constant=self._refused,
                parse_int=self._integer,
                parse_float=self._float,
                object_pairs_hook=self._object,
            )
        except json.JSONDecodeError as error:
            message = f"expected JSON, but {error.msg.lower()}"
            raise self._word(error.pos).error(message) from None

    def _check_depth(self) -> None:
        """Refuse deep lists before the parser recurses: it may run out of stack."""
        depth = 0
        for found in _BRACKETS.finditer(self._text):
            if found[0] in ("[", "{"):
                depth += 1
            elif found[0] in ("]", "}"):
                depth -= 1
            if depth > _DEEPEST:
                raise self._word(found.start()).error("expected JSON that is less deep")

    def _refused(self, name: str) -> object:
        raise self._error(name, f"expected a finite number, but received {name}")

    def _integer(self, text: str) -> int:
        if len(text) > 18:
            raise self._error(text, f"expected a number, but received {shown(text)}")
        return int(text)

    def _float(self, text: str) -> float:
        if not isfinite(float(text)):
            raise self._error(text, f"expected a number, but received {shown(text)}")
        return float(text)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = Counter(name for name, _ in pairs)
            name = names.most_common(1)[0][0]
            raise self._error(json.dumps(name), f"expected {shown(name)} once")
        return found

    def _timed(self, positions: dict[str, object]) -> list[Frame]:
        frames: dict[float, Frame] = {}
        for key, motors in positions.items():
            quoted, time = json.dumps(key), float_of(key)
            if time is None or time < 0:
                raise self._error(quoted, f"expected seconds, but got {shown(key)}")
            if time in frames:
                raise self._error(quoted, f"expected each time once, but got {key}")
            frames[time] = self._frame(time, motors, quoted)
        return [frames[time] for time in sorted(frames)]

    def _frame(self, time: float, motors: object, key: str) -> Frame:
        if not isinstance(motors, dict):
            raise self._error(key, f"{time} s: expected an object of motors")
        for name, values in motors.items():
            right = isinstance(values, list) and 1 <= len(values) <= 2
            if not right or not all(map(_is_number, values)):
                raise self._error(
                    key,
                    f"{time} s: {name}: expected [position, speed], "
                    f"but received {shown(json.dumps(values))}",
                )
        return Frame(time, motors)

    def _find(self, part: str) -> int:
        return max(0, self._text.find(part))

    def _error(self, part: str, message: str) -> BrError:
        return self._word(self._find(part)).error(message)

    def _word(self, position: int, text: str = "") -> Word:
        line = self._text.count("\n", 0, position) + 1
        column = position - self._text.rfind("\n", 0, position)
        return Word(text, self._file, line, column)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
