"""What the simulated modules are when they leave the factory, as data.

The register tables are those of `brbrain.registers`; here is what differs by model.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from brbrain.arguments import refused
from brbrain.registers import DEVICES, ERROR_ADDRESS, Register

SIZE = ERROR_ADDRESS
"""Bytes in the address space of a module; the error register is the CM-5's own."""

_LOCK = {"lock": (1, 1)}
"""It can only be set; power off clears it (AX-12 manual, page 17)."""

RANGES: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "ax12": {
        **_LOCK,
        "cw compliance slope": (0, 254),
        "ccw compliance slope": (0, 254),
        "moving speed": (0, 1023),
    },
    "axs1": {**_LOCK, "buzzer index": (0, 255)},
}
"""Where what a module lets be written is not what the register table says.

AX-12 manual, pages 15 to 19; AX-S1 manual, page 23.
"""


@dataclass(frozen=True, slots=True)
class Model:
    """A module as it comes: the registers that its table does not say, by name.

    ``reserved`` are bytes that are no register, by address. With ``torque_locks`` the
    EEPROM cannot be written while torque is on. With ``goal_starts`` writing a goal
    position (in wheel mode a moving speed) turns torque on.
    """

    name: str
    device: str
    initial: Mapping[str, int] = field(default_factory=dict)
    reserved: Mapping[int, int] = field(default_factory=dict)
    torque_locks: bool = False
    goal_starts: bool = True

    @property
    def table(self) -> tuple[Register, ...]:
        """Its registers without the virtual error register."""
        return tuple(
            register
            for register in DEVICES[self.device]
            if register.address < ERROR_ADDRESS
        )

    def factory(self) -> bytes:
        """Return the bytes of all registers as they leave the factory."""
        memory = bytearray(SIZE)
        for address, byte in self.reserved.items():
            memory[address] = byte
        for register in self.table:
            value = self.initial.get(register.name, register.initial or 0)
            memory[register.address : register.end] = register.encode(value)
        return bytes(memory)

    def bounds(self, register: Register) -> tuple[int, int]:
        """Return the lowest and highest bits that may be written to a register."""
        low, high = register.minimum or 0, register.maximum or 0
        return RANGES[self.device].get(register.name, (low, high))


# That a goal starts the motor rests on the example programs of the AX-S1 manual (pages
# 38 to 40) and of BRBrain: they write goals, never torque enable, and it moves.
MODELS: Mapping[str, Model] = {
    model.name: model
    for model in (
        # The first AX-12, of 2005, to which BRBrain's table belongs. The firmware
        # version is our guess.
        Model("ax-12", "ax12", {"firmware version": 24}),
        # ROBOTIS e-manual, AX-12A.
        Model(
            "ax-12a",
            "ax12",
            {
                "firmware version": 24,
                "highest limit temperature": 70,
                "highest limit voltage": 140,
                "alarm led": 36,
                "alarm shutdown": 36,
                "cw compliance margin": 1,
                "ccw compliance margin": 1,
            },
            torque_locks=True,
        ),
        # AX-S1 manual, page 13, and example 6 for the firmware version.
        Model(
            "ax-s1",
            "axs1",
            {"firmware version": 18},
            {6: 255, 7: 3, 8: 255, 9: 3, 14: 255, 15: 3, 17: 4, 18: 4, 22: 32, 23: 3},
        ),
    )
}


def servo_model(name: str) -> Model:
    """Return the servo with that name; BrError if there is none."""
    servos = [model for model in MODELS.values() if model.device == "ax12"]
    for model in servos:
        if model.name == name:
            return model
    names = " or ".join(model.name for model in servos)
    raise refused("servo model", names, name)
