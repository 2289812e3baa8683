"""Force sensors, gyroscopes, accelerometers and attitude sensors, power, thermometers.

A sensor is what has all signals of its kind: "chest/gyro-x", "chest/gyro-y" and
"chest/gyro-z" are a gyroscope. There are as many as a device has: none, mostly.
"""

from collections.abc import Sequence
from math import nan
from typing import Final

from brbrain.arguments import elements, is_whole, number, refused
from brbrain.iob.base import Base

KINDS: Final = {
    "force": tuple(f"{what}-{axis}" for what in ("force", "moment") for axis in "xyz"),
    "gyro": tuple(f"gyro-{axis}" for axis in "xyz"),
    "accelerometer": tuple(f"acceleration-{axis}" for axis in "xyz"),
    "attitude": ("roll", "pitch", "yaw"),
}
"""The signals that make a sensor of each kind."""

THERMOMETER: Final = "thermometer"
"""The signal of a thermometer, "chest/thermometer" in C."""


class Sensors(Base):
    """Sensors by number, those of a kind in the order of their first signals."""

    _sensor_offsets: dict[str, tuple[float, ...]]

    def number_of_force_sensors(self) -> int:
        """Return how many force sensors there are."""
        return len(self._places("force"))

    def set_number_of_force_sensors(self, number: int) -> None:
        """Not supported: a device tells what it has."""
        raise self._refuse("number of force sensors", "a device tells what it has")

    def number_of_gyro_sensors(self) -> int:
        """Return how many gyroscopes there are."""
        return len(self._places("gyro"))

    def set_number_of_gyro_sensors(self, number: int) -> None:
        """Not supported: a device tells what it has."""
        raise self._refuse("number of gyroscopes", "a device tells what it has")

    def number_of_accelerometers(self) -> int:
        """Return how many accelerometers there are."""
        return len(self._places("accelerometer"))

    def set_number_of_accelerometers(self, number: int) -> None:
        """Not supported: a device tells what it has."""
        raise self._refuse("number of accelerometers", "a device tells what it has")

    def number_of_attitude_sensors(self) -> int:
        """Return how many attitude sensors there are."""
        return len(self._places("attitude"))

    def read_force_sensor(self, id: int) -> list[float]:
        """Return three forces in N and three moments in Nm."""
        return self._sensor("force", id)

    def read_force_offset(self, id: int) -> list[float]:
        """Return what is added to what a force sensor measures."""
        return self._offset("force", id)

    def write_force_offset(self, id: int, offsets: Sequence[float]) -> None:
        """Set the six numbers that are added to what a force sensor measures."""
        self._set_offset("force", id, offsets)

    def read_gyro_sensor(self, id: int) -> list[float]:
        """Return three angular velocities in rad/s."""
        return self._sensor("gyro", id)

    def read_gyro_sensor_offset(self, id: int) -> list[float]:
        """Return what is added to what a gyroscope measures, in rad/s."""
        return self._offset("gyro", id)

    def write_gyro_sensor_offset(self, id: int, offsets: Sequence[float]) -> None:
        """Set the three numbers that are added to what a gyroscope measures."""
        self._set_offset("gyro", id, offsets)

    def read_accelerometer(self, id: int) -> list[float]:
        """Return three accelerations in m/s^2."""
        return self._sensor("accelerometer", id)

    def read_accelerometer_offset(self, id: int) -> list[float]:
        """Return what is added to what an accelerometer measures, in m/s^2."""
        return self._offset("accelerometer", id)

    def write_accelerometer_offset(self, id: int, offsets: Sequence[float]) -> None:
        """Set the three numbers that are added to what an accelerometer measures."""
        self._set_offset("accelerometer", id, offsets)

    def read_attitude_sensor(self, id: int) -> list[float]:
        """Return roll, pitch and yaw in rad."""
        return self._sensor("attitude", id)

    def write_attitude_sensor_offset(self, id: int, offsets: Sequence[float]) -> None:
        """Set the three angles that are added to what an attitude sensor measures."""
        self._set_offset("attitude", id, offsets)

    def read_power(self) -> tuple[float, float]:
        """Return volts and amperes of the supply; NaN for one that is not measured."""
        known = [
            self.device.value(name) if self._has(name) else nan
            for name in ("power/voltage", "power/current")
        ]
        if not any(self._has(f"power/{what}") for what in ("voltage", "current")):
            raise self._refuse("power", "neither voltage nor current is measured")
        return known[0], known[1]

    def read_temperature(self, id: int) -> float:
        """Return what a thermometer says, in C.

        A CM-5 has one, but nobody knows what its readings are in degrees.
        """
        places = self._named(THERMOMETER)
        if not places:
            raise self._refuse("thermometer", "none that tells degrees C")
        if not is_whole(id, 0, len(places) - 1):
            raise refused("id", f"a thermometer from 0 to {len(places) - 1}", id)
        return self.device.value(f"{places[id]}/{THERMOMETER}")

    def _named(self, what: str) -> list[str]:
        """Return what has a signal of that name."""
        return [
            signal.name.rpartition("/")[0]
            for signal in self.device.signals
            if signal.name.endswith(f"/{what}")
        ]

    def _places(self, kind: str) -> list[str]:
        """Return what has all signals of a kind of sensor."""
        return [
            place
            for place in self._named(KINDS[kind][0])
            if all(self._has(f"{place}/{part}") for part in KINDS[kind])
        ]

    def _place(self, kind: str, id: int) -> str:
        places = self._places(kind)
        if not is_whole(id, 0, len(places) - 1):
            which = (
                f"from 0 to {len(places) - 1}" if places else ", of which it has none"
            )
            raise refused("id", f"a {kind} sensor {which}".replace(" ,", ","), id)
        return places[id]

    def _sensor(self, kind: str, id: int) -> list[float]:
        place = self._place(kind, id)
        offsets = self._offset(kind, id)
        return [
            self.device.value(f"{place}/{part}") + offset
            for part, offset in zip(KINDS[kind], offsets, strict=True)
        ]

    def _offset(self, kind: str, id: int) -> list[float]:
        key = f"{kind}/{self._place(kind, id)}"
        return list(self._sensor_offsets.get(key, (0.0,) * len(KINDS[kind])))

    def _set_offset(self, kind: str, id: int, offsets: Sequence[float]) -> None:
        key = f"{kind}/{self._place(kind, id)}"
        count = len(KINDS[kind])
        listed = elements("offsets", f"{count} numbers", offsets)
        if len(listed) != count:
            raise refused("offsets", f"{count} numbers", offsets)
        self._sensor_offsets[key] = tuple(number("offset", each) for each in listed)
