"""What an AX-S1 sees, hears and plays. Source: AX-S1 manual, pages 16 to 23."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from brbrain.arguments import number, whole
from brbrain.devices import Devices, Key
from brbrain.errors import BrError
from brbrain.registers import Register, find

Side = Literal["left", "center", "right"]


class Sides(NamedTuple):
    """One value a side, 0 to 255."""

    left: int
    center: int
    right: int


BUZZER_INDEX = find("buzzer index")
BUZZER_TIME = find("buzzer time")
SOUND_COUNT = find("sound detected count")

SHORTEST_NOTE, LONGEST_NOTE = 0.3, 5.0
"""Seconds that the buzzer can be told to play."""

PLAY_MELODY = 255
"""The buzzer time with which the index is that of a melody."""

LAST_NOTE, LAST_MELODY = 51, 26
ARRIVED = 2


class Sensors(Devices):
    """AX-S1 sensor modules by id."""

    def sensor_modules(self) -> list[int]:
        """Return the ids of the sensor modules that answer.

        They are looked for as `Servos.servos` looks for servos.
        """
        if self.description is not None:
            ids: Iterable[int] = self.description.sensors
        else:
            ids = self.scan() if self.scanned is None else self.scanned
        return [id for id in self._answering(ids) if not self._devices[id].servo]

    def distance(self, key: Key) -> Sides:
        """Return how much infrared light comes back from left, ahead and right.

        0 is nothing near, 255 is as near as 5 cm or less. It is no length: what comes
        back depends on the surface too.
        """
        return self._sides(key, "left ir sensor data")

    def luminosity(self, key: Key) -> Sides:
        """Return how bright it is (infrared) left, ahead and right: 0 to 255."""
        return self._sides(key, "left luminosity")

    def sound_count(self, key: Key) -> int:
        """Return how many claps were heard since the last call, 0 to 255.

        A series is counted when it has been quiet for 0.8 s.
        """
        id, register = self._sensor(key, SOUND_COUNT)
        with self.brain.transaction():
            count = self._read_one(id, register)
            if count:
                self._write([(id, register, [0])])
        return count

    def beep(self, key: Key, note: int, seconds: float = 0.3) -> None:
        """Play a note, 0 (lowest) to 51, for 0.3 to 5 seconds."""
        seconds = number("seconds", seconds, SHORTEST_NOTE, LONGEST_NOTE)
        whole("note", note, 0, LAST_NOTE)
        self._play(key, note, BUZZER_TIME.validate_natural(seconds))

    def melody(self, key: Key, number: int) -> None:
        """Play one of the melodies, 0 to 26."""
        self._play(key, whole("number", number, 0, LAST_MELODY), PLAY_MELODY)

    def remocon_send(self, key: Key, value: int) -> None:
        """Send two bytes (0 to 65535) as an infrared remote control does."""
        whole("value", value, 0, 0xFFFF)
        id, register = self._sensor(key, "ir remocon tx data")
        self._write([(id, register, [value])])

    def remocon_receive(self, key: Key) -> int | None:
        """Return the two bytes that a remote control sent, None if none came.

        Each message is returned once; of several only the last.
        """
        id, arrived = self._sensor(key, "ir remocon arrived")
        with self.brain.transaction():
            if self._read_one(id, arrived) != ARRIVED:
                return None
            return self._read_one(id, find("ir remocon rx data"))

    def _sensor(self, key: Key, name: str | Register) -> tuple[int, Register]:
        """Return an id and a register; raise BrError if that is not an AX-S1."""
        device = self.device(key)
        if device.kind != "axs1":
            raise BrError(
                f"id {device.id}: expected an AX-S1, but it is an {device.model}",
                device,
            )
        return device.id, find(name, "axs1")

    def _sides(self, key: Key, first: str) -> Sides:
        id, register = self._sensor(key, first)
        return Sides(*self._read([id], register, len(Sides._fields))[id].values())

    def _play(self, key: Key, number: int, time: int) -> None:
        id, register = self._sensor(key, BUZZER_INDEX)
        self._write([(id, register, [number, time])])
