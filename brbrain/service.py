"""Setting devices up: ids and the bus. What is changed outlasts power off."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from brbrain.arguments import refused, whole
from brbrain.devices import Devices, Key
from brbrain.dynamixel import MAX_ID
from brbrain.errors import BrError, StatusError
from brbrain.registers import find

ID = find("id")
BAUD_RATE = find("baud rate")
RETURN_DELAY_TIME = find("return delay time")

SHORT_DELAY = 10
"""The return delay time that `Service.tune_bus` sets: 20 us; our choice.

Devices come with 500 us, which is most of the time that a packet takes. With 20 us the
original firmware has been seen to work, but in a simulator only.
"""

BAUD_TOLERANCE = 0.03
"""By how much of it a speed may be wrong (AX-S1 manual, page 14)."""

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
        """Let a device on the bare servo bus talk at another speed from now on.

        The link keeps its own: `Brain.change_link_baud` finds the device again. It is
        put back if it does not answer at its new speed. Raises BrError, and always
        behind a CM-5: that talks at 1 Mbps only, and could not even change it back.
        """
        whole("bits_per_second", bits_per_second, 1)
        id = self.id_of(key)
        if not self.brain.bare:
            raise BrError(
                f"baud rate: expected the bare servo bus, but id {id} is behind a "
                "CM-5, which only talks at 1000000 bps: not possible through the CM-5"
            )
        code = _baud_code(bits_per_second)
        with self.brain.transaction():
            self._meet([id])
            before = self._read_one(id, BAUD_RATE)
            if code == before:
                return
            with self._at_speed(bits_per_second):
                pass  # a port that cannot go as fast says so before anything is changed
            self._try_baud(id, bits_per_second, code, before)
            del self._devices[id]
            self._used.discard(id)
            if self._scanned is not None and id in self._scanned:
                self._scanned.remove(id)

    def _try_baud(self, id: int, speed: int, code: int, before: int) -> None:
        """Change the speed of a device; raise BrError if it does not answer then."""
        with suppress(StatusError):  # whether it was written is seen by what it does
            self._write([(id, BAUD_RATE, [code])])
        with self._at_speed(speed):
            if self.brain.ping(id):
                return
            with suppress(StatusError):  # it may hear us, if we do not hear it
                self._write([(id, BAUD_RATE, [before])])
        found = "at neither speed"
        if self.brain.ping(id):
            found = f"only at {self.brain.link.baud} bps, as before"
        raise BrError(
            f"baud rate: expected id {id} to answer at {speed} bps, but it answers "
            f"{found}",
            speed,
        )

    @contextmanager
    def _at_speed(self, bits_per_second: int) -> Iterator[None]:
        """Have the link at another speed for a while."""
        before = self.brain.link.baud
        try:
            self.brain.change_link_baud(bits_per_second)
            yield
        finally:
            self.brain.change_link_baud(before)

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


def _baud_code(bits_per_second: int) -> int:
    """Return what the register holds for a speed; ArgumentError if it has none."""
    code = BAUD_RATE.to_raw(bits_per_second / 1000)
    if BAUD_RATE.check(code) == 0:
        nearest = BAUD_RATE.to_natural(code) * 1000
        if abs(nearest / bits_per_second - 1.0) <= BAUD_TOLERANCE:
            return code
    raise refused(
        "bits_per_second",
        "7843 to 2000000, 2000000 over a whole number",
        bits_per_second,
    )
