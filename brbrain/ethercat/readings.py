"""What can be read of a hand, whether its cycle runs in this process or another."""

from collections.abc import Callable

from brbrain.arguments import whole
from brbrain.errors import LinkError
from brbrain.ethercat.joints import (
    ANALOG_NAMES,
    SENSOR_NAMES,
    find_motor,
    find_sensor,
    find_tactile,
)
from brbrain.ethercat.palm import Palm, Publication, Tactile
from brbrain.ethercat.palm_image import MotorData


class HandReadings:
    """The last states of all palms; motors, sensors, fingers are named or numbered.

    Every call that has a ``palm`` means that one, counted from 0. Raw values are as the
    palm has them: what they mean in SI units, Shadow keeps in each hand's settings.
    """

    def __init__(self) -> None:
        self.palms: list[Palm] = []
        # What is called while a cycle is waited for; it may raise to break that off.
        self.on_idle: Callable[[], None] = lambda: None

    def palm(self, number: int) -> Palm:
        """Return a palm; ArgumentError for one that there is not."""
        if not self.palms:
            raise LinkError("hand: expected it started, but it has no palms yet")
        chosen = self.palms[whole("palm", number, 0, len(self.palms) - 1)]
        self._refresh()
        return chosen

    def _refresh(self) -> None:
        """Bring the palms up to date, if the cycle runs elsewhere."""

    def angles(self, palm: int = 0) -> list[float]:
        """Return the angles of all motors' joints in rad, NaN if nothing came yet."""
        return self.palm(palm).angles()

    def angle(self, motor: int | str, palm: int = 0) -> float:
        """Return the angle of a motor's joint in rad, NaN if nothing came yet."""
        return self.angles(palm)[find_motor(motor)]

    def sensor(self, name: int | str, palm: int = 0) -> int | None:
        """Return what a sensor read, raw; None if nothing came yet."""
        return self.palm(palm).sensor(find_sensor(name))

    def torque(self, motor: int | str, palm: int = 0) -> int | None:
        """Return the torque that a motor measured, raw; None if nothing came yet."""
        return self.palm(palm).motors[find_motor(motor)].torque

    def motor_data(
        self, motor: int | str, data: MotorData, palm: int = 0
    ) -> int | None:
        """Return what a motor told last of one kind, raw; None if nothing came yet."""
        return self.palm(palm).motors[find_motor(motor)].data.get(data)

    def publication(self, palm: int = 0) -> Publication | None:
        """Return what was published last, at 100 Hz; None before the first."""
        return self.palm(palm).publication

    def tactile(self, finger: int | str, palm: int = 0) -> Tactile | None:
        """Return what a fingertip told last, None if it did not."""
        chosen = find_tactile(finger)
        published = self.publication(palm)
        return None if published is None else published.tactiles[chosen]

    def analog(self, palm: int = 0) -> dict[str, int]:
        """Return accelerometer, gyroscope and analog inputs, raw, by name."""
        published = self.publication(palm)
        if published is None:
            return {}
        return dict(zip(ANALOG_NAMES, published.analog, strict=True))

    def sensors(self, palm: int = 0) -> dict[str, int | None]:
        """Return what all sensors read, raw, by name."""
        chosen = self.palm(palm)
        return {name: chosen.sensor(at) for at, name in enumerate(SENSOR_NAMES)}

    @property
    def zero_buffers(self) -> int:
        """How many statuses came that no palm had written."""
        self._refresh()
        return sum(palm.zero_buffers for palm in self.palms)
