"""What a CM-5 does depends on its firmware: ours, or the original one of BRBrain."""

from typing import NamedTuple

from brbrain.errors import BrError


class Firmware(NamedTuple):
    """How a firmware talks to the modules, and what it knows.

    ``ring`` is how many bytes of the host wait while it is busy; more get lost.
    ``first_byte`` and ``next_byte`` are the seconds that a reply may take to begin and
    to go on. Three retries are for each module, or for all of them if ``shared``.
    """

    first_byte: float
    next_byte: float
    shared: bool
    extensions: bool
    version: tuple[int, int]
    ring: int


FIRMWARES = {
    # A return delay is at most 254 times 2 us (AX-S1 manual, page 14). That three
    # times as long is enough, and 1 ms between bytes, is our choice.
    "brshell": Firmware(0.0015, 0.001, False, True, (1, 0), 255),
    "original": Firmware(0.1, 0.1, True, False, (0, 0), 128),
}
"""The firmwares by their names."""

EEPROM_SECONDS = 0.02
"""How long modules are left alone when values that last were written (our guess)."""


def find_firmware(name: str) -> Firmware:
    """Return the firmware with a name; raise BrError if there is none."""
    try:
        return FIRMWARES[name]
    except (KeyError, TypeError):
        known = " or ".join(FIRMWARES)
        raise BrError(f"firmware: expected {known}, but received {name!r}") from None
