"""Setting devices up: ids and the bus. What is changed outlasts power off."""

from brbrain.arguments import whole
from brbrain.devices import Devices, Key
from brbrain.dynamixel import MAX_ID
from brbrain.errors import BrError
from brbrain.registers import find

ID = find("id")
RETURN_DELAY_TIME = find("return delay time")

SHORT_DELAY = 10
"""The return delay time that `Service.tune_bus` sets: 20 us; our choice.

Devices come with 500 us, which is most of the time that a packet takes. With 20 us the
original firmware has been seen to work, but in a simulator only.
"""

TRIALS = 20
"""Answers that a device has to give without a fault after tuning; our choice."""


class Service(Devices):
    """Changing what is in the EEPROM of devices, carefully."""

    def change_id(self, old: Key, new: int) -> None:
        """Give the device with an id another one, which no device may have yet."""
        now = self.id_of(old)
        whole("new", new, 0, MAX_ID)
        with self.brain.transaction():
            self._meet([now])
            if self.brain.ping(new):
                raise BrError(
                    f"id: expected one that no device has, but received {new}, "
                    "which answers",
                    new,
                )
            self._write([(now, ID, [new])])
            del self._devices[now]
            self._used.discard(now)
            if not self.brain.ping(new):
                raise BrError(
                    f"id: expected device {now} to answer as {new}, but it does not: "
                    "its registers are locked"
                )
            self._renumber(now, new)

    def change_baud(self, key: Key, bits_per_second: int) -> None:
        """Refuse: through the CM-5 this cannot be done.

        The CM-5 talks at 1 Mbps only. A device at another speed would not hear it, not
        even to be changed back. Always raises BrError.
        """
        whole("bits_per_second", bits_per_second, 1)
        raise BrError(
            f"baud rate: expected the bare servo bus, but id {self.id_of(key)} is "
            "behind a CM-5, which only talks at 1000000 bps: not possible through "
            "the CM-5"
        )

    def tune_bus(self) -> list[int]:
        """Let all devices answer at once, and return the ids that were changed.

        Their return delay time becomes 20 us. Where answers fail then, it is put back.
        The devices are those of the last scan, or of a scan.
        """
        ids = self.scan() if self.scanned is None else self.scanned
        tuned = []
        for id in ids:
            with self.brain.transaction():
                self._meet([id])
                before = self._read_one(id, RETURN_DELAY_TIME)
                if before <= SHORT_DELAY:
                    continue
                self._write_eeprom(id, RETURN_DELAY_TIME, [SHORT_DELAY])
                if all(self.brain.ping_status(id) == 0 for _ in range(TRIALS)):
                    tuned.append(id)
                else:
                    self._write_eeprom(id, RETURN_DELAY_TIME, [before])
        return tuned
