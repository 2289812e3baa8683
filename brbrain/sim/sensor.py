"""The AX-S1 sensor module in a scene. Source: AX-S1 manual, pages 13 to 23."""

import math
from bisect import bisect_right
from collections.abc import Iterable

from brbrain.dynamixel import InstructionPacket, StatusPacket
from brbrain.sim.device import Device, Surroundings
from brbrain.sim.models import Model
from brbrain.sim.motor import AMBIENT
from brbrain.sim.scene import Scene, Sound, Tone

SIDES = ("left", "center", "right")

SATURATION_DISTANCE = 0.05
"""Metres up to which the distance sensor reads 255 (manual, page 22)."""

LOW_SENSITIVITY_DISTANCE = 0.02
"""The same while the obstacle compare value is 0 (our guess)."""

LOUD = 200
"""Level from which a sound is counted (our guess)."""

DEAF_TIME = 0.080
"""Seconds after a counted sound in which none is counted (page 18)."""

COUNTING_TIME = 0.800
"""Seconds after the last counted sound until the count appears (page 18)."""

SILENCE = 127
"""Silence is this or one more (page 17)."""

SAMPLE_RATE = 3800.0
"""Sound samples a second (page 17)."""

SOUND_CLOCK = 65536 / 4.096e-3
"""Counts a second of the sound detected time (page 19)."""

SHORTEST_TONE, LONGEST_TONE = 3, 50
"""Tenths of a second (page 21)."""

TONE_ON, MELODY = 254, 255
"""What buzzer times of these values mean (page 21)."""

MELODY_TIME = 2.0
"""Seconds that a melody plays (our guess)."""


class SensorModule(Device):
    """An AX-S1."""

    def __init__(
        self, model: Model, id: int, surroundings: Surroundings, scene: Scene
    ) -> None:
        self.scene = scene
        self._tone: Tone | None = None
        super().__init__(model, id, surroundings)

    def power_up(self) -> None:
        """Switch on: all that was heard is forgotten, the buzzer is silent."""
        super().power_up()
        now = self.surroundings.time
        self._sounds_heard = bisect_right(self.scene.sounds, now, key=_start)
        self._messages_heard = len(self.scene.messages)
        self._count = 0
        self._last_counted = -math.inf
        self._clock_zero = 0.0
        self._play()

    def execute(self, packet: InstructionPacket) -> StatusPacket | None:
        """Carry out an instruction; what was heard and played until now comes first."""
        self.refresh()
        return super().execute(packet)

    def refresh(self) -> None:
        """Look, listen, and see how far the buzzer is."""
        super().refresh()
        self._put("present temperature", round(AMBIENT))
        self._look()
        self._listen()
        self._receive()
        if self._tone and self._tone.end <= self.surroundings.time:
            self._tone = None
            self._put("buzzer time", 0)

    def changed(self, addresses: range) -> None:
        """Set the clock of sounds, play a tone, or send by infrared light."""
        now = self.surroundings.time
        if self._touched("sound detected time", addresses):
            self._clock_zero = now - self._get("sound detected time") / SOUND_CLOCK
        if any(
            self._touched(f"buzzer {name}", addresses) for name in ("index", "time")
        ):
            self._play()
        if self._touched("ir remocon tx data", addresses):
            self.scene.remote(self._get("ir remocon tx data"), self.id)

    def was_read(self, addresses: range) -> None:
        """Make room for the next remote control data."""
        if {48, 49} & set(addresses):
            self._put("ir remocon arrived", 0)

    def _look(self) -> None:
        """Measure distances and light, and compare."""
        compare = self._get("obstacle detected compare")
        reach = SATURATION_DISTANCE if compare else LOW_SENSITIVITY_DISTANCE
        echoes = [_echo(distance, reach) for distance in self.scene.distances]
        for side, echo, light in zip(SIDES, echoes, self.scene.brightness, strict=True):
            self._put(f"{side} ir sensor data", echo)
            self._put(f"{side} luminosity", light)
        self._put("obstacle detection flag", _flags(echoes, compare))
        compare = self._get("light detected compare")
        self._put("luminosity detection flag", _flags(self.scene.brightness, compare))

    def _listen(self) -> None:
        """Measure the sound, and count the loud ones since the last time."""
        now, sounds = self.surroundings.time, self.scene.sounds
        arrived = bisect_right(sounds, now, key=_start)
        loudest = SILENCE + 1
        for sound in sounds[self._sounds_heard : arrived]:
            self._publish_count(sound.start)
            self._count_sound(sound)
            loudest = max(loudest, sound.level)
        self._sounds_heard = arrived
        self._publish_count(now)
        level = SILENCE + int(now * SAMPLE_RATE) % 2
        for sound in sounds[:arrived]:
            if now < sound.end:
                level = sound.level
        self._put("sound data", level)
        hold = max(self._get("sound data max hold"), loudest, level)
        self._put("sound data max hold", hold)

    def _count_sound(self, sound: Sound) -> None:
        if sound.level < LOUD or sound.start - self._last_counted < DEAF_TIME:
            return
        self._count = min(255, self._count + 1)
        self._last_counted = sound.start
        clock = int((sound.start - self._clock_zero) * SOUND_CLOCK)
        self._put("sound detected time", clock % 65536)

    def _publish_count(self, now: float) -> None:
        if self._count and now - self._last_counted >= COUNTING_TIME:
            self._put("sound detected count", self._count)
            self._count = 0

    def _receive(self) -> None:
        for message in self.scene.messages[self._messages_heard :]:
            if message.sender != self.id:
                self._put("ir remocon rx data", message.value)
                self._put("ir remocon arrived", 2)
        self._messages_heard = len(self.scene.messages)

    def _play(self) -> None:
        """Stop what is playing, and play what the two buzzer registers say."""
        now = self.surroundings.time
        number, time = self._get("buzzer index"), self._get("buzzer time")
        if self._tone:
            self._tone.end = now
        self._tone = None
        if time:
            kind = "melody" if time == MELODY else "note"
            self._tone = Tone(self.id, kind, number, now, now + _tone_time(time))
            self.scene.tones.append(self._tone)


def _start(sound: Sound) -> float:
    return sound.start


def _echo(distance: float | None, reach: float) -> int:
    """Return what the distance sensor reads.

    No curve is published: the inverse square is our guess.
    """
    if distance is None:
        return 0
    return 255 if distance <= reach else int(255 * (reach / distance) ** 2)


def _flags(values: Iterable[int], compare: int) -> int:
    """Return bit 0 left, bit 1 center, bit 2 right: set where it is more."""
    return sum((value > compare) << bit for bit, value in enumerate(values))


def _tone_time(register: int) -> float:
    """Return the seconds that a value of the buzzer time register means."""
    if register == TONE_ON:
        return math.inf
    if register == MELODY:
        return MELODY_TIME
    return max(SHORTEST_TONE, min(LONGEST_TONE, register)) / 10
