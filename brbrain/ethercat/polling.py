"""What the motors are asked for in each cycle, and which half of them.

Motors with even and odd numbers take turns; each kind of data is asked of both halves
before the next. What is known once is asked for first; what is important goes round;
what is due now and then comes in between. Shadow keeps the kinds and periods in its
settings; those of `POLLED` are our guess.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from brbrain.clock import Clock
from brbrain.ethercat.palm_image import SLOW_DATA, MotorData

IMPORTANT = -1.0
INITIAL = -2.0


@dataclass(frozen=True, slots=True)
class Poll:
    """A kind of data, and its period in s: 0 or more, `IMPORTANT` or `INITIAL`."""

    data: MotorData
    period: float


POLLED = (
    *(Poll(MotorData.SLOW, INITIAL) for _ in SLOW_DATA),
    Poll(MotorData.STRAIN_GAUGE_LEFT, IMPORTANT),
    Poll(MotorData.STRAIN_GAUGE_RIGHT, IMPORTANT),
    Poll(MotorData.PWM, IMPORTANT),
    Poll(MotorData.FLAGS, IMPORTANT),
    Poll(MotorData.CURRENT, IMPORTANT),
    Poll(MotorData.VOLTAGE, 0.1),
    Poll(MotorData.TEMPERATURE, 0.5),
    Poll(MotorData.CAN_RECEIVED, 1.0),
    Poll(MotorData.CAN_TRANSMITTED, 1.0),
    Poll(MotorData.CAN_ERRORS, 1.0),
)


class Polling:
    """Gives each cycle's kind of data and half; see `POLLED`."""

    def __init__(self, clock: Clock, polls: Sequence[Poll] = POLLED) -> None:
        self._clock = clock
        self._polls = tuple(polls)
        self.restart()

    def restart(self) -> None:
        """Begin again with what is known once: boards may be others now."""
        self._initial = deque(
            poll.data for poll in self._polls if poll.period == INITIAL
        )
        self._round = deque(
            poll.data for poll in self._polls if poll.period == IMPORTANT
        )
        now = self._clock.now()
        self._due = {poll: now for poll in self._polls if poll.period >= 0.0}
        self._odd = 1
        self._data = MotorData.INVALID

    def next(self) -> tuple[int, int]:
        """Return the kind of data to ask for, and 0 for even motors or 1 for odd."""
        self._odd ^= 1
        if not self._odd:
            self._data = self._choose()
        return self._data, self._odd

    def _choose(self) -> MotorData:
        if self._initial:
            return self._initial.popleft()
        now = self._clock.now()
        for poll, due in self._due.items():
            if now >= due:
                self._due[poll] = now + poll.period
                return poll.data
        self._round.rotate(-1)
        return self._round[-1]
