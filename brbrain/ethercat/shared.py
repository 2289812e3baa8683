"""What a hand's own process shows of every cycle, in memory that it shares.

One process writes, others read, and neither waits: a number that is odd while a cycle
is being written, and another one afterwards, tells a reader that it has to look again.
The order of writes is that of the processor, which x86 and, with one writer and whole
snapshots that are checked, others keep well enough; our choice.
"""

import mmap
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, Protocol

from brbrain.errors import LinkError
from brbrain.ethercat.palm import Motor, Palm
from brbrain.ethercat.palm_image import INPUT_SIZE, MOTORS, MotorData

LATENESSES: Final = 16_384
"""Cycles whose lateness is kept: 16 seconds at 1 kHz."""

MOST_PALMS: Final = 4

_WHY_SIZE = 160
_KINDS = len(MotorData)
_NONE = -(1 << 31)

_SEQUENCE = Struct("<Q")
_HEADER = Struct(f"<QqQQQBB6x{_WHY_SIZE}s")
"""Cycles, counter, failures, invalid, missed periods, palms, flags, why halted."""
_PALM = Struct(f"<QQQqd{INPUT_SIZE}sQd{INPUT_SIZE}s")
"""Cycles, valid, zero buffers, least idle, stamp, state; publication."""
_MOTOR = Struct(f"<{2 + _KINDS}i")
"""Torque, how the last data came, and the data by kind."""
_LATENESS = Struct("<f")

_HEADER_AT = _SEQUENCE.size
_PALMS_AT = _HEADER_AT + _HEADER.size
_PALM_SIZE = _PALM.size + MOTORS * _MOTOR.size
_LATENESS_AT = _PALMS_AT + MOST_PALMS * _PALM_SIZE
SIZE: Final = _LATENESS_AT + LATENESSES * _LATENESS.size

_RECOVERING = 1
_ATTEMPTS = 1000
_PAUSE = 0.0001
"""Looks at a cycle that is being written, and seconds between them; our choice."""


class Shown(Protocol):
    """What is shown of a hand."""

    palms: list[Palm]
    cycles: int
    counter: int
    failures: int
    why_halted: str
    recovering: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A cycle of a hand as a whole."""

    cycles: int
    counter: int
    failures: int
    invalid: int
    missed: int
    palm_count: int
    recovering: bool
    why_halted: str
    palms: bytes


class SharedHand:
    """The shared memory. It is a file that is gone when both sides have closed it."""

    def __init__(self, path: str | None = None) -> None:
        self._file = None
        if path is None:
            self._file = tempfile.NamedTemporaryFile(  # noqa: SIM115 (see `close`)
                prefix="brbrain-hand-"
            )
            self._file.truncate(SIZE)
            self.path = self._file.name
            self._memory = mmap.mmap(self._file.fileno(), SIZE)
        else:
            self.path = path
            number = os.open(path, os.O_RDWR)
            try:
                self._memory = mmap.mmap(number, SIZE)
            finally:
                os.close(number)
        self._sequence = 0
        self._published = [-1] * MOST_PALMS

    def show(self, hand: Shown, invalid: int, missed: int) -> None:
        """Write what is so after a cycle; motors' data with each publication."""
        memory = self._memory
        self._sequence += 1
        _SEQUENCE.pack_into(memory, 0, self._sequence)
        flags = _RECOVERING if hand.recovering else 0
        _HEADER.pack_into(
            memory,
            _HEADER_AT,
            hand.cycles,
            hand.counter,
            hand.failures,
            invalid,
            missed,
            len(hand.palms),
            flags,
            hand.why_halted.encode()[:_WHY_SIZE],
        )
        for at, palm in enumerate(hand.palms):
            self._show_palm(at, palm)
        self._sequence += 1
        _SEQUENCE.pack_into(memory, 0, self._sequence)

    def add_lateness(self, cycle: int, seconds: float) -> None:
        """Note how late a cycle began."""
        where = _LATENESS_AT + cycle % LATENESSES * _LATENESS.size
        _LATENESS.pack_into(self._memory, where, seconds)

    def latenesses(self, cycles: int) -> list[float]:
        """Return how late the last cycles began, in s, in no order."""
        count = min(cycles, LATENESSES)
        end = _LATENESS_AT + count * _LATENESS.size
        return [
            value for (value,) in _LATENESS.iter_unpack(self._memory[_LATENESS_AT:end])
        ]

    def cycles(self) -> int:
        """Return how many cycles there were; it may be one that is being written."""
        return int.from_bytes(self._mapped()[_HEADER_AT : _HEADER_AT + 8], "little")

    def snapshot(self) -> Snapshot:
        """Return a cycle as a whole. Raises LinkError if it keeps being written."""
        memory = self._mapped()
        for _ in range(_ATTEMPTS):
            before = _SEQUENCE.unpack_from(memory, 0)[0]
            taken = memory[_HEADER_AT:_LATENESS_AT]
            after = _SEQUENCE.unpack_from(memory, 0)[0]
            if before == after and before % 2 == 0:
                return _snapshot(taken)
            time.sleep(_PAUSE)
        raise LinkError("hand: expected a whole cycle in shared memory, but found none")

    def _mapped(self) -> mmap.mmap:
        if self._memory.closed:
            raise LinkError("hand: expected it open, but the hand is closed")
        return self._memory

    def close(self) -> None:
        """Close the memory."""
        self._memory.close()
        if self._file is not None:
            self._file.close()

    def _show_palm(self, at: int, palm: Palm) -> None:
        start = _PALMS_AT + at * _PALM_SIZE
        published = palm.publication
        number = 0 if published is None else published.number
        least = -1 if palm.minimum_idle is None else palm.minimum_idle
        _PALM.pack_into(
            self._memory,
            start,
            palm.cycles,
            palm.valid_cycles,
            palm.zero_buffers,
            least,
            palm.stamp,
            palm.state or b"",
            number,
            0.0 if published is None else published.stamp,
            b"" if published is None else published.state,
        )
        if number != self._published[at]:
            self._published[at] = number
            self._show_motors(start + _PALM.size, palm.motors)

    def _show_motors(self, start: int, motors: Sequence[Motor]) -> None:
        for at, motor in enumerate(motors):
            torque = _NONE if motor.torque is None else motor.torque
            data = motor.data
            _MOTOR.pack_into(
                self._memory,
                start + at * _MOTOR.size,
                torque,
                motor.last_missing | motor.last_bad << 1,
                *[data.get(kind, _NONE) for kind in range(_KINDS)],
            )


def take_palm(snapshot: Snapshot, at: int, palm: Palm) -> None:
    """Make a palm what a snapshot says of it."""
    start = at * _PALM_SIZE
    cycles, valid, zero, least, stamp, state, number, published_at, published = (
        _PALM.unpack_from(snapshot.palms, start)
    )
    palm.cycles, palm.valid_cycles, palm.zero_buffers = cycles, valid, zero
    palm.minimum_idle = None if least < 0 else least
    palm.state, palm.stamp = (state if valid else None), stamp
    if number and (palm.publication is None or palm.publication.number != number):
        palm.publish(published, number, published_at)
        start += _PALM.size
        for motor, place in zip(palm.motors, range(MOTORS), strict=True):
            _take_motor(motor, snapshot.palms, start + place * _MOTOR.size)


def _take_motor(motor: Motor, memory: bytes, start: int) -> None:
    torque, came, *data = _MOTOR.unpack_from(memory, start)
    motor.last_missing, motor.last_bad = bool(came & 1), bool(came & 2)
    motor.torque = None if torque == _NONE else torque
    motor.data = {kind: raw for kind, raw in enumerate(data) if raw != _NONE}


def _snapshot(taken: bytes) -> Snapshot:
    cycles, counter, failures, invalid, missed, palms, flags, why = _HEADER.unpack_from(
        taken
    )
    return Snapshot(
        cycles,
        counter,
        failures,
        invalid,
        missed,
        palms,
        bool(flags & _RECOVERING),
        why.rstrip(b"\x00").decode("utf-8", "replace"),
        taken[_HEADER.size :],
    )
