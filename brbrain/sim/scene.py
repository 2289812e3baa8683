"""What is around the simulated robot: walls, light, sounds and a remote control."""

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from brbrain.arguments import number, refused, whole

Value = TypeVar("Value")

CLAP_TIME = 0.02
"""Seconds that a clap is heard (our guess)."""

LOUDEST = 255
MOST_CLAPS = 255


class Sound(NamedTuple):
    """A sound of one level (0-255, silence is 127 to 128); times in seconds."""

    start: float
    end: float
    level: int


class Message(NamedTuple):
    """Two bytes of infrared remote control, and the id that sent them if a module."""

    time: float
    value: int
    sender: int | None


@dataclass
class Tone:
    """What a buzzer played: a note (0-51) or a melody (0-26), and the times of it."""

    id: int
    kind: str
    number: int
    start: float
    end: float
    """Infinite while it is to sound until it is stopped."""


@dataclass
class Scene:
    """Left, center and right are as the sensor module sees them.

    Raises BrError for a value out of its range.
    """

    now: Callable[[], float]
    """Lets all happen until now and returns the seconds since the simulation began."""
    distances: tuple[float | None, ...] = (None, None, None)
    """Metres to what stands left, ahead and right; None for nothing."""
    brightness: tuple[int, ...] = (0, 0, 0)
    """Infrared light from left, ahead and right, 0 to 255."""
    sounds: list[Sound] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    tones: list[Tone] = field(default_factory=list)
    """All that the buzzers played."""

    def wall(self, *distances: float | None) -> None:
        """Put a wall so many metres away: one distance for all, or left, center, right.

        None takes it away.
        """
        for distance in distances:
            if distance is not None:
                number("wall", distance, 0.0, unit="m")
        self.now()  # what is before happens before the old wall
        self.distances = _three("wall", distances)

    def light(self, *levels: int) -> None:
        """Let light come in: one level for all, or left, center, right; 0 to 255."""
        for level in levels:
            whole("light", level, 0, LOUDEST)
        self.now()
        self.brightness = _three("light", levels)

    def clap(self, count: int = 1, interval: float = 0.3) -> None:
        """Clap hands, the first time at once, then every ``interval`` seconds."""
        whole("count", count, 0, MOST_CLAPS)
        number("interval", interval, 0.0, unit="s")
        first = self.now()
        for clap in range(count):
            start = first + clap * interval
            self._hear(Sound(start, start + CLAP_TIME, LOUDEST))

    def sound(self, level: int, seconds: float) -> None:
        """Let a sound of a level (0 to 255) be heard for a time from now on."""
        whole("level", level, 0, LOUDEST)
        number("seconds", seconds, 0.0)
        start = self.now()
        self._hear(Sound(start, start + seconds, level))

    def remote(self, value: int, sender: int | None = None) -> None:
        """Send two bytes (0 to 65535) as the remote control does."""
        whole("remote control", value, 0, 0xFFFF)
        self.messages.append(Message(self.now(), value, sender))

    def _hear(self, sound: Sound) -> None:
        insort(self.sounds, sound, key=lambda known: known.start)


def _three(name: str, values: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(values) not in (1, 3):
        raise refused(name, "one value or three", values)
    return values if len(values) == 3 else values * 3
