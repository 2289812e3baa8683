"""iob on any device: its functions by their names.

Where iob returns TRUE, FALSE or E_ID, these return a value, raise NotSupportedError, or
raise ArgumentError for an id that there is not.
"""

from contextlib import suppress
from math import inf

from brbrain.alarms import Alarm
from brbrain.device import Device, Phase
from brbrain.errors import NotSupportedError
from brbrain.iob.base import ALL, limit
from brbrain.iob.digital import Digital
from brbrain.iob.locking import Locking
from brbrain.iob.sensors import Sensors
from brbrain.iob.timing import PERIOD_NS, STOPPING, Timing


class Interface(Timing, Sensors, Digital, Locking):
    """The joints and sensors of a device by number.

    ``servo_error_limit``, in rad, is how far a joint may be from its command of the
    cycle before; ``velocity_limit`` and ``acceleration_limit``, in rad/s and rad/s^2,
    are how fast commands may change. Beyond them, and for ``stopping_alarms``, all
    servos go off in the same cycle, and an EmergencyStop is raised.
    """

    def __init__(
        self,
        device: Device,
        servo_error_limit: float = inf,
        velocity_limit: float = inf,
        acceleration_limit: float = inf,
        stopping_alarms: Alarm = STOPPING,
    ) -> None:
        super().__init__(device)
        self.servo_error_limit = limit("servo_error_limit", servo_error_limit)
        self.velocity_limit = limit("velocity_limit", velocity_limit)
        self.acceleration_limit = limit("acceleration_limit", acceleration_limit)
        self.stopping_alarms = Alarm(stopping_alarms)
        self._period = PERIOD_NS
        self._lock_file = None
        self._sensor_offsets = {}
        self._begin()

    def open_iob(self) -> None:
        """Configure the device; servos are off."""
        self.device.configure()
        self._joints = self.device.joints
        self._offsets = {}
        self._sensor_offsets = {}
        self._begin()

    def close_iob(self) -> None:
        """Switch all off, close the device, and unlock; a second call does no harm."""
        try:
            self.device.cleanup()
        finally:
            self.unlock_iob()

    def reset_body(self) -> None:
        """Switch all servos off, then power; what was commanded is forgotten."""
        self._commands = {}
        if self.device.phase is Phase.ACTIVE:
            self.write_servo(ALL, False)
        with suppress(NotSupportedError):
            self.device.switch_power(False)

    def _begin(self) -> None:
        """Be as after opening."""
        self._commands = {}
        self._velocities = {}
        self._lost = frozenset()
        self._ramps = {}
        self._due = None
        self._frame = 0
