"""The registers of an EtherCAT slave controller, its states and its status codes.

Names, addresses and numbers are those of the EtherCAT standard (ETG.1000) and of the
data sheets of its controllers; both sides of the wire use this table.
"""

from enum import IntEnum
from typing import Final

TYPE: Final = 0x0000
FMMU_COUNT: Final = 0x0004
SYNC_MANAGER_COUNT: Final = 0x0005
RAM_SIZE: Final = 0x0006
PORTS: Final = 0x0007
STATION_ADDRESS: Final = 0x0010
DL_STATUS: Final = 0x0110
AL_CONTROL: Final = 0x0120
AL_STATUS: Final = 0x0130
AL_STATUS_CODE: Final = 0x0134
WATCHDOG_DIVIDER: Final = 0x0400
WATCHDOG_TIME: Final = 0x0420
WATCHDOG_STATUS: Final = 0x0440
WATCHDOG_COUNTER: Final = 0x0442
EEPROM_OWNER: Final = 0x0500
EEPROM_CONTROL: Final = 0x0502
EEPROM_ADDRESS: Final = 0x0504
EEPROM_DATA: Final = 0x0508
FMMU: Final = 0x0600
FMMU_SIZE: Final = 16
SYNC_MANAGER: Final = 0x0800
SYNC_MANAGER_SIZE: Final = 8
PROCESS_MEMORY: Final = 0x1000

EEPROM_READ: Final = 0x0100
EEPROM_BUSY: Final = 0x8000
EEPROM_EIGHT_BYTES: Final = 0x0040
"""In the control register: a read brings eight bytes, else four."""

FMMU_READS: Final = 1
FMMU_WRITES: Final = 2

AL_ERROR: Final = 0x10
"""In AL status: there is an error; in AL control: it is acknowledged."""


class AlState(IntEnum):
    """The states of a slave's application layer."""

    INIT = 1
    PRE_OP = 2
    BOOT = 3
    SAFE_OP = 4
    OP = 8


NO_ERROR: Final = 0x0000
INVALID_CHANGE: Final = 0x0011
UNKNOWN_STATE: Final = 0x0012
NO_BOOT: Final = 0x0013
WATCHDOG: Final = 0x001B
INVALID_OUTPUTS: Final = 0x001D
INVALID_INPUTS: Final = 0x001E

MEANINGS: Final = {
    NO_ERROR: "no error",
    0x0001: "unspecified error",
    0x0002: "no memory",
    INVALID_CHANGE: "invalid requested state change",
    UNKNOWN_STATE: "unknown requested state",
    NO_BOOT: "boot state not supported",
    0x0014: "no valid firmware",
    0x0016: "invalid mailbox configuration",
    0x0017: "invalid SyncManager configuration",
    0x0018: "no valid inputs available",
    0x0019: "no valid outputs",
    0x001A: "synchronization error",
    WATCHDOG: "SyncManager watchdog",
    0x001C: "invalid SyncManager types",
    INVALID_OUTPUTS: "invalid output configuration",
    INVALID_INPUTS: "invalid input configuration",
    0x001F: "invalid watchdog configuration",
}
"""What the AL status codes mean; vendors add more of their own."""


def meaning(code: int) -> str:
    """Return what an AL status code means, in words."""
    return MEANINGS.get(code, f"AL status code 0x{code:04X}")
